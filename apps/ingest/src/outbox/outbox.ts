import type { KithEventType } from '#domain';
import type { EventLog, RecordedEvent, RecordedEventOf, Subscription } from '#event-log';
import type { MessageBus, Outgoing } from '#messaging';

/** What changed, by id alone: personal text never travels on bus `facts`. */
export interface Changed {
  readonly what: 'memory' | 'message' | 'entity' | 'source' | 'roster';
  readonly id: string;
  readonly position: string;
  /** Of the trace that led to it. */
  readonly traceparent?: string;
}

/** What each type of event changes, for whoever keeps an index. */
const changes = {
  MemoryCaptured: 'memory',
  MemoryShared: 'memory',
  MemoryEvidenced: 'memory',
  MemoryEvidenceWithdrawn: 'memory',
  MemorySuperseded: 'memory',
  MemoryRestored: 'memory',
  MemoryEnded: 'memory',
  MemoryEndingWithdrawn: 'memory',
  MemoryConflictsFound: 'memory',
  MemoryCorrected: 'memory',
  MemoryReachChanged: 'memory',
  MemorySubjectsChosen: 'memory',
  MemorySubjectsUnchosen: 'memory',
  MemorySetAside: 'memory',
  MemoryBroughtBack: 'memory',
  MemoryForgotten: 'memory',
  MemoryExpired: 'memory',
  MemoryArchived: 'memory',
  MessageRead: 'message',
  MessageErased: 'message',
  ProfileObserved: 'entity',
  SourceObserved: 'source',
  ParticipantJoined: 'roster',
  ParticipantLeft: 'roster',
} as const satisfies Partial<Record<KithEventType, Changed['what']>>;
type Published = keyof typeof changes;

const publishedTypes = Object.keys(changes) as readonly Published[];

const isPublished = (event: RecordedEvent): event is RecordedEventOf<Published> => event.type in changes;

const idIn = ({ data }: RecordedEventOf<Published>): string => {
  if ('memoryId' in data) return data.memoryId;
  if ('recordId' in data) return data.recordId;
  return 'sourceId' in data ? data.sourceId : data.entityId;
};

const changedBy = (event: RecordedEvent): Changed | null =>
  isPublished(event)
    ? { what: changes[event.type], id: idIn(event), position: event.at.position.toString() }
    : null;

/** Changes told of together: one message of the bus costs as much as the row it speaks of. */
const togetherAtMost = 50;

const toOutgoing = (tenantId: string, changed: readonly Changed[]): readonly Outgoing[] => {
  const [first] = changed;
  if (!first) return [];
  const id = `${first.what}:${first.id}@${first.position}+${String(changed.length)}`;
  // A key of its own: the index keeps to log positions, so nothing has to wait for what could not be indexed.
  return [{ id, tenantId, kind: 'facts', key: id, body: Buffer.from(JSON.stringify(changed)), headers: {} }];
};

/** One notice an id: whoever hears it reads the newest row anyway. */
const noticesOf = (
  events: readonly RecordedEvent[],
  traces: ReadonlyMap<string, string>,
): readonly Outgoing[] => {
  const byTenant = new Map<string, Map<string, Changed>>();
  for (const event of events) {
    const change = changedBy(event);
    if (!change) continue;
    const traceparent = traces.get(change.id);
    const changed = traceparent === undefined ? change : { ...change, traceparent };
    const last = byTenant.get(event.tenantId) ?? new Map<string, Changed>();
    last.delete(`${changed.what}:${changed.id}`);
    byTenant.set(event.tenantId, last.set(`${changed.what}:${changed.id}`, changed));
  }
  return [...byTenant].flatMap(([tenantId, last]) => {
    const all = [...last.values()];
    const chunks = Math.ceil(all.length / togetherAtMost);
    return Array.from({ length: chunks }, (_, at) =>
      toOutgoing(tenantId, all.slice(at * togetherAtMost, (at + 1) * togetherAtMost)),
    ).flat();
  });
};

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
    handle: async (events) => {
      await bus.publish(noticesOf(events, await tracesIn(events, traces)));
    },
    onError,
  });
