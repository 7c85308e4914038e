import { event } from '#domain';
import type { LogWriter, StreamAppend } from '#event-log';
import { placesOfMessages, releasedBy, withheldByAuthors } from '#read-models';
import type { Asking } from '../target/effect.js';
import { isSameList, messagesSpeakingOf } from './withhold-messages.js';
import { messageStream } from '../../message-stream.js';

interface Released {
  readonly appends: readonly StreamAppend[];
  /** Those that are let be known by it, also when it was read before. */
  readonly recordIds: readonly string[];
}

/**
 * "You can tell Tom": what their author asked before to be kept from him is kept from him no longer, the messages as the
 * facts. It means what it names, else what was kept last.
 */
export const releaseMessages = async (
  writer: LogWriter,
  asking: Asking,
  what: string | null,
  freedIds: readonly string[] | 'everybody',
): Promise<Released> => {
  const { message, reading } = asking.item;
  const { row } = message;
  // Told to keep it and to tell it in one breath, it is kept.
  if (reading.directives.some(({ kind }) => kind === 'confide')) return { appends: [], recordIds: [] };
  const kept = (await withheldByAuthors(writer.sql, asking.cluster, row.sent_at)).filter(
    (order) =>
      order.withheld_from_ids.length > 0 &&
      (freedIds === 'everybody' || order.withheld_from_ids.some((id) => freedIds.includes(id))),
  );
  const spoken = what === null ? null : new Set(await messagesSpeakingOf(writer, asking, [what]));
  const last = Math.max(...kept.map(({ at }) => at.getTime()));
  const meant = kept.filter((order) =>
    spoken === null ? order.at.getTime() === last : spoken.has(order.record_id),
  );
  const fromOf = new Map<string, Set<string>>();
  for (const order of meant)
    for (const id of order.withheld_from_ids)
      if (freedIds === 'everybody' || freedIds.includes(id))
        fromOf.set(order.record_id, (fromOf.get(order.record_id) ?? new Set()).add(id));
  const placeOf = await placesOfMessages(writer.sql, [...fromOf.keys()]);
  // INVARIANT: read again it says nothing again: what it says has its message read, and that has this read.
  const before = await releasedBy(writer.sql, row.record_id);
  const appends = [...fromOf].flatMap(([recordId, ids]): StreamAppend[] => {
    const sourceId = placeOf.get(recordId);
    if (isSameList(before.get(recordId), [...ids].sort())) return [];
    const released = {
      recordId,
      orderId: row.record_id,
      by: row.author_id,
      at: row.sent_at,
      toIds: [...ids].sort(),
    };
    return sourceId === undefined
      ? []
      : [
          {
            stream: messageStream(sourceId, recordId),
            events: [event('MessageReleased', released, row.sent_at)],
          },
        ];
  });
  return { appends, recordIds: [...new Set([...before.keys(), ...fromOf.keys()])] };
};
