import { createHash } from 'node:crypto';
import { keepTemplate, keptTemplate } from './cluster-template.js';
import type { EntitySchema } from 'typeorm';
import type { Database, Migration } from './database.js';
import { startEmbedded } from './embedded-engine.js';
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

/**
 * An embedded database that keeps nothing and has these migrations: the first time it is made, then it is copied.
 * `isTended`: it is worked on for long, and looked after as one that is kept.
 */
export const openScratchDatabase = async (
  migrations: readonly Migration[],
  entities: readonly EntitySchema[] = [],
  isTended = false,
): Promise<Database> => {
  const name = templateNameOf(migrations);
  const template = await keptTemplate(name);
  const engine = await startEmbedded('memory://', template);
  const database = await databaseOn(engine, entities);
  if (!template) {
    await database.migrate(migrations);
    await database.query('checkpoint');
    await keepTemplate(name, await engine.dump());
  }
  if (isTended) database.whileOpen(startUpkeep(database));
  return database;
};
