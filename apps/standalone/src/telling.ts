import type { FactOutcome } from '#domain';
import type { BusReport } from '#messaging';
import type { Log, Metrics } from '#observability';

/** One word of a cause, which is prose about error codes and field names, never about what was written. */
const wordOf = (cause: string): string => cause.replace(/[^\w.:/@+*-]+/gu, '-').slice(0, 128);

/** Parking and failing consumers are told by ids. */
export const reportBus = (log: Log, metrics: Metrics, report: BusReport): void => {
  if ('cause' in report) {
    metrics.messageHeld(report.event === 'message.parked' ? 'parked' : 'delayed', report.consumer);
    log.warn(report.event, {
      consumer: report.consumer,
      tenantId: report.tenantId,
      key: report.key,
      attempt: report.attempts,
      position: report.sequence,
      reason: wordOf(report.cause),
    });
  } else if ('consumer' in report)
    log.error(report.event, { consumer: report.consumer, error: report.error });
  else log.error(report.event, { error: report.error });
};

interface ReadMessage {
  readonly recordId: string;
  readonly eventKey: string;
  readonly outcomes: readonly FactOutcome[];
}

/** Which memories an event led to. Without facts there is no story, but at level debug. */
export const tellRead = (log: Log, metrics: Metrics, { recordId, eventKey, outcomes }: ReadMessage): void => {
  for (const { outcome } of outcomes) metrics.factSettled(outcome);
  const memoryIds = [...new Set(outcomes.flatMap(({ memoryId }) => (memoryId === null ? [] : [memoryId])))];
  const level = outcomes.length > 0 ? 'info' : 'debug';
  log[level]('message.read', { eventKey, recordId, memoryIds, facts: outcomes.length });
};
