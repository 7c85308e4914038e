import type { Database } from '#database';
import {
  MessageBus,
  type ConsumerOptions,
  type Consumption,
  type BusDepth,
  type HeldMessage,
  type Outgoing,
  type ParkedMessage,
  type ParkedQuery,
  type ParkedRef,
  type Published,
} from '../message-bus.js';
import { retryDelays } from '../settlement.js';
import { kindOfConsumer } from '../topology.js';
import { ConsumerStore } from './consumer-store.js';
import { EmbeddedConsumption } from './embedded-consumption.js';
import { Lease } from './lease.js';
import { depths, discardParked, parkedMessages, replayParked } from './parking.js';
import { storeMessages } from './publishing.js';
import type { BusReport } from '../reports.js';
import { sweepHandled, Sweeper } from './sweeping.js';

export interface EmbeddedBusOptions {
  readonly now?: () => Date;
  /** 0 to 1, for jitter. */
  readonly chance?: () => number;
  /** How soon another process's messages are seen; those of this process are seen at once. */
  readonly pollMs?: number;
  readonly retryDelays?: readonly number[];
  readonly report?: (report: BusReport) => void;
}

/** Messages in Postgres, the embedded engine's or a server's. The database belongs to who opened it. */
export class EmbeddedMessageBus extends MessageBus {
  private readonly consumptions = new Map<EmbeddedConsumption, ConsumerOptions>();
  private readonly sweeper: Sweeper;
  private readonly options: Required<EmbeddedBusOptions>;

  constructor(
    private readonly database: Database,
    options: EmbeddedBusOptions = {},
  ) {
    super();
    this.options = {
      now: () => new Date(),
      chance: Math.random,
      pollMs: 500,
      retryDelays,
      report: () => undefined,
      ...options,
    };
    const { now, report } = this.options;
    this.sweeper = new Sweeper(database, now, (error) => report({ event: 'sweep.failed', error }));
  }

  async publish(messages: readonly Outgoing[]): Promise<readonly Published[]> {
    if (messages.length === 0) return [];
    const answers = await storeMessages(this.database, messages, this.options.now());
    const kinds = new Set(messages.map(({ kind }) => kind));
    for (const [consumption, { kind }] of this.consumptions) if (kinds.has(kind)) consumption.wake();
    return answers;
  }

  async consume(options: ConsumerOptions): Promise<Consumption> {
    const kind = kindOfConsumer(options.name) ?? options.kind;
    if (kind !== options.kind)
      throw new Error(`the topology has ${options.name} read ${kind}, not ${options.kind}`);
    const lease = new Lease(this.database, options.name, options.kind, options.maxAttempts);
    const store = new ConsumerStore(this.database, options.name, options.kind, lease.owner);
    const { now, chance, pollMs, retryDelays: delays, report } = this.options;
    const consumption = new EmbeddedConsumption(options, store, lease, {
      now,
      chance,
      pollMs,
      delays,
      report,
      onHandled: (messages) => this.sweeper.note(messages),
    });
    await consumption.start();
    this.consumptions.set(consumption, options);
    return {
      stop: async () => {
        this.consumptions.delete(consumption);
        await consumption.stop();
      },
      drained: (withinMs) => consumption.drained(withinMs),
    };
  }

  parked(query: ParkedQuery): Promise<readonly ParkedMessage[]> {
    return parkedMessages(this.database, query);
  }

  async replayParked(tenantId: string, ref: ParkedRef): Promise<boolean> {
    const isReplayed = await replayParked(this.database, tenantId, ref);
    for (const [consumption, { name }] of this.consumptions) if (name === ref.consumer) consumption.wake();
    return isReplayed;
  }

  discardParked(tenantId: string, ref: ParkedRef): Promise<boolean> {
    return discardParked(this.database, tenantId, ref);
  }

  sweep(): Promise<void> {
    return sweepHandled(this.database);
  }

  /** All of it is in tables. */
  // eslint-disable-next-line @typescript-eslint/require-await -- it is asked for one after another, and has none
  async *held(): AsyncGenerator<HeldMessage> {
    yield* [];
  }

  depth(): Promise<readonly BusDepth[]> {
    return depths(this.database);
  }

  async close(): Promise<void> {
    const consumptions = [...this.consumptions.keys()];
    this.consumptions.clear();
    await Promise.all(consumptions.map((consumption) => consumption.stop()));
    await this.sweeper.finish();
  }
}
