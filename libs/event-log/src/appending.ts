import type { Sql } from '#database';
import type { KithEvent } from '#domain';
import { definitionOf, encode, sealedByOf } from './codec.js';
import {
  logStart,
  type EventMetadata,
  type LogPosition,
  type RecordedEvent,
  type StreamAppend,
} from './event-log.js';
import { keysFor } from './record-keys.js';

interface FreshEvent {
  readonly event: KithEvent;
  readonly stream: string;
  readonly number: number;
}

/** Each event with its number among those of its stream here. */
const numbered = (appends: readonly StreamAppend[]): readonly FreshEvent[] => {
  const numbers = new Map<string, number>();
  return appends.flatMap(({ stream, events }) =>
    events.map((event) => {
      const number = (numbers.get(stream) ?? 0) + 1;
      numbers.set(stream, number);
      return { event, stream, number };
    }),
  );
};

interface Appended {
  readonly version: number;
  readonly at: LogPosition;
}

const insert = async (
  sql: Sql,
  tenantId: string,
  fresh: readonly FreshEvent[],
  metadata: EventMetadata,
  recordedAt: Date,
): Promise<readonly Appended[]> => {
  const recordIds = fresh.map(({ event }) => sealedByOf(event)).filter((recordId) => recordId !== null);
  const keys = await keysFor(recordIds, sql);
  const keyOf = (recordId: string) => keys.get(recordId) ?? null;
  const rows = await sql.query<{
    readonly position: string;
    readonly transaction_id: string;
    readonly version: number;
  }>(
    `insert into events (tenant_id, stream, version, type, schema_version, data, metadata, occurred_at, recorded_at)
     select $1, stream,
       coalesce((select max(version) from events e where e.tenant_id = $1 and e.stream = fresh.stream), 0) + number,
       type, schema_version, data::jsonb, $8::jsonb, occurred_at, $9
     from unnest($2::text[], $3::int[], $4::text[], $5::int[], $6::text[], $7::timestamptz[])
       with ordinality as fresh(stream, number, type, schema_version, data, occurred_at, ordinal)
     order by ordinal
     returning position, transaction_id::text as transaction_id, version`,
    [
      tenantId,
      fresh.map(({ stream }) => stream),
      fresh.map(({ number }) => number),
      fresh.map(({ event }) => event.type),
      fresh.map(({ event }) => definitionOf(event.type).schemaVersion),
      fresh.map(({ event, stream }) => encode(event, stream, keyOf)),
      fresh.map(({ event }) => event.occurredAt),
      JSON.stringify(metadata),
      recordedAt,
    ],
  );
  return rows.map(({ version, transaction_id: transactionId, position }) => ({
    version,
    at: { transactionId: BigInt(transactionId), position: BigInt(position) },
  }));
};

/** INVARIANT: inside the unit of work of the one writer of this tenant: nobody appends between reading versions and this. */
export const appendEvents = async (
  sql: Sql,
  tenantId: string,
  appends: readonly StreamAppend[],
  metadata: EventMetadata,
  recordedAt: Date,
): Promise<readonly RecordedEvent[]> => {
  const fresh = numbered(appends);
  if (fresh.length === 0) return [];
  const appended = await insert(sql, tenantId, fresh, metadata, recordedAt);
  return fresh.map(({ event, stream }, index): RecordedEvent => {
    const { version, at } = appended[index] ?? { version: 1, at: logStart };
    return { ...event, tenantId, stream, version, recordedAt, metadata, at };
  });
};
