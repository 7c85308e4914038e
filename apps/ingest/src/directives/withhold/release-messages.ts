import { event } from '#domain';
import type { LogWriter, StreamAppend } from '#event-log';
import { placesOfMessages, withheldByAuthors } from '#read-models';
import type { Asking } from '../target/effect.js';
import { messagesSpeakingOf } from './withhold-messages.js';

/**
 * "You can tell Tom": what their author asked before to be kept from him is kept from him no longer, the messages as the
 * facts. It means what it names, else what was kept last.
 */
export const releaseMessages = async (
  writer: LogWriter,
  asking: Asking,
  what: string | null,
  freedIds: readonly string[] | 'everybody',
): Promise<readonly StreamAppend[]> => {
  const { row } = asking.item.message;
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
  return [...fromOf].flatMap(([recordId, ids]): StreamAppend[] => {
    const sourceId = placeOf.get(recordId);
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
            stream: `message-${sourceId}+${recordId}`,
            events: [event('MessageReleased', released, row.sent_at)],
          },
        ];
  });
};
