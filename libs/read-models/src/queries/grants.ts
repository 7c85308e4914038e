import type { Sql } from '#database';
import type { GrantView, ListGrants, Page } from '#domain';
import { grants, type GrantRow } from '../grants/grants.js';

const columns = Object.keys(grants.columns).join(', ');

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
export const rankOfMemory = async (sql: Sql, tenantId: string, memoryId: string): Promise<number | null> => {
  const [row] = await sql.query<{ sensitivity_rank: number }>(
    `select sensitivity_rank from memories where tenant_id = $1 and memory_id = $2 and status <> 'forgotten'`,
    [tenantId, memoryId],
  );
  return row?.sensitivity_rank ?? null;
};

export const findGrant = async (sql: Sql, tenantId: string, grantId: string): Promise<GrantView | null> => {
  const [row] = await sql.query<GrantRow>(
    `select ${columns} from grants where tenant_id = $1 and grant_id = $2`,
    [tenantId, grantId],
  );
  return row ? toView(row) : null;
};

/** The grant of this memory to this very entity that has not ended. */
export const liveGrant = async (
  sql: Sql,
  tenantId: string,
  memoryId: string,
  entityId: string,
  now: Date,
): Promise<GrantView | null> => {
  const [row] = await sql.query<GrantRow>(
    `select ${columns} from grants where tenant_id = $1 and memory_id = $2 and entity_id = $3 and revoked_at is null
       and (expires_at is null or expires_at > $4) order by position limit 1`,
    [tenantId, memoryId, entityId, now],
  );
  return row ? toView(row) : null;
};

/** Oldest first, ended ones too. */
export const grantsOf = async (
  sql: Sql,
  tenantId: string,
  { memory_id, entity_id, limit, cursor }: ListGrants,
): Promise<Page<GrantView>> => {
  const rows = await sql.query<GrantRow>(
    `select ${columns} from grants where tenant_id = $1
       and ($2::uuid is null or memory_id = $2) and ($3::uuid is null or entity_id = $3)
       and ($4::uuid is null or position > (select position from grants where grant_id = $4 and tenant_id = $1))
     order by position limit $5`,
    [tenantId, memory_id ?? null, entity_id ?? null, cursor ?? null, limit + 1],
  );
  const results = rows.slice(0, limit).map(toView);
  return { results, next_cursor: rows.length > limit ? (results.at(-1)?.id ?? null) : null };
};
