import { z } from 'zod';
import { maintenanceTasks, type MaintenanceTask } from '#domain';
import { at, limit, numbers, uuid } from './fields.js';
import { view } from './view.js';

export const maintenanceTaskParams = z.strictObject({ task: z.enum(maintenanceTasks) });
export type MaintenanceTaskParams = z.output<typeof maintenanceTaskParams>;

export const parkedActions = ['list', 'replay', 'discard'] as const;

export const runMaintenanceSchema = z.strictObject({
  dry_run: z.boolean().default(false),
  action: z.enum(parkedActions).optional(),
  older_than_days: z.number().min(0).max(3650).optional(),
});
/** Only what is parked is given an action: other tasks have one thing to do. */
export const takesAction = (task: MaintenanceTask): boolean => task === 'parked';
export type RunMaintenance = z.output<typeof runMaintenanceSchema>;

/** How long whoever asked waits for the report to be finished. */
export const maintenanceWaitSchema = z.strictObject({
  timeout_ms: z.coerce.number().int().min(0).max(60_000).default(30_000),
});
export type MaintenanceWait = z.output<typeof maintenanceWaitSchema>;

const reportStatuses = ['queued', 'running', 'done', 'failed'] as const;

const finding = z.object({
  kind: z.string(),
  found: z.number().int(),
  changed: z.number().int(),
  sample_ids: z.array(z.string()),
});

/** What a task found and did; ids alone, no words. */
export const maintenanceReport = view(
  z.object({
    id: uuid,
    task: z.enum(maintenanceTasks),
    dry_run: z.boolean(),
    status: z.enum(reportStatuses),
    asked_by: z.string(),
    asked_at: at,
    started_at: at.nullable(),
    finished_at: at.nullable(),
    found: z.number().int(),
    changed: z.number().int(),
    findings: z.array(finding),
    error: z.string().nullable(),
  }),
);
export type MaintenanceReport = z.output<typeof maintenanceReport>;

export const listReportsSchema = z.strictObject({
  task: z.enum(maintenanceTasks).optional(),
  limit,
  cursor: uuid.optional(),
});
export type ListReports = z.output<typeof listReportsSchema>;

const nullableSeconds = z.number().nullable();

/** How the store is, on one page. */
export const doctorPage = view(
  z.object({
    status: z.enum(['well', 'needs-attention']),
    advice: z.array(z.string()),
    versions: z.object({
      kith: z.string(),
      node: z.string(),
      engine: z.string(),
      embedder: z.string(),
    }),
    index: z.object({ engine: z.string(), reachable: z.boolean() }),
    /** Which of what runs beside the janitor answers. */
    reachable: z.record(z.string(), z.boolean()),
    memories: numbers,
    messages: z.number().int(),
    entities: z.number().int(),
    sources: z.number().int(),
    events: z.number().int(),
    /** Of all tenants, as are `parked` and `disk`: told to the first one's operators alone. */
    waiting: z
      .object({
        bus: numbers,
        bus_oldest_seconds: z.number(),
        reading: z.number().int(),
        reading_oldest_seconds: z.number(),
        index_lag: z.number().int(),
      })
      .nullable(),
    faults: numbers,
    parked: z.object({ count: z.number().int(), oldest_seconds: nullableSeconds }).nullable(),
    disk: z.object({ database_bytes: z.number(), log_bytes: z.number() }).nullable(),
    last_runs: z.array(maintenanceReport),
  }),
);
export type DoctorPage = z.output<typeof doctorPage>;
