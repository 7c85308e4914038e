import { createInbox, type Msg, type Subscription } from '@nats-io/transport-node';
import type { Broker } from './broker.js';

/** An idle request ends after this long, and is made anew. */
const expiresMs = 20_000;
/** After a refusal, so that a broker that changes its leader is not asked in a loop. */
const pauseMs = 250;

export interface PullOptions {
  readonly stream: string;
  readonly durable: string;
  /** How many more may come now; asked before each request. */
  readonly room: () => number;
  readonly onMessage: (message: Msg) => void;
  /** The durable is not there: it was deleted, or its stream. */
  readonly onMissing: () => Promise<void>;
}

/** Requests for deliveries of one durable, one at a time. What was asked for and comes is never let go of. */
export class Pull {
  private readonly inbox: string;
  private readonly subscription: Subscription;
  private request = 0;
  private awaited = 0;
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(
    private readonly broker: Broker,
    private readonly options: PullOptions,
  ) {
    this.inbox = createInbox(broker.inboxPrefix);
    this.subscription = broker.nc.subscribe(`${this.inbox}.*`, {
      callback: (error, message) => {
        if (error) this.end(this.request, pauseMs);
        else this.take(message);
      },
    });
  }

  /** Asks when there is room and nothing is asked for. */
  ask(): void {
    if (this.isStopped || this.awaited > 0) return;
    const batch = this.options.room();
    if (batch <= 0) return;
    clearTimeout(this.timer);
    this.awaited = batch;
    const request = ++this.request;
    const { stream, durable } = this.options;
    const wanted = JSON.stringify({ batch, expires: expiresMs * 1_000_000 });
    this.broker.nc.publish(`$JS.API.CONSUMER.MSG.NEXT.${stream}.${durable}`, wanted, {
      reply: `${this.inbox}.${String(request)}`,
    });
    // The broker says when it gives up; that word may be lost with the connection.
    this.timer = setTimeout(() => this.end(request, 0), expiresMs + 2_000).unref();
  }

  /** What was asked for before is gone with the connection. */
  askAnew(): void {
    this.awaited = 0;
    this.ask();
  }

  /** Takes what is on its way, and nothing after it. */
  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    if (!this.broker.nc.isClosed() && !this.subscription.isClosed()) await this.subscription.drain();
  }

  private take(message: Msg): void {
    const request = Number(
      message.subject.startsWith(`${this.inbox}.`)
        ? message.subject.slice(this.inbox.length + 1)
        : Number.NaN,
    );
    if (Number.isNaN(request)) {
      this.awaited = Math.max(0, this.awaited - 1);
      this.options.onMessage(message);
      this.ask();
      return;
    }
    const code = message.headers?.code ?? 0;
    if (code === 404 || code === 408) this.end(request, 0);
    else if (code === 409) this.end(request, pauseMs);
    else if (code === 503) void this.options.onMissing().finally(() => this.end(request, pauseMs));
  }

  private end(request: number, afterMs: number): void {
    if (request !== this.request) return;
    clearTimeout(this.timer);
    if (afterMs === 0) this.askAnew();
    else if (!this.isStopped) this.timer = setTimeout(() => this.askAnew(), afterMs).unref();
  }
}
