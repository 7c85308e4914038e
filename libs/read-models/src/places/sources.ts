import type { Sql } from '#database';
import type { SourceAccess, SourceType } from '#domain';
import type { Projection, RecordedEvent, RecordedEventOf } from '#event-log';
import { byKey, earliest, latest, loadRows, saveRows, type Table } from '../rows.js';

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

const nextSource = (row: SourceRow | undefined, event: RecordedEventOf<'SourceObserved'>): SourceRow => {
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
    created_at: row ? earliest(row.created_at, data.at) : data.at,
  };
};

/** What follows from the ancestors: access, workspace, the channel a thread belongs to. */
const derivePlace = (row: SourceRow, ancestors: readonly SourceRow[]): SourceRow => {
  const [parent] = ancestors;
  const lineage = [row, ...ancestors];
  const isThread = row.source_type === 'thread' && parent !== undefined;
  return {
    ...row,
    access: row.access_given ?? (isThread ? parent.access : 'open'),
    thread_of: isThread ? parent.source_id : null,
    workspace_id: lineage.find((place) => place.source_type === 'workspace')?.source_id ?? null,
    root_id: lineage.find((place) => place.source_type !== 'thread')?.source_id ?? row.source_id,
  };
};

const maxDepth = 8;

/** These sources, all above and all below them. */
const families = async (sql: Sql, sourceIds: readonly string[]): Promise<Map<string, SourceRow>> => {
  const rows = await sql.query<SourceRow>(
    `with recursive up(source_id, depth) as (
       select source_id, 0 from sources where source_id = any($1::uuid[])
       union select s.parent_source_id, depth + 1 from up join sources s using (source_id)
         where s.parent_source_id is not null and depth < $2),
     down(source_id, depth) as (
       select source_id, 0 from sources where source_id = any($1::uuid[])
       union select s.source_id, depth + 1 from down join sources s on s.parent_source_id = down.source_id where depth < $2)
     select ${Object.keys(sources.columns).join(', ')} from sources
     where source_id in (select source_id from up union select source_id from down)`,
    [sourceIds, maxDepth],
  );
  return byKey(rows, (row) => row.source_id);
};

const ancestorsOf = (row: SourceRow, family: ReadonlyMap<string, SourceRow>): readonly SourceRow[] => {
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

const isShallower = (family: ReadonlyMap<string, SourceRow>) => (a: SourceRow, b: SourceRow) =>
  ancestorsOf(a, family).length - ancestorsOf(b, family).length || (a.source_id < b.source_id ? -1 : 1);

/** The message named the source as it is known: that still held when it was sent. */
const confirmedAt = (row: SourceRow, at: Date): SourceRow => ({
  ...row,
  name_at: row.name_at && latest(row.name_at, at),
  access_at: row.access_at && latest(row.access_at, at),
  parent_at: row.parent_at && latest(row.parent_at, at),
  created_at: earliest(row.created_at, at),
});

const touchedBy = (event: RecordedEvent): readonly string[] => {
  if (event.type === 'SourceObserved') return [event.data.sourceId];
  return event.type === 'MessageRecorded' ? event.data.confirmed : [];
};

/** Sources with their parents, and what follows from them for every source below. */
export const placesProjection: Projection = {
  name: 'places',
  tables: ['sources'],
  handles: ['SourceObserved', 'MessageRecorded'],
  project: async (events, sql) => {
    const rows = byKey(await loadRows(sql, sources, events.flatMap(touchedBy)), (row) => row.source_id);
    const observed = new Set<string>();
    for (const event of events)
      for (const sourceId of touchedBy(event)) {
        const row = rows.get(sourceId);
        if (event.type === 'SourceObserved') {
          observed.add(sourceId);
          rows.set(sourceId, nextSource(row, event));
        } else if (event.type === 'MessageRecorded' && row)
          rows.set(sourceId, confirmedAt(row, event.data.sentAt));
      }
    await saveRows(sql, sources, rows.values());
    if (observed.size === 0) return;
    const family = await families(sql, [...observed]);
    for (const row of [...family.values()].sort(isShallower(family)))
      family.set(row.source_id, derivePlace(row, ancestorsOf(row, family)));
    await saveRows(sql, sources, family.values());
  },
};
