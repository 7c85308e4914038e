import type { MaintenanceReport } from '#contracts';
import type { Report } from './report-entity.js';
import { totalsOf } from './tally.js';

export const reportView = (report: Report): MaintenanceReport => ({
  id: report.reportId,
  task: report.task,
  dry_run: report.isDryRun,
  status: report.status,
  asked_by: report.askedBy,
  asked_at: report.askedAt.toISOString(),
  started_at: report.startedAt?.toISOString() ?? null,
  finished_at: report.finishedAt?.toISOString() ?? null,
  ...totalsOf(report.findings),
  findings: report.findings.map(({ kind, found, changed, sampleIds }) => ({
    kind,
    found,
    changed,
    sample_ids: sampleIds,
  })),
  error: report.error,
});
