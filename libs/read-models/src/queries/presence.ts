import type { Sql } from '#database';
import type { Place, Reader, ReadRequest, Stretch } from '#policy';

/** More than these tell nothing of who comes and goes: of the oldest it is no longer known that everybody was there. */
const mostStretches = 16;

interface StretchRow {
  readonly from: Date | null;
  readonly to: Date | null;
}

/** Who reads along, as far as it matters who was there when. */
interface ReadingAlong {
  readonly place: Place | null;
  /** What `place` is a thread of, where it is one apart. */
  readonly above: Place | null;
  readonly viewer: readonly string[];
  readonly audience: readonly Reader[];
  readonly now: Date;
}

type Together = ReadRequest['together'];

export const noOverlap: Together = { here: [], above: [] };

/** Answers for one row at a time, by index: as joins they tempt the planner to read the whole roster. */
const isReader = (stay: string): string =>
  `${stay}.entity_id <> all($7::uuid[])
     and (select e.entity_type from entities e where e.entity_id = ${stay}.entity_id) not in ('agent', 'system')`;

const firstJoined = (stay: string): string =>
  `(select min(own.active_from) from source_participants own
     where own.entity_id = ${stay}.entity_id and own.source_id = any($1::uuid[]))`;

/**
 * When everybody who reads here took part in one of these places, all at once: those who are active where the place is
 * read, whoever the caller named, and the viewer. One who left and came back was away in between; one of whom nothing is
 * known never was there.
 *
 * INVARIANT: nobody is left out but who was there from the newcomer's joining on. The newcomer is the one who joined for
 * the first time latest of all who stay: before that not everybody was there. Whoever stays and joined no later is there
 * whenever the newcomer is, so that the stays of a large roster need not be looked at one by one.
 */
const stretchesIn = async (
  sql: Sql,
  sourceIds: readonly string[],
  { place, viewer, audience, now }: ReadingAlong,
): Promise<readonly Stretch[]> => {
  const named = audience.filter(({ isParticipant }) => isParticipant !== true);
  if (audience.length === 0 || named.some(({ cluster }) => cluster.length === 0)) return [];
  const readers = [...(viewer.length === 0 ? [] : [viewer]), ...named.map(({ cluster }) => cluster)];
  const members = readers.flatMap((cluster, reader) => cluster.map((entityId) => ({ reader, entityId })));
  const rows = await sql.query<StretchRow>(
    `with newcomer as materialized (
       select max(latest.active_from) as joined from unnest($5::uuid[]) as read(source_id) cross join lateral (
         select p.active_from from source_participants p
         where p.source_id = read.source_id and p.active_to is null and p.active_from <= $6
           and ${isReader('p')} and p.active_from <= ${firstJoined('p')}
         order by p.active_from desc limit 1) as latest),
     here as (
       select p.entity_id from unnest($5::uuid[]) as read(source_id) join source_participants p using (source_id)
       where p.active_to is null and p.active_from <= $6
         and p.active_from > (select coalesce(joined, '-infinity') from newcomer) and ${isReader('p')}
       union
       select p.entity_id from unnest($5::uuid[]) as read(source_id) join source_participants p using (source_id)
       where p.active_to > $6 and p.active_from <= $6 and ${isReader('p')}),
     stays as (
       select tstzmultirange(tstzrange(joined, null)) as there from newcomer where joined is not null
       union all
       select (select range_agg(tstzrange(p.active_from, p.active_to)) from source_participants p
         where p.entity_id = here.entity_id and p.source_id = any($1::uuid[])) from here
       union all
       select coalesce(range_agg(tstzrange(p.active_from, p.active_to)) filter (where p.source_id is not null), '{}'::tstzmultirange)
       from unnest($2::int[], $3::uuid[]) as r(reader, entity_id)
       left join source_participants p on p.entity_id = r.entity_id and p.source_id = any($1::uuid[]) group by r.reader)
     select lower(stretch) as "from", upper(stretch) as "to"
     from (select unnest(range_intersect_agg(there)) as stretch from stays) as together
     order by lower(stretch) desc limit $4::int`,
    [
      sourceIds,
      members.map(({ reader }) => reader),
      members.map(({ entityId }) => entityId),
      mostStretches,
      place?.readerSourceIds ?? [],
      now,
      viewer,
    ],
  );
  return rows.map(({ from, to }) => ({ from, to }));
};

/** When what was said here, and in what this is a thread of, was said in front of everybody who reads along now. */
export const togetherIn = async (sql: Sql, reading: ReadingAlong): Promise<Together> => {
  const { place, above } = reading;
  if (place === null) return noOverlap;
  const here = place.hasHidden ? await stretchesIn(sql, place.readerSourceIds, reading) : [];
  if (above === null) return { here, above: here };
  const sourceIds = [...new Set([...place.readerSourceIds, ...above.readerSourceIds])];
  return { here, above: await stretchesIn(sql, sourceIds, reading) };
};
