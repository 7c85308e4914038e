import pg from 'pg';
import type { Database } from './database.js';
import { startEmbedded } from './embedded-engine.js';
import { PgDatabase, readWithin } from './pg-database.js';
import { startUpkeep } from './upkeep.js';

export interface DatabaseOptions {
  /** A Postgres server with pgvector; without it the embedded engine runs in this process. */
  readonly url?: string;
  /** Where the embedded engine keeps its files; `memory://` keeps nothing. */
  readonly dataDir: string;
  /** Connections to a server; the embedded engine has one. */
  readonly poolSize?: number;
}

const defaultPoolSize = 10;

/** Ready to be queried when it resolves. Nothing is migrated yet. */
export const openDatabase = async (options: DatabaseOptions): Promise<Database> => {
  if (options.url !== undefined) return openServer(options.url, options.poolSize ?? defaultPoolSize);
  const engine = await startEmbedded(options.dataDir);
  let stopUpkeep = (): Promise<void> => Promise.resolve();
  const database = new PgDatabase('embedded', engine.pool, async () => {
    await stopUpkeep();
    await engine.stop();
  });
  stopUpkeep = startUpkeep(database);
  return database;
};

const openServer = async (url: string, poolSize: number): Promise<Database> => {
  const pool = new pg.Pool({ connectionString: url, max: poolSize });
  // An idle connection that the server drops is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => undefined);
  const readingPool = new pg.Pool({ connectionString: url, max: poolSize, statement_timeout: readWithin });
  readingPool.on('error', () => undefined);
  const { rowCount } = await pool.query('select 1');
  if (rowCount !== 1) throw new Error('the database does not answer');
  const stop = async (): Promise<void> => {
    await readingPool.end();
    await pool.end();
  };
  return new PgDatabase('server', pool, stop, readingPool);
};
