import type { SelectQueryBuilder } from 'typeorm';
import type { Sql, Store } from '#database';
import type { ReviewKind, ReviewStatus } from '#domain';
import { reviewEntity } from '../reviews/review-entity.js';
import type { ReviewRow } from '../reviews/reviews.js';

/** Two accounts that came to be one by other links are no question any more. */
const isOneAlready = (review: string): string => `(${review}.kind = 'alias_link' and exists (
  select 1 from identity_links l join identity_clusters a on a.entity_id = l.from_entity
    join identity_clusters b on b.entity_id = l.to_entity and b.cluster_id = a.cluster_id
  where l.link_id = ${review}.review_id and l.status = 'pending'))`;

/**
 * Its memories are still there to be decided about: what was edited away, forgotten or is over asks nobody any more. Of a
 * memory whose subject is not settled that it waits, of others that they are told, or were set aside.
 */
const isStanding = (
  review: string,
): string => `not ${isOneAlready(review)} and (${review}.kind = 'alias_link' or ${review}.status <> 'pending' or not exists (
  select 1 from unnest(${review}.memory_ids) as asked(memory_id) left join memories m using (memory_id)
  where m.memory_id is null or m.status = 'forgotten' or m.expires_at <= :now
    or (${review}.kind = 'identity_disambiguation') <> (m.status = 'pending')))`;

export const findReview = (store: Store, tenantId: string, reviewId: string): Promise<ReviewRow | null> =>
  store.entities((entities) =>
    entities.findOneBy(reviewEntity, { tenant_id: tenantId, review_id: reviewId }),
  );

/** Of these memories, those of which it was asked before whether they and this one are to be one. */
export const pairsAskedOf = async (
  sql: Sql,
  tenantId: string,
  memoryId: string,
  others: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await sql.query<{ id: string }>(
    `select distinct other.id from review_items r cross join unnest(r.memory_ids) as other(id)
     where r.tenant_id = $1 and r.kind = 'duplicate_merge' and r.memory_ids @> array[$2::uuid] and other.id = any($3::uuid[])`,
    [tenantId, memoryId, others],
  );
  return new Set(rows.map(({ id }) => id));
};

export interface WantedReviews {
  readonly kind?: ReviewKind | undefined;
  readonly status?: ReviewStatus | undefined;
  readonly entityId?: string | undefined;
  readonly leastConfidence?: number | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

const narrowed = (
  found: SelectQueryBuilder<ReviewRow>,
  { kind, status, entityId, leastConfidence, cursor }: WantedReviews,
): SelectQueryBuilder<ReviewRow> => {
  if (kind !== undefined) found.andWhere({ kind });
  if (status !== undefined) found.andWhere({ status });
  if (leastConfidence !== undefined)
    found.andWhere('review.confidence >= :leastConfidence', { leastConfidence });
  if (entityId !== undefined)
    found.andWhere(
      `(:entityId = any(review.candidates) or review.claimant_id = :entityId or exists (
         select 1 from identity_links l where l.link_id = review.review_id and :entityId in (l.from_entity, l.to_entity)))`,
      { entityId },
    );
  if (cursor !== undefined)
    found.andWhere(
      'review.position > (select position from review_items where review_id = :cursor and tenant_id = :tenantId)',
      {
        cursor,
      },
    );
  return found;
};

/** Oldest first: who waits longest is seen first. One more than wanted, where there are more. */
export const reviewsWanted = (
  store: Store,
  tenantId: string,
  wanted: WantedReviews,
  now: Date,
): Promise<readonly ReviewRow[]> =>
  store.entities((entities) =>
    narrowed(
      entities
        .createQueryBuilder(reviewEntity, 'review')
        .where('review.tenant_id = :tenantId', { tenantId })
        .andWhere(isStanding('review'), { now }),
      wanted,
    )
      .orderBy('review.position', 'ASC')
      .addOrderBy('review.review_id', 'ASC')
      .limit(wanted.limit + 1)
      .getMany(),
  );

interface Waiting {
  readonly kind: string;
  readonly count: string;
  readonly oldest: Date;
}

/** How many items of each kind wait, and since when the oldest does; of all tenants. */
export const reviewBacklog = async (
  sql: Sql,
  now: Date,
): Promise<readonly { readonly kind: string; readonly count: number; readonly oldest: Date }[]> => {
  const rows = await sql.query<Waiting>(
    `select r.kind, count(*) as count, min(r.created_at) as oldest from review_items r
     where r.status = 'pending' and ${isStanding('r').replaceAll(':now', '$1')} group by 1 order by 1`,
    [now],
  );
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
};

export interface ReviewedAccount {
  readonly entity_id: string;
  readonly platform: string;
  readonly platform_user_id: string;
  readonly handle: string | null;
  readonly display_name: string | null;
  readonly created_at: Date;
}

export interface PersonOfReview {
  readonly entityId: string;
  readonly accounts: readonly ReviewedAccount[];
  readonly isVerified: boolean;
  readonly placeIds: readonly string[];
}

/** Everybody of these, as a reviewer sees them beside each other. */
export const peopleOfReview = async (
  sql: Sql,
  entityIds: readonly string[],
): Promise<ReadonlyMap<string, PersonOfReview>> => {
  const ids = [...new Set(entityIds)];
  const accounts = await sql.query<ReviewedAccount>(
    `select entity_id, platform, platform_user_id, handle, display_name, created_at from accounts
     where entity_id = any($1::uuid[]) order by created_at, platform, platform_user_id`,
    [ids],
  );
  const people = await sql.query<{
    entity_id: string;
    is_verified: boolean;
    place_ids: readonly string[] | null;
  }>(
    `select e.entity_id, e.identity_key is not null as is_verified,
       (select array_agg(distinct p.source_id) from source_participants p where p.entity_id = e.entity_id and p.active_to is null) as place_ids
     from entities e where e.entity_id = any($1::uuid[])`,
    [ids],
  );
  const known = new Map(people.map((row) => [row.entity_id, row]));
  return new Map(
    ids.map((entityId) => [
      entityId,
      {
        entityId,
        accounts: accounts.filter((account) => account.entity_id === entityId),
        isVerified: known.get(entityId)?.is_verified ?? false,
        placeIds: known.get(entityId)?.place_ids ?? [],
      },
    ]),
  );
};

/** Some of those who take part in a place now. */
export const someParticipants = async (sql: Sql, sourceId: string): Promise<readonly string[]> => {
  const rows = await sql.query<{ entity_id: string }>(
    `select distinct p.entity_id from source_participants p join entities e using (entity_id)
     where p.source_id = $1 and p.active_to is null and e.entity_type not in ('agent', 'system') order by 1 limit 20`,
    [sourceId],
  );
  return rows.map((row) => row.entity_id);
};

/** Agents that remember something said by these, or about them. */
export const agentsThatRemember = async (
  sql: Sql,
  tenantId: string,
  entityIds: readonly string[],
): Promise<readonly string[]> => {
  const rows = await sql.query<{ agent_id: string }>(
    `select distinct agent_id from memories where tenant_id = $1 and agent_id is not null
       and (speaker_entity_id = any($2::uuid[]) or subject_entity_ids && $2::uuid[]) order by 1`,
    [tenantId, entityIds],
  );
  return rows.map((row) => row.agent_id);
};
