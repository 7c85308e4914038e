import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  answered,
  failed,
  isOperator,
  takesAction,
  type Answer,
  type JanitorService,
  type MaintenanceReport,
  type Page,
} from '#contracts';
import { reportView } from './reports/report-view.js';
import type { Report } from './reports/report-entity.js';
import type { Reports } from './reports/reports.js';
import type { Runner } from './runner.js';

type Input<Operation extends keyof JanitorService> = Parameters<JanitorService[Operation]>[0];

export const forbidden = failed('forbidden', 'maintenance needs the operator role');
const everyMs = 50;

const isOver = ({ status }: Report): boolean => status === 'done' || status === 'failed';

/** The report when its run is over, or as far as it is after `waitMs`. */
const reportWithin = async (
  reports: Reports,
  tenantId: string,
  reportId: string,
  waitMs: number,
): Promise<Report | null> => {
  const until = performance.now() + waitMs;
  for (;;) {
    const report = await reports.find(tenantId, reportId);
    if (report === null || isOver(report) || performance.now() >= until) return report;
    await pause(everyMs);
  }
};

export const runTask = async (
  { reports, runner }: { readonly reports: Reports; readonly runner: Runner },
  { caller, task, request, waitMs }: Input<'run'>,
): Promise<Answer<MaintenanceReport>> => {
  if (!isOperator(caller)) return forbidden;
  const { dry_run: isDryRun, ...rest } = request;
  const [given] = Object.keys(rest);
  if (given !== undefined && !takesAction(task))
    return failed('invalid', 'the task takes no action', [{ path: given, message: 'is for task parked' }]);
  const { tenantId } = caller;
  const runId = randomUUID();
  await runner.ask({ runId, tenantId, task, isDryRun, askedBy: `key:${caller.keyId}`, request: rest });
  const report = await reportWithin(reports, tenantId, runId, waitMs);
  return report ? answered(reportView(report)) : failed('unavailable', 'the report is gone');
};

export const listReports = async (
  reports: Reports,
  { caller, query }: Input<'reports'>,
): Promise<Answer<Page<MaintenanceReport>>> => {
  if (!isOperator(caller)) return forbidden;
  const found = await reports.list(caller.tenantId, query.task, query.cursor, query.limit + 1);
  const page = found.slice(0, query.limit);
  return answered({
    results: page.map(reportView),
    next_cursor: found.length > query.limit ? (page.at(-1)?.reportId ?? null) : null,
  });
};
