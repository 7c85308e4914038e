import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#database';
import type { KithEventType } from '#domain';
import { Checkpoint } from './checkpoint.js';
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

  private readonly checkpoint: Checkpoint;

  constructor(
    database: Database,
    private readonly log: Pick<EventLog, 'read' | 'last'>,
    private readonly options: SubscriptionOptions,
  ) {
    this.checkpoint = new Checkpoint(database, options.name);
  }

  async start(onStopped: () => void): Promise<void> {
    this.onStopped = onStopped;
    this.position = await this.checkpoint.read();
    this.wake();
  }

  /** Something of these types was appended, or may have been. */
  wakeFor(types: ReadonlySet<KithEventType>): void {
    if (this.options.types.some((type) => types.has(type))) this.wake();
  }

  private wake(): void {
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
        const mayBeMore = await this.step();
        // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- wake() sets it while step() awaits
        if (!mayBeMore && !this.isWoken) break;
      }
      this.whenIdle.splice(0).forEach((resolve) => resolve());
    } catch (error) {
      this.options.onError(error);
      this.isWoken = false;
      pause = retryAfterMs;
    }
    if (!this.isStopped) this.timer = setTimeout(() => this.wake(), pause).unref();
  }

  /** Whether there may be more than was handled. */
  private async step(): Promise<boolean> {
    const lead = await this.checkpoint.lead();
    // Another process reads on; this one knows how far it is.
    if (lead === null) {
      this.position = await this.checkpoint.read();
      return false;
    }
    if (lead !== 'leading') this.position = lead;
    const { batchSize, types, asSealed } = this.options;
    const events = await this.log.read(this.position, batchSize, { types, asSealed });
    const last = events.at(-1);
    if (!last) return false;
    await this.options.handle(events);
    if (!(await this.checkpoint.move(last.at))) return false;
    this.position = last.at;
    // Where several write, what a running transaction hid may be seen by now; else whoever appends wakes us.
    return events.length === batchSize || !this.checkpoint.isAlone;
  }

  async caughtUp(withinMs: number): Promise<void> {
    const deadline = Date.now() + withinMs;
    const last = await this.log.last(this.options.types);
    // Idle is not enough: a transaction that still runs somewhere on the server hides what was appended after it began.
    await this.idle(deadline - Date.now(), withinMs);
    while (!this.isStopped && isBehind(this.position, last)) {
      await sleep(lookAgainMs);
      await this.idle(deadline - Date.now(), withinMs);
    }
  }

  private async idle(leftMs: number, withinMs: number): Promise<void> {
    // What was stopped reads no more: whoever waits for it would wait for nothing.
    if (this.isStopped) return;
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
    this.whenIdle.splice(0).forEach((resolve) => resolve());
    await this.checkpoint.giveBack().catch(this.options.onError);
    this.onStopped();
  }
}

const isBehind = (at: LogPosition, target: LogPosition): boolean =>
  at.transactionId < target.transactionId ||
  (at.transactionId === target.transactionId && at.position < target.position);
