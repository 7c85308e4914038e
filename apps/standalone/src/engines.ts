import type { KithConfig } from '#config';
import { openDatabase, openScratchDatabase, type Database } from '#database';
import {
  BundledEmbedder,
  CachedEmbedder,
  embeddingMigrations,
  EmbeddingStore,
  OpenAiEmbedder,
  type Embedder,
} from '#embeddings';
import { eventLogMigrations, PostgresEventLog, type EventLog } from '#event-log';
import { gatewayEntities, gatewayMigrations } from '#gateway';
import {
  memoryIndexMigrations,
  memoryIndexOn,
  memoryIndexServerMigrations,
  type MemoryIndex,
} from '#memory-index';
import { messagingMigrations } from '#messaging';
import { projections, readModelEntities, readModelMigrations } from '#read-models';

export const allMigrations = [
  ...eventLogMigrations,
  ...readModelMigrations,
  ...messagingMigrations,
  ...memoryIndexMigrations,
  ...embeddingMigrations,
  ...gatewayMigrations,
];

export const allEntities = [...readModelEntities, ...gatewayEntities];

/** Of the index's vector column; a remote model is asked for vectors of this length. */
const storedDimensions = 512;

export interface Engines {
  readonly database: Database;
  readonly log: EventLog;
  readonly index: MemoryIndex;
  readonly embedder: Embedder | null;
}

const openEmbedder = (
  config: KithConfig,
  database: Database,
): { embedder: Embedder | null; warm: () => Promise<void> } => {
  const store = new EmbeddingStore(database);
  switch (config.embedder.kind) {
    case 'none':
      return { embedder: null, warm: () => Promise.resolve() };
    case 'openai': {
      const { url, model, key } = config.embedder;
      const remote = new OpenAiEmbedder({
        url,
        model,
        key: key?.reveal() ?? null,
        dimensions: storedDimensions,
      });
      return { embedder: new CachedEmbedder(remote, store), warm: () => Promise.resolve() };
    }
    case 'bundled': {
      const bundled = new BundledEmbedder();
      return { embedder: new CachedEmbedder(bundled, store), warm: () => bundled.warm() };
    }
  }
};

const openStore = async ({ dataDir, databaseUrl }: KithConfig): Promise<Database> => {
  // Half of a first start are the migrations: a store that keeps nothing begins as a copy of one that has them.
  if (!databaseUrl && dataDir === 'memory://') return openScratchDatabase(allMigrations, allEntities, true);
  const database = await openDatabase({
    dataDir,
    entities: allEntities,
    ...(databaseUrl ? { url: databaseUrl.reveal() } : {}),
  });
  await database.migrate([
    ...allMigrations,
    ...(database.engine === 'server' ? memoryIndexServerMigrations : []),
  ]);
  return database;
};

/** Opens and migrates the store, and builds what works on it. The presence of a URL chooses the real engine. */
export const openEngines = async (
  config: KithConfig,
  now: () => Date,
  onError: (error: unknown) => void,
): Promise<Engines> => {
  const database = await openStore(config);
  const { embedder, warm } = openEmbedder(config, database);
  // The model loads in its own thread while the platform begins to serve; the first question waits for it.
  warm().catch(onError);
  const log = new PostgresEventLog(database, projections, now);
  await log.upgradeProjections();
  return { database, log, index: memoryIndexOn(database), embedder };
};
