import {
  BaseRpcContext,
  ClientProxy,
  Server,
  type CustomTransportStrategy,
  type ReadPacket,
  type WritePacket,
} from '@nestjs/microservices';
import { isObservable, lastValueFrom } from 'rxjs';
import type { NatsRequests } from '#messaging';
import { traced, traceparentIn, traceparentNow } from '#observability';
import { fromWire, toWire } from './wire.js';
import { withinOf } from './within.js';

/** What a handler may know beside the request: aborted when nobody waits for its answer any more. */
class RequestContext extends BaseRpcContext<[signal: AbortSignal]> {
  get signal(): AbortSignal {
    return this.getArgByIndex(0) as AbortSignal;
  }
}

/** Answers requests of other processes. Several of one app share them. */
export class NatsServer extends Server implements CustomTransportStrategy {
  override readonly transportId = Symbol('over-nats');

  constructor(private readonly requests: NatsRequests) {
    super();
  }

  listen(ready: () => void): void {
    const patterns = [...this.messageHandlers].filter(([, handler]) => handler.isEventHandler !== true);
    for (const [pattern, handler] of patterns)
      this.requests.serve(pattern, (body, signal, headers) =>
        traced({ name: pattern, kind: 'server', from: traceparentIn(headers) }, async () => {
          const answer: unknown = await handler(fromWire(body), new RequestContext([signal]));
          return toWire(isObservable(answer) ? await lastValueFrom(answer) : answer);
        }),
      );
    for (const app of new Set(patterns.map(([pattern]) => pattern.split('.')[0] ?? pattern)))
      this.requests.heedCancels(app);
    ready();
  }

  close(): Promise<void> {
    return this.requests.stop();
  }

  on(): never {
    throw new Error('requests over NATS have no events of their own');
  }

  unwrap<T>(): T {
    return this.requests as T;
  }
}

export class NatsClient extends ClientProxy {
  constructor(private readonly requests: NatsRequests) {
    super();
  }

  connect(): Promise<void> {
    return Promise.resolve();
  }

  close(): void {
    // the connection belongs to who opened it
  }

  unwrap<T>(): T {
    return this.requests as T;
  }

  protected publish(packet: ReadPacket, callback: (packet: WritePacket) => void): () => void {
    const { input, ms: withinMs } = withinOf(packet.data);
    const pattern = packet.pattern as string;
    const asked = this.requests.ask({
      pattern,
      body: toWire(input),
      withinMs,
      traceparent: traceparentNow(),
    });
    let isWaiting = true;
    asked.answer.then(fromWire).then(
      (response) => {
        isWaiting = false;
        callback({ response, isDisposed: true });
      },
      (err: unknown) => {
        isWaiting = false;
        callback({ err });
      },
    );
    return () => {
      if (isWaiting) asked.cancel();
    };
  }

  protected dispatchEvent<T>(): Promise<T> {
    return Promise.reject(new Error('events go over the bus'));
  }
}
