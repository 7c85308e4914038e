import type { Sql } from '#database';
import type { Naming } from './people.js';
import { activeAt, type PlaceView } from './places.js';

/**
 * Of these entities, whom some people met, and since when they may know how those are called: in a place where both are
 * or were at once, or where whoever comes later reads what was said before. Themselves they always knew.
 */
export const metBy = async (
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

/**
 * Of these entities, who is known in a place, and since when: participants of the place, its root and its workspace; in a
 * dm also those who share a place with one of the speakers.
 */
export const knownIn = async (
  sql: Sql,
  place: PlaceView,
  speakerIds: readonly string[],
  entityIds: readonly string[],
): Promise<ReadonlyMap<string, Date>> => {
  const near = [place.sourceId, place.rootId, ...(place.workspaceId ? [place.workspaceId] : [])];
  // In a dm people speak of whom they know from elsewhere. An agent shares places with everybody, who by that do not know each other.
  const rows = await sql.query<{ entity_id: string; since: Date }>(
    `select p.entity_id, min(p.active_from) as since from source_participants p
     where p.entity_id = any($1::uuid[]) and (p.source_id = any($2::uuid[])
       or ($3 and p.source_id in (select mine.source_id from source_participants mine join entities e using (entity_id)
         where mine.entity_id = any($4::uuid[]) and e.entity_type not in ('agent', 'system'))))
     group by p.entity_id`,
    [entityIds, near, place.type === 'dm', speakerIds],
  );
  return new Map(rows.map((row) => [row.entity_id, row.since]));
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
