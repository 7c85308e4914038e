import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase, type Database } from '#database';
import { CachedEmbedder, Embedder, EmbeddingStore, embeddingMigrations } from './index.js';
import { embedderContract } from './testing/contract.js';
import { HashingEmbedder } from '#testing';

/** Tells what it was asked for. */
class CountingEmbedder extends Embedder {
  readonly model: string;
  readonly dimensions = 512;
  readonly asked: string[] = [];
  private readonly inner = new HashingEmbedder();

  constructor(model = 'counting') {
    super();
    this.model = model;
  }

  embed(texts: readonly string[]): Promise<readonly Float32Array[]> {
    this.asked.push(...texts);
    return this.inner.embed(texts);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

let database: Database;
beforeAll(async () => {
  database = await openDatabase({ dataDir: 'memory://' });
  await database.migrate(embeddingMigrations);
});
afterAll(() => database.close());

embedderContract('a hashing embedder', () => Promise.resolve(new HashingEmbedder()));
embedderContract('a cached embedder', () =>
  Promise.resolve(new CachedEmbedder(new HashingEmbedder(), new EmbeddingStore(database))),
);

describe('a cached embedder', () => {
  it('embeds a text once, within a call, across calls and in calls that overlap', async () => {
    const inner = new CountingEmbedder();
    const cached = new CachedEmbedder(inner, null);
    await Promise.all([cached.embed(['a', 'b', 'a'], 'document'), cached.embed(['b', 'c'], 'document')]);
    await cached.embed(['c', 'a'], 'query');
    expect(inner.asked).toEqual(['a', 'b', 'c']);
  });

  it('keeps documents, to the byte, for the next start', async () => {
    const store = new EmbeddingStore(database);
    const before = await new CachedEmbedder(new CountingEmbedder(), store).embed(['kept'], 'document');
    const inner = new CountingEmbedder();
    const after = await new CachedEmbedder(inner, store).embed(['kept'], 'document');
    expect(inner.asked).toEqual([]);
    expect(after).toEqual(before);
  });

  it('keeps no query beyond memory', async () => {
    const store = new EmbeddingStore(database);
    await new CachedEmbedder(new CountingEmbedder(), store).embed(['asked'], 'query');
    const inner = new CountingEmbedder();
    await new CachedEmbedder(inner, store).embed(['asked'], 'document');
    expect(inner.asked).toEqual(['asked']);
  });

  it('takes no vector of another model', async () => {
    const store = new EmbeddingStore(database);
    await new CachedEmbedder(new CountingEmbedder('one'), store).embed(['mine'], 'document');
    const other = new CountingEmbedder('two');
    await new CachedEmbedder(other, store).embed(['mine'], 'document');
    expect(other.asked).toEqual(['mine']);
  });

  it('forgets a text in memory and in the store once nobody has it any more', async () => {
    const [mine, yours] = ['7f0c1a52-0000-4000-8000-000000000001', '7f0c1a52-0000-4000-8000-000000000002'];
    const inner = new CountingEmbedder('forgetting');
    const cached = new CachedEmbedder(inner, new EmbeddingStore(database));
    const embed = () => cached.embed(['private'], 'document');
    await embed();
    await cached.hold(
      new Map([
        [mine, 'private'],
        [yours, 'private'],
      ]),
    );
    await cached.hold(new Map([[mine, null]]));
    await embed();
    expect(inner.asked).toEqual(['private']);
    await cached.hold(new Map([[yours, 'another']]));
    await embed();
    expect(inner.asked).toEqual(['private', 'private']);
  });

  it('tries again after a failure', async () => {
    class FailingOnce extends CountingEmbedder {
      override embed(texts: readonly string[]): Promise<readonly Float32Array[]> {
        return this.asked.length === 0
          ? (this.asked.push('failed'), Promise.reject(new Error('down')))
          : super.embed(texts);
      }
    }
    const cached = new CachedEmbedder(new FailingOnce(), null);
    await expect(cached.embed(['x'], 'document')).rejects.toThrow('down');
    await expect(cached.embed(['x'], 'document')).resolves.toHaveLength(1);
  });

  it('lets the least recently used text go first', async () => {
    const inner = new CountingEmbedder();
    const cached = new CachedEmbedder(inner, null, 2);
    for (const text of ['a', 'b', 'a', 'c', 'a', 'b']) await cached.embed([text], 'query');
    expect(inner.asked).toEqual(['a', 'b', 'c', 'b']);
  });
});
