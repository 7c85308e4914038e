import type { ChangeNotice } from '#contracts';
import type { KithEventType, MemoryEvent } from '#domain';
import type { RecordedEvent, RecordedEventOf } from '#event-log';
import type { Outgoing } from '#messaging';

/** What each type of event changes, for whoever keeps an index; whatever befalls a memory changes it. */
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
} as const satisfies Record<MemoryEvent['type'], 'memory'> &
  Partial<Record<KithEventType, ChangeNotice['what']>>;
type Published = keyof typeof changes;

export const publishedTypes = Object.keys(changes) as readonly Published[];

const isPublished = (event: RecordedEvent): event is RecordedEventOf<Published> => event.type in changes;

const idIn = ({ data }: RecordedEventOf<Published>): string => {
  if ('memoryId' in data) return data.memoryId;
  if ('recordId' in data) return data.recordId;
  return 'sourceId' in data ? data.sourceId : data.entityId;
};

const changedBy = (event: RecordedEvent): ChangeNotice | null =>
  isPublished(event)
    ? { what: changes[event.type], id: idIn(event), position: event.at.position.toString() }
    : null;

/** Changes told of together: one message of the bus costs as much as the row it speaks of. */
const togetherAtMost = 50;

const toOutgoing = (tenantId: string, changed: readonly ChangeNotice[]): readonly Outgoing[] => {
  const [first, last] = [changed.at(0), changed.at(-1)];
  if (!first || !last) return [];
  // INVARIANT: one id, one content. After a crash the same first row may be told of again beside newer ones, as many of
  // them: were its id the same, the bus would take it for a duplicate, and the index would never hear of the newer.
  const id = `${first.what}:${first.id}@${first.position}-${last.position}+${String(changed.length)}`;
  // A key of its own: the index keeps to log positions, so nothing has to wait for what could not be indexed.
  return [{ id, tenantId, kind: 'facts', key: id, body: Buffer.from(JSON.stringify(changed)), headers: {} }];
};

/** One notice an id: whoever hears it reads the newest row anyway. */
export const noticesOf = (
  events: readonly RecordedEvent[],
  traces: ReadonlyMap<string, string>,
): readonly Outgoing[] => {
  const byTenant = new Map<string, Map<string, ChangeNotice>>();
  for (const event of events) {
    const change = changedBy(event);
    if (!change) continue;
    const traceparent = traces.get(change.id);
    const changed = traceparent === undefined ? change : { ...change, traceparent };
    const last = byTenant.get(event.tenantId) ?? new Map<string, ChangeNotice>();
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
