import { evolve, isCopy, keepFrom, type MemoryEvent } from '#domain';
import type { LogWriter } from '#event-log';
import { evidenceFrom, loadMemories, type WithheldMessage } from '#read-models';
import type { MemoryStates } from '../../capture-facts/memory-states.js';
import { memoryAppends } from '../../settle-topics/memory-appends.js';
import { touchedBy, type Touched } from '../../settle-topics/settle-topics.js';

/**
 * `asked` is what stands of what authors asked of the messages that were just read.
 * INVARIANT: what a message says that its author asked to keep is kept, too, when it is held only later: by a better reading
 * of it, or as it was edited.
 */
export const keepWithheld = async (
  writer: LogWriter,
  asked: readonly WithheldMessage[],
  now: Date,
): Promise<readonly Touched[]> => {
  if (asked.length === 0) return [];
  const evidence = await evidenceFrom(
    writer.sql,
    asked.map((order) => order.record_id),
  );
  const states: MemoryStates = await loadMemories(
    writer.sql,
    evidence.map((said) => said.memory_id),
  );
  const decided: MemoryEvent[] = [];
  for (const order of asked)
    for (const { memory_id: id } of evidence.filter(({ record_id: said }) => said === order.record_id)) {
      const state = states.get(id);
      if (!state || isCopy(state.memory) || state.memory.status === 'forgotten') continue;
      const events = keepFrom(
        state.memory,
        { authorId: order.author_id, sentAt: order.at },
        { fromIds: order.withheld_from_ids, isOnlyFromSome: order.only_from_some },
      );
      for (const event of events) {
        const next = evolve(states.get(id) ?? null, { ...event, recordedAt: now });
        if (next) states.set(id, next);
      }
      decided.push(...events);
    }
  await writer.append(memoryAppends(decided), { actor: 'ingest' });
  const ids = new Set(decided.map(({ data }) => data.memoryId));
  return touchedBy(
    [...states.values()].map(({ memory }) => memory).filter(({ memoryId }) => ids.has(memoryId)),
  );
};
