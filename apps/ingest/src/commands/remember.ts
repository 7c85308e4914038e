import {
  answered,
  failed,
  type Answer,
  type Caller,
  type EntityRef,
  type RememberedView,
  type RememberRequest,
  isOperator,
} from '#contracts';
import {
  agentEntityId,
  labelOfSensitivity,
  memoryIdOf,
  sensitivityOfLabel,
  type CapturedMemory,
  type Disclosure,
  type IdKey,
  type Sensitivity,
} from '#domain';
import type { Sql } from '#database';
import type { LogWriter } from '#event-log';
import { credentialIn } from '#safety';
import { clusterOf, findEntity, acquaintedSince, namedBy, type PlaceView } from '#read-models';
import { defaultDisclosure, defaultScope, duplicateRootOf } from '../capture-facts/resolved-fact.js';
import type { CommandOptions } from '../command-options.js';
import { inferred } from './infer.js';
import { state } from './stating.js';
import { told } from './telling.js';
import { locate, resolvePerson, type Located, type Person } from '../whereabouts.js';
import { wordingProblem } from './wording.js';

const nobody = '00000000-0000-0000-0000-000000000000';

/** Fields that only an operator's key may set. */
const reserved = ['speaker', 'subjects', 'observed_at'] as const;

const refused = (caller: Caller, request: RememberRequest): Answer<never> | null => {
  const credential = credentialIn({ content: request.content, metadata: request.metadata });
  if (credential)
    return failed('credential-refused', 'it holds a credential and was not stored', [credential]);
  if (isOperator(caller)) return null;
  if (!request.viewer)
    return failed('invalid', 'a client key speaks as its viewer', [
      { path: 'viewer', message: 'is required' },
    ]);
  const set = reserved.filter(
    (field) => field !== 'subjects' && request[field] !== undefined && request[field] !== null,
  );
  if (set.length > 0)
    return failed(
      'forbidden',
      'a client key speaks only as its viewer',
      set.map((path) => ({ path, message: 'needs the operator role' })),
    );
  if (request.visibility_scope === 'global_shared' || request.visibility_scope === 'system')
    return failed('forbidden', 'a client key may not widen a memory to everybody', [
      { path: 'visibility_scope', message: 'needs the operator role' },
    ]);
  return null;
};

const sensitivityOf = (
  caller: Caller,
  request: RememberRequest,
  found: Sensitivity,
): { sensitivity: Sensitivity; label: string } => {
  if (!request.sensitivity) return { sensitivity: found, label: labelOfSensitivity[found] };
  const given = sensitivityOfLabel[request.sensitivity];
  // A client may raise what the classifier finds, not lower it.
  if (!isOperator(caller) && given < found) return { sensitivity: found, label: labelOfSensitivity[found] };
  return { sensitivity: given, label: request.sensitivity };
};

/** A client may keep to the conversation what need not be, not the other way round. */
const disclosureOf = (caller: Caller, request: RememberRequest, usual: Disclosure): Disclosure =>
  !isOperator(caller) && usual === 'conversation_private' ? usual : (request.disclosure ?? usual);

const toCaptured = (
  idKey: IdKey,
  caller: Caller,
  request: RememberRequest,
  who: { speakerId: string; subjectIds: readonly string[] },
  place: PlaceView | null,
  options: CommandOptions,
  at: Date,
): CapturedMemory => {
  const traits = options.extractor.traitsOf(request.content);
  const classified = sensitivityOf(caller, request, traits.sensitivity);
  const where = place ? { tenantId: caller.tenantId, place, knobs: options.knobs } : null;
  const scope = request.visibility_scope ?? (where ? defaultScope(where) : 'global_shared');
  const disclosure = disclosureOf(
    caller,
    request,
    where ? defaultDisclosure(where, who.speakerId, who.subjectIds) : 'public',
  );
  const agentId = agentEntityId(caller.tenantId, request.agent_id);
  const subjectIds = [...new Set(who.subjectIds)].sort();
  const memoryId = memoryIdOf(idKey, {
    tenantId: caller.tenantId,
    agentId,
    speakerId: who.speakerId,
    subjectIds,
    placeRootId: place === null ? null : duplicateRootOf(place),
    scope,
    sensitivity: classified.sensitivity,
    disclosure,
    withheldFromIds: [],
    content: request.content,
  });
  return {
    memoryId,
    agentId,
    status: 'active',
    speakerId: who.speakerId,
    ownerId: who.speakerId,
    subjectIds,
    withheldFromIds: [],
    sourceId: place?.sourceId ?? null,
    conversationId: request.conversation_id ?? null,
    origin: 'remembered',
    evidence: {
      recordId: null,
      messageId: null,
      eventId: options.newId(),
      start: 0,
      end: request.content.length,
      pattern: 'remember',
      observedAt: request.observed_at ?? at,
      setting: place?.setting ?? null,
    },
    content: request.content,
    memoryType: request.memory_type ?? traits.memoryType,
    importance: request.importance ?? traits.importance,
    confidence: 1,
    provenanceConfidence: 1,
    scope,
    rank: classified.sensitivity,
    sensitivityLabel: classified.label,
    portable: request.portable ?? traits.portable,
    disclosure,
    expiresAt: request.expires_at ?? null,
    isExpiryGiven: (request.expires_at ?? null) !== null,
    topic: traits.topic,
    value: traits.value,
    metadata: request.metadata ?? null,
  };
};

const sensitivityFault = (captured: CapturedMemory): Answer<never> | null =>
  (captured.scope === 'global_shared' || captured.scope === 'system') && captured.rank > 0
    ? failed('invalid', 'what everybody may read must be public', [
        { path: 'sensitivity', message: `must be public for ${captured.scope}` },
      ])
    : null;

/**
 * INVARIANT: a client tells of whom its viewer met or spoke of before. Whether anybody else exists, and how they are
 * called, is not told: an account never heard of and one that the viewer may not know are refused alike.
 */
const resolveSubject = async (
  sql: Sql,
  caller: Caller,
  speakerId: string,
  ref: EntityRef,
  at: Date,
): Promise<Person | null> => {
  if (isOperator(caller)) return resolvePerson(sql, caller.tenantId, ref, at);
  const found = (await findEntity(sql, caller.tenantId, ref)) ?? nobody;
  const cluster = await clusterOf(sql, speakerId);
  const met = await acquaintedSince(sql, cluster, [found], at);
  const named = await namedBy(sql, caller.tenantId, cluster, [found]);
  return met.has(found) || named.has(found) ? { entityId: found, appends: [] } : null;
};

interface Resolved {
  readonly speaker: Person;
  readonly subjects: readonly Person[];
  readonly located: Located;
}

const resolve = async (
  writer: LogWriter,
  caller: Caller,
  request: RememberRequest,
  at: Date,
): Promise<Answer<Resolved>> => {
  const speakerRef = request.speaker ?? request.viewer;
  const speaker = speakerRef ? await resolvePerson(writer.sql, caller.tenantId, speakerRef, at) : null;
  if (!speaker)
    return failed('invalid', 'the speaker is not known', [
      { path: request.speaker ? 'speaker' : 'viewer', message: 'is not known' },
    ]);
  const subjects: Person[] = [];
  for (const [index, ref] of (request.subjects ?? []).entries()) {
    const subject = await resolveSubject(writer.sql, caller, speaker.entityId, ref, at);
    if (!subject)
      return failed('invalid', 'a subject is not known', [
        { path: `subjects.${String(index)}`, message: 'is not known' },
      ]);
    subjects.push(subject);
  }
  const located = await locate(writer, caller, request, speaker.entityId, at);
  if (located.error !== null)
    return failed('invalid', 'the source cannot be used', [{ path: 'source', message: located.error }]);
  return answered({ speaker, subjects, located });
};

const registered = ({ speaker, subjects, located }: Resolved) => [
  ...speaker.appends,
  ...subjects.flatMap((subject) => subject.appends),
  ...located.appends,
];

type Remembered = Answer<{ results: readonly RememberedView[] }>;

/** `infer: false`: stores the content as one fact. */
const rememberAsIs = (
  options: CommandOptions,
  caller: Caller,
  request: RememberRequest,
  at: Date,
): Promise<Remembered> =>
  options.log.write(caller.tenantId, async (writer) => {
    const resolved = await resolve(writer, caller, request, at);
    if (!resolved.ok) return resolved;
    const { speaker, subjects, located } = resolved.value;
    const subjectIds =
      request.subjects === undefined ? [speaker.entityId] : subjects.map((subject) => subject.entityId);
    const captured = toCaptured(
      writer.idKey,
      caller,
      request,
      { speakerId: speaker.entityId, subjectIds },
      located.place,
      options,
      at,
    );
    const notPublic = sensitivityFault(captured);
    if (notPublic) return notPublic;
    const outcomes = await state(writer, [{ captured }], {
      tenantId: caller.tenantId,
      knobs: options.knobs,
      actor: `key:${caller.keyId}`,
      at,
      isSaidNow: request.observed_at === undefined,
      appends: registered(resolved.value),
    });
    return answered({ results: await told(writer, options, caller, request, outcomes) });
  });

/** `infer: true`: reads the content as if the speaker had just said it there. */
const rememberInferred = async (
  options: CommandOptions,
  caller: Caller,
  request: RememberRequest,
  at: Date,
): Promise<Remembered> => {
  const resolved = await options.log.write(caller.tenantId, async (writer) => {
    const found = await resolve(writer, caller, request, at);
    if (found.ok) await writer.append(registered(found.value), { actor: `key:${caller.keyId}` });
    return found;
  });
  if (!resolved.ok) return resolved;
  const { speaker, located } = resolved.value;
  if (!located.place)
    return failed('invalid', 'inference needs a place', [
      { path: 'visibility_scope', message: 'cannot be global with infer' },
    ]);
  return answered({ results: await inferred(options, caller, request, speaker.entityId, located.place, at) });
};

export const remember = async (
  options: CommandOptions,
  caller: Caller,
  request: RememberRequest,
): Promise<Remembered> => {
  const problem = refused(caller, request);
  if (problem) return problem;
  const at = options.now();
  if (request.infer) return rememberInferred(options, caller, request, at);
  const badlyWorded = await wordingProblem(options.database, caller.tenantId, request);
  return badlyWorded ?? rememberAsIs(options, caller, request, at);
};
