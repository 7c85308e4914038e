import type { Sql } from '#database';
import { decode, sealOf, type StoredEvent } from './codec.js';
import type { EventMetadata, RecordedEvent } from './event-log.js';
import { existingKeys } from './record-keys.js';
import type { RecordKey } from './sealing.js';

export interface EventRow extends StoredEvent {
  readonly position: string;
  readonly transaction_id: string;
  readonly tenant_id: string;
  readonly version: number;
  readonly metadata: EventMetadata;
  readonly occurred_at: Date;
  readonly recorded_at: Date;
}

export const eventColumns =
  'position, transaction_id::text as transaction_id, tenant_id, stream, version, type, schema_version, data, metadata, occurred_at, recorded_at';

const eventOf = (row: EventRow, keyOf: (recordId: string) => RecordKey | null): RecordedEvent =>
  ({
    ...decode(row, keyOf),
    occurredAt: row.occurred_at,
    recordedAt: row.recorded_at,
    tenantId: row.tenant_id,
    stream: row.stream,
    version: row.version,
    metadata: row.metadata,
    at: { transactionId: BigInt(row.transaction_id), position: BigInt(row.position) },
  }) as unknown as RecordedEvent;

export const openEvents = async (rows: readonly EventRow[], sql: Sql): Promise<readonly RecordedEvent[]> => {
  const keys = await existingKeys(
    rows.map(sealOf).filter((recordId) => recordId !== null),
    sql,
  );
  return rows.map((row) => eventOf(row, (recordId) => keys.get(recordId) ?? null));
};

/** For whoever needs ids and times alone: what is sealed reads as null, and no key is loaded. */
export const sealedEvents = (rows: readonly EventRow[]): readonly RecordedEvent[] =>
  rows.map((row) => eventOf(row, () => null));
