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
