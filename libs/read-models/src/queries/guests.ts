import type { Sql } from '#database';
import type { Place } from '#policy';
import { clustersOf } from './people.js';
import { activeAt } from './places.js';

/** More guests than these whom links join to somebody else are not looked at one by one. */
const mostLinked = 200;

/** People who stay where `$1` is read and are no members of the workspace `$2` at `$3`; `$4` the viewer. */
const guests = `from source_participants p
   where p.source_id = any($1::uuid[]) and p.outside_until > $3 and ${activeAt('p', '$3')} and p.entity_id <> all($4::uuid[])
     and (select e.entity_type from entities e where e.entity_id = p.entity_id) not in ('agent', 'system')
     and not exists (select 1 from source_participants w
       where w.source_id = $2 and w.entity_id = p.entity_id and ${activeAt('w', '$3')})`;

const isLinked = `exists (select 1 from identity_clusters c where c.entity_id = p.entity_id)`;

/**
 * Whether everybody who reads in a place, the viewer aside, is a member of its workspace, themselves or by a linked entity.
 *
 * INVARIANT: stays are marked for the workspace that their source lies in: where the place is taken for another's, nobody is.
 */
export const areAllMembers = async (
  sql: Sql,
  place: Place | null,
  viewer: readonly string[],
  now: Date,
): Promise<boolean> => {
  if (place === null || place.workspaceId === null) return false;
  const given = [place.readerSourceIds, place.workspaceId, now, viewer];
  const [found] = await sql.query<{ is_elsewhere: boolean; has_guest: boolean }>(
    `select exists (select 1 from sources s where s.source_id = any($1::uuid[]) and s.workspace_id is distinct from $2) as is_elsewhere,
       exists (select 1 ${guests} and not ${isLinked}) as has_guest`,
    given,
  );
  if (found === undefined || found.is_elsewhere || found.has_guest) return false;
  const linked = await sql.query<{ entity_id: string }>(
    `select distinct p.entity_id ${guests} limit ${String(mostLinked + 1)}`,
    given,
  );
  if (linked.length === 0) return true;
  if (linked.length > mostLinked) return false;
  const clusters = await clustersOf(
    sql,
    linked.map(({ entity_id }) => entity_id),
  );
  const members = await sql.query<{ entity_id: string }>(
    `select w.entity_id from source_participants w where w.source_id = $1 and w.entity_id = any($2::uuid[]) and ${activeAt('w', '$3')}`,
    [place.workspaceId, [...new Set(clusters.flat())], now],
  );
  const isMember = new Set(members.map(({ entity_id }) => entity_id));
  return clusters.every((cluster) => cluster.some((entityId) => isMember.has(entityId)));
};
