import {
  event as build,
  memoryIdOf,
  namedEntityId,
  type CapturedMemory,
  type Disclosure,
  type Evidence,
  type FactOutcome,
  type IdKey,
  type KithEventOf,
  type Knobs,
  type VisibilityScope,
} from '#domain';
import type { SubjectRef } from '#identity';
import type { ExtractedFact } from '#extraction';
import type { MessageRow, PlaceView } from '#read-models';

/** A fact ready to be persisted: whom it is about and who may hear it are settled. */
export interface ResolvedFact {
  readonly captured: CapturedMemory;
  readonly named: readonly KithEventOf<'PersonNamed'>[];
  /** Whom it names, as somebody of its speaker's life. */
  readonly kinId: string | null;
}

export interface Where {
  readonly tenantId: string;
  readonly place: PlaceView;
  readonly knobs: Knobs;
}

/** And with what the id of it is derived. */
export interface FactContext extends Where {
  readonly idKey: IdKey;
}

interface Resolved {
  readonly subjectIds: readonly string[];
  readonly named: readonly KithEventOf<'PersonNamed'>[];
  readonly candidates: readonly string[];
}

/** Where a name is somebody's: in all of a workspace, but what is told in confidence names its own. */
const homeOf = ({ place }: Where): string =>
  place.isConfined ? place.rootId : (place.workspaceId ?? place.rootId);

const personNamed = (
  { place: { platform } }: Where,
  entityId: string,
  name: string,
  placeId: string | null,
  at: Date,
): KithEventOf<'PersonNamed'> => build('PersonNamed', { entityId, platform, placeId, name, at }, at);

/** Names that nobody bears yet become somebody of the place; a handle becomes somebody of the platform. */
const resolveSubjects = (where: Where, subjects: readonly SubjectRef[], at: Date): Resolved => {
  const subjectIds: string[] = [];
  const named: KithEventOf<'PersonNamed'>[] = [];
  const candidates: string[] = [];
  const somebodyNamed = ({ name, handle }: { readonly name: string; readonly handle: boolean }): string => {
    const { platform } = where.place;
    const isPublic = where.place.type !== 'dm' && !where.place.isConfined;
    const placeId = handle && isPublic ? null : homeOf(where);
    const entityId = namedEntityId(where.tenantId, platform, placeId, name);
    named.push(personNamed(where, entityId, name, placeId, at));
    return entityId;
  };
  for (const subject of subjects) {
    if (subject.kind === 'entity') subjectIds.push(subject.entityId);
    else if (subject.kind === 'kin') {
      subjectIds.push(subject.entityId);
      named.push(personNamed(where, subject.entityId, subject.name, homeOf(where), at));
    } else if (subject.kind === 'ambiguous')
      candidates.push(...subject.candidates, ...subject.named.map(somebodyNamed));
    else subjectIds.push(somebodyNamed(subject));
  }
  return { subjectIds: [...new Set(subjectIds)].sort(), named, candidates: [...new Set(candidates)].sort() };
};

/** People whom words mean, for sure or perhaps; a name that nobody bears means none of them. */
export const idsMeant = (refs: readonly SubjectRef[]): readonly string[] => [
  ...new Set(
    refs.flatMap((ref) =>
      ref.kind === 'entity' ? [ref.entityId] : ref.kind === 'ambiguous' ? ref.candidates : [],
    ),
  ),
];

export const defaultScope = ({ place, knobs }: Where): VisibilityScope =>
  place.type === 'dm' ? knobs['privacy.default_scope_dm'] : knobs['privacy.default_scope_group'];

/** conversation_private for what a restricted source taught, and for what a dm taught about a third person. */
export const defaultDisclosure = (
  { place, knobs }: Where,
  speakerId: string | null,
  subjectIds: readonly string[],
): Disclosure => {
  if (place.isConfined) return 'conversation_private';
  const isAboutOthers = subjectIds.length === 0 || subjectIds.some((subjectId) => subjectId !== speakerId);
  return place.type === 'dm' && isAboutOthers && knobs['privacy.dm_third_party'] === 'conversation_private'
    ? 'conversation_private'
    : 'public';
};

/** Of a thread apart nothing is the same as what was said beside it: others hear that. */
export const duplicateRootOf = ({ sourceId, rootId, isApart }: PlaceView): string =>
  isApart ? sourceId : rootId;

const evidenceOf = ({ place }: Where, row: MessageRow, fact: ExtractedFact): Evidence => ({
  recordId: row.record_id,
  messageId: row.message_id,
  eventId: row.event_key.slice(row.event_key.indexOf('|') + 1),
  start: fact.start,
  end: fact.end,
  pattern: fact.pattern,
  observedAt: row.sent_at,
  setting: place.setting,
});

/** One extracted fact of one message, as it will be held. */
export const resolvedFactOf = (where: FactContext, row: MessageRow, fact: ExtractedFact): ResolvedFact => {
  const { subjectIds, named, candidates } = resolveSubjects(where, fact.subjects, row.sent_at);
  const isAmbiguous = candidates.length > 0;
  const kin = fact.names ? resolveSubjects(where, [fact.names.ref], row.sent_at) : null;
  const scope = defaultScope(where);
  const disclosure = fact.disclosure ?? defaultDisclosure(where, row.author_id, subjectIds);
  const withheldFromIds = idsMeant(fact.withheldFrom)
    .filter((entityId) => entityId !== row.author_id)
    .sort();
  const memoryId = memoryIdOf(where.idKey, {
    tenantId: where.tenantId,
    agentId: row.agent_id,
    speakerId: row.author_id,
    subjectIds: isAmbiguous ? candidates : subjectIds,
    placeRootId: duplicateRootOf(where.place),
    scope,
    sensitivity: fact.sensitivity,
    disclosure,
    withheldFromIds,
    content: isAmbiguous ? `? ${fact.content}` : fact.content,
  });
  return {
    named: [...named, ...(kin?.named ?? [])],
    kinId: kin?.subjectIds[0] ?? null,
    captured: {
      memoryId,
      agentId: row.agent_id,
      status: isAmbiguous ? 'pending' : 'active',
      speakerId: row.author_id,
      ownerId: row.author_id,
      subjectIds: isAmbiguous ? [] : [...subjectIds],
      withheldFromIds,
      sourceId: row.source_id,
      conversationId: row.conversation_id,
      origin: 'extracted',
      evidence: evidenceOf(where, row, fact),
      content: fact.content,
      memoryType: fact.memoryType,
      importance: fact.importance,
      confidence: fact.confidence,
      provenanceConfidence: fact.provenanceConfidence,
      scope,
      rank: fact.sensitivity,
      sensitivityLabel: fact.sensitivityLabel,
      portable: fact.portable,
      disclosure,
      expiresAt: fact.expiresAt,
      isExpiryGiven: fact.isExpiryGiven,
      topic: isAmbiguous ? null : fact.topic,
      value: fact.value,
      metadata: isAmbiguous ? { candidates } : null,
    },
  };
};

export const rejected = (reason: string): FactOutcome => ({ memoryId: null, outcome: 'REJECTED', reason });
