import type { Sql } from '#database';
import type { Place, Reader, ReadRequest, Stretch } from '#policy';
import { activeAt } from './places.js';

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

export const nobody: Together = { here: [], above: [] };

/**
 * When everybody who reads here took part in one of these places, all at once: those who are active where the place is
 * read, whoever the caller named, and the viewer. One who left and came back was away in between; one of whom nothing is
 * known never was there.
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
    `with here as (
       select distinct p.entity_id from source_participants p join entities e using (entity_id)
       where p.source_id = any($5::uuid[]) and ${activeAt('p', '$6')} and e.entity_type not in ('agent', 'system')
         and p.entity_id <> all($7::uuid[])),
     stays as (
       select range_agg(tstzrange(p.active_from, p.active_to)) as there
       from here join source_participants p using (entity_id) where p.source_id = any($1::uuid[]) group by entity_id
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
  if (place === null) return nobody;
  const here = place.hasHidden ? await stretchesIn(sql, place.readerSourceIds, reading) : [];
  if (above === null) return { here, above: here };
  const sourceIds = [...new Set([...place.readerSourceIds, ...above.readerSourceIds])];
  return { here, above: await stretchesIn(sql, sourceIds, reading) };
};
