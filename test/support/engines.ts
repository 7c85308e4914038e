import { Test } from '@nestjs/testing';
import type { KithConfig } from '#config';
import { Database } from '#database';
import type { Embedder } from '#embeddings';
import { EventLog } from '#event-log';
import { MemoryIndex } from '#memory-index';
import { allEntities, allMigrations, openEngines as openConfigured, type Engines } from '#standalone';
import { testDatabase } from '#testing';
import { EMBEDDING_ENGINE, storeModules, storeSchema } from '#wiring';

class Root {}

/** The store of a configuration; one that keeps nothing is on a database that was there already, and emptied. */
export const openEngines = async (
  config: KithConfig,
  now: () => Date = () => new Date(),
): Promise<Engines> => {
  if (config.databaseUrl || config.dataDir !== 'memory://') return openConfigured(config, now);
  const database = await testDatabase(allMigrations, allEntities);
  const root = { module: Root, imports: [...storeModules({ config, now }, storeSchema)] };
  const store = await Test.createTestingModule({ imports: [root] })
    .overrideProvider(Database)
    .useValue(database)
    .compile();
  return {
    database,
    log: store.get(EventLog),
    index: store.get(MemoryIndex),
    embedder: store.get<Embedder | null>(EMBEDDING_ENGINE),
  };
};
