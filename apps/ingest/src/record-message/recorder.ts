import { eventKeyOf, type DiscardReason, type FieldError } from '#domain';
import type { EventLog, LogWriter, RecordedEvent } from '#event-log';
import type { Delivery, Outcome } from '#messaging';
import { commandIdOf, messageEventDecoder, type Received } from './decode.js';
import { loadKnown } from './known.js';
import { recordEvent, recordIdOf } from './record-events.js';
import { refusalOf } from './revising.js';

/** Which message an edit or a deletion is of; it may come later. */
export interface Revision {
  readonly platform: string;
  readonly messageId: string;
  readonly sourceId: string | null;
  /** Of the revision in the log. */
  readonly position: string;
}

/** What is remembered of a carried-out event: the message it posted, or what it did to one. */
export interface RecordedResult {
  readonly recordId: string | null;
  readonly revision?: Revision;
  /** It was not carried out, and never will be. */
  readonly refused?: FieldError;
  /** It was parked, and let go of. */
  readonly discarded?: DiscardReason;
}

const revisionsIn = (appended: readonly RecordedEvent[]): ReadonlyMap<string, RecordedResult> =>
  new Map(
    appended.flatMap((event): readonly [string, RecordedResult][] => {
      if (event.type !== 'MessageEdited' && event.type !== 'MessageDeleted') return [];
      const { eventKey, platform, messageId, sourceId } = event.data;
      const revision = { platform, messageId, sourceId, position: event.at.position.toString() };
      return [[commandIdOf(eventKey), { recordId: null, revision }]];
    }),
  );

const recordTenant = async (
  writer: LogWriter,
  tenantId: string,
  received: readonly Received[],
): Promise<number> => {
  const { sql, idKey } = writer;
  const carriedOut = await writer.carriedOut(received.map(({ event }) => commandIdOf(eventKeyOf(event))));
  const fresh = received.filter(({ event }) => !carriedOut.has(commandIdOf(eventKeyOf(event))));
  const events = fresh.map(({ event }) => event);
  const recordIds = events.flatMap((event) =>
    event.type === 'kith.message.posted.v1' ? [recordIdOf(idKey, tenantId, event)] : [],
  );
  const known = { ...(await loadKnown(sql, tenantId, events, recordIds)), idKey };
  const results = new Map<string, RecordedResult>();
  const appends = fresh.flatMap((one) => {
    const { event } = one;
    const commandId = commandIdOf(eventKeyOf(event));
    const recordId = event.type === 'kith.message.posted.v1' ? recordIdOf(idKey, tenantId, event) : null;
    const isRepeat = results.has(commandId) || (recordId !== null && known.recordIds.has(recordId));
    const refused = isRepeat ? null : refusalOf(known, event);
    if (!results.has(commandId)) results.set(commandId, { recordId, ...(refused ? { refused } : {}) });
    if (refused) return [];
    return isRepeat ? [] : recordEvent(known, one);
  });
  const appended = await writer.append(appends, { actor: 'ingest' });
  await writer.remember(new Map([...results, ...revisionsIn(appended)]));
  return appends.length;
};

export interface RecorderOptions {
  readonly log: EventLog;
  readonly onRecorded: (messages: number) => void;
  /** What is parked may be meant. Waited for: a deletion is not done before. */
  readonly onDeleted: () => Promise<void>;
}

/** Handler of bus `events`: whole batches, one unit of work a tenant, each event once. */
export const recordDeliveries = ({ log, onRecorded, onDeleted }: RecorderOptions) => {
  const decode = messageEventDecoder();
  return async (deliveries: readonly Delivery[]): Promise<readonly Outcome[]> => {
    const decoded = deliveries.map(decode);
    const byTenant = new Map<string, Received[]>();
    deliveries.forEach((delivery, index) => {
      const result = decoded[index];
      if (!result?.ok) return;
      byTenant.set(delivery.tenantId, [...(byTenant.get(delivery.tenantId) ?? []), result]);
    });
    for (const [tenantId, events] of byTenant) {
      await log.write(tenantId, (writer) => recordTenant(writer, tenantId, events));
      onRecorded(events.length);
    }
    if (decoded.some((result) => result.ok && result.event.type === 'kith.message.deleted.v1'))
      await onDeleted();
    return decoded.map((result) => (result.ok ? { kind: 'done' } : { kind: 'park', cause: result.cause }));
  };
};
