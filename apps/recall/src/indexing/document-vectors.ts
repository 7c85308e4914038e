import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#database';
import type { Embedder } from '#embeddings';
import type { IndexKey, MemoryIndex } from '#memory-index';
import { entriesFor, type DocumentEmbedder } from './entries.js';

export interface DocumentVectorsOptions {
  readonly database: Database;
  readonly index: MemoryIndex;
  /** Null: facts are found by words alone. */
  readonly embedder: Embedder | null;
  /** Facts are indexed by their words for now, because of this. */
  readonly onAway: (error: unknown) => void;
  readonly onIndexed: (entries: number) => void;
}

const pageSize = 100;
/** Before it is asked again whether it is back; the last one repeats. */
const delays = [1_000, 2_000, 5_000, 15_000, 60_000] as const;

/** About this text, not about the service: every other text may still get its vector. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^status-4(?:00|13|22)$/u.test(String(error.code));

/**
 * Vectors of facts, and what happens while there are none: a fact is indexed by its words at once, and its vector follows.
 *
 * INVARIANT: which vectors are missing stands in the index itself, as facts without one. So a process that is killed goes on at
 * its next start, and an embedder that stays away holds up nothing and loses nothing.
 */
export class DocumentVectors implements DocumentEmbedder {
  private isAway = false;
  private isRequested = false;
  private failures = 0;
  private running: Promise<void> | null = null;
  private turn: Promise<unknown> = Promise.resolve();
  private readonly stopping = new AbortController();

  constructor(private readonly options: DocumentVectorsOptions) {}

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** Never fails: none are given, and they follow. While it is away nobody waits to hear so again. */
  async embed(texts: readonly string[]): Promise<readonly (Float32Array | null)[]> {
    const { embedder } = this.options;
    if (!embedder || texts.length === 0 || this.isAway) return [];
    try {
      return await embedder.embed(texts, 'document');
    } catch (error) {
      this.wentAway(error);
      return [];
    }
  }

  async hold(textOf: ReadonlyMap<string, string | null>): Promise<void> {
    await this.options.embedder?.hold(textOf);
  }

  /**
   * INVARIANT: whoever notes which text a fact has now, and writes it to the index, does so in turn: noted late, a text
   * that was forgotten meanwhile would keep its vector.
   */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.turn.then(work);
    this.turn = done.catch(() => undefined);
    return done;
  }

  /** Called after facts were indexed without vectors, and once at the start: embeds all that are missing, in the background. */
  enqueueMissing(): void {
    this.isRequested = true;
    if (this.options.embedder === null || this.isStopped()) return;
    this.running ??= this.run().finally(() => {
      this.running = null;
      if (this.isRequested) this.enqueueMissing();
    });
  }

  private isStopped(): boolean {
    return this.stopping.signal.aborted;
  }

  private wentAway(error: unknown): void {
    if (!this.isAway && !this.isStopped()) this.options.onAway(error);
    this.isAway = true;
  }

  private async run(): Promise<void> {
    let after: string | null = '';
    this.isRequested = false;
    while (after !== null && !this.isStopped()) {
      if (this.isAway) await this.pause();
      try {
        if (!this.isStopped()) after = await this.makeUpBehind(after);
        this.isAway = false;
        this.failures = 0;
      } catch (error) {
        this.wentAway(error);
        this.failures += 1;
      }
    }
  }

  /** The id up to which vectors are there, or were refused; null behind the last. */
  private async makeUpBehind(after: string): Promise<string | null> {
    const missing = await this.options.index.withoutVectors(after, pageSize);
    for (const tenantId of new Set(missing.map((key) => key.tenantId))) {
      const ids = missing.filter((key) => key.tenantId === tenantId).map(({ id }) => id);
      await this.makeUp(tenantId, ids);
    }
    return missing.at(-1)?.id ?? null;
  }

  private async makeUp(tenantId: IndexKey['tenantId'], ids: readonly string[]): Promise<void> {
    const { database, index, onIndexed } = this.options;
    try {
      // Out of turn first: it may take long, and what it gives is kept. In turn it is all there.
      await entriesFor(database, this.strict, tenantId, ids);
      await this.inTurn(async () => {
        const entries = await entriesFor(database, this.strict, tenantId, ids);
        await index.upsert(entries);
        onIndexed(entries.length);
      });
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // One of them is refused: the others alone. It stays without, and is tried again at the next occasion.
      if (ids.length > 1) for (const id of ids) await this.makeUp(tenantId, [id]);
    }
  }

  /** Whoever stops does not wait for an embedder that hangs. */
  private readonly strict: DocumentEmbedder = {
    hold: (textOf) => this.hold(textOf),
    embed: async (texts) => {
      const { signal } = this.stopping;
      const stopped = new Promise<never>((_, reject) => {
        if (signal.aborted) reject(new Error('stopped'));
        signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true });
      });
      return Promise.race([this.options.embedder?.embed(texts, 'document') ?? [], stopped]);
    },
  };

  private async pause(): Promise<void> {
    const ms = delays[Math.min(this.failures, delays.length - 1)];
    await sleep(ms, undefined, { signal: this.stopping.signal, ref: false }).catch(() => undefined);
  }
}
