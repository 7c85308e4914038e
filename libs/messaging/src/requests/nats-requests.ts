import { randomUUID } from 'node:crypto';
import { createInbox, headers, type Msg, type Subscription } from '@nats-io/transport-node';
import type { Nats } from '../jetstream/connect-nats.js';

const names = {
  id: 'Kith-Request',
  /** Milliseconds that whoever asks still waits: clocks of two machines need not agree. */
  left: 'Kith-Left-Ms',
  more: 'Kith-More',
  error: 'Kith-Error',
  /** W3C trace context. */
  trace: 'traceparent',
} as const;

/** Nobody answered, or not with an answer. It carries names, never what was said. */
export class RequestFailedError extends Error {
  override readonly name = 'RequestFailedError';
  constructor(
    pattern: string,
    readonly code: 'nobody-there' | 'refused' | 'broken-off',
    override readonly cause?: string,
  ) {
    super(`${pattern}: ${code}`);
  }
}

export interface Ask {
  readonly pattern: string;
  readonly body: Uint8Array;
  readonly withinMs: number;
  /** Goes along. */
  readonly traceparent?: string | null;
}

/** `headers`: what went along with the request, the trace context where there is one. */
export type Respond = (
  body: Uint8Array,
  signal: AbortSignal,
  headers: Readonly<Record<string, string>>,
) => Promise<Uint8Array>;

/** An answer is cut into pieces that a server carries whatever its limit: a list may be longer. */
const pieceOf = (limit: number): number => Math.max(1_024, Math.floor(limit / 2));

const errorNameOf = (error: unknown): string =>
  error instanceof Error && /^\w{1,64}$/u.test(error.name) ? error.name : 'Error';

/** Request and reply between processes: each request is answered by one of those that serve its pattern. */
export class NatsRequests {
  private readonly underWay = new Map<string, AbortController>();
  private readonly subscriptions: Subscription[] = [];
  private readonly answering = new Set<Promise<void>>();

  constructor(
    private readonly nats: Nats,
    private readonly root: string,
  ) {}

  /** Settles once. Calling `cancel` tells whoever works on it that nobody waits any more. */
  ask({ pattern, body, withinMs, traceparent = null }: Ask): {
    readonly answer: Promise<Uint8Array>;
    readonly cancel: () => void;
  } {
    const { nc, inboxPrefix, isUp } = this.nats;
    if (!isUp()) {
      const away = Promise.reject<Uint8Array>(new RequestFailedError(pattern, 'nobody-there'));
      return { answer: away, cancel: () => undefined };
    }
    const id = randomUUID();
    const inbox = createInbox(inboxPrefix);
    const pieces: Uint8Array[] = [];
    let settle: (end: () => void) => void = () => undefined;
    const answer = new Promise<Uint8Array>((resolve, reject) => {
      const subscription = nc.subscribe(inbox, {
        callback: (error, message) => {
          const fault = error ? new RequestFailedError(pattern, 'refused') : this.faultIn(pattern, message);
          if (fault) end(() => reject(fault));
          else pieces.push(message.data);
          if (message.headers?.has(names.more) !== true) end(() => resolve(Buffer.concat(pieces)));
        },
      });
      const timer = setTimeout(
        () => end(() => reject(new RequestFailedError(pattern, 'broken-off'))),
        withinMs,
      );
      const end = (then: () => void): void => {
        clearTimeout(timer);
        if (!subscription.isClosed()) subscription.unsubscribe();
        then();
      };
      settle = (then) =>
        end(() => {
          then();
          reject(new RequestFailedError(pattern, 'broken-off'));
        });
    });
    const head = headers();
    head.set(names.id, id);
    head.set(names.left, String(Math.ceil(withinMs)));
    if (traceparent !== null) head.set(names.trace, traceparent);
    nc.publish(this.subjectOf(pattern), body, { reply: inbox, headers: head });
    return {
      answer,
      cancel: () => settle(() => nc.publish(this.cancelSubject(pattern), id)),
    };
  }

  /** From here on requests of this pattern are answered, by one of those that serve it. */
  serve(pattern: string, respond: Respond): void {
    const queue = `${this.root}-${this.appOf(pattern)}`;
    this.subscriptions.push(
      this.nats.nc.subscribe(this.subjectOf(pattern), {
        queue,
        callback: (error, message) => {
          if (error) return;
          const work = this.respond(message, respond).finally(() => this.answering.delete(work));
          this.answering.add(work);
        },
      }),
    );
  }

  /** From here on those who ask can say that they no longer wait. */
  heedCancels(app: string): void {
    this.subscriptions.push(
      this.nats.nc.subscribe(this.cancelSubject(app), {
        callback: (error, message) => {
          if (!error) this.underWay.get(message.string())?.abort();
        },
      }),
    );
  }

  /** Takes nothing more, and finishes what it has. */
  async stop(): Promise<void> {
    const open = this.subscriptions.filter((one) => !one.isClosed() && !this.nats.nc.isClosed());
    await Promise.all(open.map((one) => one.drain()));
    await Promise.all(this.answering);
  }

  private async respond(message: Msg, respond: Respond): Promise<void> {
    const abort = new AbortController();
    const id = message.headers?.get(names.id) ?? '';
    const left = Number(message.headers?.get(names.left));
    const timer = setTimeout(() => abort.abort(), Number.isFinite(left) && left > 0 ? left : 30_000);
    this.underWay.set(id, abort);
    try {
      const trace = message.headers?.get(names.trace) ?? '';
      const body = await respond(message.data, abort.signal, trace === '' ? {} : { [names.trace]: trace });
      // INVARIANT: whoever no longer waits is told nothing, so nobody takes a late answer for one to another question.
      if (!abort.signal.aborted) this.answer(message, body);
    } catch (error) {
      const head = headers();
      head.set(names.error, errorNameOf(error));
      if (!abort.signal.aborted) message.respond(undefined, { headers: head });
    } finally {
      clearTimeout(timer);
      this.underWay.delete(id);
    }
  }

  private answer(message: Msg, body: Uint8Array): void {
    const piece = pieceOf(this.nats.nc.info?.max_payload ?? 1_048_576);
    let from = 0;
    for (; from + piece < body.byteLength; from += piece) {
      const head = headers();
      head.set(names.more, '1');
      message.respond(body.subarray(from, from + piece), { headers: head });
    }
    message.respond(body.subarray(from));
  }

  private faultIn(pattern: string, message: Msg): RequestFailedError | null {
    if (message.headers?.code === 503) return new RequestFailedError(pattern, 'nobody-there');
    const error = message.headers?.get(names.error) ?? '';
    return error === '' ? null : new RequestFailedError(pattern, 'refused', error);
  }

  private appOf(pattern: string): string {
    return pattern.split('.')[0] ?? pattern;
  }

  private subjectOf(pattern: string): string {
    return `${this.root}.rpc.${pattern}`;
  }

  private cancelSubject(pattern: string): string {
    return `${this.root}.rpc-cancel.${this.appOf(pattern)}`;
  }
}
