import type { EventLog, RecordedEvent, Subscription } from '#event-log';
import type { MessageBus } from '#messaging';
import { noticesOf, publishedTypes } from './notices.js';

/** By message, the trace in which it came. */
type Traces = (tenantId: string, recordIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;

const tracesIn = async (
  events: readonly RecordedEvent[],
  traces: Traces,
): Promise<ReadonlyMap<string, string>> => {
  const read = new Map<string, string[]>();
  for (const event of events)
    if (event.type === 'MessageRead')
      read.set(event.tenantId, [...(read.get(event.tenantId) ?? []), event.data.recordId]);
  const found = await Promise.all([...read].map(([tenantId, recordIds]) => traces(tenantId, recordIds)));
  return new Map(found.flatMap((one) => [...one]));
};

/** The log is its own outbox: a subscription tells bus `facts` what changed, at least once, in log order. */
export const startOutbox = (
  log: EventLog,
  bus: MessageBus,
  onError: (error: unknown) => void,
  traces: Traces,
): Promise<Subscription> =>
  log.subscribe({
    name: 'ingest-outbox',
    types: publishedTypes,
    batchSize: 500,
    asSealed: true,
    handle: async (events) => {
      await bus.publish(noticesOf(events, await tracesIn(events, traces)));
    },
    onError,
  });
