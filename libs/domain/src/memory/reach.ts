import { event } from '../events.js';
import { labelOfSensitivity, type Sensitivity } from '../words.js';
import { isFreeSince, isKeptSince, isLowerSince, isOpenSince } from './disclosure-history.js';
import type { MemoryEvent } from './memory-event.js';
import type { Memory } from './memory.js';

/** By whom and when something was decided about a memory. */
export interface DecidedBy {
  readonly authorId: string;
  readonly sentAt: Date;
}

const isBefore = (noted: Date | null | undefined, at: Date): boolean =>
  noted === null || noted === undefined || noted < at;

/**
 * "Keep that between us", after it was said: it stays in its conversation, and is as personal as what is confided.
 * What was decided of it later stands, however often this is read.
 */
export const keepFrom = (
  memory: Memory,
  { authorId, sentAt }: DecidedBy,
  /** Whom it is kept from; and whether from nobody else, so that it is personal to nobody. */
  kept: { readonly fromIds: readonly string[]; readonly isOnlyFromSome: boolean },
): readonly MemoryEvent[] => {
  const { memoryId, sensitivity: before, disclosureHistory: history } = memory;
  const named = kept.fromIds.filter((id) => !isFreeSince(history, id, sentAt));
  const from = [...new Set([...memory.withheldFromIds, ...named])].sort();
  const isOpen = kept.isOnlyFromSome && [...from, ...kept.fromIds].length > 0;
  const rank = Math.max(isOpen || isLowerSince(history, sentAt) ? 0 : 1, before) as Sensitivity;
  const closes = !isOpenSince(history, sentAt);
  // Said once more it changes nothing but since when it holds.
  const isNews =
    (closes && memory.disclosure !== 'conversation_private') ||
    before < rank ||
    memory.withheldFromIds.length < from.length ||
    named.some((id) => isBefore(history.keptAt.get(id), sentAt)) ||
    (closes && !isOpen && isBefore(history.closedAt, sentAt));
  if (!isNews) return [];
  const change = {
    memoryId,
    by: authorId,
    ...(closes ? { disclosure: 'conversation_private' as const } : {}),
    rank,
    sensitivityLabel: labelOfSensitivity[rank],
    withheldFromIds: from,
  };
  return [event('MemoryReachChanged', change, sentAt)];
};

/** "You can tell Tom", from whom it was kept: it is kept from him no longer. To nobody in particular: from nobody. */
export const releaseTo = (
  { memoryId, withheldFromIds, disclosureHistory }: Memory,
  { authorId, sentAt }: DecidedBy,
  toIds: readonly string[] | 'everybody',
): readonly MemoryEvent[] => {
  const left = withheldFromIds.filter(
    (id) => (toIds !== 'everybody' && !toIds.includes(id)) || isKeptSince(disclosureHistory, id, sentAt),
  );
  if (left.length === withheldFromIds.length) return [];
  return [event('MemoryReachChanged', { memoryId, by: authorId, withheldFromIds: left }, sentAt)];
};
