import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { vector } from '@electric-sql/pglite-pgvector';
import pg from 'pg';
import { lockDataDir, type DataDirLock } from './data-dir-lock.js';

const nothingKept = 'memory://';

export interface EmbeddedEngine {
  readonly pool: pg.Pool;
  readonly pglite: PGlite;
  stop(): Promise<void>;
}

/** Postgres in this process. `dataDir` `memory://` keeps nothing; else its files are in `<dataDir>/postgres`. */
export const startEmbedded = async (dataDir: string, template?: Blob): Promise<EmbeddedEngine> => {
  const inMemory = dataDir === nothingKept;
  if (!inMemory) mkdirSync(dataDir, { recursive: true });
  const lock: DataDirLock | null = inMemory ? null : lockDataDir(join(dataDir, 'postgres.lock'));
  try {
    const pglite = await PGlite.create({
      dataDir: inMemory ? nothingKept : join(dataDir, 'postgres'),
      extensions: { vector },
      ...(template ? { loadDataDir: template } : {}),
    });
    const pool = new pg.Pool({
      connection: createPgConfig(pglite).connection,
      max: 1,
      idleTimeoutMillis: 0,
    } as pg.PoolConfig);
    const stop = async () => {
      await pool.end();
      await pglite.close();
      lock?.release();
    };
    return { pool, pglite, stop };
  } catch (error) {
    lock?.release();
    throw error;
  }
};
