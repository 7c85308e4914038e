import type { MessageReader } from './message-reader.js';
import type { ExtractedBatch, LoadedBatch } from './persist.js';

export interface ExtractionLoopOptions {
  readonly reader: MessageReader;
  readonly maxAttempts: number;
  readonly retryAfterMs: number;
  readonly onError: (error: unknown) => void;
}

const idsOf = ({ messages }: LoadedBatch): readonly string[] => messages.map(({ row }) => row.record_id);

/**
 * Works through the extraction queue, woken by recording; a message that cannot be read does not stop the others. While the
 * database persists one batch, the next one is read: never more than one, and nothing of it is written before its turn.
 */
export class ExtractionLoop {
  private readonly attempts = new Map<string, number>();
  private readonly waiting = new Map<string, NodeJS.Timeout>();
  private running: Promise<void> | null = null;
  /** Read while the batch before it was persisted. */
  private ahead: Promise<ExtractedBatch> | null = null;
  private isWoken = false;
  private looking: NodeJS.Timeout | undefined;
  private readonly stopping = new AbortController();

  constructor(private readonly options: ExtractionLoopOptions) {}

  wake(): void {
    this.isWoken = true;
    if (this.running || this.isStopped()) return;
    this.running = this.run().finally(() => {
      this.running = null;
      if (this.isWoken) this.wake();
    });
  }

  /**
   * Looks by itself, too, for what another process recorded: that may have died before it read it.
   */
  lookEvery(ms: number): void {
    this.looking = setInterval(() => this.wake(), ms).unref();
  }

  /** Resolves when the queue is empty but for what waits for a retry. */
  async idle(): Promise<void> {
    while (this.running) await this.running;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    clearInterval(this.looking);
    for (const timer of this.waiting.values()) clearTimeout(timer);
    await this.running;
    await this.options.reader.letGo().catch(this.options.onError);
  }

  private isStopped(): boolean {
    return this.stopping.signal.aborted;
  }

  private async run(): Promise<void> {
    while (!this.isStopped()) {
      this.isWoken = false;
      const read = await this.step();
      // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- wake() sets it while step() awaits
      if (read === 0 && !this.isWoken) break;
    }
    await this.ahead?.catch(() => undefined);
    this.ahead = null;
  }

  private async step(): Promise<number> {
    try {
      const batch = await this.next();
      if (!batch) return 0;
      const following = await this.following(batch);
      if (following) {
        this.ahead = this.options.reader.extract(following, this.stopping.signal);
        // Its failure is met in its own turn.
        this.ahead.catch(() => undefined);
      }
      await this.options.reader.persist(batch);
      return batch.messages.length;
    } catch (error) {
      // Read together with what failed, or while it did: loaded anew it is read as well.
      await this.ahead?.catch(() => undefined);
      this.ahead = null;
      // Given up for the stop: nothing of it was persisted, and it is in the queue at the next start.
      if (this.isStopped()) return 0;
      this.options.onError(error);
      return this.readOneByOne();
    }
  }

  private async next(): Promise<ExtractedBatch | null> {
    const { ahead } = this;
    this.ahead = null;
    if (ahead) return ahead;
    const loaded = await this.options.reader.load([...this.waiting.keys()]);
    return loaded && this.options.reader.extract(loaded, this.stopping.signal);
  }

  /** Loads the next batch before this one is persisted: the embedded database has one connection, and persisting keeps it to the end. */
  private async following(batch: ExtractedBatch): Promise<LoadedBatch | null> {
    if (this.isStopped() || batch.messages.length < this.options.reader.batchSize) return null;
    return this.options.reader.load([...this.waiting.keys(), ...idsOf(batch)]);
  }

  /** Finds out which message of a failing batch cannot be read. */
  private async readOneByOne(): Promise<number> {
    const ids = await this.options.reader
      .nextIds([...this.waiting.keys()])
      .catch(() => [] as readonly string[]);
    let count = 0;
    for (const recordId of ids) {
      if (this.isStopped()) break;
      try {
        await this.options.reader.readOne(recordId, this.stopping.signal);
        count += 1;
      } catch (error) {
        if (this.isStopped()) break;
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
    // A store that is away fails every look: one that is to come is enough.
    if (this.waiting.has(recordId)) return;
    const timer = setTimeout(() => {
      this.waiting.delete(recordId);
      this.wake();
    }, this.options.retryAfterMs);
    this.waiting.set(recordId, timer.unref());
  }
}
