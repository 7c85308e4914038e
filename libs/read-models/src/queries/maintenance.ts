import type { Sql } from '#database';
import type { WeighedMemory } from '#domain';

/** Every tenant that something is kept of, without a look at each row. */
export const tenantsKept = async (sql: Sql): Promise<readonly string[]> => {
  const rows = await sql.query<{ tenant_id: string }>(
    `with recursive kept(tenant_id) as (
       (select tenant_id from memories order by tenant_id limit 1)
       union all
       select (select m.tenant_id from memories m where m.tenant_id > kept.tenant_id order by m.tenant_id limit 1)
       from kept where kept.tenant_id is not null)
     select tenant_id from kept where tenant_id is not null`,
  );
  return rows.map((row) => row.tenant_id);
};

/** Where a page of what has ended stopped. */
export interface EndedAt {
  readonly expiresAt: Date;
  readonly memoryId: string;
}

/** What has ended and still counts as active, in the order in which it ended. */
export const endedMemories = async (
  sql: Sql,
  tenantId: string,
  now: Date,
  after: EndedAt | null,
  limit: number,
): Promise<readonly EndedAt[]> => {
  const rows = await sql.query<{ memory_id: string; expires_at: Date }>(
    `select m.memory_id, m.expires_at from memories m
     where m.tenant_id = $1 and m.status = 'active' and m.expires_at <= $2
       and (m.expires_at, m.memory_id) > ($3::timestamptz, $4::uuid)
     order by m.expires_at, m.memory_id limit $5`,
    [
      tenantId,
      now,
      after?.expiresAt ?? new Date(0),
      after?.memoryId ?? '00000000-0000-0000-0000-000000000000',
      limit,
    ],
  );
  return rows.map((row) => ({ expiresAt: row.expires_at, memoryId: row.memory_id }));
};

/** What a person let somebody hear by name is theirs to keep. */
const isUngranted = `not exists (select from grants g where g.memory_id = m.memory_id and g.revoked_at is null)`;

export interface Retirable {
  readonly memoryId: string;
  readonly status: 'active' | 'superseded' | 'expired';
}

/** What is told to nobody any more, and about which no person decided; in order of id behind `after`. */
export const retirableMemories = async (
  sql: Sql,
  tenantId: string,
  now: Date,
  after: string,
  limit: number,
): Promise<readonly Retirable[]> => {
  const rows = await sql.query<{ memory_id: string; status: Retirable['status'] }>(
    `select m.memory_id, m.status from memories m
     where m.tenant_id = $1 and m.memory_id > $2 and not m.corrected and ${isUngranted}
       and (m.status in ('superseded', 'expired') or (m.status = 'active' and m.expires_at <= $3))
     order by m.memory_id limit $4`,
    [tenantId, after, now, limit],
  );
  return rows.map((row) => ({ memoryId: row.memory_id, status: row.status }));
};

/** Whose memories are counted together: of one agent, and of whoever owns them, said them, or of their place. */
const ownerOf = 'coalesce(m.owner_entity_id, m.speaker_entity_id, m.source_id)';
const isHeld = `m.status = 'active' and (m.expires_at is null or m.expires_at > $2)`;

export interface Owner {
  readonly agentId: string | null;
  readonly ownerId: string | null;
  readonly count: number;
}

/** Owners of more than `most` memories. */
export const ownersAbove = async (
  sql: Sql,
  tenantId: string,
  now: Date,
  most: number,
): Promise<readonly Owner[]> => {
  const rows = await sql.query<{ agent_id: string | null; owner_id: string | null; count: string }>(
    `select m.agent_id, ${ownerOf} as owner_id, count(*) as count from memories m
     where m.tenant_id = $1 and ${isHeld} group by 1, 2 having count(*) > $3 order by 1, 2`,
    [tenantId, now, most],
  );
  return rows.map((row) => ({ agentId: row.agent_id, ownerId: row.owner_id, count: Number(row.count) }));
};

/** What an owner holds that may be put away, with what tells its worth. */
export const heldBy = async (
  sql: Sql,
  tenantId: string,
  now: Date,
  { agentId, ownerId }: Owner,
): Promise<readonly WeighedMemory[]> => {
  const rows = await sql.query<{
    memory_id: string;
    importance: number;
    observed_at: Date;
    access_count: number | null;
    last_accessed_at: Date | null;
  }>(
    `select m.memory_id, m.importance, m.observed_at, a.access_count, a.last_accessed_at
     from memories m left join memory_accesses a using (memory_id)
     where m.tenant_id = $1 and ${isHeld} and not m.corrected and ${isUngranted}
       and m.agent_id is not distinct from $3::uuid and ${ownerOf} is not distinct from $4::uuid`,
    [tenantId, now, agentId, ownerId],
  );
  return rows.map((row) => ({
    memoryId: row.memory_id,
    importance: row.importance,
    observedAt: row.observed_at,
    accessCount: row.access_count ?? 0,
    lastAccessedAt: row.last_accessed_at,
  }));
};
