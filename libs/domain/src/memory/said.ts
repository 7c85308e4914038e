import { expiryOf, type MemoryStatus } from '../words.js';
import { nothingDecided } from './disclosure-history.js';
import type { Evidence } from './evidence.js';
import { evidenceKeyOf, type Memory, type MemoryState } from './memory.js';
import type { Of } from './memory-event.js';

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
  endedIn: null,
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

/** A memory as if nobody had said that it is not so. */
export const notEnded = (memory: Memory): Memory => ({
  ...memory,
  status: memory.status === 'superseded' ? 'active' : memory.status,
  supersededAt: null,
  endedIn: null,
});

const isRetired = ({ status }: Memory): boolean => status === 'expired' || status === 'archived';

/** What had ended or was put away stands again when it is said again; what had replaced it replaces it still. */
const statusSaidAgain = (memory: Memory, observedAt: Date): MemoryStatus => {
  if (!isRetired(memory) || memory.setAsideIn !== null || observedAt <= memory.observedAt)
    return memory.status;
  return memory.supersededBy === null ? 'active' : 'superseded';
};

/** What was said not to be so any more is so again when it is said after that. */
const withoutEnding = (memory: Memory, observedAt: Date): Memory =>
  memory.endedIn === null || memory.supersededAt === null || observedAt <= memory.supersededAt
    ? memory
    : notEnded(memory);

/** Observed at its last evidence, where that was; an expiry that nobody gave moves with it. */
export const observed = (before: Memory, evidence: readonly Evidence[]): MemoryState => {
  const times = evidence.map((item) => item.observedAt.getTime());
  const observedAt = new Date(Math.max(...times));
  const memory = withoutEnding(before, observedAt);
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

export const withEvidence = (state: MemoryState, added: Evidence): readonly Evidence[] => [
  ...state.evidence.filter((item) => evidenceKeyOf(item) !== evidenceKeyOf(added)),
  added,
];

/** Made for the first time, or once more because an earlier statement of it turned up and gives it its form. */
export const made = (
  state: MemoryState | null,
  event: Of<'MemoryCaptured'> | Of<'MemoryShared'>,
): MemoryState => {
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
    endedIn,
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
    endedIn,
  };
  return observed(again, withEvidence(state, event.data.evidence));
};
