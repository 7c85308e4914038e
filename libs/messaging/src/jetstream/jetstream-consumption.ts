import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DrainWaiters } from '../drain-waiters.js';
import { partitionCount, type Consumption, type ConsumerOptions, type Delivery } from '../message-bus.js';
import { partitionToken } from '../partition.js';
import type { BusReport } from '../reports.js';
import { settleInHalves } from '../in-halves.js';
import type { Settlement, SettlementRules } from '../settlement.js';
import { brokerNames, durableOf } from '../topology.js';
import { Wakeable } from '../wakeable.js';
import { Backlog, type Pending, type Ready } from './backlog.js';
import type { Broker } from './broker.js';
import { durablesOf } from './depths.js';
import { nakWord, PartitionFeed, workingWord } from './partition-feed.js';
import { PartitionLeases } from './leases.js';
import type { ParkingLot } from './parking.js';
import { DeliverySettling } from './delivery-settling.js';
import type { Shelf } from './shelf.js';
import { WorkerNotes, type Hand } from './worker-notes.js';

export interface JetStreamConsumptionSettings {
  readonly leaseMs: number;
  readonly chance: () => number;
  readonly delays: readonly number[];
  readonly spareDeliveries: number;
  readonly report: (report: BusReport) => void;
}

export interface Shelves {
  readonly leases: Shelf;
  readonly notes: Shelf;
}

/** Deliveries come in one by one; so long a batch waits to be whole. */
const lingerMs = 3;
const restMs = 500;
const drainPollMs = 15;
/** Before it is looked again whether the store is there. */
const awayMs = 1_000;
const allPartitions = Array.from({ length: partitionCount }, (_, partition) => partition);

export class JetStreamConsumption implements Consumption {
  private readonly owner = randomUUID();
  private readonly abort = new AbortController();
  private readonly sleep = new Wakeable();
  private readonly waiters: DrainWaiters;
  private readonly notes: WorkerNotes;
  private readonly leases: PartitionLeases;
  private readonly settling: DeliverySettling;
  private readonly feeds = new Map<number, PartitionFeed>();
  private readonly backlog = new Backlog(() => performance.now());
  private inHand: readonly Pending[] = [];
  private atLastBeat: ReadonlySet<Pending> = new Set();
  private rounds = 0;
  private isLingering = false;
  private running: Promise<void> = Promise.resolve();
  private heartbeat: NodeJS.Timeout | undefined;

  constructor(
    private readonly broker: Broker,
    private readonly options: ConsumerOptions,
    shelves: Shelves,
    lot: ParkingLot,
    private readonly settings: JetStreamConsumptionSettings,
  ) {
    this.waiters = new DrainWaiters(options.name);
    this.notes = new WorkerNotes(shelves.notes, options.name);
    this.leases = new PartitionLeases(shelves.leases, {
      consumer: options.name,
      owner: this.owner,
      leaseMs: settings.leaseMs,
      onTaken: (partition) => this.taken(partition),
      onLeft: (partition, isLost) => this.left(partition, isLost),
      onFault: this.fault,
    });
    this.settling = new DeliverySettling({
      consumer: options.name,
      backlog: this.backlog,
      notes: this.notes,
      lot,
      onParked: options.onParked,
      onFault: this.fault,
      report: settings.report,
    });
  }

  /** Registered when it resolves: each partition has its durable, which forgets nothing of what comes. */
  async start(): Promise<void> {
    await Promise.all(allPartitions.map((partition) => this.feedOf(partition).ensure()));
    await this.leases.start();
    this.heartbeat = setInterval(() => this.beat(), this.settings.leaseMs / 3);
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.abort.abort();
    this.sleep.wake();
    await this.running;
    this.waiters.stopped();
    await this.leases.stop().catch(this.fault);
    await this.notes.letGo(this.owner).catch(this.fault);
    clearInterval(this.heartbeat);
  }

  drained(withinMs: number): Promise<void> {
    const drained = this.waiters.add(this.rounds, withinMs);
    if (this.isStopped) this.waiters.stopped();
    this.sleep.wake();
    return drained;
  }

  /** The connection is another one: what was asked for is to be asked for again. */
  reconnected(): void {
    for (const feed of this.feeds.values()) feed.askAnew();
  }

  private get isStopped(): boolean {
    return this.abort.signal.aborted;
  }

  private readonly fault = (error: unknown): void => {
    this.settings.report({ event: 'consumer.failed', consumer: this.options.name, error });
  };

  private feedOf(partition: number): PartitionFeed {
    const { broker, options } = this;
    return new PartitionFeed(broker, {
      consumer: options.name,
      kind: options.kind,
      partition,
      maxDeliveries: options.maxAttempts + this.settings.spareDeliveries,
      ackWaitMs: this.settings.leaseMs * 1.5,
      room: () => options.batchSize - this.backlog.free(partition),
      onDelivered: (pending, isRepeated) => this.delivered(pending, isRepeated),
      onFault: this.fault,
    });
  }

  private async taken(partition: number): Promise<void> {
    await this.notes.takeOver(partition, this.owner);
    const feed = this.feedOf(partition);
    this.feeds.set(partition, feed);
    feed.open();
  }

  /** What nobody had in hand goes back at once. */
  private async left(partition: number, isLost: boolean): Promise<void> {
    const feed = this.feeds.get(partition);
    // INVARIANT: before anything is waited for: what was lost may be ours again, with another feed, while this one closes.
    this.feeds.delete(partition);
    if (isLost) {
      this.backlog.drop(partition);
      await feed?.abandon();
      return;
    }
    await feed?.close();
    while (!this.isStopped && this.inHand.some((one) => one.partition === partition))
      await sleep(drainPollMs);
    for (const pending of this.backlog.drop(partition)) pending.answer(nakWord(1));
    await this.broker.nc.flush();
    await this.notes.giveBack(partition);
  }

  private delivered(pending: Pending, isRepeated: boolean): void {
    this.backlog.add(pending);
    if (isRepeated)
      this.notes.tried(pending.streamSequence).then(
        (tried) => {
          pending.tried = tried;
          this.wakeSoon();
        },
        (error: unknown) => {
          this.fault(error);
          this.backlog.remove(pending);
        },
      );
    this.wakeSoon();
  }

  private wakeSoon(): void {
    if (this.isLingering) return;
    this.isLingering = true;
    setTimeout(() => {
      this.isLingering = false;
      this.sleep.wake();
    }, lingerMs);
  }

  /** Says of what was delivered before the last beat that somebody still has it; most of what comes is settled before the next. */
  private beat(): void {
    const here = [...this.backlog.all(), ...this.inHand];
    for (const one of here) if (this.atLastBeat.has(one)) one.answer(workingWord);
    this.atLastBeat = new Set(here);
  }

  private async run(): Promise<void> {
    while (!this.isStopped) {
      const round = ++this.rounds;
      try {
        const batch = this.backlog.take(this.options.batchSize);
        if (batch.length > 0) await this.deliver(batch);
        else if (this.waiters.isEmpty) await this.sleep.rest(restMs);
        else if (await this.isDrained()) this.waiters.idle(round);
        else await this.sleep.rest(drainPollMs);
      } catch (error) {
        this.fault(error);
        await this.sleep.rest(restMs);
      }
    }
  }

  /** Nothing that could be delivered now is here, with the broker, or with another worker. */
  private async isDrained(): Promise<boolean> {
    const stream = brokerNames(this.broker.root).stream(this.options.kind);
    const waiting = this.backlog.waiting();
    let unsettled = 0;
    for (const { name, num_pending, num_ack_pending } of await durablesOf(this.broker, stream)) {
      const partition = allPartitions.find((one) => durableOf(this.options.name, one) === name);
      if (partition === undefined) continue;
      if (num_pending > 0) return false;
      if (this.feeds.has(partition)) unsettled += num_ack_pending;
      else if (num_ack_pending > 0) return false;
    }
    return unsettled <= waiting && !this.backlog.hasFree;
  }

  private async deliver(batch: readonly Ready[]): Promise<void> {
    const [first] = batch;
    if (!first) return;
    this.inHand = batch;
    try {
      if (first.tried.isDeadly && first.tried.attempts >= this.options.maxAttempts)
        await this.settling.settle([first], [{ kind: 'park', cause: 'its worker died on each attempt' }], 0);
      else await this.handOver(batch);
    } finally {
      this.inHand = [];
      for (const feed of this.feeds.values()) feed.ask();
    }
  }

  private async handOver(batch: readonly Ready[]): Promise<void> {
    const hand: Record<string, number[]> = {};
    for (const { partition, streamSequence } of batch)
      (hand[partitionToken(partition)] ??= []).push(streamSequence);
    await this.hold(batch, hand);
    const settlements = await this.handle(batch);
    if (settlements === 'stopped') for (const { answer } of batch) answer(nakWord(1));
    else if (settlements === 'away') await this.putBack(batch);
    else await this.settling.settle(batch, settlements, 1);
  }

  /** It was no attempt, and is none for whoever takes over from us. */
  private async putBack(batch: readonly Ready[]): Promise<void> {
    for (const one of batch) if (this.feeds.has(one.partition)) this.backlog.add(one);
    await this.notes.hold(this.owner, {}).catch(this.fault);
    await sleep(awayMs, undefined, { signal: this.abort.signal }).catch(() => undefined);
  }

  /** Without the note nothing is handed over: dying on it would go unnoticed. */
  private async hold(batch: readonly Ready[], hand: Hand): Promise<void> {
    try {
      await this.notes.hold(this.owner, hand);
    } catch (error) {
      for (const one of batch) this.backlog.add(one);
      throw error;
    }
  }

  /** `stopped`: it threw because it was told to, and did not happen. */
  private async handle(batch: readonly Ready[]): Promise<readonly Settlement[] | 'stopped' | 'away'> {
    const deliveries = batch.map(({ delivery, tried }): Delivery => ({
      ...delivery,
      attempt: tried.attempts + 1,
    }));
    const rules: SettlementRules = {
      maxAttempts: this.options.maxAttempts,
      delays: this.settings.delays,
      chance: this.settings.chance(),
    };
    const onThrow = (error: unknown): void =>
      this.settings.report({ event: 'handler.failed', consumer: this.options.name, error });
    try {
      return await settleInHalves(deliveries, {
        handle: (some) => this.options.handle(some, this.abort.signal),
        rules,
        isStopped: () => this.isStopped,
        onThrow,
      });
    } catch (error) {
      if (this.isStopped) return 'stopped';
      onThrow(error);
      return 'away';
    }
  }
}
