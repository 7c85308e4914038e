export interface BackPressureLimits {
  /** Events on their way to recall above which no more are taken. */
  readonly mostWaiting: number;
  /** How long a reading of the bus is good for. */
  readonly refreshMs: number;
}

/** Says when more is on its way than can soon be handled. Counting is dear, so readings are kept a moment. */
export class BackPressure {
  #waiting = 0;
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly backlog: () => Promise<number>,
    private readonly limits: BackPressureLimits,
    private readonly now: () => Date,
  ) {}

  async isFull(): Promise<boolean> {
    const at = this.now().getTime();
    if (at - this.#readAt >= this.limits.refreshMs) {
      this.#waiting = await this.backlog();
      this.#readAt = at;
    }
    return this.#waiting >= this.limits.mostWaiting;
  }

  /** Counts what was published since the last reading. */
  added(events: number): void {
    this.#waiting += events;
  }
}
