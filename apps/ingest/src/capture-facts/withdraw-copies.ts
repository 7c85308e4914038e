import { event as build, evolve, type MemoryEvent, type MemoryState } from '#domain';
import type { LogWriter } from '#event-log';
import { copiesOf } from '#read-models';

/** What these events make of these memories; those of which nothing is left are not among them. */
const afterAll = (
  before: ReadonlyMap<string, MemoryState>,
  events: readonly MemoryEvent[],
  at: Date,
): ReadonlyMap<string, MemoryState> => {
  const after = new Map(before);
  for (const event of events) {
    const { memoryId } = event.data;
    const next = evolve(after.get(memoryId) ?? null, { ...event, recordedAt: at });
    if (next) after.set(memoryId, next);
    else after.delete(memoryId);
  }
  return after;
};

/**
 * Takes back what people were let know of memories of which these events, which are yet to be appended, leave nothing. The
 * message that shared it is read again: it may mean what is said in their place.
 */
export const withoutOriginals = async (
  { sql, idKey }: LogWriter,
  tenantId: string,
  before: ReadonlyMap<string, MemoryState>,
  events: readonly MemoryEvent[],
  at: Date,
): Promise<readonly MemoryEvent[]> => {
  const withdrawn = events.flatMap((event) => (event.type === 'MemoryEvidenceWithdrawn' ? [event.data] : []));
  const after = afterAll(before, events, at);
  const gone = withdrawn.flatMap(({ memoryId }) => {
    const state = before.get(memoryId);
    return state && !after.has(memoryId) ? [state.memory] : [];
  });
  const isWithdrawn = (id: string, recordId: string): boolean =>
    withdrawn.some((one) => one.memoryId === id && one.recordId === recordId);
  const copies = gone.length === 0 ? [] : await copiesOf(sql, idKey, tenantId, gone);
  return copies.flatMap(({ memory: { memoryId, status, sharedIn: recordId } }) =>
    status === 'forgotten' || recordId === null || isWithdrawn(memoryId, recordId)
      ? []
      : [build('MemoryEvidenceWithdrawn', { memoryId, recordId, reason: 'read-again' }, at)],
  );
};
