import { expiryOf, type Sensitivity } from '../words.js';
import { withDecision, type ReachChange } from './disclosure-history.js';
import { withCandidates, withoutCandidates } from './candidates.js';
import type { Memory, MemoryState } from './memory.js';
import type { MemoryEvent, Recorded, Of } from './memory-event.js';
import { made, notEnded, observed, withEvidence } from './said.js';

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
    : { ...memory, status: memory.supersededAt === null ? 'active' : 'superseded', setAsideIn: null };

/**
 * What other statements did to a memory: whoever reads this one may not be let hear those. And what is decided about it
 * in a review: undone, it is as it was to the byte.
 */
const leavesNoMark: ReadonlySet<MemoryEvent['type']> = new Set([
  'MemorySuperseded',
  'MemoryRestored',
  'MemoryEnded',
  'MemoryEndingWithdrawn',
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
    case 'MemoryEnded': {
      const { recordId: endedIn, at: supersededAt } = event.data;
      const status = memory.status === 'archived' ? memory.status : 'superseded';
      const ended = { status, supersededBy: null, supersededAt, endedIn, conflictsWith: [] } as const;
      return { evidence, memory: memory.status === 'forgotten' ? memory : { ...memory, ...ended } };
    }
    case 'MemoryEndingWithdrawn':
      return { evidence, memory: memory.endedIn === event.data.recordId ? notEnded(memory) : memory };
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
