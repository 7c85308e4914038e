import { event } from '../events.js';
import type { IdKey } from '../ids.js';
import { labelOfSensitivity, type Sensitivity } from '../words.js';
import { isClosedSince } from './disclosure-history.js';
import type { MemoryEvent } from './memory-event.js';
import type { Memory } from './memory.js';

/** The message by which somebody is let know. */
export interface SharingMessage {
  readonly recordId: string;
  readonly messageId: string;
  readonly eventId: string;
  readonly authorId: string;
  readonly sentAt: Date;
  /** Of its text, in UTF-16 units. */
  readonly length: number;
}

/** One for each message that lets them know: what was taken back may be shared again by another. */
export const copyIdOf = (idKey: IdKey, originalId: string, hearerId: string, recordId: string): string =>
  idKey.derive('told-to', originalId, hearerId, recordId);

export const isCopy = ({ sharedIn }: Pick<Memory, 'sharedIn'>): boolean => sharedIn !== null;

/**
 * Whether `copy` was made of that memory. Copies of before it was kept what they are of are known by their ids, which were
 * derived from it; the oldest had one id for all messages that tell of them.
 */
export const isCopyOf = (
  idKey: IdKey,
  { memoryId, copyOf, ownerId, sharedIn }: Pick<Memory, 'memoryId' | 'copyOf' | 'ownerId' | 'sharedIn'>,
  originalId: string,
): boolean => {
  if (sharedIn === null || ownerId === null) return false;
  if (copyOf !== null) return copyOf === originalId;
  return (
    memoryId === copyIdOf(idKey, originalId, ownerId, sharedIn) ||
    memoryId === idKey.derive('told-to', originalId, ownerId)
  );
};

/** Shared by another message already, or by this one and taken back or changed by its hearer since. */
const isSharedOrOver = (copies: readonly Memory[], copyId: string): boolean =>
  copies.some((copy) => {
    const isOver = copy.status === 'forgotten';
    return copy.memoryId === copyId ? isOver || copy.isCorrected : !isOver;
  });

export interface Sharing {
  readonly original: Memory;
  readonly hearerId: string;
  readonly message: SharingMessage;
  /** All that the hearer was let know of this memory so far, with what was taken back. */
  readonly copies: readonly Memory[];
  /** The copy was held from this message when it was read before: it is read again, and nothing new is let be told. */
  readonly wasShared: boolean;
}

/**
 * "You can tell Ana": Ana gets a copy that is hers to hear, in private; nobody else hears more than before.
 * INVARIANT: the copy is owned by her, private, no less than personal, and kept from the speaker and the people whom it is
 * about: what they may hear they hear by the original.
 */
export const shareMemory = (
  idKey: IdKey,
  { original, hearerId, message, copies, wasShared }: Sharing,
): readonly MemoryEvent[] => {
  const { recordId, authorId, sentAt } = message;
  const copyId = copyIdOf(idKey, original.memoryId, hearerId, recordId);
  const isClosed = !wasShared && isClosedSince(original.disclosureHistory, hearerId, sentAt);
  if (hearerId === authorId || original.sensitivity === 3 || original.status === 'pending') return [];
  if (isClosed || isSharedOrOver(copies, copyId)) return [];
  const rank = Math.max(1, original.sensitivity) as Sensitivity;
  const { speakerId, subjectIds, withheldFromIds } = original;
  // The speaker and the subjects have the original: the copy is for one pair of ears.
  const keptFrom = [...withheldFromIds, ...subjectIds, ...(speakerId === null ? [] : [speakerId])];
  const shared = {
    memoryId: copyId,
    copyOf: original.memoryId,
    hearerId,
    by: authorId,
    agentId: original.agentId,
    speakerId,
    subjectIds: [...subjectIds],
    withheldFromIds: [...new Set(keptFrom.filter((other) => other !== hearerId))].sort(),
    sourceId: original.sourceId,
    conversationId: original.conversationId,
    evidence: {
      recordId,
      messageId: message.messageId,
      eventId: message.eventId,
      start: 0,
      end: message.length,
      pattern: 'told-to',
      observedAt: sentAt,
      setting: null,
    },
    content: original.content,
    memoryType: original.memoryType,
    importance: original.importance,
    confidence: original.confidence,
    provenanceConfidence: original.provenanceConfidence,
    scope: 'private_subject' as const,
    rank,
    sensitivityLabel: labelOfSensitivity[rank],
    portable: true,
    disclosure: 'public' as const,
    expiresAt: original.expiresAt,
    // What was shared ends when that ends which it tells of.
    isExpiryGiven: original.expiresAt !== null,
    topic: original.topic,
    value: original.value,
    metadata: null,
  };
  return [event('MemoryShared', shared, sentAt)];
};

/** Takes back what these people were let know by then, but from those in `exceptIds`. */
export const takeBackCopy = (
  copy: Memory,
  { authorId, sentAt }: Pick<SharingMessage, 'authorId' | 'sentAt'>,
  exceptIds: readonly string[],
  at: Date,
): readonly MemoryEvent[] => {
  const stays = copy.status === 'forgotten' || copy.firstObservedAt > sentAt;
  if (stays || exceptIds.includes(copy.ownerId ?? '')) return [];
  const over = { memoryId: copy.memoryId, by: authorId, reason: 'asked-in-a-message' };
  return [event('MemoryForgotten', over, at)];
};
