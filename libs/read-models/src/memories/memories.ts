import { evolve, memoryEventTypes, type MemoryEvent } from '#domain';
import type { Projection, RecordedEvent } from '#event-log';
import { loadMemories, saveMemories } from './stored-memories.js';

const isMemoryEvent = (event: RecordedEvent): event is RecordedEvent<MemoryEvent> =>
  (memoryEventTypes as readonly string[]).includes(event.type);

/** Memories with their evidence, as the last event left them. */
export const memoriesProjection: Projection = {
  name: 'memories',
  version: 2,
  tables: ['memories', 'memory_evidence'],
  handles: memoryEventTypes,
  project: async (events, sql) => {
    const own = events.filter(isMemoryEvent);
    // With the first event of its stream a memory begins: there is nothing of it yet.
    const begun = new Set(own.flatMap(({ version, data }) => (version === 1 ? [data.memoryId] : [])));
    const others = own.map((event) => event.data.memoryId).filter((id) => !begun.has(id));
    const stored = await loadMemories(sql, others);
    const before = [...stored.keys()];
    for (const event of own) {
      const { memoryId } = event.data;
      const next = evolve(stored.get(memoryId) ?? null, event);
      if (next) stored.set(memoryId, { ...next, tenantId: event.tenantId, position: event.at.position });
      else stored.delete(memoryId);
    }
    await saveMemories(sql, before, stored);
  },
};
