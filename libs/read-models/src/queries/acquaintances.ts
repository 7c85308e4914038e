import type { Sql } from '#database';
import { earliest } from '../rows.js';
import type { Naming } from './people.js';
import { activeAt, type PlaceView } from './places.js';

/**
 * Of these entities, whom some people met, and since when they may know how those are called: in a place where both are
 * or were at once, or where whoever comes later reads what was said before. Themselves they always knew.
 */
export const acquaintedSince = async (
  sql: Sql,
  viewer: readonly string[],
  entityIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Date>> => {
  const rows = await sql.query<{ entity_id: string; since: Date }>(
    `select theirs.entity_id,
       min(case when place.is_read_back then theirs.active_from else greatest(theirs.active_from, mine.active_from) end) as since
     from source_participants theirs join source_participants mine using (source_id)
     join (select source_id, source_type = 'workspace' or (access = 'open' and workspace_id is not null) as is_read_back from sources) place
       using (source_id)
     where theirs.entity_id = any($1::uuid[]) and mine.entity_id = any($2::uuid[])
       and theirs.active_from <= $3 and mine.active_from <= $3
       and (mine.active_to is null or theirs.active_from < mine.active_to)
       and ((theirs.active_to is null or theirs.active_to > mine.active_from)
         or (place.is_read_back and ${activeAt('mine', '$3')}))
     group by 1`,
    [[...new Set(entityIds)], viewer, now],
  );
  return new Map([
    ...rows.map((row) => [row.entity_id, row.since] as const),
    ...viewer.map((entityId) => [entityId, new Date(0)] as const),
  ]);
};

/** Whether a name is one that they bear, or bore when they were met: what somebody was called elsewhere before is not told. */
export const isKnownSince = ({ until }: Naming, since: Date): boolean => until === null || until > since;

/** Of these entities, whom some people spoke of themselves: they know whom they named. */
export const namedBy = async (
  sql: Sql,
  tenantId: string,
  viewer: readonly string[],
  entityIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await sql.query<{ entity_id: string }>(
    `select distinct named.entity_id from memories m cross join lateral unnest(m.subject_entity_ids) as named(entity_id)
     where m.tenant_id = $1 and m.speaker_entity_id = any($2::uuid[]) and m.subject_entity_ids && $3::uuid[]
       and m.status in ('active', 'superseded') and named.entity_id = any($3::uuid[])`,
    [tenantId, viewer, [...new Set(entityIds)]],
  );
  return new Set(rows.map((row) => row.entity_id));
};

/** Of whom it is asked whether, and since when, they are known in a place, by what these say there. */
export interface AcquaintanceQuery {
  readonly place: PlaceView;
  readonly speakerIds: readonly string[];
  readonly entityIds: readonly string[];
}

const nearOf = ({ sourceId, rootId, workspaceId }: PlaceView): readonly string[] => [
  ...new Set([sourceId, rootId, ...(workspaceId ? [workspaceId] : [])]),
];

/** In a dm people speak of whom they know from elsewhere. An agent shares places with everybody, who by that do not know each other. */
const knownInDm = async (
  sql: Sql,
  { place, speakerIds, entityIds }: AcquaintanceQuery,
): Promise<ReadonlyMap<string, Date>> => {
  const rows = await sql.query<{ entity_id: string; since: Date }>(
    `select p.entity_id, min(p.active_from) as since from source_participants p
     where p.entity_id = any($1::uuid[]) and (p.source_id = any($2::uuid[])
       or p.source_id in (select mine.source_id from source_participants mine join entities e using (entity_id)
         where mine.entity_id = any($3::uuid[]) and e.entity_type not in ('agent', 'system')))
     group by p.entity_id`,
    [entityIds, nearOf(place), speakerIds],
  );
  return new Map(rows.map((row) => [row.entity_id, row.since]));
};

const knownByPlace = async (
  sql: Sql,
  asked: readonly AcquaintanceQuery[],
): Promise<(one: AcquaintanceQuery) => ReadonlyMap<string, Date>> => {
  const pairs = new Map(
    asked.flatMap(({ place, entityIds }) =>
      nearOf(place).flatMap((sourceId) =>
        entityIds.map((entityId) => [`${sourceId}|${entityId}`, { sourceId, entityId }] as const),
      ),
    ),
  );
  const rows =
    pairs.size === 0
      ? []
      : await sql.query<{ source_id: string; entity_id: string; since: Date }>(
          `select source_id, entity_id, min(active_from) as since from source_participants
             join unnest($1::uuid[], $2::uuid[]) as asked(source_id, entity_id) using (source_id, entity_id) group by 1, 2`,
          [
            [...pairs.values()].map(({ sourceId }) => sourceId),
            [...pairs.values()].map(({ entityId }) => entityId),
          ],
        );
  const since = new Map(rows.map((row) => [`${row.source_id}|${row.entity_id}`, row.since]));
  return ({ place, entityIds }) =>
    new Map(
      entityIds.flatMap((entityId) => {
        const times = nearOf(place).flatMap((sourceId) => since.get(`${sourceId}|${entityId}`) ?? []);
        const [first, ...others] = times;
        return first === undefined ? [] : [[entityId, others.reduce(earliest, first)] as const];
      }),
    );
};

/**
 * Of these entities, who is known in each place, and since when: participants of the place, its root and its workspace; in a
 * dm also those who share a place with one of the speakers.
 */
export const knownInEach = async (
  sql: Sql,
  asked: readonly AcquaintanceQuery[],
): Promise<readonly ReadonlyMap<string, Date>[]> => {
  const isDm = ({ place }: AcquaintanceQuery): boolean => place.type === 'dm';
  const byPlace = await knownByPlace(
    sql,
    asked.filter((one) => !isDm(one)),
  );
  const known: ReadonlyMap<string, Date>[] = [];
  for (const one of asked) known.push(isDm(one) ? await knownInDm(sql, one) : byPlace(one));
  return known;
};

/** Of the names that people said of themselves, those that one of these was there to hear. */
export const heardBy = async (
  sql: Sql,
  hearerIds: readonly string[],
  namings: readonly Naming[],
): Promise<ReadonlySet<Naming>> => {
  if (namings.length === 0) return new Set();
  const stays = await sql.query<{ source_id: string; active_from: Date; active_to: Date | null }>(
    `select p.source_id, p.active_from, p.active_to from source_participants p join entities e using (entity_id)
     where p.entity_id = any($1::uuid[]) and p.source_id = any($2::uuid[]) and e.entity_type not in ('agent', 'system')`,
    [hearerIds, namings.map(({ saidIn }) => saidIn)],
  );
  return new Set(
    namings.filter(({ saidIn, firstAt }) =>
      stays.some(
        (stay) =>
          stay.source_id === saidIn &&
          stay.active_from <= firstAt &&
          (stay.active_to === null || firstAt < stay.active_to),
      ),
    ),
  );
};
