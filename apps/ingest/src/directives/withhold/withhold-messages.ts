import { event } from '#domain';
import type { LogWriter, StreamAppend } from '#event-log';
import { ownMessagesWith, placesOfMessages, withheldBy } from '#read-models';
import type { Asking, KeptMessage } from '../target/effect.js';
import { lastKeptBack, wasCarriedOut } from '../target/target.js';
import { partsOf, speaksOf } from '../target/speaks-of.js';
import { messageStream } from '../../message-stream.js';

/** What its author wrote by then, anywhere, that speaks of any of this. */
export const messagesSpeakingOf = async (
  writer: LogWriter,
  { item, cluster }: Asking,
  whats: readonly string[],
): Promise<readonly string[]> => {
  const found = new Set<string>();
  for (const what of new Set(whats)) {
    const parts = partsOf(what);
    if (parts.length === 0) continue;
    const own = await ownMessagesWith(writer.sql, item.message.row, cluster, parts);
    for (const { record_id: id, text } of own) if (speaksOf(text, what)) found.add(id);
  }
  return [...found];
};

/**
 * Which messages an order means that was given in other words than theirs: what was said last. Read again, it guesses anew,
 * and means those that it meant.
 */
export const messagesGuessed = async (
  writer: LogWriter,
  { item }: Asking,
  what: string | null,
): Promise<readonly string[]> => {
  const { row } = item.message;
  if (what !== null && wasCarriedOut(row)) return [...(await withheldBy(writer.sql, row.record_id)).keys()];
  return lastKeptBack(writer.sql, item);
};

export const isSameList = (left: readonly string[] | undefined, right: readonly string[]): boolean =>
  left?.length === right.length && left.every((id, index) => id === right[index]);

/** These messages, kept to their conversations and from these people. */
export const messagesToKeep = async (
  writer: LogWriter,
  { cluster }: Asking,
  recordIds: readonly string[],
  {
    fromIds,
    isOnlyFromSome,
  }: {
    readonly fromIds: readonly string[];
    /** Of what was said in a place. */
    readonly isOnlyFromSome: (sourceId: string) => boolean;
  },
): Promise<readonly KeptMessage[]> => {
  if (recordIds.length === 0) return [];
  const placeOf = await placesOfMessages(writer.sql, recordIds);
  return recordIds.flatMap((recordId) => {
    const sourceId = placeOf.get(recordId);
    const from = fromIds.filter((id) => !cluster.includes(id));
    return sourceId === undefined
      ? []
      : [{ recordId, sourceId, fromIds: from, isOnlyFromSome: isOnlyFromSome(sourceId) }];
  });
};

const together = (one: KeptMessage, other: KeptMessage): KeptMessage => ({
  ...one,
  fromIds: [...one.fromIds, ...other.fromIds],
  isOnlyFromSome: one.isOnlyFromSome && other.isOnlyFromSome,
});

/**
 * INVARIANT: one message says once of another what it keeps of it, whatever orders it holds. Said in two events, the later
 * would let go of whom the former names, and each reading would say both again.
 */
export const withholdMessages = async (
  writer: LogWriter,
  { row }: Asking['item']['message'],
  kept: readonly KeptMessage[],
): Promise<readonly StreamAppend[]> => {
  if (kept.length === 0) return [];
  const before = await withheldBy(writer.sql, row.record_id);
  const each = new Map<string, KeptMessage>();
  for (const one of kept) {
    const other = each.get(one.recordId);
    each.set(one.recordId, other ? together(other, one) : one);
  }
  return [...each.values()].flatMap(({ recordId, sourceId, fromIds, isOnlyFromSome }): StreamAppend[] => {
    const from = [...new Set(fromIds)].sort();
    if (isSameList(before.get(recordId), from)) return [];
    const data = {
      recordId,
      orderId: row.record_id,
      by: row.author_id,
      at: row.sent_at,
      withheldFromIds: from,
      isOnlyFromSome,
    };
    return [
      { stream: messageStream(sourceId, recordId), events: [event('MessageWithheld', data, row.sent_at)] },
    ];
  });
};
