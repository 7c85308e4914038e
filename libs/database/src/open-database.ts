import type { EntitySchema } from 'typeorm';
import { openDataSource } from './data-source.js';
import type { Database } from './database.js';
import { startEmbedded, type EmbeddedEngine } from './embedded-engine.js';
import { PgDatabase, readWithin } from './pg-database.js';
import { startUpkeep } from './upkeep.js';

export interface DatabaseOptions {
  /**
   * A Postgres server with pgvector; without it the embedded engine runs in this process. With `?pgbouncer=true` a pooler stands
   * before it that gives a connection for one transaction: nothing is left on one for the next.
   */
  readonly url?: string;
  /** Where the embedded engine keeps its files; `memory://` keeps nothing. */
  readonly dataDir: string;
  /** Connections to a server; the embedded engine has one. */
  readonly poolSize?: number;
  /** Of those who wait for an answer, where it is another number. */
  readonly readingPoolSize?: number;
  /** What `entities` finds repositories of. */
  readonly entities?: readonly EntitySchema[];
}

const defaultPoolSize = 10;

/** Ready to be queried when it resolves. Nothing is migrated yet. */
export const openDatabase = async (options: DatabaseOptions): Promise<Database> => {
  const { url, dataDir, poolSize = defaultPoolSize, readingPoolSize = poolSize, entities = [] } = options;
  if (url !== undefined) return openServer(url, { working: poolSize, reading: readingPoolSize }, entities);
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
  address: string,
  pools: { readonly working: number; readonly reading: number },
  entities: readonly EntitySchema[],
): Promise<Database> => {
  const url = new URL(address);
  const isPooled = url.searchParams.get('pgbouncer') === 'true';
  url.searchParams.delete('pgbouncer');
  const connectionString = url.href;
  // A pooler does not pass these on: there a unit of work begins with the one, and the other is set on the role.
  const ofWork = isPooled ? {} : { idle_in_transaction_session_timeout: standsStillMs };
  const ofReading = isPooled ? {} : { statement_timeout: readWithin };
  const working = await openDataSource({ connectionString, max: pools.working, ...ofWork }, entities);
  const reading = await openDataSource({ connectionString, max: pools.reading, ...ofReading }, entities);
  return new PgDatabase('server', working, () => reading.destroy(), {
    readingSource: reading,
    ...(isPooled ? { pooled: { standsStillMs } } : {}),
  });
};
