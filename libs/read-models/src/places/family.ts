import type { Sql } from '#database';
import { byKey } from '../rows.js';
import { isSamePieces, piecesOf, type Above } from './settings.js';
import { type SourceRow, sources, type Observed } from './source-row.js';

export type Family = Map<string, SourceRow>;

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
export const withoutRing = (event: Observed, family: Family): Observed => {
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
export const families = async (
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
export const deriveBelow = (
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
