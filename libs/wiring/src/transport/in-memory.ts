import { Injectable } from '@nestjs/common';
import {
  ClientProxy,
  Server,
  type CustomTransportStrategy,
  type ReadPacket,
  type WritePacket,
} from '@nestjs/microservices';
import { isObservable, lastValueFrom } from 'rxjs';
import { traced } from '#observability';
import { withinOf } from './within.js';

class NoResponderError extends Error {
  constructor(pattern: string) {
    super(`nobody answers ${pattern}`);
    this.name = 'NoResponderError';
  }
}

/**
 * Request and reply between apps of one process: what a broker's transport does, without one. Values are handed over as
 * they are, and so are errors.
 */
@Injectable()
export class InMemoryServer extends Server implements CustomTransportStrategy {
  override readonly transportId = Symbol('in-memory');

  listen(ready: () => void): void {
    ready();
  }

  close(): void {
    this.messageHandlers.clear();
  }

  on(): never {
    throw new Error('requests in memory have no events of their own');
  }

  unwrap<T>(): T {
    throw new Error('there is nothing behind requests in memory');
  }

  async answer(pattern: string, input: unknown): Promise<unknown> {
    const handler = this.getHandlerByPattern(pattern);
    if (!handler || handler.isEventHandler) throw new NoResponderError(pattern);
    return traced({ name: pattern, kind: 'internal' }, async () => {
      const answer: unknown = await handler(input);
      return isObservable(answer) ? lastValueFrom(answer) : answer;
    });
  }

  /** Two responders for one pattern would answer by chance. */
  override addHandler(...handler: Parameters<Server['addHandler']>): void {
    const pattern = this.normalizePattern(handler[0] as string);
    if (this.messageHandlers.has(pattern)) throw new Error(`${pattern} has a responder already`);
    super.addHandler(...handler);
  }
}

export class InMemoryClient extends ClientProxy {
  constructor(private readonly server: Pick<InMemoryServer, 'answer'>) {
    super();
  }

  connect(): Promise<void> {
    return Promise.resolve();
  }

  close(): void {
    // nothing was opened
  }

  unwrap<T>(): T {
    throw new Error('there is nothing behind requests in memory');
  }

  protected publish(packet: ReadPacket, callback: (packet: WritePacket) => void): () => void {
    let isWaiting = true;
    this.server.answer(packet.pattern as string, withinOf(packet.data).input).then(
      (response) => {
        if (isWaiting) callback({ response, isDisposed: true });
      },
      (err: unknown) => {
        if (isWaiting) callback({ err });
      },
    );
    // Whoever no longer waits is told nothing; the work goes on to its end.
    return () => {
      isWaiting = false;
    };
  }

  protected dispatchEvent<T>(): Promise<T> {
    return Promise.reject(new Error('events go over the bus'));
  }
}
