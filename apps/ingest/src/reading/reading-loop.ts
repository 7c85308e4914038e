import type { MessageReader } from './reader.js';

export interface ReadingLoopOptions {
  readonly reader: MessageReader;
  readonly maxAttempts: number;
  readonly retryAfterMs: number;
  readonly onError: (error: unknown) => void;
}

/** Works through the reading list, woken by recording; a message that cannot be read does not stop the others. */
export class ReadingLoop {
  private readonly attempts = new Map<string, number>();
  private readonly waiting = new Map<string, NodeJS.Timeout>();
  private running: Promise<void> | null = null;
  private isWoken = false;
  private isStopped = false;

  constructor(private readonly options: ReadingLoopOptions) {}

  wake(): void {
    this.isWoken = true;
    if (this.running || this.isStopped) return;
    this.running = this.run().finally(() => {
      this.running = null;
      if (this.isWoken) this.wake();
    });
  }

  /** Resolves when the list is empty but for what waits for a retry. */
  async idle(): Promise<void> {
    while (this.running) await this.running;
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    for (const timer of this.waiting.values()) clearTimeout(timer);
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.isStopped) {
      this.isWoken = false;
      const read = await this.step();
      // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- wake() sets it while step() awaits
      if (read === 0 && !this.isWoken) return;
    }
  }

  private async step(): Promise<number> {
    try {
      return (await this.options.reader.readBatch([...this.waiting.keys()])).length;
    } catch (error) {
      this.options.onError(error);
      return this.readOneByOne();
    }
  }

  /** Finds out which message of a failing batch cannot be read. */
  private async readOneByOne(): Promise<number> {
    const ids = await this.options.reader
      .nextIds([...this.waiting.keys()])
      .catch(() => [] as readonly string[]);
    let count = 0;
    for (const recordId of ids) {
      if (this.isStopped) break;
      try {
        await this.options.reader.readOne(recordId);
        count += 1;
      } catch (error) {
        this.options.onError(error);
        await this.postpone(recordId, error);
      }
    }
    if (ids.length === 0) this.retryLater('all');
    return count;
  }

  private async postpone(recordId: string, error: unknown): Promise<void> {
    const attempts = (this.attempts.get(recordId) ?? 0) + 1;
    this.attempts.set(recordId, attempts);
    if (attempts >= this.options.maxAttempts) {
      const cause = error instanceof Error ? error.name : 'unknown';
      await this.options.reader.park(recordId, cause, attempts).catch(this.options.onError);
      this.attempts.delete(recordId);
    } else this.retryLater(recordId);
  }

  private retryLater(recordId: string): void {
    const timer = setTimeout(() => {
      this.waiting.delete(recordId);
      this.wake();
    }, this.options.retryAfterMs);
    this.waiting.set(recordId, timer.unref());
  }
}
