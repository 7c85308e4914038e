import type { Sql } from '#database';
import type { EntityRef } from '#domain';
import { clustersOf, findEntity, namedIn, type Asked, type Naming } from '#read-models';
import { findPeopleAskedAbout, type NamedPerson, type PeopleAskedAbout } from '#retrieval';

export interface AskedPerson {
  readonly entity_id: string;
  /** The viewer shares, or shared, a place with them: that they exist is no news. */
  readonly isMet: boolean;
}

export interface AskedAbout {
  readonly people: PeopleAskedAbout;
  readonly named: readonly AskedPerson[];
  /** Everybody asked about, with all that links join to them. */
  readonly askedIds: readonly string[];
}

const met = async (sql: Sql, asked: Asked, entityIds: readonly string[]): Promise<ReadonlySet<string>> => {
  const { viewer, place } = asked.request;
  const mine = [...new Set([...(viewer?.memberships ?? []).map((membership) => membership.sourceId)])];
  const here =
    place && mine.includes(place.sourceId)
      ? [place.sourceId, ...(place.workspaceId ? [place.workspaceId] : [])]
      : [];
  const rows = await sql.query<{ entity_id: string }>(
    'select distinct entity_id from source_participants where entity_id = any($1::uuid[]) and source_id = any($2::uuid[])',
    [entityIds, [...mine, ...here]],
  );
  return new Set([...rows.map((row) => row.entity_id), ...(viewer?.cluster ?? [])]);
};

const toPeople = (namings: readonly Naming[]): readonly NamedPerson[] => {
  const names = new Map<string, string[]>();
  for (const naming of namings)
    names.set(naming.entityId, [...(names.get(naming.entityId) ?? []), naming.text]);
  return [...names].map(([entityId, own]) => ({ entityId, names: own }));
};

/** Who the question is about: as the caller says, else as its words name people whom the viewer can mean. */
export const askedAbout = async (
  sql: Sql,
  asked: Asked,
  query: string,
  given: readonly EntityRef[],
): Promise<AskedAbout> => {
  const { tenantId, viewer } = asked.request;
  const namings = query === '' ? [] : await namedIn(sql, tenantId, [query]);
  const known = await met(
    sql,
    asked,
    namings.map((naming) => naming.entityId),
  );
  // Names that were only heard stand for whoever memories were told about; the decision keeps those memories, not the name.
  const candidates = namings.filter((naming) => known.has(naming.entityId) || naming.kind === 'heard');
  const people = findPeopleAskedAbout(query, toPeople(candidates), viewer?.cluster ?? []);
  const subjects = await Promise.all(given.map((ref) => findEntity(sql, tenantId, ref)));
  const chosen = subjects.some((id) => id !== null)
    ? subjects.filter((id) => id !== null)
    : people.asked.filter((person) => person.role === 'subject').map((person) => person.entityId);
  const all = [...new Set([...chosen, ...people.asked.map((person) => person.entityId)])];
  const isMet = new Set([...known, ...chosen.filter((id) => known.has(id))]);
  return {
    people,
    askedIds: (await clustersOf(sql, [...new Set(chosen)])).flat(),
    named: all.map((id) => ({ entity_id: id, isMet: isMet.has(id) })),
  };
};
