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
    const ids = [...new Set(own.map((event) => event.data.memoryId))];
    const stored = await loadMemories(sql, ids);
    for (const event of own) {
      const { memoryId } = event.data;
      const next = evolve(stored.get(memoryId) ?? null, event);
      if (next) stored.set(memoryId, { ...next, tenantId: event.tenantId, position: event.at.position });
      else stored.delete(memoryId);
    }
    await saveMemories(sql, ids, stored);
  },
};
