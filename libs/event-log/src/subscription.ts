import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#database';
import {
  logStart,
  type EventLog,
  type LogPosition,
  type Subscription,
  type SubscriptionOptions,
} from './event-log.js';

const pollEveryMs = 500;
const retryAfterMs = 1_000;
const lookAgainMs = 20;

/** Reads the log behind a durable checkpoint; one batch at a time, woken by appends of this process and by polling. */
export class LogSubscription implements Subscription {
  private position: LogPosition = logStart;
  private running: Promise<void> | null = null;
  private timer: NodeJS.Timeout | null = null;
  private isStopped = false;
  private isWoken = false;
  private whenIdle: (() => void)[] = [];
  private onStopped: () => void = () => undefined;

  constructor(
    private readonly database: Database,
    private readonly log: Pick<EventLog, 'read' | 'last'>,
    private readonly options: SubscriptionOptions,
  ) {}

  async start(onStopped: () => void): Promise<void> {
    this.onStopped = onStopped;
    const [row] = await this.database.query<{ transaction_id: string; position: string }>(
      'select transaction_id::text as transaction_id, position from checkpoints where name = $1',
      [this.options.name],
    );
    if (row) this.position = { transactionId: BigInt(row.transaction_id), position: BigInt(row.position) };
    this.wake();
  }

  wake(): void {
    this.isWoken = true;
    if (this.running === null && !this.isStopped) {
      this.running = this.run().finally(() => {
        this.running = null;
        if (this.isWoken) this.wake();
      });
    }
  }

  private async run(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    let pause = pollEveryMs;
    try {
      while (!this.isStopped) {
        this.isWoken = false;
        const handled = await this.step();
        // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- wake() sets it while step() awaits
        if (handled === 0 && !this.isWoken) break;
      }
      this.whenIdle.splice(0).forEach((resolve) => resolve());
    } catch (error) {
      this.options.onError(error);
      this.isWoken = false;
      pause = retryAfterMs;
    }
    if (!this.isStopped) this.timer = setTimeout(() => this.wake(), pause).unref();
  }

  private async step(): Promise<number> {
    const events = await this.log.read(this.position, this.options.batchSize, this.options.types);
    const last = events.at(-1);
    if (!last) return 0;
    await this.options.handle(events);
    await this.database.query(
      `insert into checkpoints (name, transaction_id, position) values ($1, $2::text::xid8, $3::bigint)
       on conflict (name) do update set transaction_id = excluded.transaction_id, position = excluded.position, updated_at = now()`,
      [this.options.name, last.at.transactionId.toString(), last.at.position.toString()],
    );
    this.position = last.at;
    return events.length;
  }

  async caughtUp(withinMs: number): Promise<void> {
    const deadline = Date.now() + withinMs;
    const last = await this.log.last(this.options.types);
    // Idle is not enough: a transaction that still runs somewhere on the server hides what was appended after it began.
    await this.idle(deadline - Date.now(), withinMs);
    while (isBehind(this.position, last)) {
      await sleep(lookAgainMs);
      await this.idle(deadline - Date.now(), withinMs);
    }
  }

  private async idle(leftMs: number, withinMs: number): Promise<void> {
    const idle = new Promise<void>((resolve) => this.whenIdle.push(resolve));
    this.wake();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new Error(`subscription ${this.options.name} did not catch up in ${withinMs} ms`)),
        Math.max(0, leftMs),
      );
    });
    await Promise.race([idle, late]).finally(() => clearTimeout(timer));
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    if (this.timer) clearTimeout(this.timer);
    await this.running;
    this.onStopped();
  }
}

const isBehind = (at: LogPosition, target: LogPosition): boolean =>
  at.transactionId < target.transactionId ||
  (at.transactionId === target.transactionId && at.position < target.position);
