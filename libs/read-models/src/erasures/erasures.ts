import type { Sql } from '#database';
import { evolveErasure, type ErasureEvent, type ErasureState } from '#domain';
import type { Projection, RecordedEvent } from '#event-log';
import { byKey, loadRows, saveRows, type Table } from '../rows.js';

export interface ErasureRow {
  readonly erasure_id: string;
  readonly tenant_id: string;
  readonly kind: ErasureState['kind'];
  readonly entity_ids: readonly string[];
  readonly source_ids: readonly string[];
  readonly is_own: boolean;
  readonly key_id: string | null;
  readonly ordered_at: Date;
  readonly phase: ErasureState['phase'];
  readonly status: 'running' | 'done' | 'failed';
  readonly names_of: readonly string[];
  readonly places_of: readonly string[];
  readonly known: { readonly memories: number; readonly messages: number };
  /** What was found, and what is gone, by store. */
  readonly counts: Readonly<Record<string, number>>;
  readonly residual: Readonly<Record<string, unknown>> | null;
  readonly receipt: Readonly<Record<string, unknown>> | null;
  readonly own_receipt: Readonly<Record<string, unknown>> | null;
  readonly finished_at: Date | null;
  readonly position: bigint | string;
}

export const erasures: Table<ErasureRow> = {
  name: 'erasures',
  key: ['erasure_id'],
  columns: {
    erasure_id: 'uuid',
    tenant_id: 'text',
    kind: 'text',
    entity_ids: 'uuid[]',
    source_ids: 'uuid[]',
    is_own: 'boolean',
    key_id: 'text',
    ordered_at: 'timestamptz',
    phase: 'text',
    status: 'text',
    names_of: 'uuid[]',
    places_of: 'uuid[]',
    known: 'jsonb',
    counts: 'jsonb',
    residual: 'jsonb',
    receipt: 'jsonb',
    own_receipt: 'jsonb',
    finished_at: 'timestamptz',
    position: 'bigint',
  },
};

const isOfErasure = (event: RecordedEvent): event is RecordedEvent<ErasureEvent> =>
  (handled as readonly string[]).includes(event.type);

const handled = [
  'ErasureOrdered',
  'ErasurePlanned',
  'ErasureAdvanced',
  'ErasureScanned',
  'ErasureFinished',
] as const;

export const erasureStateOf = (row: ErasureRow): ErasureState => ({
  erasureId: row.erasure_id,
  kind: row.kind,
  entityIds: row.entity_ids,
  sourceIds: row.source_ids,
  isOwn: row.is_own,
  phase: row.phase,
});

const plus = (counts: ErasureRow['counts'], more: ErasureRow['counts']): ErasureRow['counts'] => {
  const sum = { ...counts };
  for (const [store, count] of Object.entries(more)) sum[store] = (sum[store] ?? 0) + count;
  return sum;
};

const begun = (event: Extract<RecordedEvent<ErasureEvent>, { type: 'ErasureOrdered' }>): ErasureRow => ({
  erasure_id: event.data.erasureId,
  tenant_id: event.tenantId,
  kind: event.data.kind,
  entity_ids: event.data.entityIds,
  source_ids: event.data.sourceIds,
  is_own: event.data.isOwn,
  key_id: event.data.keyId,
  ordered_at: event.data.at,
  phase: 'ordered',
  status: 'running',
  names_of: [],
  places_of: [],
  known: { memories: 0, messages: 0 },
  counts: {},
  residual: null,
  receipt: null,
  own_receipt: null,
  finished_at: null,
  position: event.at.position,
});

const after = (row: ErasureRow, event: RecordedEvent<ErasureEvent>): ErasureRow => {
  switch (event.type) {
    case 'ErasureOrdered':
      return row;
    case 'ErasurePlanned': {
      const { namesOf, placesOf, known, memoryIds, recordIds } = event.data;
      const found = { 'memories.found': memoryIds.length, 'messages.found': recordIds.length };
      return {
        ...row,
        names_of: [...row.names_of, ...namesOf],
        places_of: [...row.places_of, ...placesOf],
        known: {
          memories: row.known.memories + known.memories,
          messages: row.known.messages + known.messages,
        },
        counts: plus(row.counts, found),
      };
    }
    case 'ErasureAdvanced': {
      const { memoryIds, recordIds, counts } = event.data;
      const gone = { 'memories.erased': memoryIds.length, 'messages.erased': recordIds.length };
      return { ...row, counts: plus(plus(row.counts, gone), counts) };
    }
    case 'ErasureScanned':
      return { ...row, residual: event.data.residual };
    case 'ErasureFinished': {
      const { status, receipt, ownReceipt } = event.data;
      return { ...row, status, receipt, own_receipt: ownReceipt, finished_at: event.occurredAt };
    }
  }
};

const saveTargets = async (sql: Sql, event: RecordedEvent<ErasureEvent>): Promise<void> => {
  if (event.type !== 'ErasurePlanned' && event.type !== 'ErasureAdvanced') return;
  const { erasureId, memoryIds, recordIds } = event.data;
  const statement =
    event.type === 'ErasurePlanned'
      ? `insert into erasure_targets (erasure_id, what, id) select $1, $2, id from unnest($3::uuid[]) as planned(id) on conflict do nothing`
      : 'delete from erasure_targets where erasure_id = $1 and what = $2 and id = any($3::uuid[])';
  if (memoryIds.length > 0) await sql.query(statement, [erasureId, 'memory', memoryIds]);
  if (recordIds.length > 0) await sql.query(statement, [erasureId, 'message', recordIds]);
};

/** What is being destroyed, how far that has come, and the receipts of what was. */
export const erasuresProjection: Projection = {
  name: 'erasures',
  version: 1,
  tables: ['erasures', 'erasure_targets'],
  handles: handled,
  project: async (events, sql) => {
    const own = events.filter(isOfErasure);
    const rows = byKey(
      await loadRows(
        sql,
        erasures,
        own.map(({ data }) => data.erasureId),
      ),
      (row) => row.erasure_id,
    );
    for (const event of own) {
      const { erasureId } = event.data;
      const row = rows.get(erasureId) ?? (event.type === 'ErasureOrdered' ? begun(event) : null);
      if (!row) continue;
      const phase = evolveErasure(erasureStateOf(row), event)?.phase ?? row.phase;
      rows.set(erasureId, { ...after(row, event), phase, position: event.at.position });
      await saveTargets(sql, event);
    }
    await saveRows(sql, erasures, rows.values());
  },
};
