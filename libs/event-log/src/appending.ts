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
  readonly version: number;
}

const versionsOf = async (
  sql: Sql,
  tenantId: string,
  appends: readonly StreamAppend[],
): Promise<ReadonlyMap<string, number>> => {
  const streams = [...new Set(appends.map((append) => append.stream))];
  const rows = await sql.query<{ stream: string; version: number }>(
    'select stream, max(version) as version from events where tenant_id = $1 and stream = any($2::text[]) group by stream',
    [tenantId, streams],
  );
  return new Map(rows.map((row) => [row.stream, row.version]));
};

/** Each event with the next version of its stream. */
const versioned = (
  appends: readonly StreamAppend[],
  known: ReadonlyMap<string, number>,
): readonly FreshEvent[] => {
  const versions = new Map(known);
  return appends.flatMap(({ stream, events }) =>
    events.map((event) => {
      const version = (versions.get(stream) ?? 0) + 1;
      versions.set(stream, version);
      return { event, stream, version };
    }),
  );
};

const insert = async (
  sql: Sql,
  tenantId: string,
  fresh: readonly FreshEvent[],
  metadata: EventMetadata,
  recordedAt: Date,
): Promise<readonly LogPosition[]> => {
  const recordIds = fresh.map(({ event }) => sealedByOf(event)).filter((recordId) => recordId !== null);
  const keys = await keysFor(recordIds, sql);
  const keyOf = (recordId: string) => keys.get(recordId) ?? null;
  const rows = await sql.query<{ readonly position: string; readonly transaction_id: string }>(
    `insert into events (tenant_id, stream, version, type, schema_version, data, metadata, occurred_at, recorded_at)
     select $1, stream, version, type, schema_version, data::jsonb, $8::jsonb, occurred_at, $9
     from unnest($2::text[], $3::int[], $4::text[], $5::int[], $6::text[], $7::timestamptz[])
       with ordinality as fresh(stream, version, type, schema_version, data, occurred_at, ordinal)
     order by ordinal
     returning position, transaction_id::text as transaction_id`,
    [
      tenantId,
      fresh.map(({ stream }) => stream),
      fresh.map(({ version }) => version),
      fresh.map(({ event }) => event.type),
      fresh.map(({ event }) => definitionOf(event.type).schemaVersion),
      fresh.map(({ event, stream }) => encode(event, stream, keyOf)),
      fresh.map(({ event }) => event.occurredAt),
      JSON.stringify(metadata),
      recordedAt,
    ],
  );
  return rows.map((row) => ({ transactionId: BigInt(row.transaction_id), position: BigInt(row.position) }));
};

/** INVARIANT: inside the unit of work of the one writer of this tenant: nobody appends between reading versions and this. */
export const appendEvents = async (
  sql: Sql,
  tenantId: string,
  appends: readonly StreamAppend[],
  metadata: EventMetadata,
  recordedAt: Date,
): Promise<readonly RecordedEvent[]> => {
  const fresh = versioned(appends, await versionsOf(sql, tenantId, appends));
  if (fresh.length === 0) return [];
  const positions = await insert(sql, tenantId, fresh, metadata, recordedAt);
  return fresh.map(({ event, stream, version }, index): RecordedEvent => {
    const at = positions[index] ?? logStart;
    return { ...event, tenantId, stream, version, recordedAt, metadata, at };
  });
};
