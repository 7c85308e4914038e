import type { Sql } from '#database';
import type { SourceAccess, SourceHistory, SourceType } from '#domain';
import type { Projection, RecordedEvent, RecordedEventOf } from '#event-log';
import { byKey, earliest, latest, loadRows, saveRows, type Table } from '../rows.js';
import { isSamePieces, piecesOf, type Above, type Piece } from './settings.js';
import { withStatement, type PlaceStatement } from '#domain';

export interface SourceRow {
  readonly source_id: string;
  readonly tenant_id: string;
  readonly source_type: SourceType;
  readonly platform: string;
  readonly external_id: string;
  readonly parent_source_id: string | null;
  /** Until when it is known that what was told last still held. */
  readonly parent_at: Date | null;
  readonly access_at: Date | null;
  readonly history_at: Date | null;
  readonly name: string | null;
  readonly name_at: Date | null;
  /** Everything that was said of it, oldest first. */
  readonly parents: readonly PlaceStatement[];
  readonly accesses: readonly PlaceStatement<SourceAccess>[];
  readonly histories: readonly PlaceStatement<SourceHistory>[];
  /** Whatever it ever hung under. */
  readonly parent_ids: readonly string[];
  /** How it stood at any time, and how it stands now. */
  readonly settings: readonly Piece[];
  readonly access: SourceAccess;
  readonly history: SourceHistory;
  readonly is_apart: boolean;
  readonly thread_of: string | null;
  readonly workspace_id: string | null;
  readonly root_id: string;
  /** Places whose participants read here: itself and, of a thread that is not apart, what it hangs under. */
  readonly reader_source_ids: readonly string[];
  /** Log position at which it last turned out to have stood otherwise than known. */
  readonly moved_position: bigint | string;
  readonly created_at: Date;
}
const sources: Table<SourceRow> = {
  name: 'sources',
  key: ['source_id'],
  columns: {
    source_id: 'uuid',
    tenant_id: 'text',
    source_type: 'text',
    platform: 'text',
    external_id: 'text',
    parent_source_id: 'uuid',
    parent_at: 'timestamptz',
    access_at: 'timestamptz',
    history_at: 'timestamptz',
    name: 'text',
    name_at: 'timestamptz',
    parents: 'jsonb',
    accesses: 'jsonb',
    histories: 'jsonb',
    parent_ids: 'uuid[]',
    settings: 'jsonb',
    access: 'text',
    history: 'text',
    is_apart: 'boolean',
    thread_of: 'uuid',
    workspace_id: 'uuid',
    root_id: 'uuid',
    reader_source_ids: 'uuid[]',
    moved_position: 'bigint',
    created_at: 'timestamptz',
  },
};

type Observed = RecordedEventOf<'SourceObserved'>;

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

type Family = Map<string, SourceRow>;

/** A place is above itself and above whatever ever hung under it. */
const isAbove = (family: Family, sourceId: string, below: string): boolean => {
  const seen = new Set([below]);
  for (const id of seen) for (const parentId of family.get(id)?.parent_ids ?? []) seen.add(parentId);
  return seen.has(sourceId);
};

/**
 * INVARIANT: no place hangs under itself, by whatever others. Who says so has said nothing of what it hangs under, which
 * opens nothing: it stays where it hung, or hangs nowhere.
 */
const withoutRing = (event: Observed, family: Family): Observed => {
  const { sourceId, parentId } = event.data;
  return parentId !== null && isAbove(family, sourceId, parentId)
    ? { ...event, data: { ...event.data, parentId: null } }
    : event;
};

const above =
  (family: Family) =>
  (sourceId: string): Above | null => {
    const row = family.get(sourceId);
    return row ? { type: row.source_type, pieces: row.settings } : null;
  };

/** What follows from what was said of a place and of whatever it hung under. */
const derivePlace = (row: SourceRow, family: Family): SourceRow => {
  const settings = piecesOf(row, above(family));
  const now = settings.at(-1);
  if (now === undefined) return row;
  const parent = now.threadOf === null ? undefined : family.get(now.threadOf);
  const isReadAbove =
    parent !== undefined &&
    parent.source_id !== row.source_id &&
    parent.source_type !== 'workspace' &&
    !now.isApart;
  return {
    ...row,
    settings,
    access: now.access,
    history: now.history,
    is_apart: now.isApart,
    thread_of: now.threadOf,
    workspace_id: now.workspaceId,
    root_id: now.rootId,
    reader_source_ids: [...new Set([row.source_id, ...(isReadAbove ? parent.reader_source_ids : [])])],
  };
};

const maxDepth = 8;

/** These sources and, of those observed, all below them, with all that any of them ever hung under. */
const families = async (
  sql: Sql,
  sourceIds: readonly string[],
  observedIds: readonly string[],
): Promise<Map<string, SourceRow>> => {
  const rows = await sql.query<SourceRow>(
    `with recursive down(source_id, depth) as (
       select source_id, 0 from sources where source_id = any($2::uuid[])
       union select s.source_id, depth + 1 from down join sources s on s.parent_ids @> array[down.source_id] where depth < $3),
     up(source_id) as (
       select source_id from sources where source_id = any($1::uuid[])
       union select source_id from down
       union select parent_id from up join sources s using (source_id), unnest(s.parent_ids) as parent_id)
     select ${Object.keys(sources.columns).join(', ')} from sources where source_id in (select source_id from up)`,
    [sourceIds, observedIds, maxDepth],
  );
  return byKey(rows, (row) => row.source_id);
};

/** A source and all below it, each behind whatever it ever hung under. */
const inOrder = (family: Family, observedId: string): readonly string[] => {
  const below = new Set([observedId]);
  for (const sourceId of below)
    for (const other of family.values()) if (other.parent_ids.includes(sourceId)) below.add(other.source_id);
  const ordered: string[] = [];
  const visited = new Set<string>();
  const visit = (sourceId: string): void => {
    if (visited.has(sourceId)) return;
    visited.add(sourceId);
    for (const parentId of family.get(sourceId)?.parent_ids ?? []) if (below.has(parentId)) visit(parentId);
    ordered.push(sourceId);
  };
  for (const sourceId of below) visit(sourceId);
  return ordered;
};

/** One event at a time, whatever batch it comes in: how a place was thought to stand decides what is read again. */
const deriveBelow = (
  family: Family,
  observedId: string,
  isNew: boolean,
  position: bigint,
): readonly string[] => {
  const ordered = inOrder(family, observedId);
  for (const sourceId of ordered) {
    const row = family.get(sourceId);
    if (!row) continue;
    const derived = derivePlace(row, family);
    const hasMoved = !(isNew && sourceId === observedId) && !isSamePieces(row.settings, derived.settings);
    family.set(sourceId, hasMoved ? { ...derived, moved_position: position } : derived);
  }
  return ordered;
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
