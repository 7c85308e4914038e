import { afterAll, beforeAll } from '@jest/globals';
import { type Database, openDatabase } from '#database';
import { memoryIndexMigrations, PgVectorMemoryIndex } from './index.js';
import { ResidentMemoryIndex } from './resident-index.js';
import { memoryIndexContract } from './testing/contract.js';

let database: Database;
beforeAll(async () => {
  database = await openDatabase({ dataDir: 'memory://' });
  await database.migrate(memoryIndexMigrations);
});
afterAll(() => database.close());

memoryIndexContract('pgvector', () => Promise.resolve(new PgVectorMemoryIndex(database)));
memoryIndexContract('a resident copy', () => Promise.resolve(new ResidentMemoryIndex(database)));
