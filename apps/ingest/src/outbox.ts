import type { EventLog, RecordedEvent, Subscription } from '#event-log';
import type { MessageBus, Outgoing } from '#messaging';

/** What changed, by id alone: personal text never travels on bus `facts`. */
export interface Changed {
  readonly what: 'memory' | 'message' | 'entity' | 'source';
  readonly id: string;
  readonly position: string;
}

const changedBy = (event: RecordedEvent): Changed | null => {
  const position = event.at.position.toString();
  switch (event.type) {
    case 'MemoryCaptured':
    case 'MemoryEvidenced':
    case 'MemoryEvidenceWithdrawn':
    case 'MemorySuperseded':
    case 'MemoryRestored':
    case 'MemoryConflictsFound':
    case 'MemoryCorrected':
    case 'MemoryForgotten':
      return { what: 'memory', id: event.data.memoryId, position };
    case 'MessageRead':
      return { what: 'message', id: event.data.recordId, position };
    case 'ProfileObserved':
      return { what: 'entity', id: event.data.entityId, position };
    case 'SourceObserved':
      return { what: 'source', id: event.data.sourceId, position };
    default:
      return null;
  }
};

export const publishedTypes = [
  'MemoryCaptured',
  'MemoryEvidenced',
  'MemoryEvidenceWithdrawn',
  'MemorySuperseded',
  'MemoryRestored',
  'MemoryConflictsFound',
  'MemoryCorrected',
  'MemoryForgotten',
  'MessageRead',
  'ProfileObserved',
  'SourceObserved',
] as const;

const toOutgoing = (tenantId: string, changed: Changed): Outgoing => ({
  id: `${changed.what}:${changed.id}@${changed.position}`,
  tenantId,
  kind: 'facts',
  key: changed.id,
  body: Buffer.from(JSON.stringify(changed)),
  headers: {},
});

/** One notice an id: whoever hears it reads the newest row anyway. */
export const noticesOf = (events: readonly RecordedEvent[]): readonly Outgoing[] => {
  const last = new Map<string, Outgoing>();
  for (const event of events) {
    const changed = changedBy(event);
    if (!changed) continue;
    last.delete(`${changed.what}:${changed.id}`);
    last.set(`${changed.what}:${changed.id}`, toOutgoing(event.tenantId, changed));
  }
  return [...last.values()];
};

/** The log is its own outbox: a subscription tells bus `facts` what changed, at least once, in log order. */
export const startOutbox = (
  log: EventLog,
  bus: MessageBus,
  onError: (error: unknown) => void,
): Promise<Subscription> =>
  log.subscribe({
    name: 'ingest-outbox',
    types: publishedTypes,
    batchSize: 500,
    handle: async (events) => {
      await bus.publish(noticesOf(events));
    },
    onError,
  });
