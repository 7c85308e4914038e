import type { RememberedView } from '#contracts';
import type { LogWriter, StreamAppend } from '#event-log';
import { loadMemories } from '#read-models';
import type { ResolvedFact } from '../capture-facts/resolved-fact.js';
import { memoryAppends } from '../settle-topics/memory-appends.js';
import { withRestatements } from '../capture-facts/restatements.js';
import { settleTopics, type Settling } from '../settle-topics/settle-topics.js';
import { captureInto, type MemoryStates } from '../capture-facts/memory-states.js';
import type { UnredactedResult } from './telling.js';

interface Stating extends Settling {
  readonly actor: string;
  readonly at: Date;
  /** Nobody gave another time. */
  readonly isSaidNow: boolean;
  /** What goes with them: people and places that nobody knew before. */
  readonly appends: readonly StreamAppend[];
}

/** Captures what a call states, settles its topics, and says what became of each statement. */
export const state = async (
  writer: LogWriter,
  statements: readonly Pick<ResolvedFact, 'captured'>[],
  { tenantId, knobs, actor, at, isSaidNow, appends }: Stating,
): Promise<readonly UnredactedResult[]> => {
  const stated = await withRestatements(writer.sql, writer.idKey, statements, isSaidNow);
  const states: MemoryStates = await loadMemories(
    writer.sql,
    stated.map(({ captured }) => captured.memoryId),
  );
  const results = stated.map(({ captured }) => ({
    captured,
    ...captureInto(states, { captured, isHeldAsSaid: false }, at),
  }));
  const events = results.flatMap((result) => result.events);
  await writer.append([...appends, ...memoryAppends(events)], { actor });
  const touched = results.flatMap(({ captured: { agentId, topic }, outcome }) =>
    topic === null || outcome.memoryId === null ? [] : [{ agentId, topic }],
  );
  const superseding = await settleTopics(writer, { tenantId, knobs }, touched, at);
  return results.map(({ captured, outcome: { memoryId: id, outcome, reason } }): UnredactedResult => {
    const replaced = id === null ? [] : (superseding.get(id) ?? []);
    const view: RememberedView = {
      id,
      memory: captured.content ?? '',
      outcome: outcome === 'ADD' && replaced.length > 0 ? 'SUPERSEDE' : outcome,
      ...(reason === undefined || outcome === 'PENDING' ? {} : { reason }),
    };
    return { view, replaced };
  });
};
