import { randomUUID } from 'node:crypto';
import type { EntityManager, EntitySchema } from 'typeorm';
import { testServerUrl } from '#config';
import {
  Database,
  openDatabase,
  openScratchDatabase,
  type Migration,
  type SqlParameter,
  type Store,
} from '#database';
import { emptyTables, shapeOf, tablesWithRows } from './emptying.js';

/** A database whose `close` does something of our own. */
class BorrowedDatabase extends Database {
  readonly engine: 'embedded' | 'server';
  readonly reading: Store;
  constructor(
    private readonly owner: Database,
    private readonly giveBack: () => Promise<void>,
  ) {
    super();
    this.engine = owner.engine;
    this.reading = owner.reading;
  }
  query<Row extends object>(
    statement: string,
    parameters?: readonly SqlParameter[],
  ): Promise<readonly Row[]> {
    return this.owner.query<Row>(statement, parameters);
  }
  entities<T>(work: (entities: EntityManager) => Promise<T>): Promise<T> {
    return this.owner.entities(work);
  }
  transaction<T>(work: (sql: Store) => Promise<T>): Promise<T> {
    return this.owner.transaction(work);
  }
  migrate(migrations: readonly Migration[]): Promise<readonly string[]> {
    return this.owner.migrate(migrations);
  }
  close(): Promise<void> {
    return this.giveBack();
  }
}

interface Idle {
  readonly database: Database;
  readonly migrations: string;
  readonly entities: readonly EntitySchema[];
  /** Its migrations wrote no rows, so that removing every row brings back how it began. */
  readonly beganEmpty: boolean;
  readonly shape: string;
}
let idle: Idle | null = null;

/** An idle engine has a timer that would keep the test process alive for ten seconds. */
const { afterAll } = globalThis as { afterAll?: (close: () => Promise<void>) => void };
afterAll?.(async () => {
  await idle?.database.close();
  idle = null;
});

const renewed = async ({ database, ...was }: Idle, migrations: readonly Migration[]): Promise<Idle> => {
  const wanted = JSON.stringify(migrations);
  if (was.beganEmpty && was.migrations === wanted && was.shape === (await shapeOf(database))) {
    await emptyTables(database);
    return { database, ...was };
  }
  await database.query('drop schema public cascade');
  await database.query('create schema public');
  await database.migrate(migrations);
  return asBegun(database, wanted, was.entities);
};

const asBegun = async (
  database: Database,
  migrations: string,
  entities: readonly EntitySchema[],
): Promise<Idle> => ({
  database,
  migrations,
  entities,
  beganEmpty: (await tablesWithRows(database)).length === 0,
  shape: await shapeOf(database),
});

const takeIdle = async (entities: readonly EntitySchema[]): Promise<Idle | null> => {
  const waiting = idle;
  idle = null;
  if (waiting === null || entities.every((entity) => waiting.entities.includes(entity))) return waiting;
  await waiting.database.close();
  return null;
};

const embedded = async (
  migrations: readonly Migration[],
  entities: readonly EntitySchema[],
): Promise<Database> => {
  const waiting = await takeIdle(entities);
  const engine = waiting
    ? await renewed(waiting, migrations)
    : await asBegun(await openScratchDatabase(migrations, entities), JSON.stringify(migrations), entities);
  return new BorrowedDatabase(engine.database, async () => {
    if (idle) await engine.database.close();
    else idle = engine;
  });
};

const onServer = async (
  url: string,
  migrations: readonly Migration[],
  entities: readonly EntitySchema[],
): Promise<Database> => {
  const name = `kith_test_${randomUUID().replaceAll('-', '')}`;
  const server = await openDatabase({ url, dataDir: 'memory://', poolSize: 1 });
  await server.query(`create database ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  const database = await openDatabase({ url: own.href, dataDir: 'memory://', poolSize: 4, entities });
  await database.migrate(migrations);
  return new BorrowedDatabase(database, async () => {
    await database.close();
    await server.query(`drop database ${name} with (force)`);
    await server.close();
  });
};

/**
 * An empty database with these migrations: the embedded engine (one per spec file, emptied between uses), or a fresh
 * database on the server that KITH_TEST_DATABASE_URL names. Close it, and the next one is cheap.
 */
export const testDatabase = (
  migrations: readonly Migration[],
  entities: readonly EntitySchema[] = [],
): Promise<Database> => {
  const url = testServerUrl();
  return url === undefined ? embedded(migrations, entities) : onServer(url, migrations, entities);
};
