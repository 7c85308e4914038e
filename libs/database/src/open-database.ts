import type { EntitySchema } from 'typeorm';
import { openDataSource } from './data-source.js';
import type { Database } from './database.js';
import { startEmbedded, type EmbeddedEngine } from './embedded-engine.js';
import { PgDatabase, readWithin } from './pg-database.js';
import { startUpkeep } from './upkeep.js';

export interface DatabaseOptions {
  /** A Postgres server with pgvector; without it the embedded engine runs in this process. */
  readonly url?: string;
  /** Where the embedded engine keeps its files; `memory://` keeps nothing. */
  readonly dataDir: string;
  /** Connections to a server; the embedded engine has one. */
  readonly poolSize?: number;
  /** What `entities` finds repositories of. */
  readonly entities?: readonly EntitySchema[];
}

const defaultPoolSize = 10;

/** Ready to be queried when it resolves. Nothing is migrated yet. */
export const openDatabase = async (options: DatabaseOptions): Promise<Database> => {
  const { url, dataDir, poolSize = defaultPoolSize, entities = [] } = options;
  if (url !== undefined) return openServer(url, poolSize, entities);
  const engine = await startEmbedded(dataDir);
  const database = await databaseOn(engine, entities);
  database.whileOpen(startUpkeep(database));
  return database;
};

/** Closing it stops the engine, unless something else is to become of it. */
export const databaseOn = async (
  engine: EmbeddedEngine,
  entities: readonly EntitySchema[] = [],
  whenClosed: () => Promise<unknown> = () => engine.stop(),
): Promise<PgDatabase> =>
  new PgDatabase('embedded', await openDataSource(engine.connecting, entities), whenClosed);

/**
 * A unit of work that stands still for so long is ended by the server: its process hangs, or its machine is gone without a
 * word, and it may have the lock that every writer of its tenant waits for.
 */
const standsStillMs = 10_000;

const openServer = async (
  connectionString: string,
  max: number,
  entities: readonly EntitySchema[],
): Promise<Database> => {
  const working = await openDataSource(
    { connectionString, max, idle_in_transaction_session_timeout: standsStillMs },
    entities,
  );
  const reading = await openDataSource({ connectionString, max, statement_timeout: readWithin }, entities);
  return new PgDatabase('server', working, () => reading.destroy(), reading);
};
