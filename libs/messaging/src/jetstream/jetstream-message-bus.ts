import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import {
  busKinds,
  MessageBus,
  type BusDepth,
  type BusKind,
  type ConsumerOptions,
  type Consumption,
  type HeldMessage,
  type Outgoing,
  type ParkedMessage,
  type ParkedQuery,
  type ParkedRef,
  type Published,
} from '../message-bus.js';
import type { BusReport } from '../reports.js';
import { retryDelays } from '../settlement.js';
import { brokerNames, defaultRoot, kindOfConsumer } from '../topology.js';
import type { Broker } from './broker.js';
import { DeadWorkers } from './dead-workers.js';
import { depthsOn } from './depths.js';
import { NatsAwayError, type Nats } from './connect-nats.js';
import { JetStreamConsumption, type Shelves } from './jetstream-consumption.js';
import { ParkingLot } from './parking.js';
import { Publishing } from './publishing.js';
import { Shelf } from './shelf.js';
import { ensureStreams, leaseMs } from './streams.js';
import { heldOn, sweepHandled } from './sweeping.js';

export interface JetStreamBusOptions {
  /** First token of every subject. */
  readonly root?: string;
  /** 0 to 1, for jitter. */
  readonly chance?: () => number;
  readonly retryDelays?: readonly number[];
  /** After so long without a sign a worker is dead. */
  readonly leaseMs?: number;
  /** Deliveries that are no attempts: given back at a stop, or waiting while a worker died. Beyond them the broker gives up. */
  readonly spareDeliveries?: number;
  readonly report?: (report: BusReport) => void;
}

/** For so long words of what was handled may stay in a stream. */
const sweepEveryMs = 60_000;

/** Messages in the streams of a NATS server. The connection belongs to who opened it. */
export class JetStreamMessageBus extends MessageBus {
  private readonly consumptions = new Set<JetStreamConsumption>();
  /** What this process consumes, and therefore lets go of by itself. */
  private readonly consumed = new Set<BusKind>();
  private readonly publishing: Publishing;
  private readonly lot: ParkingLot;
  private readonly shelves: Shelves;
  private readonly deadWorkers: DeadWorkers;
  private sweeping: NodeJS.Timeout | undefined;

  private constructor(
    private readonly broker: Broker,
    private readonly options: Required<JetStreamBusOptions>,
  ) {
    super();
    const names = brokerNames(broker.root);
    const shelf = (own: Parameters<typeof names.ownStream>[0]): Shelf =>
      new Shelf(broker, names.ownStream(own), names.ownSubjects(own));
    this.publishing = new Publishing(broker, shelf('marks'));
    this.shelves = { leases: shelf('leases'), notes: shelf('notes') };
    this.lot = new ParkingLot(broker);
    this.deadWorkers = new DeadWorkers(broker, this.lot, {
      onParked: ({ message: { tenantId, key, sequence }, consumer, attempts, cause }) =>
        options.report({ event: 'message.parked', consumer, tenantId, key, sequence, attempts, cause }),
      onFault: (error) => options.report({ event: 'consumer.failed', consumer: 'bus-dead-workers', error }),
    });
    void this.watchConnection();
  }

  /** Its streams are there when it resolves. */
  static async open(
    { nc, inboxPrefix, isUp }: Nats,
    options: JetStreamBusOptions = {},
  ): Promise<JetStreamMessageBus> {
    const all = {
      root: defaultRoot,
      chance: Math.random,
      retryDelays,
      leaseMs,
      spareDeliveries: 100,
      report: () => undefined,
      ...options,
    };
    const jsm = await jetstreamManager(nc);
    await ensureStreams(jsm, all.root, all.leaseMs);
    return new JetStreamMessageBus({ nc, jsm, js: jetstream(nc), root: all.root, inboxPrefix, isUp }, all);
  }

  async publish(messages: readonly Outgoing[]): Promise<readonly Published[]> {
    if (!this.broker.isUp()) throw new NatsAwayError('NATS is away');
    return messages.length === 0 ? [] : this.publishing.publish(messages);
  }

  async consume(options: ConsumerOptions): Promise<Consumption> {
    const kind = kindOfConsumer(options.name) ?? options.kind;
    if (kind !== options.kind)
      throw new Error(`the topology has ${options.name} read ${kind}, not ${options.kind}`);
    const { chance, retryDelays: delays, leaseMs: leasedMs, spareDeliveries, report } = this.options;
    const consumption = new JetStreamConsumption(this.broker, options, this.shelves, this.lot, {
      leaseMs: leasedMs,
      chance,
      delays,
      spareDeliveries,
      report,
    });
    await this.deadWorkers.watch();
    await consumption.start();
    this.consumptions.add(consumption);
    this.consumed.add(kind);
    this.sweepNowAndThen();
    return {
      stop: async () => {
        this.consumptions.delete(consumption);
        await consumption.stop();
      },
      drained: (withinMs) => consumption.drained(withinMs),
    };
  }

  parked(query: ParkedQuery): Promise<readonly ParkedMessage[]> {
    return this.lot.list(query);
  }

  replayParked(tenantId: string, ref: ParkedRef): Promise<boolean> {
    return this.lot.replay(tenantId, ref);
  }

  discardParked(tenantId: string, ref: ParkedRef): Promise<boolean> {
    return this.lot.discard(tenantId, ref);
  }

  sweep(): Promise<void> {
    return sweepHandled(this.broker, busKinds);
  }

  held(tenantId: string): AsyncIterable<HeldMessage> {
    return heldOn(this.broker, tenantId);
  }

  depth(): Promise<readonly BusDepth[]> {
    return depthsOn(this.broker, this.lot);
  }

  async close(): Promise<void> {
    const consumptions = [...this.consumptions];
    this.consumptions.clear();
    await Promise.all(consumptions.map((consumption) => consumption.stop()));
    clearInterval(this.sweeping);
    await this.deadWorkers.stop();
  }

  private sweepNowAndThen(): void {
    this.sweeping ??= setInterval(() => {
      sweepHandled(this.broker, [...this.consumed]).catch((error: unknown) =>
        this.options.report({ event: 'sweep.failed', error }),
      );
    }, sweepEveryMs).unref();
  }

  private async watchConnection(): Promise<void> {
    for await (const { type } of this.broker.nc.status())
      if (type === 'reconnect') for (const consumption of this.consumptions) consumption.reconnected();
  }
}
