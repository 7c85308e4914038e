import type { Sql } from '#database';
import type { PlaceRef } from '#contracts';
import { sourceIdOf, type Setting, type SourceType } from '#domain';
import type { Membership, Place } from '#policy';
import { settingAt } from '../places/setting-sql.js';

export interface PlaceView extends Place {
  readonly tenantId: string;
  readonly platform: string;
  readonly name: string | null;
  readonly rootId: string;
  /** Restricted at that moment: what was said there then is for those of the place. */
  readonly isConfined: boolean;
  /** How it stood at that moment; null while nobody said what it hangs under. */
  readonly setting: Setting | null;
}

interface PlaceRow {
  readonly source_id: string;
  readonly tenant_id: string;
  readonly source_type: SourceType;
  readonly platform: string;
  readonly name: string | null;
  readonly reader_source_ids: readonly string[];
  readonly has_hidden: boolean;
  readonly setting: Setting & { readonly isStray: boolean };
}

/** Stays are half-open. */
export const activeAt = (stay: string, instant: string): string =>
  `${stay}.active_from <= ${instant} and (${stay}.active_to is null or ${stay}.active_to > ${instant})`;

/** People, not agents, who are active in one of some sources at an instant; of two or more, two are enough to know. */
const activePeople = (sources: string, instant: string): string =>
  `(select count(*) from (
      select distinct p.entity_id from source_participants p join entities e using (entity_id)
      where p.source_id in (${sources}) and e.entity_type not in ('agent', 'system') and ${activeAt('p', instant)}
      limit 2) as first_two)`;

/**
 * INVARIANT: a dm with two or more people besides the agent is a group, for whoever asks and for whatever was said. A
 * thread of a dm is one too. A thread of which nothing above is known is nobody's private conversation: others may read along.
 */
export const effectiveType = (source: string, setting: string, instant: string): string =>
  `case when ${source}.source_type = 'dm' then
       case when ${activePeople(`${source}.source_id`, instant)} > 1 then 'group' else 'dm' end
     when ${source}.source_type = 'thread' and ${setting} ->> 'rootType' = 'dm' then
       case when ${activePeople(`${source}.source_id, (${setting} ->> 'threadOf')::uuid, (${setting} ->> 'rootId')::uuid`, instant)} > 1
         then 'thread' else 'dm' end
     else ${source}.source_type end`;

const toPlace = (row: PlaceRow): PlaceView => {
  const { isStray, ...setting } = row.setting;
  return {
    sourceId: row.source_id,
    tenantId: row.tenant_id,
    type: row.source_type,
    access: setting.access,
    threadOf: setting.threadOf,
    isApart: setting.isApart,
    readerSourceIds: row.reader_source_ids,
    workspaceId: setting.workspaceId,
    platform: row.platform,
    name: row.name,
    rootId: setting.rootId,
    isConfined: setting.access === 'restricted' && row.source_type !== 'dm',
    hasHidden: row.has_hidden,
    setting: isStray ? null : setting,
  };
};

/** Each of these places as it was at a moment of its own; null for one that is not known. */
export const placesAt = async (
  sql: Sql,
  tenantId: string,
  moments: readonly { readonly sourceId: string; readonly at: Date }[],
): Promise<readonly (PlaceView | null)[]> => {
  if (moments.length === 0) return [];
  const rows = await sql.query<PlaceRow & { readonly ordinal: string }>(
    `select asked.ordinal, s.source_id, s.tenant_id, ${effectiveType('s', 'standing.setting', 'asked.at')} as source_type, s.platform, s.name,
       s.reader_source_ids, s.settings @> '[{"history": "since_joining"}]' as has_hidden, standing.setting
     from unnest($2::uuid[], $3::timestamptz[]) with ordinality as asked(id, at, ordinal)
     join sources s on s.source_id = asked.id and s.tenant_id = $1
     cross join lateral (select ${settingAt('s', 'asked.at')} as setting) as standing`,
    [tenantId, moments.map(({ sourceId }) => sourceId), moments.map(({ at }) => at)],
  );
  const found = new Map(rows.map((row) => [Number(row.ordinal), toPlace(row)]));
  return moments.map((_, index) => found.get(index + 1) ?? null);
};

export const placesById = async (
  sql: Sql,
  tenantId: string,
  sourceIds: readonly string[],
  at: Date,
): Promise<ReadonlyMap<string, PlaceView>> => {
  const ids = [...new Set(sourceIds)];
  const places = await placesAt(
    sql,
    tenantId,
    ids.map((sourceId) => ({ sourceId, at })),
  );
  return new Map(places.flatMap((place) => (place ? [[place.sourceId, place] as const] : [])));
};

export const sourceIdOfRef = (tenantId: string, ref: PlaceRef): string =>
  ref.source_id ?? sourceIdOf(tenantId, ref.platform ?? '', ref.type ?? 'group', ref.external_id ?? '');

/** Everywhere these entities are or were, as intervals. */
export const membershipsOf = async (
  sql: Sql,
  entityIds: readonly string[],
): Promise<readonly Membership[]> => {
  const rows = await sql.query<{ source_id: string; active_from: Date; active_to: Date | null }>(
    `select source_id, active_from, active_to from source_participants where entity_id = any($1::uuid[]) order by source_id, active_from`,
    [entityIds],
  );
  return rows.map((row) => ({ sourceId: row.source_id, from: row.active_from, to: row.active_to }));
};
