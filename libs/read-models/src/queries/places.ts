import type { Sql } from '#database';
import { sourceIdOf, type PlaceRef, type SourceAccess, type SourceType } from '#domain';
import type { Membership, Place } from '#policy';

export interface PlaceView extends Place {
  readonly tenantId: string;
  readonly platform: string;
  readonly name: string | null;
  readonly rootId: string;
  /** Restricted at that moment: what was said there then is for those of the place. */
  readonly isConfined: boolean;
}

interface PlaceRow {
  readonly source_id: string;
  readonly tenant_id: string;
  readonly source_type: SourceType;
  readonly platform: string;
  readonly access: SourceAccess;
  readonly name: string | null;
  readonly thread_of: string | null;
  readonly workspace_id: string | null;
  readonly root_id: string;
  readonly confined: boolean;
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
export const effectiveType = (source: string, instant: string): string =>
  `case when ${source}.source_type = 'dm' then
       case when ${activePeople(`${source}.source_id`, instant)} > 1 then 'group' else 'dm' end
     when ${source}.source_type = 'thread'
       and (select root.source_type from sources root where root.source_id = ${source}.root_id) = 'dm' then
       case when ${activePeople(`${source}.source_id, ${source}.thread_of, ${source}.root_id`, instant)} > 1 then 'thread' else 'dm' end
     else ${source}.source_type end`;

export const isConfined = (source: string, instant: string): string =>
  `exists (select 1 from jsonb_to_recordset(${source}.confined) as c("from" timestamptz, "to" timestamptz)
     where (c."from" is null or c."from" <= ${instant}) and (c."to" is null or c."to" > ${instant}))`;

const toPlace = (row: PlaceRow): PlaceView => ({
  sourceId: row.source_id,
  tenantId: row.tenant_id,
  type: row.source_type,
  access: row.access,
  threadOf: row.thread_of,
  workspaceId: row.workspace_id,
  platform: row.platform,
  name: row.name,
  rootId: row.root_id,
  isConfined: row.confined,
});

const placeColumns = (instant: string): string =>
  `s.source_id, s.tenant_id, ${effectiveType('s', instant)} as source_type, s.platform, s.access, s.name,
   s.thread_of, s.workspace_id, s.root_id, ${isConfined('s', instant)} as confined`;

export const placesById = async (
  sql: Sql,
  tenantId: string,
  sourceIds: readonly string[],
  at: Date,
): Promise<ReadonlyMap<string, PlaceView>> => {
  if (sourceIds.length === 0) return new Map();
  const rows = await sql.query<PlaceRow>(
    `select ${placeColumns('$3::timestamptz')} from sources s where s.tenant_id = $1 and s.source_id = any($2::uuid[])`,
    [tenantId, [...new Set(sourceIds)], at],
  );
  return new Map(rows.map((row) => [row.source_id, toPlace(row)]));
};

/** Each of these places as it was at a moment of its own; null for one that is not known. */
export const placesAt = async (
  sql: Sql,
  tenantId: string,
  moments: readonly { readonly sourceId: string; readonly at: Date }[],
): Promise<readonly (PlaceView | null)[]> => {
  if (moments.length === 0) return [];
  const rows = await sql.query<PlaceRow & { readonly ordinal: string }>(
    `select asked.ordinal, ${placeColumns('asked.at')}
     from unnest($2::uuid[], $3::timestamptz[]) with ordinality as asked(id, at, ordinal)
     join sources s on s.source_id = asked.id and s.tenant_id = $1`,
    [tenantId, moments.map(({ sourceId }) => sourceId), moments.map(({ at }) => at)],
  );
  const found = new Map(rows.map((row) => [Number(row.ordinal), toPlace(row)]));
  return moments.map((_, index) => found.get(index + 1) ?? null);
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

export const threadsOf = async (
  sql: Sql,
  sourceId: string,
): Promise<readonly Pick<Place, 'sourceId' | 'access'>[]> =>
  (
    await sql.query<Pick<PlaceRow, 'source_id' | 'access'>>(
      'select source_id, access from sources where thread_of = $1 order by 1',
      [sourceId],
    )
  ).map(({ source_id, access }) => ({ sourceId: source_id, access }));

export const openSourcesOf = async (sql: Sql, workspaceId: string): Promise<readonly string[]> =>
  (
    await sql.query<{ source_id: string }>(
      "select source_id from sources where workspace_id = $1 and access = 'open' order by 1",
      [workspaceId],
    )
  ).map((row) => row.source_id);
