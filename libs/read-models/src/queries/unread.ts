import type { Sql } from '#database';
import { messages, type MessageRow } from '../messages/message-row.js';

const columns = Object.keys(messages.columns)
  .map((name) => `m.${name}`)
  .join(', ');

/** What is to be read next, of one tenant after the other, in the order in which it was sent. */
export const nextUnread = (
  sql: Sql,
  limit: number,
  except: readonly string[],
): Promise<readonly MessageRow[]> =>
  // Row by row: a join would read every message there is.
  sql.query<MessageRow>(
    `with next as materialized (
       select * from extraction_queue where not record_id = any($2::uuid[]) order by tenant_id, sent_at, record_id limit $1)
     select ${columns} from next cross join lateral (select * from messages where record_id = next.record_id limit 1) m order by next.tenant_id, next.sent_at, next.record_id`,
    [limit, except],
  );

/** A message, if it is to be read. */
export const unreadMessage = async (sql: Sql, recordId: string): Promise<MessageRow | null> => {
  const [row] = await sql.query<MessageRow>(
    `select ${columns} from extraction_queue join messages m using (record_id) where record_id = $1`,
    [recordId],
  );
  return row ?? null;
};

export interface Unread {
  /** Of the last event that changed it. */
  readonly position: bigint;
  /** Its source turned out to hang or to be restricted otherwise meanwhile. */
  readonly hasPlaceMoved: boolean;
}

/** Of these, those that are to be read, and whether their places moved after a position of the log. */
export const unreadAmong = async (
  sql: Sql,
  recordIds: readonly string[],
  since: bigint,
): Promise<ReadonlyMap<string, Unread>> => {
  const rows = await sql.query<{ record_id: string; position: string; has_moved: boolean }>(
    `select record_id, m.position, s.moved_position > $2::bigint as has_moved
     from extraction_queue join messages m using (record_id) join sources s using (source_id) where record_id = any($1::uuid[])`,
    [recordIds, since.toString()],
  );
  return new Map(
    rows.map((row) => [row.record_id, { position: BigInt(row.position), hasPlaceMoved: row.has_moved }]),
  );
};

/** Messages that are recorded and wait for facts to be read from them. */
export const countUnread = async (sql: Sql): Promise<number> => {
  const [row] = await sql.query<{ unread: string }>('select count(*) as unread from extraction_queue');
  return Number(row?.unread ?? 0);
};

interface Backlog {
  readonly messages: number;
  /** Since the oldest of them was recorded; by the store's clock, which stamped the rows. */
  readonly seconds: number;
}

/** How much is to be read. */
export const readingBacklog = async (sql: Sql): Promise<Backlog> => {
  const [row] = await sql.query<{ messages: string; seconds: number | null }>(
    `select count(*) as messages, extract(epoch from now() - min(recorded_at))::float8 as seconds
     from extraction_queue`,
  );
  return { messages: Number(row?.messages ?? 0), seconds: Math.max(0, row?.seconds ?? 0) };
};

/** Where a message stands among all of them. */
export interface ReadBefore {
  readonly tenant_id: string;
  readonly source_id: string;
  readonly sent_at: Date;
  readonly record_id: string;
  /** Read, by another than this extractor, and not to be read again yet. */
  readonly is_older: boolean;
}

/** Every message in order, a page at a time, and whether this extractor has yet to read it again. */
export const readByOthers = (
  sql: Sql,
  after: Pick<ReadBefore, 'source_id' | 'sent_at' | 'record_id'>,
  extractor: string,
  limit: number,
): Promise<readonly ReadBefore[]> =>
  sql.query<ReadBefore>(
    `select tenant_id, source_id, sent_at, record_id,
       read_position > 0 and read_by is distinct from $5 and erased_at is null
         and not exists (select from extraction_queue q where q.record_id = messages.record_id) as is_older
     from messages where (source_id, sent_at, record_id) > ($1::uuid, $2::timestamptz, $3::uuid)
     order by messages.source_id, messages.sent_at, messages.record_id limit $4`,
    [after.source_id, after.sent_at, after.record_id, limit, extractor],
  );

/** By which event each of these messages came. */
export const eventKeysOf = async (
  sql: Sql,
  recordIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await sql.query<{ record_id: string; event_key: string }>(
    'select record_id, event_key from messages where record_id = any($1::uuid[])',
    [recordIds],
  );
  return new Map(rows.map((row) => [row.record_id, row.event_key]));
};

/** Whose message it is, and where it was said. */
export const streamPartsOf = async (
  sql: Sql,
  recordId: string,
): Promise<{ readonly tenantId: string; readonly sourceId: string } | null> => {
  const [row] = await sql.query<{ tenant_id: string; source_id: string }>(
    'select tenant_id, source_id from messages where record_id = $1',
    [recordId],
  );
  return row ? { tenantId: row.tenant_id, sourceId: row.source_id } : null;
};
