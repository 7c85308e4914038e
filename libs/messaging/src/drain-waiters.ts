interface Waiter {
  readonly roundsBefore: number;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** Those who wait until a consumer has nothing left to deliver. */
export class DrainWaiters {
  private readonly waiters = new Set<Waiter>();

  constructor(private readonly consumer: string) {}

  get isEmpty(): boolean {
    return this.waiters.size === 0;
  }

  /** Resolves at the end of an idle round that began after `roundsBefore`. */
  add(roundsBefore: number, withinMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        roundsBefore,
        resolve: () => end(resolve),
        reject: (error) => end(() => reject(error)),
      };
      const end = (answer: () => void): void => {
        clearTimeout(timer);
        this.waiters.delete(waiter);
        answer();
      };
      const late = new Error(`consumer ${this.consumer} still had messages after ${String(withinMs)} ms`);
      const timer = setTimeout(() => waiter.reject(late), withinMs);
      this.waiters.add(waiter);
    });
  }

  idle(round: number): void {
    for (const waiter of this.waiters) if (waiter.roundsBefore < round) waiter.resolve();
  }

  stopped(): void {
    for (const { reject } of this.waiters) reject(new Error(`consumer ${this.consumer} was stopped`));
  }
}
