import { eventScopeOf, type SaidSecret } from '#contracts';
import { eventKeyOf, eventKeyWithin } from '#domain';
import type { EventLog, LogWriter, RecordedEvent } from '#event-log';
import type { Delivery, Outcome } from '#messaging';
import { chatCommandOf, type ChatResult } from '../verification/chat-results.js';
import { heedWord, type Heeded } from '../verification/chat-words.js';
import { messageEventDecoder, type Received, type Taken } from './decode.js';
import { freshAmong } from './event-keys.js';
import { loadKnown } from './known.js';
import { recordEvent, recordIdOf, recordIdsOf, recordIdsWith } from './record-events.js';
import { commandIdOf, type RecordedResult } from '../recorded-result.js';
import { refusalOf } from './revising.js';

/** One that names no agent may be of several agents' messages. */
const revisionsIn = (
  appended: readonly RecordedEvent[],
  results: ReadonlyMap<string, RecordedResult>,
): ReadonlyMap<string, RecordedResult> => {
  const revised = new Map<string, RecordedResult>();
  for (const event of appended) {
    if (event.type !== 'MessageEdited' && event.type !== 'MessageDeleted') continue;
    const { eventKey, platform, messageId, sourceId, agentId } = event.data;
    const commandId = commandIdOf(eventKey);
    const { recordId: _, ...rest } = results.get(commandId) ?? { recordId: null };
    const revision = {
      platform,
      messageId,
      sourceId,
      agentId: revised.has(commandId) ? null : agentId,
      position: event.at.position.toString(),
    };
    revised.set(commandId, { ...rest, recordId: null, revision });
  }
  return revised;
};

type Wording = Pick<RecorderOptions, 'now' | 'newId'>;

const recordTenant = async (
  writer: LogWriter,
  options: Wording,
  tenantId: string,
  received: readonly Received[],
): Promise<number> => {
  const { sql, idKey } = writer;
  const fresh = await freshAmong(writer, tenantId, received);
  const events = fresh.map(({ event }) => event);
  const idsFor = recordIdsWith(idKey, tenantId);
  const known = {
    ...(await loadKnown(sql, tenantId, events, recordIdsOf(idsFor, tenantId, events))),
    idsFor,
  };
  const results = new Map<string, RecordedResult>();
  const posted: Taken[] = [];
  const appends = fresh.flatMap((one) => {
    const { event, eventKey } = one;
    const recordId = event.type === 'kith.message.posted.v1' ? recordIdOf(known, event) : null;
    const isRepeat = recordId !== null && known.agentOf.has(recordId);
    const refused = isRepeat ? null : refusalOf(known, event);
    results.set(commandIdOf(eventKey), {
      recordId,
      by: eventScopeOf(event),
      ...(one.traceparent === null ? {} : { traceparent: one.traceparent }),
      ...(refused ? { refused } : {}),
      ...(one.reachesAll ? { reachesAll: true } : {}),
    });
    if (refused || isRepeat) return [];
    if (event.type === 'kith.message.posted.v1') posted.push(one);
    return recordEvent(known, one);
  });
  const heeded = new Map<string, Heeded>();
  for (const { event } of posted) {
    const one =
      event.type === 'kith.message.posted.v1' ? await heedWord(writer, options, tenantId, event) : null;
    if (one) heeded.set(chatCommandOf(eventKeyWithin(eventKeyOf(event), eventScopeOf(event))), one);
  }
  const words = [...heeded.values()].flatMap((one) => one.appends);
  const appended = await writer.append([...appends, ...words], { actor: 'ingest' });
  const chat = [...heeded].map(([commandId, { result }]): readonly [string, ChatResult] => [
    commandId,
    result,
  ]);
  await writer.remember(new Map<string, unknown>([...results, ...revisionsIn(appended, results), ...chat]));
  return appends.length;
};

export interface RecorderOptions {
  readonly log: EventLog;
  readonly now: () => Date;
  readonly newId: () => string;
  /** Those of these tenants that there are. */
  readonly tenantsAmong: (tenantIds: readonly string[]) => Promise<readonly string[]>;
  /** A token or a code in a message that was published past the edge. */
  readonly hear: (tenantId: string, said: SaidSecret) => Promise<unknown>;
  readonly onRecorded: (messages: number) => void;
  /** Most events of one unit of work. */
  readonly unitSize: number;
  /** What is parked may be meant. Waited for: a deletion is not done before. */
  readonly onDeleted: () => Promise<void>;
}

const unitsOf = (events: readonly Received[], size: number): readonly (readonly Received[])[] =>
  Array.from({ length: Math.ceil(events.length / size) }, (_, at) =>
    events.slice(at * size, (at + 1) * size),
  );

/** Who publishes past the edge may name a tenant that no operator made: nobody has a key to what would be kept there. */
const noTenant = { ok: false, cause: 'tenant: there is none of this id; an operator adds it' } as const;

/** Whether there is a tenant. One that there is stays: it is asked for once. */
const knownTenants = (among: RecorderOptions['tenantsAmong']) => {
  const known = new Set<string>();
  return async (tenantIds: readonly string[]): Promise<ReadonlySet<string>> => {
    const asked = tenantIds.filter((id) => !known.has(id));
    if (asked.length > 0) for (const id of await among(asked)) known.add(id);
    return known;
  };
};

/** Handler of bus `events`: whole batches, in order, in as few units of work as may be, each event once. */
export const recordDeliveries = (options: RecorderOptions) => {
  const { log, hear, onRecorded, onDeleted, unitSize } = options;
  const decode = messageEventDecoder();
  const tenants = knownTenants(options.tenantsAmong);
  return async (deliveries: readonly Delivery[]): Promise<readonly Outcome[]> => {
    const there = await tenants(deliveries.map(({ tenantId }) => tenantId));
    const decoded = deliveries.map((one) => (there.has(one.tenantId) ? decode(one) : noTenant));
    const byTenant = new Map<string, Received[]>();
    deliveries.forEach((delivery, index) => {
      const result = decoded[index];
      if (!result?.ok) return;
      byTenant.set(delivery.tenantId, [...(byTenant.get(delivery.tenantId) ?? []), result]);
    });
    for (const [index, result] of decoded.entries())
      if (result.ok && result.said !== null) await hear(deliveries[index]?.tenantId ?? '', result.said);
    for (const [tenantId, events] of byTenant)
      for (const unit of unitsOf(events, unitSize)) {
        await log.write(tenantId, (writer) => recordTenant(writer, options, tenantId, unit));
        onRecorded(unit.length);
      }
    if (decoded.some((result) => result.ok && result.event.type === 'kith.message.deleted.v1'))
      await onDeleted();
    return decoded.map((result) => (result.ok ? { kind: 'done' } : { kind: 'park', cause: result.cause }));
  };
};
