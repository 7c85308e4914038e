import { asHeldAt, type BorneName } from '#identity';
import { allOf, isAbout, isIn, type Plan } from '#policy';
import type { EntityRef } from '#contracts';
import {
  clustersOf,
  findEntity,
  isKnownSince,
  acquaintedSince,
  namedIn,
  toBorneName,
  type LoadedRequest,
  type Naming,
} from '#read-models';
import {
  findNames,
  findPeopleAskedAbout,
  tidyQuery,
  type CalledPerson,
  type PeopleAskedAbout,
} from '#retrieval';
import type { AnsweringOptions } from '../permitted/asking.js';
import { findPermitted } from '../permitted/permitted.js';

export interface AskedAbout {
  readonly people: PeopleAskedAbout;
  /** Whom the question names, of those whom the viewer may know here. */
  readonly namedIds: readonly string[];
  /** Everybody asked about, with all that links join to them. */
  readonly askedIds: readonly string[];
  /** The one person whom the question names, or who asks of themselves, with all linked entities; nobody, where they are several. */
  readonly onlyIds: readonly string[];
  /** Whether a text names that one person, by a name that the question has. */
  readonly namesOnly: (text: string) => boolean;
}

const toPeople = (
  namings: readonly { readonly holder: string; readonly name: BorneName }[],
): readonly CalledPerson[] => {
  const names = new Map<string, string[]>();
  for (const { holder, name } of namings) names.set(holder, [...(names.get(holder) ?? []), name.text]);
  return [...names].map(([entityId, own]) => ({ entityId, names: own }));
};

/** Stands where there is nobody: whether somebody is hidden must not show in how much is asked. */
const nobody = '00000000-0000-0000-0000-000000000000';
const fewRows = 16;
const mostPeople = 32;

/** Of these people, whom something is told of that may be heard here: its subjects are given by name. */
const toldOf = async (
  options: Pick<AnsweringOptions, 'database' | 'index' | 'onDecided'>,
  { request }: LoadedRequest,
  plan: Plan,
  entityIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const facts = allOf(plan, isIn('kind', ['fact']));
  const asked = entityIds.length === 0 ? [nobody] : entityIds;
  const where = allOf(facts, isAbout(asked));
  const admitted = where === 'nothing' ? [] : await options.index.subjects(where);
  const lanes = admitted
    .filter((entityId) => asked.includes(entityId))
    .sort()
    .slice(0, mostPeople)
    .map((entityId) => ({
      name: entityId,
      where: allOf(facts, isAbout([entityId])),
      order: { by: 'recency' as const },
      limit: fewRows,
      offset: 0,
    }));
  if (lanes.length === 0) return new Set();
  const { allowed } = await findPermitted(options, request, lanes, 1);
  return new Set([...allowed.values()].flatMap(({ row }) => row.facts.subjectIds));
};

/** The one cluster among these, nobody where they are several; null without any. */
const onlyOf = (clusters: readonly (readonly string[])[]): readonly string[] | null => {
  const [first] = clusters;
  if (first === undefined) return null;
  return clusters.every((cluster) => cluster.includes(first[0] ?? '')) ? first : [];
};

/**
 * Who the question is about: as the caller says, else as its words name people.
 *
 * INVARIANT: whom the viewer may not know here changes nothing, neither by a name nor by an account or an id that the
 * caller gives. They know whom they met, by the names that those bear or bore then, and of whom they may hear something.
 */
export const askedAbout = async (
  options: Pick<AnsweringOptions, 'database' | 'index' | 'onDecided'>,
  asked: LoadedRequest,
  plan: Plan,
  query: string,
  given: readonly EntityRef[],
): Promise<AskedAbout> => {
  const { database: sql } = options;
  const { tenantId, viewer, now } = asked.request;
  const own = viewer?.cluster ?? [];
  const namings = query === '' ? [] : await namedIn(sql, tenantId, [query]);
  const refs = await Promise.all(given.map((ref) => findEntity(sql, tenantId, ref)));
  const subjects = refs.filter((id) => id !== null);
  const ids = [...new Set([...namings.map(({ entityId }) => entityId), ...subjects])];
  const met = await acquaintedSince(sql, own, ids, now);
  const told = await toldOf(
    options,
    asked,
    plan,
    ids.filter((id) => !met.has(id)),
  );
  const inPlaces = new Set((viewer?.memberships ?? []).map(({ sourceId }) => sourceId));
  const mayName = (naming: Naming): boolean => {
    // Said of oneself in one place: for those who read there.
    if (naming.saidIn !== null && !inPlaces.has(naming.saidIn) && !own.includes(naming.entityId))
      return false;
    if (naming.platform !== null && asked.place !== null && naming.platform !== asked.place.platform)
      return false;
    const since = met.get(naming.entityId);
    return since === undefined
      ? told.has(naming.entityId) && naming.until === null
      : isKnownSince(naming, since);
  };
  const known = namings.filter(mayName).map((naming) => ({
    holder: naming.entityId,
    name: toBorneName(naming),
  }));
  const knownPeople = toPeople(asHeldAt(known, now));
  const people = findPeopleAskedAbout(query, knownPeople, own);
  const meant = subjects.filter((id) => met.has(id) || told.has(id));
  const named = people.asked.filter(({ role }) => role === 'subject').map(({ entityId }) => entityId);
  const chosen = meant.length > 0 ? meant : named;
  const namedIds = [...new Set([...chosen, ...people.asked.map(({ entityId }) => entityId)])];
  const clusters = await clustersOf(sql, namedIds);
  const askedIds = clusters.filter((cluster) => cluster.some((id) => chosen.includes(id))).flat();
  const onlyIds = onlyOf(clusters) ?? (people.aboutSelf ? own : []);
  return {
    people,
    askedIds: [...new Set(askedIds)],
    onlyIds,
    namesOnly: (text) =>
      findNames(tidyQuery(text), knownPeople).some(({ bearers }) =>
        bearers.some(({ entityId }) => onlyIds.includes(entityId)),
      ),
    namedIds,
  };
};
