import type { Setting } from '../place/setting.js';
import type { Disclosure, MemoryStatus, MemoryType, Sensitivity, Trust, VisibilityScope } from '../words.js';
import type { DisclosureHistory } from './disclosure-history.js';
import type { Evidence } from './evidence.js';

/** One memory as its last event left it. */
export interface Memory {
  readonly memoryId: string;
  readonly agentId: string | null;
  /** Null once forgotten. */
  readonly content: string | null;
  readonly memoryType: MemoryType;
  readonly importance: number;
  readonly confidence: number;
  readonly provenanceConfidence: number;
  readonly status: MemoryStatus;
  readonly speakerId: string | null;
  readonly ownerId: string | null;
  readonly subjectIds: readonly string[];
  readonly withheldFromIds: readonly string[];
  readonly sourceId: string | null;
  /** How its source stood when it was said last. */
  readonly setting: Setting | null;
  readonly conversationId: string | null;
  readonly scope: VisibilityScope;
  readonly sensitivity: Sensitivity;
  readonly sensitivityLabel: string;
  readonly portable: boolean;
  readonly disclosure: Disclosure;
  readonly origin: 'extracted' | 'remembered' | 'imported';
  readonly topic: string | null;
  readonly value: string | null;
  readonly observedAt: Date;
  readonly firstObservedAt: Date;
  readonly recordedAt: Date;
  readonly updatedAt: Date;
  readonly expiresAt: Date | null;
  readonly isExpiryGiven: boolean;
  readonly supersededBy: string | null;
  readonly supersededAt: Date | null;
  readonly conflictsWith: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
  /** A person decided something about it: what is read again changes it no more. */
  readonly isCorrected: boolean;
  /** When a person first put other words in its place: what is said after that is said anew. */
  readonly rewordedAt: Date | null;
  /** What was said up to then is forgotten. */
  readonly forgottenAt: Date | null;
  /** The message that let its owner know it; null: it is no copy. */
  readonly sharedIn: string | null;
  /** The memory that it is a copy of; null too for copies of before that was kept. */
  readonly copyOf: string | null;
  /** The review in which a person said that it is not so, or that another says it; null: it stands. */
  readonly setAsideIn: string | null;
  /** The message in which it was said not to be so, or no longer; null: it was not. */
  readonly endedIn: string | null;
  readonly disclosureHistory: DisclosureHistory;
}

/** A memory with why it is believed. */
export interface MemoryState {
  readonly memory: Memory;
  readonly evidence: readonly Evidence[];
}

/** What a message or a call says of a memory it says once: said again by the same it is the same evidence. */
export const evidenceKeyOf = ({ recordId, eventId }: Pick<Evidence, 'recordId' | 'eventId'>): string =>
  recordId ?? `call:${eventId ?? ''}`;

export const trustOf = (speakerId: string | null, subjectIds: readonly string[]): Trust => {
  if (speakerId === null || subjectIds.length === 0) return 'unknown';
  return subjectIds.includes(speakerId) ? 'fact' : 'hearsay';
};
