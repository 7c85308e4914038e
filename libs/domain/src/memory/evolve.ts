import type { KithEventOf } from '../events.js';
import { expiryOf, type MemoryStatus, type Sensitivity } from '../words.js';
import { nothingDecided, withDecision, type ReachChange } from './disclosure-history.js';
import type { Evidence } from './evidence.js';
import { withCandidates, withoutCandidates } from '../review/candidates.js';
import { evidenceKeyOf, type Memory, type MemoryState } from './memory.js';

export const memoryEventTypes = [
  'MemoryCaptured',
  'MemoryShared',
  'MemoryEvidenced',
  'MemoryEvidenceWithdrawn',
  'MemorySuperseded',
  'MemoryRestored',
  'MemoryConflictsFound',
  'MemoryCorrected',
  'MemoryReachChanged',
  'MemorySubjectsChosen',
  'MemorySubjectsUnchosen',
  'MemorySetAside',
  'MemoryBroughtBack',
  'MemoryForgotten',
  'MemoryExpired',
  'MemoryArchived',
] as const;
export type MemoryEvent = KithEventOf<(typeof memoryEventTypes)[number]>;

/** When the log took it. */
interface Recorded {
  readonly recordedAt: Date;
}
type Of<T extends MemoryEvent['type']> = KithEventOf<T> & Recorded;

const fresh = (
  { data, recordedAt }: Of<'MemoryCaptured'> | Of<'MemoryShared'>,
  own: Pick<Memory, 'status' | 'ownerId' | 'origin' | 'sharedIn' | 'copyOf'>,
): Memory => ({
  ...own,
  memoryId: data.memoryId,
  agentId: data.agentId,
  content: data.content,
  memoryType: data.memoryType,
  importance: data.importance,
  confidence: data.confidence,
  provenanceConfidence: data.provenanceConfidence,
  speakerId: data.speakerId,
  subjectIds: data.subjectIds,
  withheldFromIds: data.withheldFromIds,
  sourceId: data.sourceId,
  setting: data.evidence.setting,
  conversationId: data.conversationId,
  scope: data.scope,
  sensitivity: data.rank,
  sensitivityLabel: data.sensitivityLabel,
  portable: data.portable,
  disclosure: data.disclosure,
  topic: data.topic,
  value: data.value,
  observedAt: data.evidence.observedAt,
  firstObservedAt: data.evidence.observedAt,
  recordedAt,
  updatedAt: recordedAt,
  expiresAt: data.isExpiryGiven ? data.expiresAt : expiryOf(data.memoryType, data.evidence.observedAt),
  isExpiryGiven: data.isExpiryGiven,
  supersededBy: null,
  supersededAt: null,
  conflictsWith: [],
  metadata: data.metadata ?? {},
  isCorrected: false,
  rewordedAt: null,
  forgottenAt: null,
  setAsideIn: null,
  disclosureHistory: nothingDecided,
});

const madeBy = (event: Of<'MemoryCaptured'> | Of<'MemoryShared'>): Memory => {
  if (event.type === 'MemoryCaptured') {
    const { status, ownerId, origin } = event.data;
    return fresh(event, { status, ownerId, origin, sharedIn: null, copyOf: null });
  }
  const { hearerId, copyOf, evidence } = event.data;
  return fresh(event, {
    status: 'active',
    ownerId: hearerId,
    origin: 'extracted',
    sharedIn: evidence.recordId,
    copyOf,
  });
};

/** When it was said last, and how the place stood then; of several at once what is known, in a fixed order. */
const saidLast = (evidence: readonly Evidence[], at: Date): Evidence | undefined =>
  evidence
    .filter(({ observedAt }) => observedAt.getTime() === at.getTime())
    .toSorted(
      (a, b) =>
        Number(b.setting !== null) - Number(a.setting !== null) ||
        (evidenceKeyOf(a) < evidenceKeyOf(b) ? -1 : 1),
    )[0];

const isRetired = ({ status }: Memory): boolean => status === 'expired' || status === 'archived';

/** What had ended or was put away stands again when it is said again; what had replaced it replaces it still. */
const statusSaidAgain = (memory: Memory, observedAt: Date): MemoryStatus => {
  if (!isRetired(memory) || memory.setAsideIn !== null || observedAt <= memory.observedAt)
    return memory.status;
  return memory.supersededBy === null ? 'active' : 'superseded';
};

/** Observed at its last evidence, where that was; an expiry that nobody gave moves with it. */
const observed = (memory: Memory, evidence: readonly Evidence[]): MemoryState => {
  const times = evidence.map((item) => item.observedAt.getTime());
  const observedAt = new Date(Math.max(...times));
  const last = saidLast(evidence, observedAt);
  return {
    evidence,
    memory: {
      ...memory,
      status: statusSaidAgain(memory, observedAt),
      setting: last?.setting ?? null,
      sourceId: last?.setting?.sourceId ?? memory.sourceId,
      observedAt,
      firstObservedAt: new Date(Math.min(...times)),
      expiresAt: memory.isExpiryGiven ? memory.expiresAt : expiryOf(memory.memoryType, observedAt),
    },
  };
};

const withEvidence = (state: MemoryState, added: Evidence): readonly Evidence[] => [
  ...state.evidence.filter((item) => evidenceKeyOf(item) !== evidenceKeyOf(added)),
  added,
];

/** Made for the first time, or once more because an earlier statement of it turned up and gives it its form. */
const made = (state: MemoryState | null, event: Of<'MemoryCaptured'> | Of<'MemoryShared'>): MemoryState => {
  const memory = madeBy(event);
  if (state === null) return { memory, evidence: [event.data.evidence] };
  const {
    status,
    supersededBy,
    supersededAt,
    conflictsWith,
    recordedAt,
    disclosureHistory,
    observedAt,
    setAsideIn,
  } = state.memory;
  const again: Memory = {
    ...memory,
    status: status === 'superseded' || isRetired(state.memory) ? status : memory.status,
    observedAt,
    supersededBy,
    supersededAt,
    conflictsWith,
    recordedAt,
    disclosureHistory,
    setAsideIn,
  };
  return observed(again, withEvidence(state, event.data.evidence));
};

/** What older releases said in a correction of who may hear it. */
const reachIn = (data: Of<'MemoryCorrected'>['data'] | Of<'MemoryReachChanged'>['data']): ReachChange => {
  const { scope, rank, portable, disclosure, withheldFromIds } = data;
  return { scope, sensitivity: rank, portable, disclosure, withheldFromIds };
};

const reaching = (
  memory: Memory,
  { data, occurredAt }: Of<'MemoryCorrected' | 'MemoryReachChanged'>,
): Memory => {
  const change = reachIn(data);
  return {
    ...memory,
    scope: change.scope ?? memory.scope,
    sensitivity: (change.sensitivity ?? memory.sensitivity) satisfies Sensitivity,
    sensitivityLabel: data.sensitivityLabel ?? memory.sensitivityLabel,
    portable: change.portable ?? memory.portable,
    disclosure: change.disclosure ?? memory.disclosure,
    withheldFromIds: change.withheldFromIds ?? memory.withheldFromIds,
    isCorrected: true,
    disclosureHistory: withDecision(memory.disclosureHistory, memory, change, occurredAt),
  };
};

const corrected = (before: Memory, event: Of<'MemoryCorrected'>): Memory => {
  const { data, occurredAt } = event;
  const memory = reaching(before, event);
  const memoryType = data.memoryType ?? memory.memoryType;
  const isExpiryGiven = data.expiresAt === undefined ? memory.isExpiryGiven : data.expiresAt !== null;
  return {
    ...memory,
    content: data.content === undefined ? memory.content : data.content,
    memoryType,
    importance: data.importance ?? memory.importance,
    confidence: data.confidence ?? memory.confidence,
    provenanceConfidence: data.provenanceConfidence ?? memory.provenanceConfidence,
    topic: data.topic === undefined ? memory.topic : data.topic,
    value: data.value === undefined ? memory.value : data.value,
    metadata: data.metadata ?? memory.metadata,
    expiresAt: isExpiryGiven ? (data.expiresAt ?? memory.expiresAt) : expiryOf(memoryType, memory.observedAt),
    isExpiryGiven,
    rewordedAt: memory.rewordedAt ?? (typeof data.content === 'string' ? occurredAt : null),
  };
};

const forgotten = (memory: Memory, at: Date): Memory => ({
  ...memory,
  status: 'forgotten',
  content: null,
  topic: null,
  value: null,
  metadata: {},
  conflictsWith: [],
  rewordedAt: null,
  forgottenAt: memory.forgottenAt && memory.forgottenAt > at ? memory.forgottenAt : at,
});

/** Decided by a person: what is read again changes it no more. Of whom else it might have been is not told with it. */
const aboutChosen = (memory: Memory, subjectIds: readonly string[]): Memory =>
  memory.status === 'pending'
    ? {
        ...memory,
        status: 'active',
        subjectIds,
        metadata: withoutCandidates(memory.metadata),
        isCorrected: true,
      }
    : memory;

const aboutAnyOf = (memory: Memory, candidates: readonly string[]): Memory =>
  memory.status === 'forgotten'
    ? memory
    : { ...memory, status: 'pending', subjectIds: [], metadata: withCandidates(memory.metadata, candidates) };

/** What a person set aside is not told because what had replaced it is gone. */
const restored = (memory: Memory): Memory => ({
  ...memory,
  status: memory.setAsideIn === null ? 'active' : memory.status,
  supersededBy: null,
  supersededAt: null,
});

const setAside = (memory: Memory, reviewId: string): Memory =>
  memory.status === 'forgotten' ? memory : { ...memory, status: 'archived', setAsideIn: reviewId };

const broughtBack = (memory: Memory): Memory =>
  memory.setAsideIn === null || memory.status === 'forgotten'
    ? memory
    : { ...memory, status: memory.supersededBy === null ? 'active' : 'superseded', setAsideIn: null };

/**
 * What other statements did to a memory: whoever reads this one may not be let hear those. And what is decided about it
 * in a review: undone, it is as it was to the byte.
 */
const leavesNoMark: ReadonlySet<MemoryEvent['type']> = new Set([
  'MemorySuperseded',
  'MemoryRestored',
  'MemoryConflictsFound',
  'MemorySubjectsChosen',
  'MemorySubjectsUnchosen',
  'MemorySetAside',
  'MemoryBroughtBack',
]);

/**
 * One memory after one event; null when nothing supports it any more.
 * INVARIANT: `updatedAt` is shown, and moves by what happened to this memory alone.
 */
export const evolve = (state: MemoryState | null, event: MemoryEvent & Recorded): MemoryState | null => {
  if (event.type === 'MemoryCaptured' || event.type === 'MemoryShared') return made(state, event);
  if (state === null) return null;
  const updatedAt = leavesNoMark.has(event.type) ? state.memory.updatedAt : event.recordedAt;
  const memory: Memory = { ...state.memory, updatedAt };
  const { evidence } = state;
  switch (event.type) {
    case 'MemoryEvidenced':
      return observed(memory, withEvidence(state, event.data.evidence));
    case 'MemoryEvidenceWithdrawn': {
      const left = evidence.filter((item) => item.recordId !== event.data.recordId);
      // What a person had forgotten stays so when nothing says it any more: it may be said again.
      if (left.length === 0) return memory.status === 'forgotten' ? { memory, evidence: left } : null;
      return observed(memory, left);
    }
    case 'MemorySuperseded': {
      const { by: supersededBy, at: supersededAt } = event.data;
      // What was put away is not found because it was replaced as well.
      const status = memory.status === 'archived' ? memory.status : 'superseded';
      return { evidence, memory: { ...memory, status, supersededBy, supersededAt, conflictsWith: [] } };
    }
    case 'MemoryRestored':
      return { evidence, memory: restored(memory) };
    case 'MemoryConflictsFound':
      return { evidence, memory: { ...memory, conflictsWith: event.data.with } };
    case 'MemoryCorrected':
      return { evidence, memory: corrected(memory, event) };
    case 'MemoryReachChanged':
      return { evidence, memory: reaching(memory, event) };
    case 'MemorySubjectsChosen':
      return { evidence, memory: aboutChosen(memory, event.data.subjectIds) };
    case 'MemorySubjectsUnchosen':
      return { evidence, memory: aboutAnyOf(memory, event.data.candidates) };
    case 'MemorySetAside':
      return { evidence, memory: setAside(memory, event.data.reviewId) };
    case 'MemoryBroughtBack':
      return { evidence, memory: broughtBack(memory) };
    case 'MemoryForgotten':
      return { evidence, memory: forgotten(memory, event.occurredAt) };
    case 'MemoryExpired':
      return { evidence, memory: { ...memory, status: 'expired' } };
    case 'MemoryArchived':
      return { evidence, memory: { ...memory, status: 'archived' } };
  }
};
