import type { Sql } from '#database';
import type { ProposedFact } from '#domain';
import { messages, type MessageRow } from '../messages/message-row.js';

/** What this proposer holds to be said in these messages, where it was asked. */
export const proposedIn = async (
  sql: Sql,
  recordIds: readonly string[],
  proposer: string,
): Promise<ReadonlyMap<string, readonly ProposedFact[]>> => {
  const rows = await sql.query<{ record_id: string; proposals: readonly ProposedFact[] }>(
    `select record_id, proposals from fact_proposals
     where record_id = any($1::uuid[]) and proposer = $2 and proposals is not null`,
    [recordIds, proposer],
  );
  return new Map(rows.map((row) => [row.record_id, row.proposals]));
};

export interface Unproposed extends MessageRow {
  /** Nothing was said in its place since. */
  readonly is_quiet: boolean;
}

const columns = Object.keys(messages.columns)
  .map((name) => `m.${name}`)
  .join(', ');

const isToBeAsked = `m.read_position > 0 and m.text is not null and m.erased_at is null and m.author_type not in ('agent', 'system')
  and not exists (select from fact_proposals p where p.record_id = m.record_id and p.proposer = $1)`;

/** Of these, those that this proposer is to be asked about, place by place in the order in which they were said. */
export const unproposedAmong = (
  sql: Sql,
  proposer: string,
  recordIds: readonly string[],
  quietSince: Date,
): Promise<readonly Unproposed[]> =>
  sql.query<Unproposed>(
    `select ${columns}, not exists (select from messages n where n.source_id = m.source_id and n.sent_at > $3) as is_quiet
     from messages m where m.record_id = any($2::uuid[]) and ${isToBeAsked}
     order by m.tenant_id, m.source_id, m.sent_at, m.record_id`,
    [proposer, recordIds, quietSince],
  );

/** Messages behind `after` that it is to be asked about, and how far was looked. */
export const unproposedBehind = async (
  sql: Sql,
  proposer: string,
  after: string,
  limit: number,
): Promise<{ readonly recordIds: readonly string[]; readonly last: string | null }> => {
  const rows = await sql.query<{ record_id: string; is_asked: boolean }>(
    `select m.record_id, ${isToBeAsked} as is_asked from messages m where m.record_id > $2::uuid order by m.record_id limit $3`,
    [proposer, after, limit],
  );
  return {
    recordIds: rows.flatMap((row) => (row.is_asked ? [row.record_id] : [])),
    last: rows.at(-1)?.record_id ?? null,
  };
};

/** What people said last that may be shown to a model, place by place in the order in which it was said. */
export const latestTalk = async (sql: Sql, tenantId: string, count: number): Promise<readonly MessageRow[]> =>
  sql.query<MessageRow>(
    `select * from (select ${columns} from messages m where m.tenant_id = $1 and m.text is not null and m.erased_at is null
       and m.author_type not in ('agent', 'system') order by m.sent_at desc, m.record_id limit $2) latest
     order by source_id, sent_at, record_id`,
    [tenantId, count],
  );

/** Of how many messages of a tenant a model was asked since. */
export const countAskedSince = async (sql: Sql, tenantId: string, since: Date): Promise<number> => {
  const [row] = await sql.query<{ asked: string }>(
    'select count(*) as asked from fact_proposals where tenant_id = $1 and asked_at >= $2',
    [tenantId, since],
  );
  return Number(row?.asked ?? 0);
};

/** Of these, those that say what they said. */
export const unchangedAmong = async (
  sql: Sql,
  rows: readonly Pick<MessageRow, 'record_id' | 'text'>[],
): Promise<ReadonlySet<string>> => {
  const found = await sql.query<{ record_id: string }>(
    `select m.record_id from messages m join unnest($1::uuid[], $2::text[]) as asked(record_id, words) using (record_id)
     where m.text = asked.words`,
    [rows.map((row) => row.record_id), rows.map((row) => row.text)],
  );
  return new Set(found.map((row) => row.record_id));
};
