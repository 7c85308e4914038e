import { event } from '#domain';
import type { LogWriter, StreamAppend } from '#event-log';
import { ownMessagesWith, placesOfMessages, withheldBy } from '#read-models';
import type { Asking } from '../target/effect.js';
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

/** Keeps these messages to their conversations, and from these people, whatever is held of them. */
export const withholdMessages = async (
  writer: LogWriter,
  { item, cluster }: Asking,
  recordIds: readonly string[],
  {
    fromIds,
    isOnlyFromSome,
  }: {
    readonly fromIds: readonly string[];
    /** Of what was said in a place. */
    readonly isOnlyFromSome: (sourceId: string) => boolean;
  },
): Promise<readonly StreamAppend[]> => {
  if (recordIds.length === 0) return [];
  const { row } = item.message;
  const from = [...new Set(fromIds)].filter((id) => !cluster.includes(id)).sort();
  const before = await withheldBy(writer.sql, row.record_id);
  const placeOf = await placesOfMessages(writer.sql, recordIds);
  return recordIds.flatMap((recordId): StreamAppend[] => {
    const sourceId = placeOf.get(recordId);
    if (sourceId === undefined || isSameList(before.get(recordId), from)) return [];
    const kept = {
      recordId,
      orderId: row.record_id,
      by: row.author_id,
      at: row.sent_at,
      withheldFromIds: from,
      isOnlyFromSome: isOnlyFromSome(sourceId),
    };
    return [
      {
        stream: messageStream(sourceId, recordId),
        events: [event('MessageWithheld', kept, row.sent_at)],
      },
    ];
  });
};
