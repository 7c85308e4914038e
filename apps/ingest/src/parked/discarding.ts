import { event as build, type DiscardReason } from '#domain';
import type { EventLog } from '#event-log';
import type { MessageBus, ParkedMessage } from '#messaging';
import { commandIdOf, type RecordedResult } from '../recorded-result.js';

export const parkedIdOf = ({ consumer, sequence }: Pick<ParkedMessage, 'consumer' | 'sequence'>): string =>
  `${consumer}-${String(sequence)}`;

export interface Discarding {
  readonly log: EventLog;
  readonly bus: MessageBus;
  readonly now: () => Date;
}

/**
 * Lets go of what is parked, bytes and all. That it was done is told first: an event that is discarded is not recorded
 * when it is delivered once more.
 */
export const discardOne = async (
  { log, bus, now }: Discarding,
  message: ParkedMessage,
  reason: DiscardReason,
  keyId: string | null,
): Promise<boolean> => {
  const parkedId = parkedIdOf(message);
  const discarded = build(
    'ParkedDiscarded',
    { parkedId, consumer: message.consumer, publishedAs: message.id, reason, keyId },
    now(),
  );
  await log.write(message.tenantId, async (writer) => {
    await writer.append([{ stream: `parked-${parkedId}`, events: [discarded] }], {
      actor: keyId === null ? 'ingest' : `key:${keyId}`,
    });
    const result: RecordedResult = { recordId: null, discarded: reason };
    if (message.kind === 'events') await writer.remember(new Map([[commandIdOf(message.id), result]]));
  });
  return bus.discardParked(message.tenantId, message);
};
