import { IsNull, MoreThan } from 'typeorm';
import type { Sql, Store } from '#database';
import type { GrantView, ListGrants, Page } from '#contracts';
import { grantEntity } from '../grants/grant-entity.js';
import type { GrantRow } from '../grants/grants.js';

const toView = (row: GrantRow): GrantView => ({
  id: row.grant_id,
  memory_id: row.memory_id,
  entity_id: row.entity_id,
  granted_by: row.granted_by,
  granted_at: row.granted_at.toISOString(),
  expires_at: row.expires_at?.toISOString() ?? null,
  revoked_at: row.revoked_at?.toISOString() ?? null,
});

/**
 * Secrets for which one of these entities holds a live grant. A grant is for the memory as it was held when it was given:
 * what was gone since, and is said anew, needs another.
 */
export const grantedTo = async (
  sql: Sql,
  tenantId: string,
  cluster: readonly string[],
  now: Date,
): Promise<readonly string[]> => {
  const rows = await sql.query<{ memory_id: string }>(
    `select distinct g.memory_id from grants g join memories m on m.memory_id = g.memory_id and m.tenant_id = g.tenant_id
     where g.tenant_id = $1 and g.entity_id = any($2::uuid[]) and g.revoked_at is null
       and (g.expires_at is null or g.expires_at > $3) and m.recorded_at <= g.granted_at order by 1`,
    [tenantId, cluster, now],
  );
  return rows.map((row) => row.memory_id);
};

/** How delicate a memory of the tenant is; null when there is none, or it is forgotten. */
export const sensitivityOfMemory = async (
  sql: Sql,
  tenantId: string,
  memoryId: string,
): Promise<number | null> => {
  const [row] = await sql.query<{ sensitivity_rank: number }>(
    `select sensitivity_rank from memories where tenant_id = $1 and memory_id = $2 and status <> 'forgotten'`,
    [tenantId, memoryId],
  );
  return row?.sensitivity_rank ?? null;
};

export const findGrant = async (
  store: Store,
  tenantId: string,
  grantId: string,
): Promise<GrantView | null> => {
  const grant = await store.entities((entities) =>
    entities.findOneBy(grantEntity, { tenant_id: tenantId, grant_id: grantId }),
  );
  return grant && toView(grant);
};

/** The grant of this memory to this very entity that has not ended. */
export const liveGrant = async (
  store: Store,
  tenantId: string,
  memoryId: string,
  entityId: string,
  now: Date,
): Promise<GrantView | null> => {
  const held = { tenant_id: tenantId, memory_id: memoryId, entity_id: entityId, revoked_at: IsNull() };
  const grant = await store.entities((entities) =>
    entities.findOne(grantEntity, {
      where: [
        { ...held, expires_at: IsNull() },
        { ...held, expires_at: MoreThan(now) },
      ],
      order: { position: 'ASC' },
    }),
  );
  return grant && toView(grant);
};

/** Oldest first, ended ones too. */
export const grantsOf = async (
  store: Store,
  tenantId: string,
  { memory_id, entity_id, limit, cursor }: ListGrants,
): Promise<Page<GrantView>> => {
  const rows = await store.entities((entities) => {
    const found = entities
      .createQueryBuilder(grantEntity, 'grant')
      .where('grant.tenant_id = :tenantId', { tenantId });
    if (memory_id !== undefined) found.andWhere({ memory_id });
    if (entity_id !== undefined) found.andWhere({ entity_id });
    if (cursor !== undefined)
      found.andWhere(
        'grant.position > (select position from grants where grant_id = :cursor and tenant_id = :tenantId)',
        { cursor },
      );
    return found
      .orderBy('grant.position', 'ASC')
      .limit(limit + 1)
      .getMany();
  });
  const results = rows.slice(0, limit).map(toView);
  return { results, next_cursor: rows.length > limit ? (results.at(-1)?.id ?? null) : null };
};
