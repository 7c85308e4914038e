import { createHash } from 'node:crypto';
import type { Worker } from 'node:worker_threads';
import { keepTemplate, keptTemplate } from './cluster-template.js';
import type { EntitySchema } from 'typeorm';
import type { Database, Migration } from './database.js';
import { engineOn, startEmbedded, type EmbeddedEngine } from './embedded-engine.js';
import { checksumOf, migrationBookkeeping } from './migrations.js';
import { databaseOn } from './open-database.js';
import { startUpkeep } from './upkeep.js';

const templateNameOf = (migrations: readonly Migration[]): string => {
  const parts = [
    ...migrationBookkeeping,
    ...migrations.map((migration) => `${migration.name} ${checksumOf(migration)}`).sort(),
  ];
  return `migrated-${createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16)}`;
};

const startScratch = async (migrations: readonly Migration[]): Promise<EmbeddedEngine> => {
  const name = templateNameOf(migrations);
  const template = await keptTemplate(name);
  const engine = await startEmbedded('memory://', template);
  if (template) return engine;
  const going = () => Promise.resolve();
  const database = await databaseOn(engine, [], going);
  await database.migrate(migrations);
  await database.query('checkpoint');
  await keepTemplate(name, await engine.dump());
  await database.close();
  return engineOn(await engine.letGo());
};

/**
 * An embedded database that keeps nothing and has these migrations: the first time it is made, then it is copied.
 * `isTended`: it is worked on for long, and looked after as one that is kept.
 */
export const openScratchDatabase = async (
  migrations: readonly Migration[],
  entities: readonly EntitySchema[] = [],
  isTended = false,
): Promise<Database> => {
  const database = await databaseOn(await startScratch(migrations), entities);
  if (isTended) database.whileOpen(startUpkeep(database));
  return database;
};

/** The engine of such a database by itself, for `openOnThread`. */
export const startScratchThread = async (migrations: readonly Migration[]): Promise<Worker> =>
  (await startScratch(migrations)).letGo();

/** Closing it lets the thread go on with what was written; whoever takes it next removes that. */
export const openOnThread = async (thread: Worker, entities: readonly EntitySchema[]): Promise<Database> => {
  const engine = await engineOn(thread);
  return databaseOn(engine, entities, () => engine.letGo());
};
