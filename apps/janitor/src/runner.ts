import { z } from 'zod';
import { runMaintenanceSchema } from '#contracts';
import { maintenanceTasks } from '#domain';
import type { Delivery, MessageBus, Outcome } from '#messaging';
import type { Log } from '#observability';
import type { JanitorMetrics } from './janitor-metrics.js';
import type { Report } from './reports/report-entity.js';
import type { Reports } from './reports/reports.js';
import { Tally, totalsOf } from './reports/tally.js';
import type { TaskParts } from './task.js';
import { tasks } from './tasks/index.js';

const askedSchema = z.object({
  runId: z.uuid(),
  task: z.enum(maintenanceTasks),
  isDryRun: z.boolean(),
  askedBy: z.string(),
  request: runMaintenanceSchema.pick({ action: true, older_than_days: true }),
});
export type AskedRun = z.output<typeof askedSchema> & { readonly tenantId: string };

export interface RunnerOptions {
  readonly bus: MessageBus;
  readonly reports: Reports;
  readonly parts: TaskParts;
  readonly metrics: JanitorMetrics;
  readonly log: Log;
}

const decode = (delivery: Delivery): AskedRun | null => {
  try {
    const parsed = askedSchema.safeParse(JSON.parse(Buffer.from(delivery.body).toString('utf8')));
    return parsed.success ? { ...parsed.data, tenantId: delivery.tenantId } : null;
  } catch {
    return null;
  }
};

/** Tried so often; then an operator sees it failed, and parked. */
export const mostAttempts = 20;
const retryAfterMs = 5_000;

/** Takes tasks from the bus: asked for once, run at least once, and to its end after a restart. */
export class Runner {
  constructor(private readonly options: RunnerOptions) {}

  /** Asks for a run. The report is there first, so that nothing is asked for of which nobody hears. */
  async ask(asked: AskedRun): Promise<void> {
    const { reports, parts } = this.options;
    const { runId: reportId, ...rest } = asked;
    await reports.open({ reportId, ...rest, askedAt: parts.now() });
    await this.publish(asked);
  }

  /** Asks once more for what is not done: a process may have been killed between its report and its task. */
  async askAgain(): Promise<void> {
    for (const {
      reportId: runId,
      tenantId,
      task,
      isDryRun,
      askedBy,
      request,
    } of await this.options.reports.unfinished())
      await this.publish({ runId, tenantId, task, isDryRun, askedBy, request });
  }

  async handle(delivery: Delivery, signal: AbortSignal): Promise<Outcome> {
    const asked = decode(delivery);
    if (asked === null) return { kind: 'park', cause: 'is no task' };
    const { reports, parts } = this.options;
    const report = await reports.find(asked.tenantId, asked.runId);
    if (report === null || report.status === 'done') return { kind: 'done' };
    if (!(await parts.commands.isAnswered()))
      return { kind: 'retry', after: retryAfterMs, cause: 'nobody carries out what the task would ask for' };
    const started = performance.now();
    try {
      await this.run(asked, report, signal);
      const outcome = asked.isDryRun ? 'dry-run' : 'done';
      this.options.metrics.ran(asked.task, outcome, (performance.now() - started) / 1000);
      return { kind: 'done' };
    } catch (error) {
      if (signal.aborted) throw error;
      return this.failed(asked, delivery.attempt, error, (performance.now() - started) / 1000);
    }
  }

  private async publish({ tenantId, ...asked }: AskedRun): Promise<void> {
    const { runId: id } = asked;
    const body = Buffer.from(JSON.stringify(asked));
    await this.options.bus.publish([{ id, tenantId, kind: 'tasks', key: tenantId, body, headers: {} }]);
  }

  private async run(asked: AskedRun, report: Report, signal: AbortSignal): Promise<void> {
    const { reports, parts, metrics, log } = this.options;
    const { runId, tenantId, task, isDryRun, askedBy, request } = asked;
    const tally = new Tally(report.findings);
    await reports.change(runId, {
      status: 'running',
      startedAt: report.startedAt ?? parts.now(),
      error: null,
    });
    const breathe = async (): Promise<void> => {
      await reports.change(runId, { findings: tally.findings });
      signal.throwIfAborted();
    };
    await tasks[task](parts, { runId, tenantId, isDryRun, askedBy, request, tally, breathe });
    const { findings } = tally;
    const totals = totalsOf(findings);
    await parts.commands.noteRun({ runId, tenantId, task, isDryRun, askedBy, ...totals });
    await reports.change(runId, { status: 'done', findings, finishedAt: parts.now() });
    metrics.changed(task, findings);
    log.info('maintenance.ran', { task, taskId: runId, tenantId, count: totals.changed });
  }

  private async failed(
    { runId, task, tenantId }: AskedRun,
    attempt: number,
    error: unknown,
    seconds: number,
  ): Promise<Outcome> {
    const { reports, parts, metrics, log } = this.options;
    const cause = error instanceof Error ? error.name : 'unknown';
    const isLast = attempt >= mostAttempts;
    metrics.ran(task, 'failed', seconds);
    log.error('maintenance.failed', { task, taskId: runId, tenantId, attempt, error });
    await reports.change(runId, {
      error: cause,
      ...(isLast ? { status: 'failed', finishedAt: parts.now() } : {}),
    });
    return isLast ? { kind: 'park', cause } : { kind: 'retry', after: retryAfterMs, cause };
  }
}
