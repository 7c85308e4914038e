import type { Sql } from '#database';

/** Ids of a tenant's memories, in order behind `after`. */
export const memoryIdsBehind = async (
  sql: Sql,
  tenantId: string,
  after: string,
  limit: number,
): Promise<readonly string[]> => {
  const rows = await sql.query<{ memory_id: string }>(
    'select m.memory_id from memories m where m.tenant_id = $1 and m.memory_id > $2 order by m.memory_id limit $3',
    [tenantId, after, limit],
  );
  return rows.map((row) => row.memory_id);
};

export interface Unsupported {
  readonly memoryId: string;
  readonly recordId: string;
  readonly sourceId: string | null;
}

/** Evidence that names a message which is not there, in order of memory and message. */
export const evidenceWithoutMessage = async (
  sql: Sql,
  tenantId: string,
  after: Pick<Unsupported, 'memoryId' | 'recordId'>,
  limit: number,
): Promise<readonly Unsupported[]> => {
  const rows = await sql.query<{ memory_id: string; record_id: string; source_id: string | null }>(
    `select e.memory_id, e.record_id, coalesce((e.setting ->> 'sourceId')::uuid, m.source_id) as source_id
     from memory_evidence e join memories m using (memory_id)
     where m.tenant_id = $1 and e.record_id is not null and (e.memory_id, e.record_id) > ($2::uuid, $3::uuid)
       and not exists (select from messages where messages.record_id = e.record_id)
     order by e.memory_id, e.record_id limit $4`,
    [tenantId, after.memoryId, after.recordId, limit],
  );
  return rows.map((row) => ({ memoryId: row.memory_id, recordId: row.record_id, sourceId: row.source_id }));
};

/** Places that memories or messages name and that are not there. */
export const sourcesMissing = async (
  sql: Sql,
  tenantId: string,
  limit: number,
): Promise<readonly string[]> => {
  const rows = await sql.query<{ source_id: string }>(
    `select distinct named.source_id from (
       select m.source_id from memories m where m.tenant_id = $1 union select source_id from messages where tenant_id = $1) as named
     where named.source_id is not null and not exists (select from sources s where s.source_id = named.source_id)
     order by 1 limit $2`,
    [tenantId, limit],
  );
  return rows.map((row) => row.source_id);
};

interface LinkStanding {
  readonly linkId: string;
  readonly status: string;
}

/** Every link of a tenant as it stands. */
export const linkStandings = async (sql: Sql, tenantId: string): Promise<readonly LinkStanding[]> => {
  const rows = await sql.query<{ link_id: string; status: string }>(
    'select link_id, status from identity_links where tenant_id = $1 order by link_id',
    [tenantId],
  );
  return rows.map((row) => ({ linkId: row.link_id, status: row.status }));
};

/** Links that nobody decided about since before then, asked for by Kith itself. */
export const staleProposals = async (
  sql: Sql,
  tenantId: string,
  before: Date,
): Promise<readonly string[]> => {
  const rows = await sql.query<{ link_id: string }>(
    `select link_id from identity_links
     where tenant_id = $1 and status = 'pending' and created_at < $2 and proposed_by like 'system %' order by created_at, link_id`,
    [tenantId, before],
  );
  return rows.map((row) => row.link_id);
};

/** Proposals of Kith itself that wait, in order of id behind `after`. */
export const waitingProposals = async (
  sql: Sql,
  tenantId: string,
  after: string,
  limit: number,
): Promise<readonly string[]> => {
  const rows = await sql.query<{ link_id: string }>(
    `select link_id from identity_links
     where tenant_id = $1 and status = 'pending' and proposed_by like 'system %' and link_id > $2 order by link_id limit $3`,
    [tenantId, after, limit],
  );
  return rows.map((row) => row.link_id);
};

/** Questions about memories that nobody decided since before then, raised by Kith itself. */
export const staleQuestions = async (
  sql: Sql,
  tenantId: string,
  before: Date,
): Promise<readonly string[]> => {
  const rows = await sql.query<{ review_id: string }>(
    `select review_id from review_items
     where tenant_id = $1 and kind <> 'alias_link' and status = 'pending' and created_at < $2 and proposed_by like 'system %'
     order by created_at, review_id`,
    [tenantId, before],
  );
  return rows.map((row) => row.review_id);
};

export interface SameWords {
  /** The one said first, and those that say the same. */
  readonly memoryIds: readonly string[];
}

/**
 * Memories that say the same in other capitals or marks.
 * INVARIANT: within all that decides who may read: merging two of another reach would widen one of them.
 */
export const sayingTheSame = async (
  sql: Sql,
  tenantId: string,
  now: Date,
  limit: number,
): Promise<readonly SameWords[]> => {
  const rows = await sql.query<{ ids: readonly string[] }>(
    `select array_agg(m.memory_id order by m.first_observed_at, m.memory_id) as ids
     from memories m left join sources s using (source_id)
     where m.tenant_id = $1 and m.status = 'active' and (m.expires_at is null or m.expires_at > $2) and m.content is not null and m.shared_in is null
     group by m.agent_id, m.speaker_entity_id, m.subject_entity_ids, coalesce(s.root_id, m.source_id), m.source_id, m.visibility_scope,
       m.sensitivity_rank, m.disclosure, m.portable, m.withheld_from_ids, m.owner_entity_id, m.setting,
       trim(lower(regexp_replace(m.content, '[^[:alnum:]]+', ' ', 'g')))
     having count(*) > 1 order by 1 limit $3`,
    [tenantId, now, limit],
  );
  return rows.map(({ ids }) => ({ memoryIds: ids }));
};

export interface IndexableRow {
  readonly id: string;
  readonly what: 'memory' | 'message';
  readonly position: bigint;
}

/** What belongs into the index of a tenant, with its position, in order of id behind `after`. */
export const indexableBehind = async (
  sql: Sql,
  tenantId: string,
  after: string,
  limit: number,
): Promise<readonly IndexableRow[]> => {
  const rows = await sql.query<{ id: string; what: IndexableRow['what']; position: string }>(
    `select * from (
       (select m.memory_id as id, 'memory' as what, m.position from memories m
        where m.tenant_id = $1 and m.content is not null and m.memory_id > $2 order by m.memory_id limit $3)
       union all
       (select record_id, 'message', position from messages
        where tenant_id = $1 and text is not null and read_position > 0 and record_id > $2 order by record_id limit $3)) as both_kinds
     order by id limit $3`,
    [tenantId, after, limit],
  );
  return rows.map((row) => ({ ...row, position: BigInt(row.position) }));
};

/** Of these, what belongs into the index. */
export const indexableAmong = async (
  sql: Sql,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, IndexableRow>> => {
  const rows = await sql.query<{ id: string; what: IndexableRow['what']; position: string }>(
    `select m.memory_id as id, 'memory' as what, m.position from memories m
     where m.tenant_id = $1 and m.content is not null and m.memory_id = any($2::uuid[])
     union all
     select record_id, 'message', position from messages
     where tenant_id = $1 and text is not null and read_position > 0 and record_id = any($2::uuid[])`,
    [tenantId, ids],
  );
  return new Map(rows.map((row) => [row.id, { ...row, position: BigInt(row.position) }]));
};

/** Numbers of what a look at the store may find, for operators. */
export const faultCounts = async (
  sql: Sql,
  tenantId: string,
  now: Date,
): Promise<Readonly<Record<'contradicted' | 'ended' | 'without_evidence' | 'without_subject', number>>> => {
  const [row] = await sql.query<Readonly<Record<'contradicted' | 'ended' | 'bare' | 'unsubjected', string>>>(
    `select count(*) filter (where m.conflicts_with <> '{}' and m.status = 'active') as contradicted,
       count(*) filter (where m.status = 'active' and m.expires_at <= $2) as ended,
       count(*) filter (where m.status = 'active' and not exists (select from memory_evidence e where e.memory_id = m.memory_id)) as bare,
       count(*) filter (where m.status = 'pending') as unsubjected
     from memories m where m.tenant_id = $1`,
    [tenantId, now],
  );
  return {
    contradicted: Number(row?.contradicted ?? 0),
    ended: Number(row?.ended ?? 0),
    without_evidence: Number(row?.bare ?? 0),
    without_subject: Number(row?.unsubjected ?? 0),
  };
};
