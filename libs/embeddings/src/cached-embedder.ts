import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type Calibration, Embedder, type Purpose } from './embedder.js';
import type { EmbeddingStore } from './embedding-store.js';

const defaultEntries = 4096;

/** Embeds no text twice: recent ones stay in memory, documents also in the store. Closes what it wraps. */
export class CachedEmbedder extends Embedder {
  readonly model: string;
  readonly dimensions: number;
  override readonly calibration: Calibration;
  override readonly takesMessages: boolean;
  private readonly recent: LRUCache<string, Float32Array>;
  private readonly underWay = new Map<string, Promise<Float32Array>>();

  constructor(
    private readonly inner: Embedder,
    private readonly store: EmbeddingStore | null,
    entries = defaultEntries,
  ) {
    super();
    this.model = inner.model;
    this.dimensions = inner.dimensions;
    this.calibration = inner.calibration;
    this.takesMessages = inner.takesMessages;
    this.recent = new LRUCache({ max: entries });
  }

  async embed(texts: readonly string[], purpose: Purpose): Promise<readonly Float32Array[]> {
    // There are too many of them, and the index keeps them as long as their texts are there.
    if (purpose === 'message') return this.inner.embed(texts, purpose);
    const keys = texts.map((text) => this.keyOf(text));
    const known = keys.map((key) => this.recent.get(key) ?? this.underWay.get(key));
    const missing = new Map(
      keys.flatMap((key, index) => (known[index] === undefined ? [[key, texts[index] ?? ''] as const] : [])),
    );
    const fresh = this.start(missing, purpose);
    return Promise.all(keys.map(async (key, index) => (await known[index]) ?? fresh(key)));
  }

  override async hold(textOf: ReadonlyMap<string, string | null>): Promise<void> {
    const keyOf = new Map([...textOf].map(([id, text]) => [id, text === null ? null : this.keyOf(text)]));
    const dropped = (await this.store?.hold(keyOf)) ?? [];
    for (const key of dropped) this.recent.delete(key);
  }

  override warm(): Promise<void> {
    return this.inner.warm();
  }

  close(): Promise<void> {
    return this.inner.close();
  }

  private keyOf(text: string): string {
    return createHash('sha256').update(this.model).update('\0').update(text).digest('hex');
  }

  /** Registers the texts as under way before anything is awaited, so that two callers never embed the same one. */
  private start(
    missing: ReadonlyMap<string, string>,
    purpose: 'document' | 'query',
  ): (key: string) => Promise<Float32Array> {
    const all =
      missing.size === 0 ? Promise.resolve(new Map<string, Float32Array>()) : this.produce(missing, purpose);
    const pick = async (key: string): Promise<Float32Array> => {
      const vector = (await all).get(key);
      if (vector === undefined) throw new Error('the embedder gave fewer vectors than texts');
      return vector;
    };
    for (const key of missing.keys()) {
      const promise = pick(key);
      this.underWay.set(key, promise);
      const settled = () => this.underWay.delete(key);
      promise.then(settled, settled);
    }
    return pick;
  }

  private async produce(
    missing: ReadonlyMap<string, string>,
    purpose: 'document' | 'query',
  ): Promise<ReadonlyMap<string, Float32Array>> {
    const store = purpose === 'document' ? this.store : null;
    const stored = (await store?.read([...missing.keys()])) ?? new Map<string, Float32Array>();
    const unknown = [...missing].filter(([key]) => !stored.has(key));
    const made = new Map<string, Float32Array>();
    if (unknown.length > 0) {
      const vectors = await this.inner.embed(
        unknown.map(([, text]) => text),
        purpose,
      );
      unknown.forEach(([key], index) => {
        const vector = vectors[index];
        if (vector !== undefined) made.set(key, vector);
      });
      await store?.write(made);
    }
    const all = new Map([...stored, ...made]);
    for (const [key, vector] of all) this.recent.set(key, vector);
    return all;
  }
}
