import type { Sql } from '#database';
import { activeAt } from './places.js';

export interface UserRow {
  readonly entity_id: string;
  readonly canonical_name: string | null;
  readonly created_at: Date;
  readonly links: readonly { readonly platform: string; readonly platform_user_id: string }[] | null;
}

const linksOf = `(select jsonb_agg(jsonb_build_object('platform', a.platform, 'platform_user_id', a.platform_user_id) order by a.platform, a.platform_user_id)
   from accounts a where a.entity_id = e.entity_id) as links`;
const selectUsers = `select e.entity_id, coalesce(e.preferred_name, e.canonical_name) as canonical_name, e.created_at, ${linksOf} from entities e`;

/** Places where both are now. */
const shared = `from source_participants theirs join source_participants mine using (source_id)
   where theirs.entity_id = e.entity_id and mine.entity_id = any($2::uuid[]) and ${activeAt('theirs', '$3')} and ${activeAt('mine', '$3')}`;

/**
 * People as a viewer may know them: from when both are in a place.
 * INVARIANT: when somebody was heard of first may be when they wrote in private, so neither that nor an order by it is told.
 */
const selectMet = `select e.entity_id, coalesce(e.preferred_name, e.canonical_name) as canonical_name, ${linksOf},
   case when e.entity_id = any($2::uuid[]) then e.created_at
     else (select min(greatest(theirs.active_from, mine.active_from)) ${shared}) end as created_at
 from entities e where e.tenant_id = $1 and (e.entity_id = any($2::uuid[]) or exists (select 1 ${shared}))`;

/** By whom people are listed, and when. */
interface Acquainted {
  readonly tenantId: string;
  /** All entities that whoever asks is. */
  readonly own: readonly string[];
  readonly now: Date;
  /** Whose people are told of; null: those of every platform. */
  readonly platform: string | null;
}

const isOfPlatform = (parameter: string): string =>
  `(${parameter}::text is null or exists (select from accounts a where a.entity_id = e.entity_id and a.platform = ${parameter}))`;

const isHuman = `e.tenant_id = $1 and e.entity_type not in ('agent', 'system') and exists (select 1 from accounts a where a.entity_id = e.entity_id)`;

export const everyUser = (
  sql: Sql,
  tenantId: string,
  limit: number,
  offset: number,
): Promise<readonly UserRow[]> =>
  sql.query<UserRow>(
    `${selectUsers} where ${isHuman} order by e.created_at, e.entity_id limit $2 offset $3`,
    [tenantId, limit, offset],
  );

export const usersMet = (
  sql: Sql,
  { tenantId, own, now, platform }: Acquainted,
  limit: number,
  offset: number,
): Promise<readonly UserRow[]> =>
  sql.query<UserRow>(
    `${selectMet} and ${isHuman} and ${isOfPlatform('$6')} order by created_at, e.entity_id limit $4 offset $5`,
    [tenantId, own, now, limit, offset, platform],
  );

export const userById = async (sql: Sql, entityId: string): Promise<UserRow | null> => {
  const [row] = await sql.query<UserRow>(`${selectUsers} where e.entity_id = $1`, [entityId]);
  return row ?? null;
};

export const userMet = async (
  sql: Sql,
  { tenantId, own, now, platform }: Acquainted,
  entityId: string,
): Promise<UserRow | null> => {
  const [row] = await sql.query<UserRow>(`${selectMet} and e.entity_id = $4 and ${isOfPlatform('$5')}`, [
    tenantId,
    own,
    now,
    entityId,
    platform,
  ]);
  return row ?? null;
};
