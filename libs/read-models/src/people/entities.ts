import type { EntityType } from '#domain';
import type { RecordedEvent } from '#event-log';
import type { Sql } from '#database';
import type { AccountRow } from './accounts.js';
import { isProfile } from './profiles.js';
import { byKey, earliest, loadRows, saveRows, type Table } from '../rows.js';

interface EntityRow {
  readonly entity_id: string;
  readonly tenant_id: string;
  readonly entity_type: EntityType;
  readonly canonical_name: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}
const entities: Table<EntityRow> = {
  name: 'entities',
  key: ['entity_id'],
  columns: {
    entity_id: 'uuid',
    tenant_id: 'text',
    entity_type: 'text',
    canonical_name: 'text',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
  },
};

/** INVARIANT: human, once anybody said so. */
const typeAfter = (row: EntityRow | undefined, event: RecordedEvent): EntityType => {
  if (event.type !== 'AccountRegistered' || row?.entity_type === 'human')
    return row?.entity_type ?? 'unknown';
  return event.data.entityType;
};

export const saveEntities = async (
  sql: Sql,
  events: readonly RecordedEvent[],
  changed: readonly AccountRow[],
): Promise<void> => {
  const names = byKey(changed, (row) => row.entity_id);
  const named = events.flatMap((event) =>
    isProfile(event) || event.type === 'PersonNamed' ? [event.data.entityId] : [],
  );
  const rows = byKey(await loadRows(sql, entities, named), (row) => row.entity_id);
  const next = new Map<string, EntityRow>();
  for (const event of events) {
    if (!isProfile(event) && event.type !== 'PersonNamed') continue;
    const { entityId, at } = event.data;
    const row = next.get(entityId) ?? rows.get(entityId);
    const account = names.get(entityId);
    next.set(entityId, {
      entity_id: entityId,
      tenant_id: event.tenantId,
      entity_type: typeAfter(row, event),
      canonical_name:
        event.type === 'PersonNamed' ? event.data.name : (account?.display_name ?? account?.handle ?? null),
      created_at: row ? earliest(row.created_at, at) : at,
      updated_at: event.recordedAt,
    });
  }
  await saveRows(sql, entities, next.values());
};
