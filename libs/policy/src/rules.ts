import {
  disclosures,
  sensitivities,
  sourceAccesses,
  sourceHistories,
  sourceTypes,
  visibilityScopes,
} from '#domain';
import { isLegacy, judgeScope } from './scope.js';
import { has, presenceOf, type Case } from './request-facts.js';
import type { MemoryFacts } from './request.js';
import { denies, passes, passesBy, type Denial, type Finding, type Knob } from './verdict.js';

/** Readers whom a rule does not bind. */
export type Spared = 'inspecting operator' | 'self-service';

export interface Rule {
  readonly ids: readonly Denial[];
  /** Completes "denies when". */
  readonly sentence: string;
  readonly spares: readonly Spared[];
  readonly judge: (row: Case) => Finding;
}

const leavers: Knob = 'privacy.leavers_keep_memory';
const isWord = (words: readonly unknown[], value: unknown): boolean => words.includes(value);

const gate: Knob = 'gate.require_verified';

const judgeGate = ({ asked: { knobs, isVerified } }: Case): Finding => {
  if (isVerified) return passes;
  return knobs[gate] ? denies('gated', [gate]) : passesBy(gate);
};

/** Written as "not after" so that an unreadable date denies. */
const isOver = (end: Date | null, at: Date): boolean => end !== null && !(end > at);

/** What is asked for by a status other than active, by somebody who may see it. */
const isListed = ({ memory, asked, isSubject, isSpeaker }: Case): boolean => {
  const { requestedStatus, now } = asked.request;
  const isEntitled = asked.isInspection || (asked.isSelfService && (isSubject || isSpeaker));
  if (!isEntitled || requestedStatus === 'forgotten') return false;
  return (
    memory.status === requestedStatus ||
    (requestedStatus === 'expired' && memory.status === 'active' && isOver(memory.expiresAt, now))
  );
};

const judgeActive = (row: Case): Finding => {
  const { memory, asked } = row;
  const { request } = asked;
  if (request.requestedStatus !== 'active') return isListed(row) ? passes : denies('not-active');
  const { status, expiresAt, firstObservedAt, supersededAt } = memory;
  const { asOf, now } = request;
  if (isOver(expiresAt, asOf ?? now)) return denies('not-active');
  if (asOf === null) return status === 'active' ? passes : denies('not-active');
  if (!(firstObservedAt <= asOf) || isOver(supersededAt, asOf)) return denies('not-active');
  // The janitor marks what time or a newer statement has ended; that moment, not the mark, decides what was known then.
  const stood =
    status === 'active' ||
    (status === 'superseded' && supersededAt !== null) ||
    (status === 'expired' && expiresAt !== null);
  return stood ? passes : denies('not-active');
};

export const isKnown = (memory: MemoryFacts): boolean =>
  isWord(visibilityScopes, memory.scope) &&
  isWord(sensitivities, memory.sensitivity) &&
  isWord(disclosures, memory.disclosure) &&
  (memory.source === null ||
    (isWord(sourceTypes, memory.source.type) &&
      isWord(sourceAccesses, memory.source.access) &&
      isWord(sourceHistories, memory.source.history)));

const judgeConversation = (row: Case): Finding => {
  const { memory, asked } = row;
  if (memory.disclosure === 'public' || row.isHere) return passes;
  const presence = asked.isPrivate ? presenceOf(row) : null;
  if (presence === 'there') return passes;
  if (presence === null) return denies('conversation-private');
  return asked.knobs[leavers] ? passesBy(leavers) : denies('conversation-private', [leavers]);
};

/** Whoever is not known might be the one; and no reader is kept from what is theirs: what they said, or were told. */
const judgeWithheld = ({ memory: { withheldFromIds, ownerId }, asked: { readers } }: Case): Finding => {
  if (withheldFromIds.length === 0) return passes;
  const isKeptFrom = (reader: ReadonlySet<string>): boolean =>
    reader.size === 0 || (withheldFromIds.some((entityId) => reader.has(entityId)) && !has(reader, ownerId));
  return readers.some(isKeptFrom) ? denies('withheld') : passes;
};

const wasLearnedInDm = ({ memory: { source } }: Case): boolean => source?.type === 'dm';

const judgeDm = (row: Case): Finding => {
  const { memory, asked } = row;
  if (!wasLearnedInDm(row) || row.isHere || asked.isPrivate) return passes;
  return row.isSubject && memory.sensitivity === 0 && memory.portable ? passes : denies('dm-stays-private');
};

/** Every subject stands in the stored roster of the place; a row about nobody has nobody present. */
const areSubjectsPresent = ({ memory: { subjectIds }, asked: { presentPeople } }: Case): boolean =>
  subjectIds.length > 0 && subjectIds.every((entityId) => presentPeople.has(entityId));

const unlessSubjectsPresent = (
  row: Case,
  knob: 'privacy.personal_in_group' | 'privacy.sensitive_in_group',
): Finding => {
  if (!areSubjectsPresent(row)) return denies('sensitivity');
  return row.asked.knobs[knob] === 'subject_present' ? passesBy(knob) : denies('sensitivity', [knob]);
};

const judgeSensitivity = (row: Case): Finding => {
  const { memory, asked, isOwn, isSubject, isSpeaker } = row;
  if (memory.sensitivity === 1) {
    if (asked.isPrivate) return isOwn ? passes : denies('sensitivity');
    return isSubject ? passes : unlessSubjectsPresent(row, 'privacy.personal_in_group');
  }
  if (memory.sensitivity === 2) {
    if (asked.isPrivate) return isSubject || isSpeaker ? passes : denies('sensitivity');
    return unlessSubjectsPresent(row, 'privacy.sensitive_in_group');
  }
  return passes;
};

const judgeDmContext = (row: Case): Finding => {
  const { memory, asked } = row;
  if (!asked.isDm || row.isHere || memory.scope !== 'source_shared' || row.isOwn) return passes;
  const presence = presenceOf(row);
  if (presence === 'there') return passes;
  if (presence === 'left') return asked.knobs[leavers] ? passesBy(leavers) : denies('dm-context', [leavers]);
  const knob: Knob = 'privacy.legacy_fail_open';
  if (!isLegacy(row)) return denies('dm-context');
  return asked.knobs[knob] ? passesBy(knob) : denies('dm-context', [knob]);
};

const mode: Knob = 'identity.mode';

/** The list, read from the top; the first that denies, denies. What passes them all is named by the scope rule. */
export const rules: readonly Rule[] = [
  {
    ids: ['other-tenant', 'other-agent'],
    sentence:
      "tenant or agent differ (a memory without an agent is shared by the tenant's agents; an inspecting operator who names no agent sees every agent of the tenant)",
    spares: [],
    judge: ({ memory, asked: { request, isInspection } }) => {
      if (memory.tenantId !== request.tenantId) return denies('other-tenant');
      if (memory.agentId === null || memory.agentId === request.agentId) return passes;
      return isInspection && request.agentId === null ? passes : denies('other-agent');
    },
  },
  {
    ids: ['gated'],
    sentence: 'the viewer is not verified (knob gate.require_verified)',
    spares: ['inspecting operator'],
    judge: judgeGate,
  },
  {
    ids: ['not-active'],
    sentence:
      'status is not active, or expires_at <= now; listed by another status: the row has not that one, or who asks is neither an inspecting operator nor reads or forgets their own; read as of an earlier moment: what was observed later, or was superseded or expired by then, and whatever is forgotten, archived or pending today',
    spares: [],
    judge: judgeActive,
  },
  {
    ids: ['unknown-viewer'],
    sentence: 'the viewer did not resolve to an entity (knob identity.mode: multi_user)',
    spares: ['inspecting operator'],
    judge: ({ asked: { cluster, request, knobs } }) => {
      if (cluster.size > 0) return passes;
      if (request.viewer !== null) return denies('unknown-viewer');
      return knobs[mode] === 'single_user' ? passesBy(mode) : denies('unknown-viewer', [mode]);
    },
  },
  {
    ids: ['unknown-value'],
    sentence: 'scope, sensitivity, disclosure, source type, access or history is not a known word',
    spares: ['inspecting operator'],
    judge: (row) => (isKnown(row.memory) ? passes : denies('unknown-value')),
  },
  {
    ids: ['secret-needs-grant'],
    sentence: 'sensitivity 3 without a live grant for this viewer, or not private',
    spares: ['inspecting operator', 'self-service'],
    judge: ({ memory, asked }) =>
      memory.sensitivity !== 3 || (asked.isPrivate && asked.granted.has(memory.memoryId))
        ? passes
        : denies('secret-needs-grant'),
  },
  {
    ids: ['conversation-private'],
    sentence: 'disclosure is conversation_private, unless here, or private and present',
    spares: ['inspecting operator'],
    judge: judgeConversation,
  },
  {
    ids: ['withheld'],
    sentence:
      'it is kept from somebody who would read it: the viewer or anybody in the audience, with all linked entities, unless they are its owner (who said it, or whom the speaker let it be told); readers of whom nobody is known count as such',
    spares: ['inspecting operator'],
    judge: judgeWithheld,
  },
  {
    ids: ['not-portable'],
    sentence: 'portable is false and not here',
    spares: ['inspecting operator', 'self-service'],
    judge: ({ memory, isHere }) => (memory.portable || isHere ? passes : denies('not-portable')),
  },
  {
    ids: ['out-of-scope', 'not-a-participant'],
    sentence: "the memory's scope does not reach this viewer here (below)",
    spares: ['inspecting operator', 'self-service'],
    judge: judgeScope,
  },
  {
    ids: ['dm-stays-private'],
    sentence:
      'learned in a dm, not here and not private, unless the viewer is a subject, sensitivity 0 and portable',
    spares: ['inspecting operator', 'self-service'],
    judge: judgeDm,
  },
  {
    ids: ['sensitivity'],
    sentence:
      'sensitivity 1: private and not own; or not private and the viewer is not a subject (knob privacy.personal_in_group). sensitivity 2: not (private and the viewer is a subject or the speaker) (knob privacy.sensitive_in_group)',
    spares: ['inspecting operator', 'self-service'],
    judge: judgeSensitivity,
  },
  {
    ids: ['dm-context'],
    sentence:
      'read in a dm or without a place (readers added by the caller do not make it a group), not here, scope source_shared, and none of: own · present · imported without a source at sensitivity 0 (knob privacy.legacy_fail_open)',
    spares: ['inspecting operator', 'self-service'],
    judge: judgeDmContext,
  },
];
