import type { Log, Metrics } from '#observability';
import type { MessageOutcome } from './extract-facts/persist.js';

/** Which memories an event led to. Without facts there is no story, but at level debug. */
export const tellRead = (
  log: Log,
  metrics: Metrics,
  { recordId, eventKey, outcomes }: MessageOutcome,
): void => {
  for (const { outcome } of outcomes) metrics.factSettled(outcome);
  const memoryIds = [...new Set(outcomes.flatMap(({ memoryId }) => (memoryId === null ? [] : [memoryId])))];
  const level = outcomes.length > 0 ? 'info' : 'debug';
  log[level]('message.read', { eventKey, recordId, memoryIds, facts: outcomes.length });
};
