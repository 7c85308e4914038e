import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { QdrantClient } from '@qdrant/js-client-rest';
import { testQdrantUrl } from '#config';
import { testDatabase } from '#testing';
import { type Database, openDatabase } from '#database';
import { type LaneQuery, memoryIndexMigrations } from '../index.js';
import { entry } from '../testing/entries.js';
import { memoryIndexContract } from '../testing/contract.js';
import { ResidentMemoryIndex } from '../resident-index.js';
import { indexesAgree } from '../testing/agreement.js';
import { QdrantMemoryIndex } from './qdrant-index.js';

const url = testQdrantUrl();
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

  describe('and in memory', () => {
    indexesAgree(() => [new ResidentMemoryIndex(database), opened()]);
  });
});
