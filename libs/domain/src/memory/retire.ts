import { event } from '../events.js';
import type { ArchiveReason } from '../maintenance/words.js';
import type { MemoryEvent } from './memory-event.js';
import type { Memory } from './memory.js';

type Retired = Pick<Memory, 'memoryId' | 'status' | 'expiresAt' | 'isCorrected'>;

const isOver = ({ expiresAt }: Pick<Memory, 'expiresAt'>, now: Date): boolean =>
  expiresAt !== null && expiresAt <= now;

/** What was of the moment is over: nothing where it is not, or was ended before. */
export const expireMemory = (memory: Retired, now: Date): readonly MemoryEvent[] => {
  const { memoryId, status, expiresAt } = memory;
  if (status !== 'active' || expiresAt === null || !isOver(memory, now)) return [];
  return [event('MemoryExpired', { memoryId, reason: 'ephemeral_decay', expiredAt: expiresAt }, now)];
};

/**
 * Why it may be put away without regard to how many there are: it is told to nobody any more.
 * INVARIANT: what a person decided about is never put away, nor what waits for a person to decide.
 */
export const endedBy = (memory: Retired, now: Date): ArchiveReason | null => {
  if (memory.isCorrected) return null;
  if (memory.status === 'superseded') return 'superseded';
  if (memory.status === 'expired') return 'ephemeral_decay';
  return memory.status === 'active' && isOver(memory, now) ? 'ephemeral_decay' : null;
};

/** Puts a memory away: it stays in the log and in its table, and is found no more. Nothing where the reason does not hold. */
export const archiveMemory = (memory: Retired, reason: ArchiveReason, now: Date): readonly MemoryEvent[] => {
  const ended = endedBy(memory, now);
  const holds =
    reason === 'max_entries'
      ? memory.status === 'active' && !memory.isCorrected && ended === null
      : ended === reason;
  return holds ? [event('MemoryArchived', { memoryId: memory.memoryId, reason }, now)] : [];
};
