import { randomUUID } from 'node:crypto';
import type { Worker } from 'node:worker_threads';
import type { EntityManager, EntitySchema } from 'typeorm';
import { testServerUrl } from '#config';
import {
  Database,
  openDatabase,
  openOnThread,
  startScratchThread,
  type Migration,
  type SqlParameter,
  type Store,
} from '#database';
import { beginningOf, restore, shapeOf, type Beginning } from './emptying.js';

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

/** An engine that nobody uses, with what is known of how it began. */
interface Idle {
  readonly thread: Worker;
  readonly migrations: string;
  /** What its migrations wrote: with no other rows, it is as it began. */
  readonly beginning: Beginning | null;
  readonly shape: string;
}

/** Starting one takes more than all that most spec files do on it, so a worker of jest keeps them for the next file. */
const idle: Idle[] = [];
const mostIdle = 2;

const takeIdle = (wanted: string): Idle | undefined => {
  const fitting = idle.findIndex(({ migrations }) => migrations === wanted);
  if (fitting < 0 && idle.length < mostIdle) return undefined;
  return idle.splice(Math.max(fitting, 0), 1)[0];
};

const giveBack = async (engine: Idle): Promise<void> => {
  idle.push(engine);
  if (idle.length > mostIdle) await idle.shift()?.thread.terminate();
};

/** Brings back how it began, by the shortest way. */
const renew = async (database: Database, was: Idle, migrations: readonly Migration[]): Promise<boolean> => {
  if (
    was.beginning &&
    was.migrations === JSON.stringify(migrations) &&
    was.shape === (await shapeOf(database))
  ) {
    await restore(database, was.beginning);
    return true;
  }
  await database.query('drop schema public cascade');
  await database.query('create schema public');
  await database.migrate(migrations);
  return false;
};

const asBegun = async (
  database: Database,
  thread: Worker,
  migrations: readonly Migration[],
): Promise<Idle> => ({
  thread,
  migrations: JSON.stringify(migrations),
  beginning: await beginningOf(database),
  shape: await shapeOf(database),
});

const embedded = async (
  migrations: readonly Migration[],
  entities: readonly EntitySchema[],
): Promise<Database> => {
  const waiting = takeIdle(JSON.stringify(migrations));
  const thread = waiting?.thread ?? (await startScratchThread(migrations));
  const database = await openOnThread(thread, entities);
  const isAsBefore = waiting !== undefined && (await renew(database, waiting, migrations));
  const engine = isAsBefore ? waiting : await asBegun(database, thread, migrations);
  let closed: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    await database.close();
    await giveBack(engine);
  };
  return new BorrowedDatabase(database, () => (closed ??= close()));
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
 * An empty database with these migrations: the embedded engine (a worker of jest keeps it, emptied between uses), or a fresh
 * database on the server that KITH_TEST_DATABASE_URL names. Close it, and the next one is cheap.
 */
export const testDatabase = (
  migrations: readonly Migration[],
  entities: readonly EntitySchema[] = [],
): Promise<Database> => {
  const url = testServerUrl();
  return url === undefined ? embedded(migrations, entities) : onServer(url, migrations, entities);
};
