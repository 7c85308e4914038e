import type { Sql } from '#database';
import type { KithEventType } from '#domain';
import {
  logStart,
  type Anchor,
  type LogPosition,
  type LogSize,
  type ReadOptions,
  type RecordedEvent,
  type RecordedEventOf,
} from './event-log.js';
import { eventColumns, openEvents, sealedEvents, type EventRow } from './stored-events.js';

export const headOf = async (sql: Sql, tenantId: string): Promise<bigint> => {
  const [row] = await sql.query<{ head: string | null }>(
    'select max(position) as head from events where tenant_id = $1',
    [tenantId],
  );
  return BigInt(row?.head ?? 0);
};

const sealed = <T extends KithEventType>(rows: readonly EventRow[]): readonly RecordedEventOf<T>[] =>
  sealedEvents(rows) as readonly RecordedEventOf<T>[];

export const changedSince = async <T extends KithEventType>(
  sql: Sql,
  tenantId: string,
  position: bigint,
  types: readonly T[],
): Promise<readonly RecordedEventOf<T>[]> =>
  sealed(
    await sql.query<EventRow>(
      `select ${eventColumns} from events where tenant_id = $1 and position > $2::bigint and type = any($3::text[])
       order by position`,
      [tenantId, position.toString(), types],
    ),
  );

/** Transactions in which one of these streams got an event of this type. */
const anchored =
  'select transaction_id from events where tenant_id = $1 and stream = any($2::text[]) and type = $3';

export const movedWith = async (
  sql: Sql,
  tenantId: string,
  { streams, type }: Anchor,
  prefix: string,
): Promise<readonly string[]> => {
  const rows = await sql.query<{ stream: string }>(
    `select distinct stream from events
     where transaction_id in (${anchored}) and tenant_id = $1 and starts_with(stream, $4)`,
    [tenantId, streams, type, prefix],
  );
  return rows.map(({ stream }) => stream);
};

export const appendedWith = async <T extends KithEventType>(
  sql: Sql,
  tenantId: string,
  { streams, type }: Anchor,
  types: readonly T[],
): Promise<readonly RecordedEventOf<T>[]> =>
  sealed(
    await sql.query<EventRow>(
      `select ${eventColumns} from events
       where transaction_id in (${anchored}) and tenant_id = $1 and type = any($4::text[]) order by position`,
      [tenantId, streams, type, types],
    ),
  );

/** Whatever memory was ever captured that one of these said, or that is about one of them: those that no row is left of, too. */
export const memoriesEverOf = async (
  sql: Sql,
  tenantId: string,
  entityIds: readonly string[],
  as: 'speaker' | 'subject',
): Promise<readonly string[]> => {
  const rows = await sql.query<{ memory_id: string }>(
    `select distinct data ->> 'memoryId' as memory_id from events
     where tenant_id = $1 and type in ('MemoryCaptured', 'MemoryShared')
       and ${as === 'speaker' ? "data ->> 'speakerId' = any($2::text[])" : "data -> 'subjectIds' ?| $2::text[]"}`,
    [tenantId, entityIds],
  );
  return rows.map((row) => row.memory_id);
};

export const countOf = async (sql: Sql, tenantId?: string): Promise<number> => {
  const [row] = await sql.query<{ count: string }>(
    'select count(*) as count from events where $1::text is null or tenant_id = $1',
    [tenantId ?? null],
  );
  return Number(row?.count ?? 0);
};

export const sizeOf = async (sql: Sql): Promise<LogSize> => {
  const [row] = await sql.query<{ position: string | null; bytes: string }>(
    `select (select max(position) from events) as position, pg_total_relation_size('events') as bytes`,
  );
  return { position: BigInt(row?.position ?? 0), bytes: Number(row?.bytes ?? 0) };
};

export const eventsOf = async (
  sql: Sql,
  tenantId: string,
  streams: readonly string[],
): Promise<readonly RecordedEvent[]> => {
  if (streams.length === 0) return [];
  const rows = await sql.query<EventRow>(
    `select ${eventColumns} from events where tenant_id = $1 and stream = any($2::text[]) order by events.position`,
    [tenantId, streams],
  );
  return openEvents(rows, sql);
};

/** The first event of a stream stands for it. */
export const streamsBehind = async (
  sql: Sql,
  tenantId: string,
  prefix: string,
  after: string,
  limit: number,
): Promise<readonly string[]> => {
  const rows = await sql.query<{ stream: string }>(
    `select stream from events where tenant_id = $1 and stream > $2 and starts_with(stream, $3) and version = 1
     order by stream limit $4`,
    [tenantId, after < prefix ? prefix : after, prefix, limit],
  );
  return rows.map(({ stream }) => stream);
};

/** Events after a position, in the order in which readers take them: by transaction, then by position (ADR 0001). */
export const eventsAfter = async (
  sql: Sql,
  after: LogPosition,
  limit: number,
  { horizon = '', types, asSealed = false }: ReadOptions & { readonly horizon?: string },
): Promise<readonly RecordedEvent[]> => {
  const rows = await sql.query<EventRow>(
    `select ${eventColumns} from events
     where (transaction_id, position) > ($1::text::xid8, $2::bigint)
       ${horizon}
       ${types ? 'and type = any($4::text[])' : ''}
     order by events.transaction_id, events.position limit $3`,
    [after.transactionId.toString(), after.position.toString(), limit, ...(types ? [types] : [])],
  );
  return asSealed ? sealedEvents(rows) : openEvents(rows, sql);
};

export const newestOf = async (sql: Sql, types: readonly KithEventType[]): Promise<LogPosition> => {
  const [row] = await sql.query<{ position: string; transaction_id: string }>(
    `select position, transaction_id::text as transaction_id from events where type = any($1::text[])
     order by events.transaction_id desc, events.position desc limit 1`,
    [types],
  );
  return row ? { transactionId: BigInt(row.transaction_id), position: BigInt(row.position) } : logStart;
};
