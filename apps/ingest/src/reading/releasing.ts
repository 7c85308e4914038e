import {
  event as build,
  labelOfRank,
  type IdKey,
  type MemoryType,
  type Rank,
  type VisibilityScope,
} from '#domain';
import type { StreamAppend } from '#event-log';
import type { MemoryRow, MessageRow } from '#read-models';
import type { ToHold } from './contexts.js';
import { copyIdOf, type Copy } from './copies.js';
import { isClosedSince, isFreeSince, isKeptSince, isLowerSince, isOpenSince, type Reach } from './reach.js';

type ReachOf = (memoryId: string) => Reach;

const isBefore = (noted: Date | null | undefined, at: Date): boolean =>
  noted === null || noted === undefined || noted < at;

/**
 * "Keep that between us", after it was said: it stays in its conversation, and is as personal as what is confided.
 * What was decided of it later stands, however often this is read.
 */
export const confidedAgain = (
  row: MessageRow,
  rows: readonly MemoryRow[],
  /** Whom each is kept from; and whether from nobody else, so that it is personal to nobody. */
  kept: { readonly fromOf: (memory: MemoryRow) => readonly string[]; readonly isOnlyFromSome: boolean },
  reachOf: ReachOf,
): readonly StreamAppend[] =>
  rows.flatMap((memory): StreamAppend[] => {
    const { memory_id: memoryId, sensitivity_rank: before } = memory;
    const at = row.sent_at;
    const reach = reachOf(memoryId);
    const meant = kept.fromOf(memory);
    const named = meant.filter((id) => !isFreeSince(reach, id, at));
    const from = [...new Set([...memory.withheld_from_ids, ...named])].sort();
    const isOpen = kept.isOnlyFromSome && [...from, ...meant].length > 0;
    const rank = Math.max(isOpen || isLowerSince(reach, at) ? 0 : 1, before) as Rank;
    const closes = !isOpenSince(reach, at);
    // Said once more it changes nothing but since when it holds.
    const isNews =
      (closes && memory.disclosure !== 'conversation_private') ||
      before < rank ||
      memory.withheld_from_ids.length < from.length ||
      named.some((id) => isBefore(reach.keptAt.get(id), at)) ||
      (closes && !isOpen && isBefore(reach.closedAt, at));
    if (!isNews) return [];
    const corrected = build(
      'MemoryCorrected',
      {
        memoryId,
        by: row.author_id,
        ...(closes ? { disclosure: 'conversation_private' as const } : {}),
        rank,
        sensitivityLabel: labelOfRank[rank],
        withheldFromIds: from,
      },
      at,
    );
    return [{ stream: `memory-${memoryId}`, expectedVersion: 'any', events: [corrected] }];
  });

/** "You can tell Tom", from whom it was kept: it is kept from him no longer. To nobody in particular: from nobody. */
export const keptNoLonger = (
  row: MessageRow,
  rows: readonly MemoryRow[],
  toIds: readonly string[] | 'everybody',
  reachOf: ReachOf,
): readonly StreamAppend[] =>
  rows.flatMap((memory): StreamAppend[] => {
    const { memory_id: memoryId } = memory;
    const reach = reachOf(memoryId);
    const left = memory.withheld_from_ids.filter(
      (id) => (toIds !== 'everybody' && !toIds.includes(id)) || isKeptSince(reach, id, row.sent_at),
    );
    if (left.length === memory.withheld_from_ids.length) return [];
    const freed = { memoryId, by: row.author_id, withheldFromIds: left };
    const corrected = build('MemoryCorrected', freed, row.sent_at);
    return [{ stream: `memory-${memoryId}`, expectedVersion: 'any', events: [corrected] }];
  });

/** Told by another message already, or by this one and taken back or changed by its hearer since. */
const isToldOrOver = (
  idKey: IdKey,
  memory: MemoryRow,
  hearerId: string,
  recordId: string,
  copies: readonly Copy[],
): boolean =>
  copies.some((copy) => {
    if (copy.originalId !== memory.memory_id || copy.memory.owner_entity_id !== hearerId) return false;
    const isOver = copy.memory.status === 'forgotten';
    const isOfThis = copy.memory.memory_id === copyIdOf(idKey, memory.memory_id, hearerId, recordId);
    return isOfThis ? isOver || copy.memory.corrected : !isOver;
  });

export interface Telling {
  readonly idKey: IdKey;
  readonly copies: readonly Copy[];
  readonly reachOf: ReachOf;
  /** What was held from this message when it was read again: what was taken back since is not among it. */
  readonly toldBefore: ReadonlySet<string>;
}

/**
 * "You can tell Ana": Ana gets a copy that is hers to hear, in private; nobody else hears more than before.
 * INVARIANT: the copy is owned by her, private, no less than personal, and kept from the speaker and the people whom it is about: what
 * they may hear they hear by the original.
 */
export const toldTo = (
  { unread: { row } }: ToHold,
  rows: readonly MemoryRow[],
  toIds: readonly string[],
  { idKey, copies, reachOf, toldBefore }: Telling,
): readonly StreamAppend[] =>
  rows.flatMap((memory) =>
    toIds
      .filter(
        (entityId) =>
          entityId !== row.author_id &&
          memory.sensitivity_rank < 3 &&
          memory.status !== 'pending' &&
          !isToldOrOver(idKey, memory, entityId, row.record_id, copies) &&
          (toldBefore.has(copyIdOf(idKey, memory.memory_id, entityId, row.record_id)) ||
            !isClosedSince(reachOf(memory.memory_id), entityId, row.sent_at)),
      )
      .map((entityId): StreamAppend => {
        const memoryId = copyIdOf(idKey, memory.memory_id, entityId, row.record_id);
        const rank = Math.max(1, memory.sensitivity_rank) as Rank;
        // The speaker and the subjects have the original: the copy is for one pair of ears.
        const keptFrom = [
          ...memory.withheld_from_ids,
          ...memory.subject_entity_ids,
          ...(memory.speaker_entity_id === null ? [] : [memory.speaker_entity_id]),
        ].filter((other) => other !== entityId);
        const told = build(
          'MemoryCaptured',
          {
            memoryId,
            agentId: memory.agent_id,
            status: 'active',
            speakerId: memory.speaker_entity_id,
            ownerId: entityId,
            subjectIds: [...memory.subject_entity_ids],
            withheldFromIds: [...new Set(keptFrom)].sort(),
            sourceId: memory.source_id,
            conversationId: memory.conversation_id,
            origin: 'extracted',
            evidence: {
              recordId: row.record_id,
              messageId: row.message_id,
              eventId: row.event_key.slice(row.event_key.indexOf('|') + 1),
              start: 0,
              end: (row.text ?? '').length,
              pattern: 'told-to',
              observedAt: row.sent_at,
              setting: null,
            },
            content: memory.content,
            memoryType: memory.memory_type as MemoryType,
            importance: memory.importance,
            confidence: memory.confidence,
            provenanceConfidence: memory.provenance_confidence,
            scope: 'private_subject' satisfies VisibilityScope,
            rank,
            sensitivityLabel: labelOfRank[rank],
            portable: true,
            disclosure: 'public',
            expiresAt: memory.expires_at,
            // What was told ends when that ends which it tells of.
            isExpiryGiven: memory.expires_at !== null,
            topic: memory.topic,
            value: memory.value,
            metadata: null,
          },
          row.sent_at,
        );
        return { stream: `memory-${memoryId}`, expectedVersion: 'any', events: [told] };
      }),
  );
