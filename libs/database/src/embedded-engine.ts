import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { dropTemplateDatabases, keepTemplate, keptTemplate } from './cluster-template.js';
import { lockDataDir } from './data-dir-lock.js';
import { EngineThread } from './engine-thread.js';
import type { Connecting } from './data-source.js';
import { PipelinedConnection } from './pipelined-connection.js';
import { closeFolder, keepPrivate } from './private-files.js';
import { syncFolder } from './sync-folder.js';

const nothingKept = 'memory://';
const emptyCluster = 'empty';

export interface EmbeddedEngine {
  /** The one connection there is. */
  readonly connecting: Connecting;
  /** The cluster's files as they are. */
  dump(): Promise<Blob>;
  stop(): Promise<void>;
  /** In place of `stop`: its thread goes on, for `engineOn`. */
  letGo(): Promise<Worker>;
}

const inMemory = (template: Blob | null): Promise<EngineThread> =>
  EngineThread.start({ folder: null, template });

/** Packing runs beside the first statements; a process that ends orderly waits for it. */
let keeping: Promise<void> = Promise.resolve();

/** initdb takes seconds; its result is kept beside the engine and copied from then on. */
const madeFromScratch = async (): Promise<{ readonly engine: EngineThread; readonly template: Blob }> => {
  const engine = await inMemory(null);
  for (const statement of dropTemplateDatabases) await engine.run(statement);
  const template = await engine.dump();
  keeping = keepTemplate(emptyCluster, template);
  return { engine, template };
};

const startInMemory = async (template: Blob | null): Promise<EngineThread> => {
  const cluster = template ?? (await keptTemplate(emptyCluster));
  return cluster ? inMemory(cluster) : (await madeFromScratch()).engine;
};

const emptyTemplate = async (): Promise<Blob> => {
  const kept = await keptTemplate(emptyCluster);
  if (kept) return kept;
  const { engine, template } = await madeFromScratch();
  await engine.close();
  return template;
};

/** A first start that was cut short leaves half a cluster, recognised by its marker: nothing was acknowledged in it. */
const startInFolder = async (dataDir: string): Promise<EngineThread> => {
  const folder = join(dataDir, 'postgres');
  const marker = join(dataDir, 'postgres.unfinished');
  if (existsSync(marker)) rmSync(folder, { recursive: true, force: true });
  if (existsSync(join(folder, 'PG_VERSION'))) {
    keepPrivate(folder);
    return EngineThread.start({ folder, template: null });
  }
  const template = await emptyTemplate();
  writeFileSync(marker, '', { mode: 0o600 });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const engine = await EngineThread.start({ folder, template });
  keepPrivate(folder);
  syncFolder(folder);
  rmSync(marker);
  return engine;
};

/** Postgres in this process. `memory://` keeps nothing; else its files are in `<dataDir>/postgres`. */
export const startEmbedded = async (
  dataDir: string,
  template: Blob | null = null,
): Promise<EmbeddedEngine> => {
  if (dataDir === nothingKept) {
    return engineOf(await startInMemory(template), () => undefined);
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  closeFolder(dataDir);
  const lock = lockDataDir(join(dataDir, 'postgres.lock'));
  try {
    return engineOf(await startInFolder(dataDir), () => lock.release());
  } catch (error) {
    lock.release();
    throw error;
  }
};

/** On a thread that was let go. */
export const engineOn = async (worker: Worker): Promise<EmbeddedEngine> =>
  engineOf(await EngineThread.on(worker), () => undefined);

const engineOf = (engine: EngineThread, release: () => void): EmbeddedEngine => ({
  connecting: { connection: new PipelinedConnection(engine), max: 1, idleTimeoutMillis: 0 },
  dump: () => engine.dump(),
  stop: async () => {
    await engine.close();
    await keeping;
    release();
  },
  letGo: () => engine.letGo(),
});
