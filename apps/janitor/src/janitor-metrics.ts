import { Counter, Histogram, type Registry } from 'prom-client';
import type { MaintenanceTask } from '#domain';
import type { TaskFinding } from './reports/report-entity.js';

/** What the tasks do, by task; no ids. */
export class JanitorMetrics {
  readonly #runs: Counter<'task' | 'outcome'>;
  readonly #time: Histogram<'task'>;
  readonly #changed: Counter<'task' | 'kind'>;

  constructor(registry: Registry) {
    const registers = [registry];
    this.#runs = new Counter({
      name: 'kith_maintenance_runs_total',
      help: 'Runs of maintenance tasks, by what became of them.',
      labelNames: ['task', 'outcome'],
      registers,
    });
    this.#time = new Histogram({
      name: 'kith_maintenance_duration_seconds',
      help: 'Time that a run of a task took.',
      labelNames: ['task'],
      buckets: [0.01, 0.1, 0.5, 1, 5, 15, 60, 300, 1800],
      registers,
    });
    this.#changed = new Counter({
      name: 'kith_maintenance_changed_total',
      help: 'What maintenance tasks changed, by kind.',
      labelNames: ['task', 'kind'],
      registers,
    });
  }

  ran(task: MaintenanceTask, outcome: 'done' | 'failed' | 'dry-run', seconds: number): void {
    this.#runs.inc({ task, outcome });
    this.#time.observe({ task }, seconds);
  }
  changed(task: MaintenanceTask, findings: readonly TaskFinding[]): void {
    for (const { kind, changed } of findings) if (changed > 0) this.#changed.inc({ task, kind }, changed);
  }
}
