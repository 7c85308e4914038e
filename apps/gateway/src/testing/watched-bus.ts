import {
  MessageBus,
  type Consumption,
  type ConsumerOptions,
  type HeldMessage,
  type Outgoing,
  type ParkedMessage,
  type ParkedQuery,
  type ParkedRef,
  type Published,
} from '#messaging';

/** A real bus that a spec can look into, fill and break. */
export class WatchedBus extends MessageBus {
  readonly published: Outgoing[] = [];
  isBroken = false;
  /** Pretends that this many events wait. */
  waiting: number | null = null;

  constructor(private readonly bus: MessageBus) {
    super();
  }

  async publish(messages: readonly Outgoing[]): Promise<readonly Published[]> {
    if (this.isBroken) throw new Error('the bus is down');
    const answers = await this.bus.publish(messages);
    this.published.push(...messages.filter((_, at) => answers[at] !== 'duplicate'));
    return answers;
  }
  consume(options: ConsumerOptions): Promise<Consumption> {
    return this.bus.consume(options);
  }
  parked(query: ParkedQuery): Promise<readonly ParkedMessage[]> {
    return this.bus.parked(query);
  }
  replayParked(tenantId: string, ref: ParkedRef): Promise<boolean> {
    return this.bus.replayParked(tenantId, ref);
  }
  discardParked(tenantId: string, ref: ParkedRef): Promise<boolean> {
    return this.bus.discardParked(tenantId, ref);
  }
  sweep(): Promise<void> {
    return this.bus.sweep();
  }
  held(tenantId: string): AsyncIterable<HeldMessage> {
    return this.bus.held(tenantId);
  }
  async depth(): ReturnType<MessageBus['depth']> {
    if (this.isBroken) throw new Error('the bus is down');
    return this.waiting === null
      ? this.bus.depth()
      : [{ kind: 'events', waiting: this.waiting, waitingSeconds: 0, parked: 0, parkedSince: null }];
  }
  close(): Promise<void> {
    return this.bus.close();
  }
}
