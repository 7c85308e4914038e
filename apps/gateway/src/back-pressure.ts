import type { MessageBus } from '#messaging';

export interface BackPressureLimits {
  /** Undelivered events above which no more are taken. */
  readonly mostWaiting: number;
  /** How long a reading of the bus is good for. */
  readonly refreshMs: number;
}

/** Says when the bus holds more events than ingest can soon handle. Counting is dear, so readings are kept a moment. */
export class BackPressure {
  #waiting = 0;
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly bus: MessageBus,
    private readonly limits: BackPressureLimits,
    private readonly now: () => Date,
  ) {}

  async isFull(): Promise<boolean> {
    const at = this.now().getTime();
    if (at - this.#readAt >= this.limits.refreshMs) {
      const depth = await this.bus.depth();
      this.#waiting = depth.find(({ kind }) => kind === 'events')?.waiting ?? 0;
      this.#readAt = at;
    }
    return this.#waiting >= this.limits.mostWaiting;
  }

  /** Counts what was published since the last reading. */
  added(events: number): void {
    this.#waiting += events;
  }
}
