import type { KithEventOf } from '../events.js';

export const memoryEventTypes = [
  'MemoryCaptured',
  'MemoryShared',
  'MemoryEvidenced',
  'MemoryEvidenceWithdrawn',
  'MemorySuperseded',
  'MemoryRestored',
  'MemoryEnded',
  'MemoryEndingWithdrawn',
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
export interface Recorded {
  readonly recordedAt: Date;
}
export type Of<T extends MemoryEvent['type']> = KithEventOf<T> & Recorded;
