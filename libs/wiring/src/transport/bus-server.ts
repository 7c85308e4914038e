import { EventEmitter } from 'node:events';
import { Injectable } from '@nestjs/common';
import {
  BaseRpcContext,
  EventPattern,
  Server,
  type CustomTransportStrategy,
  type MessageHandler,
} from '@nestjs/microservices';
import { isObservable, lastValueFrom } from 'rxjs';
import { tracedForEach, traceparentIn } from '#observability';
import { MessageBus, type ConsumerOptions, type Consumption, type Delivery, type Outcome } from '#messaging';

const busTransport = Symbol('message-bus');

export type Consumer = Omit<ConsumerOptions, 'handle' | 'onParked'>;

/** What a handler of the bus is told beside its deliveries. */
export class BusContext extends BaseRpcContext<[signal: AbortSignal]> {
  /** Aborted when the consumer is to stop. */
  get signal(): AbortSignal {
    return this.getArgByIndex(0) as AbortSignal;
  }
}

const parkedPattern = (consumer: string): string => `${consumer} parked`;

type Decorates<Handler> = (
  target: object,
  name: string | symbol,
  descriptor: TypedPropertyDescriptor<Handler>,
) => void;

/** The method handles deliveries of the bus: it is given a batch and answers one outcome each. */
export const Consumes = (
  consumer: Consumer,
): (<Handler extends (deliveries: readonly Delivery[], context: BusContext) => Promise<readonly Outcome[]>>(
  target: object,
  name: string | symbol,
  descriptor: TypedPropertyDescriptor<Handler>,
) => void) => EventPattern<unknown>(consumer.name, busTransport, { consumer });

/** The method is called when this consumer parked something, and is waited for before anything else is delivered. */
export const WhenParked = (consumer: string): Decorates<() => Promise<void>> =>
  EventPattern<unknown>(parkedPattern(consumer), busTransport);

const resultOf = async (handler: MessageHandler, input: unknown, context: BusContext): Promise<unknown> => {
  const result: unknown = await handler(input, context);
  return isObservable(result) ? lastValueFrom(result) : result;
};

/** One for each trace that led to one of them. */
const spansOf = (consumer: string, deliveries: readonly Delivery[]) =>
  [...new Set(deliveries.map(({ headers }) => traceparentIn(headers)))]
    .filter((from) => from !== null)
    .map((from) => ({ name: consumer, kind: 'consumer' as const, from }));

/** Brings what the bus delivers to Nest handlers. What becomes of a delivery is settled by the bus, from their outcomes. */
@Injectable()
export class BusServer extends Server implements CustomTransportStrategy {
  override readonly transportId = busTransport;
  /** A handler that throws tells the bus, which settles and reports it. */
  override readonly propagatesEventHandlerErrors = true;
  private readonly consumptions = new Map<string, Consumption>();
  private readonly handling = new EventEmitter().setMaxListeners(0);

  constructor(private readonly bus: MessageBus) {
    super();
  }

  /** Ready when every consumer is registered: from there on nothing is deleted before it was handled. */
  listen(ready: (error?: unknown) => void): void {
    this.consume().then(() => ready(), ready);
  }

  /** Stops pulling, and waits for the running handlers. */
  async close(): Promise<void> {
    await Promise.all([...this.consumptions.values()].map((consumption) => consumption.stop()));
  }

  on(): never {
    throw new Error('the bus has no events of its own');
  }

  unwrap<T>(): T {
    return this.bus as T;
  }

  /** Resolves when nothing that this consumer could be given now is left, or rejects after `withinMs`. */
  async drained(consumer: string, withinMs: number): Promise<void> {
    await this.consumptions.get(consumer)?.drained(withinMs);
  }

  /** Resolves when a handler of this process is done with what it was given, or when the time is up. */
  handledSome(withinMs: number): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.handling.off('handled', end);
        resolve();
      };
      const timer = setTimeout(end, withinMs).unref();
      this.handling.on('handled', end);
    });
  }

  private async consume(): Promise<void> {
    for (const handler of this.messageHandlers.values()) {
      const consumer = handler.extras?.['consumer'] as Consumer | undefined;
      if (handler.isEventHandler !== true || consumer === undefined) continue;
      const onParked = this.messageHandlers.get(parkedPattern(consumer.name));
      const consumption = await this.bus.consume({
        ...consumer,
        handle: (deliveries: readonly Delivery[], signal) =>
          tracedForEach(spansOf(consumer.name, deliveries), () =>
            resultOf(handler, deliveries, new BusContext([signal])),
          ).finally(() => this.handling.emit('handled')) as Promise<readonly Outcome[]>,
        ...(onParked ? { onParked: () => this.tell(onParked) } : {}),
      });
      this.consumptions.set(consumer.name, consumption);
    }
  }

  private async tell(handler: MessageHandler): Promise<void> {
    await resultOf(handler, null, new BusContext([new AbortController().signal]));
  }
}
