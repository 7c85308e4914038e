import type { SaidSecret, MessageEventOf } from '#contracts';
import { agentEntityId, eventKeyOf, type DiscardReason, type FieldError } from '#domain';
import type { EventLog, LogWriter, RecordedEvent } from '#event-log';
import type { Delivery, Outcome } from '#messaging';
import { chatCommandOf, type ChatResult } from '../verification/chat-results.js';
import { heedWord, type Heeded } from '../verification/chat-words.js';
import { commandIdOf, messageEventDecoder, type Received } from './decode.js';
import { loadKnown, type Known } from './known.js';
import { recordEvent, recordIdOf } from './record-events.js';
import {
  agentRevised,
  isOfOtherAgent,
  isRevising,
  placeRevised,
  recordIdRevised,
  refusalOf,
  type Revising,
} from './revising.js';

/** Which message an edit or a deletion is of; it may come later. */
export interface Revision {
  readonly platform: string;
  readonly messageId: string;
  readonly sourceId: string | null;
  /** Whose message it is said to be of. Of before it was kept: not known, and any agent's. */
  readonly agentId?: string | null;
  /** Of the revision in the log; 0 where it was not recorded. */
  readonly position: string;
}

/** For which platform an event was published, and for which agent, if it names one. */
export interface PublishedBy {
  readonly platform: string;
  readonly agentId: string | null;
}

/** What is remembered of a carried-out event: the message it posted, or what it did to one. */
export interface RecordedResult {
  readonly recordId: string | null;
  /** Of before it was kept: not known. */
  readonly by?: PublishedBy;
  readonly revision?: Revision;
  /** It was not carried out, and never will be. */
  readonly refused?: FieldError;
  /** It was parked, and let go of. */
  readonly discarded?: DiscardReason;
  /** The trace in which it came, where anybody collects them: what comes of it later goes on in there. */
  readonly traceparent?: string;
  /** What it orders may reach other agents than the one that heard it. */
  readonly reachesAll?: boolean;
}

const revisionsIn = (appended: readonly RecordedEvent[]): ReadonlyMap<string, RecordedResult> =>
  new Map(
    appended.flatMap((event): readonly [string, RecordedResult][] => {
      if (event.type !== 'MessageEdited' && event.type !== 'MessageDeleted') return [];
      const { eventKey, platform, messageId, sourceId, agentId } = event.data;
      const revision = { platform, messageId, sourceId, agentId, position: event.at.position.toString() };
      return [[commandIdOf(eventKey), { recordId: null, by: { platform, agentId }, revision }]];
    }),
  );

/** What is remembered of a revision that is not recorded: the same as of one whose message nobody knows. */
const vainOf = (known: Known, event: Revising): Revision => ({
  platform: event.data.platform,
  messageId: event.data.message_id,
  sourceId: placeRevised(known, event),
  agentId: agentRevised(known.tenantId, event),
  position: '0',
});

const publishedBy = (tenantId: string, { data }: Received['event']): PublishedBy => ({
  platform: data.platform,
  agentId: data.agent_id === undefined ? null : agentEntityId(tenantId, data.agent_id),
});

type Wording = Pick<RecorderOptions, 'now' | 'newId'>;

const recordTenant = async (
  writer: LogWriter,
  options: Wording,
  tenantId: string,
  received: readonly Received[],
): Promise<number> => {
  const { sql, idKey } = writer;
  const carriedOut = await writer.carriedOut(received.map(({ event }) => commandIdOf(eventKeyOf(event))));
  const fresh = received.filter(({ event }) => !carriedOut.has(commandIdOf(eventKeyOf(event))));
  const events = fresh.map(({ event }) => event);
  const recordIds = events.flatMap((event) => {
    if (event.type === 'kith.message.posted.v1') return [recordIdOf(idKey, tenantId, event)];
    const revised = isRevising(event) ? recordIdRevised({ tenantId }, idKey, event) : null;
    return revised === null ? [] : [revised];
  });
  const known = { ...(await loadKnown(sql, tenantId, events, recordIds)), idKey };
  const results = new Map<string, RecordedResult>();
  const posted: MessageEventOf<'kith.message.posted.v1'>[] = [];
  const appends = fresh.flatMap((one) => {
    const { event } = one;
    const commandId = commandIdOf(eventKeyOf(event));
    const recordId = event.type === 'kith.message.posted.v1' ? recordIdOf(idKey, tenantId, event) : null;
    const isRepeat = results.has(commandId) || (recordId !== null && known.agentOf.has(recordId));
    const refused = isRepeat ? null : refusalOf(known, event);
    const vain =
      isRepeat || !isRevising(event) || !isOfOtherAgent(known, event) ? null : vainOf(known, event);
    if (!results.has(commandId))
      results.set(commandId, {
        recordId,
        by: publishedBy(tenantId, event),
        ...(one.traceparent === null ? {} : { traceparent: one.traceparent }),
        ...(refused ? { refused } : vain ? { revision: vain } : {}),
        ...(one.reachesAll ? { reachesAll: true } : {}),
      });
    if (refused || isRepeat || vain) return [];
    if (event.type === 'kith.message.posted.v1') posted.push(event);
    return recordEvent(known, one);
  });
  const heeded = new Map<string, Heeded>();
  for (const event of posted) {
    const one = await heedWord(writer, options, tenantId, event);
    if (one) heeded.set(chatCommandOf(eventKeyOf(event)), one);
  }
  const words = [...heeded.values()].flatMap((one) => one.appends);
  const appended = await writer.append([...appends, ...words], { actor: 'ingest' });
  const chat = [...heeded].map(([commandId, { result }]): readonly [string, ChatResult] => [
    commandId,
    result,
  ]);
  await writer.remember(new Map<string, unknown>([...results, ...revisionsIn(appended), ...chat]));
  return appends.length;
};

export interface RecorderOptions {
  readonly log: EventLog;
  readonly now: () => Date;
  readonly newId: () => string;
  /** A token or a code in a message that was published past the edge. */
  readonly hear: (tenantId: string, said: SaidSecret) => Promise<unknown>;
  readonly onRecorded: (messages: number) => void;
  /** What is parked may be meant. Waited for: a deletion is not done before. */
  readonly onDeleted: () => Promise<void>;
}

/** Handler of bus `events`: whole batches, one unit of work a tenant, each event once. */
export const recordDeliveries = (options: RecorderOptions) => {
  const { log, hear, onRecorded, onDeleted } = options;
  const decode = messageEventDecoder();
  return async (deliveries: readonly Delivery[]): Promise<readonly Outcome[]> => {
    const decoded = deliveries.map(decode);
    const byTenant = new Map<string, Received[]>();
    deliveries.forEach((delivery, index) => {
      const result = decoded[index];
      if (!result?.ok) return;
      byTenant.set(delivery.tenantId, [...(byTenant.get(delivery.tenantId) ?? []), result]);
    });
    for (const [index, result] of decoded.entries())
      if (result.ok && result.said !== null) await hear(deliveries[index]?.tenantId ?? '', result.said);
    for (const [tenantId, events] of byTenant) {
      await log.write(tenantId, (writer) => recordTenant(writer, options, tenantId, events));
      onRecorded(events.length);
    }
    if (decoded.some((result) => result.ok && result.event.type === 'kith.message.deleted.v1'))
      await onDeleted();
    return decoded.map((result) => (result.ok ? { kind: 'done' } : { kind: 'park', cause: result.cause }));
  };
};
