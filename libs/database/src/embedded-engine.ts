import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import pg from 'pg';
import { dropTemplateDatabases, keepTemplate, keptTemplate } from './cluster-template.js';
import { lockDataDir } from './data-dir-lock.js';
import { PipelinedConnection } from './pipelined-connection.js';
import { plainStart, SyncedFiles, syncedStart, syncFolder } from './synced-files.js';

const nothingKept = 'memory://';
const emptyCluster = 'empty';

export interface EmbeddedEngine {
  readonly pool: pg.Pool;
  readonly pglite: PGlite;
  stop(): Promise<void>;
}

const inMemory = (options: PGliteOptions = {}): Promise<PGlite> =>
  PGlite.create({ dataDir: nothingKept, extensions: { vector }, startParams: [...plainStart], ...options });

const inFolder = (folder: string, options: PGliteOptions = {}): Promise<PGlite> =>
  PGlite.create({
    fs: new SyncedFiles(folder),
    extensions: { vector },
    startParams: [...syncedStart],
    ...options,
  });

/** Packing runs beside the first statements; a process that ends orderly waits for it. */
let keeping: Promise<void> = Promise.resolve();

/** initdb takes seconds; its result is kept beside the engine and copied from then on. */
const madeFromScratch = async (): Promise<{ readonly pglite: PGlite; readonly template: Blob }> => {
  const pglite = await inMemory();
  await dropTemplateDatabases(pglite);
  const template = await pglite.dumpDataDir('none');
  keeping = keepTemplate(emptyCluster, template);
  return { pglite, template };
};

const startInMemory = async (template: Blob | null): Promise<PGlite> => {
  const cluster = template ?? (await keptTemplate(emptyCluster));
  return cluster ? inMemory({ loadDataDir: cluster }) : (await madeFromScratch()).pglite;
};

const emptyTemplate = async (): Promise<Blob> => {
  const kept = await keptTemplate(emptyCluster);
  if (kept) return kept;
  const { pglite, template } = await madeFromScratch();
  await pglite.close();
  return template;
};

/** A first start that was cut short leaves half a cluster, recognised by its marker: nothing was acknowledged in it. */
const startInFolder = async (dataDir: string): Promise<PGlite> => {
  const folder = join(dataDir, 'postgres');
  const marker = join(dataDir, 'postgres.unfinished');
  if (existsSync(marker)) rmSync(folder, { recursive: true, force: true });
  if (existsSync(join(folder, 'PG_VERSION'))) return inFolder(folder);
  const template = await emptyTemplate();
  writeFileSync(marker, '');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const pglite = await inFolder(folder, { loadDataDir: template });
  syncFolder(folder);
  rmSync(marker);
  return pglite;
};

const poolOn = (pglite: PGlite): pg.Pool => {
  // `connection` is how pg takes another transport; its types do not say so.
  const config: pg.PoolConfig & { connection: unknown } = {
    connection: new PipelinedConnection(pglite),
    max: 1,
    idleTimeoutMillis: 0,
  };
  return new pg.Pool(config);
};

/** Postgres in this process. `memory://` keeps nothing; else its files are in `<dataDir>/postgres`. */
export const startEmbedded = async (
  dataDir: string,
  template: Blob | null = null,
): Promise<EmbeddedEngine> => {
  if (dataDir === nothingKept) {
    const pglite = await startInMemory(template);
    return engineOf(pglite, () => undefined);
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = lockDataDir(join(dataDir, 'postgres.lock'));
  try {
    return engineOf(await startInFolder(dataDir), () => lock.release());
  } catch (error) {
    lock.release();
    throw error;
  }
};

const engineOf = (pglite: PGlite, release: () => void): EmbeddedEngine => {
  const pool = poolOn(pglite);
  return {
    pool,
    pglite,
    stop: async () => {
      await pool.end();
      await pglite.close();
      await keeping;
      release();
    },
  };
};
