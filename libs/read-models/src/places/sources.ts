import type { Sql } from '#database';
import type { SourceAccess, SourceType } from '#domain';
import type { Projection, RecordedEvent, RecordedEventOf } from '#event-log';
import { byKey, earliest, latest, loadRows, saveRows, type Table } from '../rows.js';
import { always, confinements, withStatement, type Confinement, type Statement } from './access.js';

export interface SourceRow {
  readonly source_id: string;
  readonly tenant_id: string;
  readonly source_type: SourceType;
  readonly platform: string;
  readonly external_id: string;
  readonly parent_source_id: string | null;
  readonly parent_at: Date | null;
  readonly access: SourceAccess;
  readonly access_given: SourceAccess | null;
  readonly access_at: Date | null;
  readonly name: string | null;
  readonly name_at: Date | null;
  readonly thread_of: string | null;
  readonly workspace_id: string | null;
  readonly root_id: string;
  /** What was said of its access, oldest first. */
  readonly accesses: readonly Statement[];
  /** When the place, or what it is a thread of, was restricted. */
  readonly confined: readonly Confinement[];
  /** Log position at which it last turned out to hang elsewhere than known. */
  readonly moved_position: bigint | string;
  /** Log position at which it last turned out to have been restricted at other times than known. */
  readonly confined_position: bigint | string;
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
    access: 'text',
    access_given: 'text',
    access_at: 'timestamptz',
    name: 'text',
    name_at: 'timestamptz',
    thread_of: 'uuid',
    workspace_id: 'uuid',
    root_id: 'uuid',
    accesses: 'jsonb',
    confined: 'jsonb',
    moved_position: 'bigint',
    confined_position: 'bigint',
    created_at: 'timestamptz',
  },
};

type Attribute = string | null;
const newer = <T extends Attribute>(
  value: T,
  at: Date | null,
  seen: T,
  seenAt: Date,
): readonly [T, Date | null] => {
  if (seen === null) return [value, at];
  if (at === null || seenAt > at) return [seen, seenAt];
  return seenAt < at || (value ?? '') >= seen ? [value, at] : [seen, seenAt];
};

/** Of a channel of a workspace, silence says that it is open; elsewhere it says nothing. */
const statementIn = (
  { data }: RecordedEventOf<'SourceObserved'>,
  parent: SourceRow | undefined,
): Omit<Statement, 'at'> | null => {
  if (data.access !== null) return { access: data.access, isDefault: false };
  const isChannel = data.sourceType === 'group' && parent?.source_type === 'workspace';
  return isChannel ? { access: 'open', isDefault: true } : null;
};

const nextSource = (
  row: SourceRow | undefined,
  event: RecordedEventOf<'SourceObserved'>,
  parent: SourceRow | undefined,
): SourceRow => {
  const { data } = event;
  const [parent_source_id, parent_at] = newer(
    row?.parent_source_id ?? null,
    row?.parent_at ?? null,
    data.parentId,
    data.at,
  );
  const [access_given, access_at] = newer(
    row?.access_given ?? null,
    row?.access_at ?? null,
    data.access,
    data.at,
  );
  const [name, name_at] = newer(row?.name ?? null, row?.name_at ?? null, data.name, data.at);
  return {
    source_id: data.sourceId,
    tenant_id: event.tenantId,
    source_type: data.sourceType,
    platform: data.platform,
    external_id: data.externalId,
    parent_source_id,
    parent_at,
    access: row?.access ?? 'restricted',
    access_given,
    access_at,
    name,
    name_at,
    thread_of: row?.thread_of ?? null,
    workspace_id: row?.workspace_id ?? null,
    root_id: row?.root_id ?? data.sourceId,
    accesses: withStatement(row?.accesses ?? [], statementIn(event, parent), data.at),
    confined: row?.confined ?? [],
    moved_position: row?.moved_position ?? 0n,
    confined_position: row?.confined_position ?? 0n,
    created_at: row ? earliest(row.created_at, data.at) : data.at,
  };
};

const isPlaceOfItsOwn = (place: SourceRow): boolean => place.source_type !== 'thread';

/**
 * INVARIANT: a thread of which it is not known what it hangs under may hang under a dm, or a restricted channel: it is for
 * its own participants alone. Of one whose workspace is known it can be said that it is open.
 */
const isStray = (row: SourceRow, parent: SourceRow | undefined, root: SourceRow | undefined): boolean =>
  root === undefined ||
  (row.source_type === 'thread' && parent?.source_type === 'workspace' && row.access_given === null);

/** The stricter of what is said of the place and of what it is a thread of. Who is in a dm reads it, and nobody else. */
const accessOf = (
  row: SourceRow,
  parent: SourceRow | undefined,
  root: SourceRow | undefined,
): SourceAccess => {
  if (isStray(row, parent, root) || root?.source_type === 'dm') return 'restricted';
  if (parent === undefined || parent.source_type === 'workspace') return row.access_given ?? 'open';
  if (row.source_type === 'thread' && parent.access === 'restricted') return 'restricted';
  return row.access_given ?? parent.access;
};

/** What follows from the ancestors: access, workspace, the channel a thread belongs to. */
const derivePlace = (row: SourceRow, ancestors: readonly SourceRow[]): SourceRow => {
  const [parent] = ancestors;
  const lineage = [row, ...ancestors];
  const root = lineage.find(isPlaceOfItsOwn);
  const isThread = row.source_type === 'thread' && parent !== undefined;
  const inherits = isThread || (row.access_given === null && parent?.source_type === 'group');
  return {
    ...row,
    access: accessOf(row, parent, root),
    thread_of: isThread ? parent.source_id : null,
    workspace_id: lineage.find((place) => place.source_type === 'workspace')?.source_id ?? null,
    root_id: root?.source_id ?? row.source_id,
    confined: isStray(row, parent, root)
      ? always
      : confinements(row.accesses, inherits ? parent.confined : []),
  };
};

const maxDepth = 8;

/** These sources with all above and, of those observed, all below them. */
const families = async (
  sql: Sql,
  sourceIds: readonly string[],
  observedIds: readonly string[],
): Promise<Map<string, SourceRow>> => {
  const rows = await sql.query<SourceRow>(
    `with recursive up(source_id, depth) as (
       select source_id, 0 from sources where source_id = any($1::uuid[])
       union select s.parent_source_id, depth + 1 from up join sources s using (source_id)
         where s.parent_source_id is not null and depth < $3),
     down(source_id, depth) as (
       select source_id, 0 from sources where source_id = any($2::uuid[])
       union select s.source_id, depth + 1 from down join sources s on s.parent_source_id = down.source_id where depth < $3)
     select ${Object.keys(sources.columns).join(', ')} from sources
     where source_id in (select source_id from up union select source_id from down)`,
    [sourceIds, observedIds, maxDepth],
  );
  return byKey(rows, (row) => row.source_id);
};

type Family = Map<string, SourceRow>;

const ancestorsOf = (row: SourceRow, family: Family): readonly SourceRow[] => {
  const ancestors: SourceRow[] = [];
  let parentId = row.parent_source_id;
  while (parentId !== null && ancestors.length < maxDepth) {
    const parent = family.get(parentId);
    if (!parent || parent.source_id === row.source_id) break;
    ancestors.push(parent);
    parentId = parent.parent_source_id;
  }
  return ancestors;
};

const sameHanging = (a: SourceRow, b: SourceRow): boolean =>
  a.workspace_id === b.workspace_id && a.root_id === b.root_id && a.thread_of === b.thread_of;
const sameConfinement = (a: SourceRow, b: SourceRow): boolean =>
  JSON.stringify(a.confined.map(({ from, to }) => [from, to])) ===
  JSON.stringify(b.confined.map(({ from, to }) => [from, to]));

const movedFrom = (before: SourceRow, after: SourceRow, position: bigint): SourceRow => ({
  ...after,
  ...(sameHanging(before, after) ? {} : { moved_position: position }),
  ...(sameConfinement(before, after) ? {} : { confined_position: position }),
});

/**
 * A source and all below it, each after what it hangs under. One event at a time, whatever batch it comes in: where a
 * place was before decides what has to be read again.
 */
const deriveBelow = (
  family: Family,
  observedId: string,
  isNew: boolean,
  position: bigint,
): readonly string[] => {
  const seen = new Set([observedId]);
  for (const sourceId of seen) {
    const row = family.get(sourceId);
    if (!row) continue;
    const derived = derivePlace(row, ancestorsOf(row, family));
    family.set(sourceId, isNew && sourceId === observedId ? derived : movedFrom(row, derived, position));
    for (const other of family.values()) if (other.parent_source_id === sourceId) seen.add(other.source_id);
  }
  return [...seen];
};

/** The message named the source as it is known: that still held when it was sent. */
const confirmedAt = (row: SourceRow, at: Date): SourceRow => ({
  ...row,
  name_at: row.name_at && latest(row.name_at, at),
  access_at: row.access_at && latest(row.access_at, at),
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

/** Sources with their parents, and what follows from them for every source below. */
export const placesProjection: Projection = {
  name: 'places',
  tables: ['sources'],
  handles: ['SourceObserved', 'MessageRecorded'],
  project: async (events, sql) => {
    const family = await load(sql, events);
    const changed = new Set<string>();
    for (const event of events)
      if (event.type === 'SourceObserved') {
        const { sourceId, parentId } = event.data;
        const before = family.get(sourceId);
        const parent = parentId === null ? undefined : family.get(parentId);
        family.set(sourceId, nextSource(before, event, parent));
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
