import type { Sql } from '#database';
import type { ReadRequest } from '#policy';
import { clustersOf } from './people.js';
import { activeAt } from './places.js';

/** Up to so many readers each is asked what they share; among more, only those of the place itself are everybody's contact. */
const mostAsked = 200;

const peopleOf = async (sql: Sql, sourceIds: readonly string[], now: Date): Promise<readonly string[]> => {
  const rows = await sql.query<{ entity_id: string }>(
    `select distinct p.entity_id from source_participants p join entities e using (entity_id)
     where p.source_id = any($1::uuid[]) and ${activeAt('p', '$2')} and e.entity_type not in ('agent', 'system') limit $3`,
    [sourceIds, now, mostAsked + 1],
  );
  return rows.map((row) => row.entity_id);
};

interface Stay {
  readonly entity_id: string;
  readonly source_id: string;
}

/** Which readers are in each source, a bit each. */
const readersBySource = async (
  sql: Sql,
  readers: readonly (readonly string[])[],
  now: Date,
): Promise<ReadonlyMap<string, bigint>> => {
  const bits = new Map<string, bigint>();
  readers.forEach((cluster, index) => {
    for (const entityId of cluster) bits.set(entityId, (bits.get(entityId) ?? 0n) | (1n << BigInt(index)));
  });
  const stays = await sql.query<Stay>(
    `select p.entity_id, p.source_id from source_participants p where p.entity_id = any($1::uuid[]) and ${activeAt('p', '$2')}`,
    [[...bits.keys()], now],
  );
  const found = new Map<string, bigint>();
  for (const { entity_id, source_id } of stays)
    found.set(source_id, (found.get(source_id) ?? 0n) | (bits.get(entity_id) ?? 0n));
  return found;
};

/** Of these entities, those who share a source, at this moment, with everybody who will read the answer. */
export const contactsAmong = async (
  sql: Sql,
  request: ReadRequest,
  entityIds: readonly string[],
): Promise<readonly string[]> => {
  const { audience, place, now } = request;
  // Nothing is known to be shared with somebody unknown.
  if (audience.length === 0 || audience.some(({ cluster }) => cluster.length === 0)) return [];
  // In a crowd each reader is in one of these at least: only who is in all of them is met by everybody.
  const placeIds = place?.readerSourceIds ?? [];
  const people = placeIds.length === 0 ? [] : await peopleOf(sql, placeIds, now);
  const isCrowd = people.length > mostAsked;
  const given = audience.filter(({ isParticipant }) => !isCrowd || isParticipant !== true);
  const named = new Set(given.flatMap(({ cluster }) => cluster));
  const others = isCrowd ? [] : people.filter((entityId) => !named.has(entityId));
  const readers = [...given.map(({ cluster }) => cluster), ...(await clustersOf(sql, others))];
  const shared = await readersBySource(sql, readers, now);
  const theirs = await sql.query<Stay>(
    `select p.entity_id, p.source_id from source_participants p
     where p.entity_id = any($1::uuid[]) and p.source_id = any($2::uuid[]) and ${activeAt('p', '$3')}`,
    [entityIds, [...shared.keys(), ...(isCrowd ? placeIds : [])], now],
  );
  const met = new Map<string, bigint>();
  const metHere = new Map<string, Set<string>>();
  for (const { entity_id, source_id } of theirs) {
    met.set(entity_id, (met.get(entity_id) ?? 0n) | (shared.get(source_id) ?? 0n));
    if (placeIds.includes(source_id))
      metHere.set(entity_id, (metHere.get(entity_id) ?? new Set<string>()).add(source_id));
  }
  const all = (1n << BigInt(readers.length)) - 1n;
  return entityIds.filter(
    (entityId) =>
      (met.get(entityId) ?? 0n) === all && (!isCrowd || metHere.get(entityId)?.size === placeIds.length),
  );
};
