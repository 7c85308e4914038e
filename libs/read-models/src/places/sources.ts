import type { Sql } from '#database';
import type { Projection, RecordedEvent } from '#event-log';
import { byKey, earliest, latest, loadRows, saveRows } from '../rows.js';
import { withStatement, type PlaceStatement } from '#domain';
import { type SourceRow, sources, type Observed } from './source-row.js';
import { type Family, withoutRing, families, deriveBelow } from './family.js';

const newerName = (
  row: SourceRow | undefined,
  seen: string | null,
  seenAt: Date,
): Pick<SourceRow, 'name' | 'name_at'> => {
  const { name, name_at } = row ?? { name: null, name_at: null };
  if (seen === null) return { name, name_at };
  if (name_at === null || seenAt > name_at) return { name: seen, name_at: seenAt };
  return seenAt < name_at || (name ?? '') >= seen ? { name, name_at } : { name: seen, name_at: seenAt };
};

const confirmedSince = (statements: readonly PlaceStatement[], before: Date | null): Date | null => {
  const last = statements.at(-1);
  if (last === undefined || last.is === null) return null;
  const at = new Date(last.at);
  return before === null ? at : latest(at, before);
};

/** Of a thread silence says nothing: it hangs under something, whatever that is. */
const parentsOf = (row: SourceRow | undefined, { data }: Observed): readonly PlaceStatement[] =>
  data.parentId === null && data.sourceType === 'thread'
    ? (row?.parents ?? [])
    : withStatement(row?.parents ?? [], data.parentId, data.at, row?.parent_at ?? null);

const nextSource = (row: SourceRow | undefined, event: Observed): SourceRow => {
  const { data } = event;
  const parents = parentsOf(row, event);
  const accesses = withStatement(row?.accesses ?? [], data.access, data.at, row?.access_at ?? null);
  const histories = withStatement(row?.histories ?? [], data.history, data.at, row?.history_at ?? null);
  return {
    source_id: data.sourceId,
    tenant_id: event.tenantId,
    source_type: data.sourceType,
    platform: data.platform,
    external_id: data.externalId,
    parent_source_id: parents.at(-1)?.is ?? null,
    parent_at: confirmedSince(parents, row?.parent_at ?? null),
    access_at: confirmedSince(accesses, row?.access_at ?? null),
    history_at: confirmedSince(histories, row?.history_at ?? null),
    ...newerName(row, data.name, data.at),
    parents,
    accesses,
    histories,
    parent_ids: [...new Set(parents.flatMap(({ is }) => is ?? []))],
    settings: row?.settings ?? [],
    access: row?.access ?? 'restricted',
    history: row?.history ?? 'since_joining',
    is_apart: row?.is_apart ?? false,
    thread_of: row?.thread_of ?? null,
    workspace_id: row?.workspace_id ?? null,
    root_id: row?.root_id ?? data.sourceId,
    reader_source_ids: row?.reader_source_ids ?? [data.sourceId],
    moved_position: row?.moved_position ?? 0n,
    created_at: row ? earliest(row.created_at, data.at) : data.at,
  };
};

/** The message named the source as it is known: that still held when it was sent. */
const confirmedAt = (row: SourceRow, at: Date): SourceRow => ({
  ...row,
  name_at: row.name_at && latest(row.name_at, at),
  access_at: row.access_at && latest(row.access_at, at),
  history_at: row.history_at && latest(row.history_at, at),
  parent_at: row.parent_at && latest(row.parent_at, at),
  created_at: earliest(row.created_at, at),
});

const touchedBy = (event: RecordedEvent): readonly string[] => {
  if (event.type === 'SourceObserved')
    return [event.data.sourceId, ...(event.data.parentId === null ? [] : [event.data.parentId])];
  return event.type === 'MessageRecorded' ? event.data.confirmed : [];
};

const load = async (sql: Sql, events: readonly RecordedEvent[]): Promise<Family> => {
  const touched = [...new Set(events.flatMap(touchedBy))];
  const observed = events.flatMap((event) => (event.type === 'SourceObserved' ? [event.data.sourceId] : []));
  return observed.length === 0
    ? byKey(await loadRows(sql, sources, touched), (row) => row.source_id)
    : families(sql, touched, observed);
};

/**
 * As if nobody had ever said it. Comes first: what was said before it reads as null wherever it is in one batch with this,
 * and what is said after it stays.
 */
const eraseNames = async (sql: Sql, events: readonly RecordedEvent[]): Promise<void> => {
  const ids = events.flatMap((event) => (event.type === 'NamesErased' ? event.data.sourceIds : []));
  if (ids.length > 0)
    await sql.query('update sources set name = null, name_at = null where source_id = any($1::uuid[])', [
      ids,
    ]);
};

/** Sources with their parents, and what follows from them for every source below. */
export const placesProjection: Projection = {
  name: 'places',
  version: 1,
  tables: ['sources'],
  handles: ['SourceObserved', 'MessageRecorded', 'NamesErased'],
  project: async (events, sql) => {
    await eraseNames(sql, events);
    const family = await load(sql, events);
    const changed = new Set<string>();
    for (const event of events)
      if (event.type === 'SourceObserved') {
        const { sourceId } = event.data;
        const before = family.get(sourceId);
        family.set(sourceId, nextSource(before, withoutRing(event, family)));
        for (const id of deriveBelow(family, sourceId, before === undefined, event.at.position))
          changed.add(id);
      } else if (event.type === 'MessageRecorded')
        for (const sourceId of event.data.confirmed) {
          const row = family.get(sourceId);
          if (!row) continue;
          family.set(sourceId, confirmedAt(row, event.data.sentAt));
          changed.add(sourceId);
        }
    await saveRows(
      sql,
      sources,
      [...family.values()].filter((row) => changed.has(row.source_id)),
    );
  },
};
