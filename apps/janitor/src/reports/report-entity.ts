import { EntitySchema } from 'typeorm';
import type { MaintenanceTask } from '#domain';
import type { RunMaintenance } from '#contracts';
import type { Migration } from '#database';

export const janitorMigrations: readonly Migration[] = [
  {
    name: '0400-maintenance-reports',
    statements: [
      `create table maintenance_reports (
        report_id uuid primary key, tenant_id text not null, task text not null, is_dry_run boolean not null,
        status text not null check (status in ('queued', 'running', 'done', 'failed')),
        asked_by text not null, asked_at timestamptz not null, started_at timestamptz, finished_at timestamptz,
        findings jsonb not null, error text)`,
      'create index maintenance_reports_listed on maintenance_reports (tenant_id, asked_at, report_id)',
    ],
  },
  {
    name: '0401-maintenance-requests',
    statements: [`alter table maintenance_reports add column request jsonb not null default '{}'`],
  },
];

/** One kind of thing that a task looks for. */
export interface TaskFinding {
  readonly kind: string;
  readonly found: number;
  readonly changed: number;
  /** Some of them, by id. */
  readonly sampleIds: readonly string[];
}

export interface Report {
  readonly reportId: string;
  readonly tenantId: string;
  readonly task: MaintenanceTask;
  readonly isDryRun: boolean;
  readonly status: 'queued' | 'running' | 'done' | 'failed';
  /** What was asked beside the task. */
  readonly request: Pick<RunMaintenance, 'action' | 'older_than_days'>;
  /** A key, by its id, or the schedule. */
  readonly askedBy: string;
  readonly askedAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly findings: readonly TaskFinding[];
  readonly error: string | null;
}

export const reportEntity = new EntitySchema<Report>({
  name: 'MaintenanceReport',
  tableName: 'maintenance_reports',
  columns: {
    reportId: { name: 'report_id', type: 'uuid', primary: true },
    tenantId: { name: 'tenant_id', type: 'text' },
    task: { type: 'text' },
    isDryRun: { name: 'is_dry_run', type: 'boolean' },
    status: { type: 'text' },
    request: { type: 'jsonb' },
    askedBy: { name: 'asked_by', type: 'text' },
    askedAt: { name: 'asked_at', type: 'timestamptz' },
    startedAt: { name: 'started_at', type: 'timestamptz', nullable: true },
    finishedAt: { name: 'finished_at', type: 'timestamptz', nullable: true },
    findings: { type: 'jsonb' },
    error: { type: 'text', nullable: true },
  },
});

export const janitorEntities: readonly EntitySchema[] = [reportEntity];
