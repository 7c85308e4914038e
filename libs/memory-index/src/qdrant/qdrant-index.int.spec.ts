import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { QdrantClient } from '@qdrant/js-client-rest';
import { testQdrantUrl } from '#config';
import { testDatabase } from '#testing';
import { type Database, openDatabase } from '#database';
import { instantFields, isIn, scalarFields } from '#policy';
import { type IndexEntry, type LaneQuery, memoryIndexMigrations } from '../index.js';
import { askedWith, blend, embeddingOf, entry, vectorOf } from '../testing/entries.js';
import { memoryIndexContract } from '../testing/contract.js';
import { ResidentMemoryIndex } from '../resident-index.js';
import { indexesAgree } from '../testing/agreement.js';
import { QdrantMemoryIndex } from './qdrant-index.js';

const url = testQdrantUrl();
const topics = ['ferry', 'kayak', 'lantern', 'meadow', 'orchard', 'pebble', 'quarry', 'saddle'];
const chatter = ['early', 'round', 'paper', 'north', 'small', 'quiet', 'again', 'later', 'maybe', 'fine'];
const hash = (number: number): number => (Math.imul(number + 1, 2_654_435_761) >>> 8) % 100_000;
const pick = (from: readonly string[], number: number): string => from[hash(number) % from.length] ?? '';

/** Talk of eight rooms, some of it about one of a few things for a while, with words that are everywhere. */
const talk = (kind: 'fact' | 'message', count: number): readonly IndexEntry[] =>
  Array.from({ length: count }, (_, at) => {
    const topic = hash(Math.floor(at / 24) + (at % 8) * 1_000) % topics.length;
    const words = Array.from({ length: 2 + (hash(at) % 9) }, (_word, nth) =>
      hash(at * 16 + nth) % 7 === 0
        ? `${topics[topic] ?? ''} ${topics[topic] ?? ''}${String(hash(at + nth) % 4)}`
        : pick(chatter, at * 16 + nth),
    );
    return entry(`${kind}-${String(at)}`, {
      kind,
      sourceId: `room-${String(at % 8)}`,
      speakerId: `u-${String(hash(at) % 9)}`,
      observedAt: new Date(Math.floor(at / 3) * 60_000),
      searchText: words.join(' '),
      embedding: embeddingOf(blend(vectorOf(topic), vectorOf(1_000 + at), 0.3 + (hash(at) % 40) / 100)),
    });
  });

const recent: LaneQuery = {
  name: 'recent',
  where: 'everything',
  order: { by: 'recency' },
  limit: 5,
  offset: 0,
};

describe('a Qdrant server that is away', () => {
  it('is a failure to whoever asks or writes, and never an answer', async () => {
    const away = new QdrantMemoryIndex(await testDatabase(memoryIndexMigrations), {
      url: 'http://127.0.0.1:1',
      apiKey: null,
      prefix: 'away',
      quantization: 'none',
    });
    await expect(away.search([recent])).rejects.toThrow();
    await expect(away.positions(['a'])).rejects.toThrow();
    await expect(away.upsert([entry('a')])).rejects.toThrow();
  });
});

describe('on a Qdrant server', () => {
  if (url === undefined) {
    it('is tried where KITH_TEST_QDRANT_URL names one', () => expect(url).toBeUndefined());
    return;
  }
  let database: Database;
  beforeAll(async () => {
    database = await openDatabase({ dataDir: 'memory://' });
    await database.migrate(memoryIndexMigrations);
  });
  afterAll(() => database.close());
  const opened = () =>
    new QdrantMemoryIndex(database, { url, apiKey: null, prefix: 'contract', quantization: 'none' });
  it('emptied, answers with nothing and is filled again by what is written', async () => {
    const index = opened();
    await index.clear();
    await index.upsert([entry('a', { searchText: 'tea' })]);
    const client = new QdrantClient({ url, port: Number(new URL(url).port), checkCompatibility: false });
    const { collections } = await client.getCollections();
    for (const { name } of collections) if (name.startsWith('contract-')) await client.deleteCollection(name);
    expect(await index.positions(['a'])).toEqual(new Map());
    expect(await index.search([recent])).toEqual([{ name: 'recent', hits: [], exhausted: true }]);
    await index.upsert([entry('a', { searchText: 'tea' })]);
    expect(await index.positions(['a'])).toEqual(new Map([['a', 1n]]));
  });

  memoryIndexContract('Qdrant', () => Promise.resolve(opened()));

  it.each([
    ['none', null],
    ['scalar', 'scalar'],
    ['binary', 'binary'],
  ] as const)('has an index for each field that a plan names, quantised as set: %s', async (set, kept) => {
    const prefix = `quantised-${set}`;
    const options = { url, apiKey: null, prefix, quantization: set } as const;
    const vector = { model: `${set}-model`, vector: vectorOf(1) };
    await new QdrantMemoryIndex(database, options).upsert([entry('a', { embedding: vector })]);
    const client = new QdrantClient({ url, port: Number(new URL(url).port), checkCompatibility: false });
    const { payload_schema: indexed, config } = await client.getCollection(prefix);
    const named = [...scalarFields, ...instantFields, 'subject_entity_ids', 'withheld_from_ids', 'noted'];
    expect(named.filter((field) => !(field in indexed))).toEqual([]);
    expect(Object.keys(config.quantization_config ?? {})).toEqual(kept === null ? [] : [kept]);
    const { collections } = await client.getCollections();
    for (const { name } of collections)
      if (name.startsWith(`${prefix}-`)) await client.deleteCollection(name);
  });

  it.each(['fact', 'message'] as const)(
    'finds the ten best of many of kind %s, beyond the sizes up to which all are read',
    async (kind) => {
      const small = { limits: { scanned: 60, weighed: 60, talked: 60 } };
      const options = { url, apiKey: null, prefix: 'contract', quantization: 'none' } as const;
      const [index, exact] = [
        new QdrantMemoryIndex(database, { ...options, ...small }),
        new ResidentMemoryIndex(database),
      ];
      const rows = talk(kind, 1_500);
      for (const one of [exact, index]) {
        await one.clear();
        await one.upsert(rows);
      }
      const where = isIn('source_id', ['room-0', 'room-1', 'room-2', 'room-4', 'room-6']);
      const questions = Array.from({ length: 12 }, (_, at): LaneQuery => {
        const topic = at % topics.length;
        const embedding =
          at % 3 === 0 ? null : askedWith(blend(vectorOf(topic), vectorOf(5_000 + at), 0.6), 0.1);
        const speakerIds = at % 3 === 2 ? ['u-3'] : [];
        const text = `${topics[topic] ?? ''} ${topics[topic] ?? ''}${String(at % 4)} ${pick(chatter, at)}`;
        const order = { by: 'relevance', text, embedding, clues: { speakerIds, within: [] } } as const;
        return { name: String(at), where, order, limit: 10, offset: 0 };
      });
      const [found, wanted] = [await index.search(questions), await exact.search(questions)];
      const shares = wanted.map(({ hits }, at) => {
        const ids = new Set(found[at]?.hits.map(({ id }) => id));
        return hits.filter(({ id }) => ids.has(id)).length / 10;
      });
      expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeGreaterThanOrEqual(0.99);
      expect(found.map(({ exhausted }) => exhausted)).toEqual(wanted.map(({ exhausted }) => exhausted));
    },
  );

  describe('and in memory', () => {
    indexesAgree(() => [new ResidentMemoryIndex(database), opened()]);
  });
});
