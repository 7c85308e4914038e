import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testQdrantUrl } from '#config';
import { type Database, openDatabase } from '#database';
import { memoryIndexMigrations } from '../index.js';
import { memoryIndexContract } from '../testing/contract.js';
import { ResidentMemoryIndex } from '../resident-index.js';
import { indexesAgree } from '../testing/agreement.js';
import { QdrantMemoryIndex } from './qdrant-index.js';

const url = testQdrantUrl();

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
  memoryIndexContract('Qdrant', () => Promise.resolve(opened()));

  describe('and in memory', () => {
    indexesAgree(() => [new ResidentMemoryIndex(database), opened()]);
  });
});
