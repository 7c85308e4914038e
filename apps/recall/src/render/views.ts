import type { Sql } from '#database';
import type { LaneName, MemoryView, NamedEntity } from '#contracts';
import type { MemoryFacts, ReadRequest } from '#policy';
import {
  activeNear,
  askedNamesIn,
  peopleById,
  stillThere,
  type LoadedRequest,
  type FreshRow,
  type PersonView,
  type PlaceView,
} from '#read-models';
import { formerMember } from '#retrieval';
import type { Decided } from '../permitted/permitted.js';

/** Names as this viewer may read them here: whoever left the places in question is a former member. */
export interface Names {
  readonly nameOf: (entityId: string) => string;
  /** Null for a former member. */
  readonly knownNameOf: (entityId: string) => string | null;
}

/** The names of an answer, and of what in it the viewer may know where it was said. */
export interface AnswerNames extends Names {
  readonly knowsPlaceOf: (facts: MemoryFacts) => boolean;
}

/**
 * Whether a viewer knows the place where a memory was learned: they are or were there, or may read there.
 * INVARIANT: what is said of somebody may reach them; where they never were is not named with it.
 */
const knowsPlace =
  ({ operation, viewer }: ReadRequest, place: PlaceView | null) =>
  ({ source }: MemoryFacts): boolean => {
    if (source === null || viewer === null || operation === 'inspect') return true;
    const known = new Set([
      ...viewer.memberships.map(({ sourceId }) => sourceId),
      ...(place === null ? [] : [place.sourceId, ...place.readerSourceIds]),
    ]);
    return (
      [source.sourceId, source.toldIn, source.heardIn].some((id) => id !== null && known.has(id)) ||
      (source.access === 'open' && source.workspaceId !== null && known.has(source.workspaceId))
    );
  };

/**
 * Where what people asked to be called may be known: here, and alone with the viewer wherever they take part.
 * INVARIANT: a name that was said of oneself in one place is told to nobody who does not read there.
 */
const knownPlaces = ({ viewer, audience, now }: ReadRequest, place: PlaceView | null): readonly string[] => {
  const own = viewer?.cluster ?? [];
  const others = audience.filter(({ cluster }) => !cluster.some((entityId) => own.includes(entityId)));
  const live = (viewer?.memberships ?? [])
    .filter(({ from, to }) => from <= now && (to === null || now < to))
    .map(({ sourceId }) => sourceId);
  if (others.length === 0 && (place === null || place.type === 'dm')) return live;
  const isReadBySome = others.some(({ isParticipant }) => isParticipant !== true);
  return isReadBySome ? [] : live.filter((sourceId) => sourceId === place?.sourceId);
};

const peopleAsCalled = async (
  sql: Sql,
  request: ReadRequest,
  place: PlaceView | null,
  entityIds: readonly string[],
): Promise<ReadonlyMap<string, PersonView>> => {
  const people = await peopleById(sql, entityIds);
  const asked = await askedNamesIn(sql, entityIds, knownPlaces(request, place));
  return new Map(
    [...people].map(([id, person]) => [id, { ...person, name: asked.get(id) ?? person.name }] as const),
  );
};

const namesOf = (
  people: ReadonlyMap<string, PersonView>,
  there: ReadonlySet<string>,
  request: ReadRequest,
): Names => {
  const knownNameOf = (entityId: string): string | null =>
    there.has(entityId) || request.viewer?.cluster.includes(entityId)
      ? (people.get(entityId)?.name ?? null)
      : null;
  return { knownNameOf, nameOf: (entityId) => knownNameOf(entityId) ?? formerMember };
};

/** Names of people whom the viewer asks about: whoever left all the places that the viewer knows is a former member. */
export const namesWhereMet = async (
  sql: Sql,
  { request, place }: LoadedRequest,
  entityIds: readonly string[],
): Promise<Names> => {
  const sourceIds = [
    ...(request.viewer?.memberships ?? []).map((membership) => membership.sourceId),
    ...(place ? [place.sourceId] : []),
  ];
  if (entityIds.length === 0) return namesOf(new Map(), new Set(), request);
  const there = await stillThere(sql, entityIds, sourceIds, request.now);
  return namesOf(await peopleAsCalled(sql, request, place, entityIds), there, request);
};

export const loadNames = async (
  sql: Sql,
  request: ReadRequest,
  rows: readonly FreshRow[],
  extra: readonly string[],
  place: PlaceView | null,
): Promise<AnswerNames> => {
  const knowsPlaceOf = knowsPlace(request, place);
  const idsOf = (some: readonly FreshRow[]): readonly string[] =>
    some.flatMap(({ facts }) =>
      [...facts.subjectIds, facts.speakerId, facts.ownerId].filter((id) => id !== null),
    );
  const inKnown = rows.filter(({ facts }) => knowsPlaceOf(facts));
  const entityIds = [...new Set([...extra, ...idsOf(rows)])];
  const people = await peopleAsCalled(sql, request, place, entityIds);
  const sourceIds = [
    ...inKnown.flatMap(({ facts }) => (facts.source ? [facts.source.sourceId] : [])),
    ...(place ? [place.sourceId] : []),
  ];
  const there = await stillThere(sql, entityIds, sourceIds, request.now);
  const named = new Set([...extra, ...idsOf(inKnown)]);
  const elsewhere = entityIds.filter((id) => !named.has(id));
  const met = await activeNear(
    sql,
    elsewhere,
    (request.viewer?.memberships ?? []).map(({ sourceId }) => sourceId),
    request.now,
  );
  const known = new Set([...there].filter((id) => named.has(id) || met.has(id)));
  for (const id of met) known.add(id);
  return { ...namesOf(people, known, request), knowsPlaceOf };
};

export interface Shown {
  readonly score: number;
  readonly similarity: number | null;
  readonly lane: LaneName | null;
  readonly conflictsWith: readonly string[];
}

const named = (entityId: string, names: Names): NamedEntity => ({
  entity_id: entityId,
  name: names.nameOf(entityId),
});

export const memoryView = ({ row }: Decided, shown: Shown, names: AnswerNames): MemoryView => {
  const { facts } = row;
  const isPlaceKnown = names.knowsPlaceOf(facts);
  return {
    id: facts.memoryId,
    kind: row.kind,
    memory: row.content ?? '',
    score: shown.score,
    similarity: shown.similarity,
    lane: shown.lane,
    memory_type: row.memoryType,
    importance: row.kind === 'fact' ? Math.round(row.importance * 1e4) / 1e4 : null,
    status: facts.status,
    subjects: facts.subjectIds.map((id) => named(id, names)),
    speaker: facts.speakerId === null ? null : named(facts.speakerId, names),
    owner: facts.ownerId === null ? null : named(facts.ownerId, names),
    source:
      facts.source && isPlaceKnown
        ? { source_id: facts.source.sourceId, type: facts.source.type, name: row.sourceName }
        : null,
    conversation_id: isPlaceKnown ? row.conversationId : null,
    visibility_scope: facts.scope,
    sensitivity: row.sensitivity,
    portable: facts.portable,
    disclosure: facts.disclosure,
    trust: row.trust,
    conflicts_with: shown.conflictsWith,
    observed_at: row.saidAt.toISOString(),
    created_at: row.recordedAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    expires_at: facts.expiresAt?.toISOString() ?? null,
    evidence: isPlaceKnown ? row.evidence.map(({ message_id, event_id }) => ({ message_id, event_id })) : [],
    metadata: row.metadata,
  };
};
