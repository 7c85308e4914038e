import type { Consumption, ConsumerOptions } from '../message-bus.js';
import { settleInHalves } from '../in-halves.js';
import { keyOf, settleThrow, type Settlement, type SettlementRules } from '../settlement.js';
import { behindCause, type ConsumerStore, type HeldDelivery, type Pulled } from './consumer-store.js';
import { DrainWaiters } from '../drain-waiters.js';
import { leaseMs, type Lease } from './lease.js';
import type { BusReport } from '../reports.js';
import { Wakeable } from '../wakeable.js';

export interface EmbeddedConsumptionSettings {
  readonly now: () => Date;
  readonly chance: () => number;
  readonly pollMs: number;
  readonly delays: readonly number[];
  readonly report: (report: BusReport) => void;
  readonly onHandled: (messages: number) => void;
}

/** What failed before comes alone, so that one bad message takes no other along; the rest comes together. */
const callsOf = (held: readonly Pulled[]): readonly (readonly Pulled[])[] => {
  const calls: Pulled[][] = [];
  let together: Pulled[] | null = null;
  for (const pulled of held) {
    if (pulled.delivery.attempt > 1) {
      calls.push([pulled]);
      together = null;
    } else if (together) together.push(pulled);
    else calls.push((together = [pulled]));
  }
  return calls;
};

const notBegun = { behind: [], isBegun: false };

export class EmbeddedConsumption implements Consumption {
  private readonly abort = new AbortController();
  private readonly sleep = new Wakeable();
  private readonly waiters: DrainWaiters;
  private position: bigint | null = null;
  private rounds = 0;
  private delayedUntil: number[] = [];
  private pulledAt = new Date(0);
  private running: Promise<void> = Promise.resolve();
  private heartbeat: NodeJS.Timeout | undefined;

  constructor(
    private readonly options: ConsumerOptions,
    private readonly store: ConsumerStore,
    private readonly lease: Lease,
    private readonly settings: EmbeddedConsumptionSettings,
  ) {
    this.waiters = new DrainWaiters(options.name);
  }

  /** Registered when it resolves: from here on no message of the kind is deleted before this consumer handled it. */
  async start(): Promise<void> {
    this.position = await this.lease.take();
    this.heartbeat = setInterval(() => void this.lease.renew().catch(this.fault), leaseMs / 3);
    this.running = this.run();
  }

  wake(): void {
    this.sleep.wake();
  }

  async stop(): Promise<void> {
    this.abort.abort();
    this.wake();
    await this.running;
    clearInterval(this.heartbeat);
    this.waiters.stopped();
    await this.lease.giveBack();
  }

  drained(withinMs: number): Promise<void> {
    const drained = this.waiters.add(this.rounds, withinMs);
    if (this.isStopped) this.waiters.stopped();
    this.wake();
    return drained;
  }

  private get isStopped(): boolean {
    return this.abort.signal.aborted;
  }

  private async run(): Promise<void> {
    while (!this.isStopped) {
      const round = ++this.rounds;
      try {
        const isIdle = await this.round();
        if (!isIdle) continue;
        this.settings.onHandled(0);
        if (this.position !== null) this.waiters.idle(round);
        await this.sleep.rest(this.restMs());
      } catch (error) {
        this.fault(error);
        await this.sleep.rest(this.settings.pollMs);
      }
    }
  }

  private readonly fault = (error: unknown): void => {
    this.settings.report({ event: 'consumer.failed', consumer: this.options.name, error });
  };

  /** True when nothing is left to do. */
  private async round(): Promise<boolean> {
    this.position ??= await this.lease.take();
    if (this.position === null) return true;
    this.pulledAt = this.settings.now();
    const { batchSize } = this.options;
    const { pulled, isBegun } = await this.store.pull(this.position, this.pulledAt, batchSize);
    const stopped = new Set<string>();
    for (const call of callsOf(pulled.filter(({ isHeld }) => isHeld))) {
      const going = call.filter(({ delivery }) => !stopped.has(keyOf(delivery)));
      if (going.length > 0 && !(await this.deliver(going, stopped))) return false;
    }
    const fresh = pulled.filter(({ isHeld }) => !isHeld);
    const isBehind = ({ isBlocked, delivery }: Pulled) => isBlocked || stopped.has(keyOf(delivery));
    const going = fresh.filter((message) => !isBehind(message));
    if (fresh.length === 0) return pulled.length === 0;
    const isOurs = await this.deliver(going, stopped, { behind: fresh.filter(isBehind), isBegun });
    // All there was is handled, and whatever comes wakes us.
    const isAll = going.length === pulled.length && going.length < batchSize && stopped.size === 0;
    return isOurs && isAll && this.store.isAlone;
  }

  /** Hands a batch to the handler and settles it. False: stop here, nothing more of this round is ours. */
  private async deliver(
    batch: readonly Pulled[],
    stopped: Set<string>,
    { behind, isBegun }: { readonly behind: readonly Pulled[]; readonly isBegun: boolean } = notBegun,
  ): Promise<boolean> {
    if (this.isStopped || this.position === null) return false;
    const deliveries = batch.map(({ delivery }) => delivery);
    const isOurs =
      isBegun ||
      deliveries.length === 0 ||
      (await this.store.begin(deliveries.map(({ sequence }) => sequence)));
    if (!isOurs) return this.lost();
    const settlements = deliveries.length === 0 ? [] : await this.handle(batch);
    if (!settlements) return false;
    settlements.forEach(({ kind }, index) => {
      const delivery = deliveries[index];
      if ((kind === 'delay' || kind === 'behind') && delivery) stopped.add(keyOf(delivery));
    });
    const position = [...batch, ...behind]
      .filter(({ isHeld }) => !isHeld)
      .reduce((last, { delivery }) => (delivery.sequence > last ? delivery.sequence : last), this.position);
    const isHandled = (_: unknown, index: number) => settlements[index]?.kind === 'handled';
    const held = [
      ...batch.flatMap(({ delivery }, index) => this.heldOf(delivery, settlements[index])),
      ...behind.flatMap(({ delivery }) => this.heldOf(delivery, { kind: 'behind' })),
    ];
    const released = batch.filter(isHandled).filter(({ isHeld }) => isHeld);
    const isSettled = await this.store.settle({
      position,
      released: released.map(({ delivery }) => delivery.sequence),
      held,
    });
    if (!isSettled) return this.lost();
    this.position = position;
    for (const { state, dueAt } of held) if (state === 'waiting') this.delayedUntil.push(dueAt.getTime());
    this.reportHeld(held);
    if (held.some(({ state }) => state === 'parked')) await this.options.onParked?.().catch(this.fault);
    this.settings.onHandled(batch.length);
    return true;
  }

  /** Null when it threw because it was told to stop: then it did not happen. */
  private async handle(batch: readonly Pulled[]): Promise<readonly Settlement[] | null> {
    const deliveries = batch.map(({ delivery }) => delivery);
    const rules = this.rules();
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
      if (this.isStopped) return null;
      onThrow(error);
      return settleThrow(deliveries, error, rules);
    }
  }

  private lost(): false {
    this.position = null;
    return false;
  }

  private rules(): SettlementRules {
    return {
      maxAttempts: this.options.maxAttempts,
      delays: this.settings.delays,
      chance: this.settings.chance(),
    };
  }

  private heldOf(delivery: Pulled['delivery'], settlement: Settlement | undefined): readonly HeldDelivery[] {
    if (!settlement) return [];
    const now = this.settings.now();
    switch (settlement.kind) {
      case 'handled':
        return [];
      case 'delay': {
        const dueAt = new Date(now.getTime() + settlement.forMs);
        return [{ delivery, attempts: delivery.attempt, state: 'waiting', dueAt, cause: settlement.cause }];
      }
      case 'park':
        return [
          { delivery, attempts: delivery.attempt, state: 'parked', dueAt: now, cause: settlement.cause },
        ];
      case 'behind':
        return [
          { delivery, attempts: delivery.attempt - 1, state: 'behind', dueAt: now, cause: behindCause },
        ];
    }
  }

  private reportHeld(held: readonly HeldDelivery[]): void {
    for (const { delivery, attempts, state, cause } of held) {
      if (state === 'behind') continue;
      const { tenantId, key, sequence } = delivery;
      const event = state === 'parked' ? 'message.parked' : 'message.delayed';
      this.settings.report({ event, consumer: this.options.name, tenantId, key, sequence, attempts, cause });
    }
  }

  /** Until the next delay of our own ends; what others made due is found by polling. */
  private restMs(): number {
    const now = this.settings.now().getTime();
    this.delayedUntil = this.delayedUntil.filter((due) => due > this.pulledAt.getTime());
    return Math.max(1, Math.min(...this.delayedUntil.map((due) => due - now), this.settings.pollMs));
  }
}
