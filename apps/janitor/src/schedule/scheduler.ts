import { derivedId, type MaintenanceTask } from '#domain';
import { dueSlot } from './due.js';

/** When each task runs by itself. None at the full hour, when everything else does. */
const schedules: readonly (readonly [task: MaintenanceTask, pattern: string])[] = [
  ['expire', '7 * * * *'],
  ['garbage', '17 * * * *'],
  ['reconcile', '37 2 * * *'],
  ['integrity', '47 2 * * *'],
  ['aliases', '57 2 * * *'],
  ['duplicates', '27 3 * * *'],
];

export interface SchedulerOptions {
  readonly now: () => Date;
  readonly tenants: () => Promise<readonly string[]>;
  readonly isOn: (task: MaintenanceTask) => boolean;
  /** Asks for a run; one of this id is asked for once. */
  readonly ask: (run: {
    readonly runId: string;
    readonly tenantId: string;
    readonly task: MaintenanceTask;
  }) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

const everyMs = 30_000;

/** Asks for what is due. Several janitors ask for the same runs, and each of those is run once. */
export class Scheduler {
  private readonly after = new Map<MaintenanceTask, Date>();
  private timer: NodeJS.Timeout | null = null;
  private ticking: Promise<void> = Promise.resolve();

  constructor(private readonly options: SchedulerOptions) {}

  /** What was due while nobody ran is not made up for: the next run finds it. */
  start(): void {
    for (const [task] of schedules) this.after.set(task, this.options.now());
    this.timer = setInterval(() => void this.tick(), everyMs).unref();
  }

  async stop(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer);
    await this.ticking;
  }

  tick(): Promise<void> {
    this.ticking = this.ticking.then(() => this.askForDue()).catch(this.options.onError);
    return this.ticking;
  }

  private async askForDue(): Promise<void> {
    const { now, tenants, isOn, ask } = this.options;
    for (const [task, pattern] of schedules) {
      const slot = dueSlot(pattern, this.after.get(task) ?? now(), now());
      if (slot === null) continue;
      if (isOn(task))
        for (const tenantId of await tenants())
          await ask({ runId: derivedId('maintenance', tenantId, task, slot.toISOString()), tenantId, task });
      // Last: what could not be asked for is asked for at the next tick.
      this.after.set(task, slot);
    }
  }
}
