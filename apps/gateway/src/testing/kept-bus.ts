import { MessageBus, type Consumption, type Outgoing, type ParkedMessage } from '#messaging';

/** A bus as the edge sees it: what was published, and how much waits. Nothing of it is consumed in these specs. */
export class KeptBus extends MessageBus {
  readonly published: Outgoing[] = [];
  isBroken = false;
  waiting: number | null = null;

  publish(messages: readonly Outgoing[]): Promise<readonly ('stored' | 'duplicate')[]> {
    if (this.isBroken) return Promise.reject(new Error('the bus is down'));
    return Promise.resolve(messages.map((message) => this.#keep(message)));
  }
  consume(): Promise<Consumption> {
    return Promise.resolve({ stop: () => Promise.resolve(), drained: () => Promise.resolve() });
  }
  parked(): Promise<readonly ParkedMessage[]> {
    return Promise.resolve([]);
  }
  replayParked(): Promise<number> {
    return Promise.resolve(0);
  }
  discardParked(): Promise<number> {
    return Promise.resolve(0);
  }
  depth(): ReturnType<MessageBus['depth']> {
    if (this.isBroken) return Promise.reject(new Error('the bus is down'));
    return Promise.resolve([{ kind: 'events', waiting: this.waiting ?? this.published.length, parked: 0 }]);
  }
  close(): Promise<void> {
    return Promise.resolve();
  }

  #keep(message: Outgoing): 'stored' | 'duplicate' {
    if (this.published.some(({ tenantId, id }) => tenantId === message.tenantId && id === message.id))
      return 'duplicate';
    this.published.push(message);
    return 'stored';
  }
}
