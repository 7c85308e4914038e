import type pg from 'pg';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import {
  Database,
  StatementTimeoutError,
  type Migration,
  type SqlParameter,
  type Store,
} from './database.js';
import { migrateOn, migrationLock } from './migrations.js';
import { StatementNames } from './statement-names.js';
import { Turns, type Urgency } from './turns.js';

export interface PgDatabaseOptions {
  /** Connections to a server for those who wait for an answer; the embedded engine has one for all. */
  readonly readingSource?: DataSource;
  readonly readWithinMs?: number;
  /** A pooler gives a connection for one transaction: it has no named statements, and no settings but those of the transaction. */
  readonly pooled?: { readonly standsStillMs: number };
}

/** Any Postgres that a data source reaches: a server's or the embedded engine's. */
export class PgDatabase extends Database {
  private readonly names: StatementNames;
  private readonly readingSource: DataSource;
  private readonly readWithinMs: number;
  private readonly beginning: readonly string[];
  private readonly turns: Turns | null;
  private stopBeforehand = (): Promise<void> => Promise.resolve();
  readonly reading: Store = {
    query: (statement, parameters) => this.inTime((runner) => this.queryOn(runner, statement, parameters)),
    entities: (work) => this.inTime(({ manager }) => work(manager)),
  };

  constructor(
    readonly engine: 'embedded' | 'server',
    private readonly source: DataSource,
    private readonly stopEngine: () => Promise<unknown>,
    { readingSource = source, readWithinMs = readWithin, pooled }: PgDatabaseOptions = {},
  ) {
    super();
    this.readingSource = readingSource;
    this.readWithinMs = readWithinMs;
    this.names = pooled ? new StatementNames(Number.POSITIVE_INFINITY) : new StatementNames();
    this.beginning = pooled
      ? [`set local idle_in_transaction_session_timeout = ${String(pooled.standsStillMs)}`]
      : [];
    this.turns = engine === 'embedded' ? new Turns() : null;
  }

  query<Row extends object>(
    statement: string,
    parameters?: readonly SqlParameter[],
  ): Promise<readonly Row[]> {
    return this.withRunner((runner) => this.queryOn<Row>(runner, statement, parameters));
  }

  entities<T>(work: (entities: EntityManager) => Promise<T>): Promise<T> {
    return this.withRunner(({ manager }) => work(manager));
  }

  private async inTime<T>(work: (runner: QueryRunner) => Promise<T>): Promise<T> {
    const late = new AbortController();
    const lateness = new StatementTimeoutError(`no answer within ${String(this.readWithinMs)} ms`);
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        late.abort(lateness);
        reject(lateness);
      }, this.readWithinMs);
    });
    const answer = this.withRunner(work, 'answering', late.signal);
    try {
      return await Promise.race([answer, timeout]);
    } catch (error) {
      throw isCancelled(error) ? lateness : error;
    } finally {
      clearTimeout(timer);
      answer.catch(() => undefined);
    }
  }

  private async queryOn<Row extends object>(
    runner: QueryRunner,
    statement: string,
    parameters?: readonly SqlParameter[],
  ): Promise<readonly Row[]> {
    const sql = storeOn(runner, this.names);
    try {
      return await sql.query<Row>(statement, parameters);
    } catch (error) {
      if (!isOutdatedPlan(error)) throw error;
      this.names.forget();
      return await sql.query<Row>(statement, parameters);
    }
  }

  async transaction<T>(work: (sql: Store) => Promise<T>): Promise<T> {
    return this.withRunner((runner) => inTransaction(runner, this.names, this.beginning, work));
  }

  async migrate(migrations: readonly Migration[]): Promise<readonly string[]> {
    return this.whileNobodyElseMigrates(() =>
      this.withRunner(async (runner) => {
        try {
          return await migrateOn(runner, migrations);
        } finally {
          this.names.forget();
        }
      }),
    );
  }

  /**
   * The lock is a transaction's, on a connection of its own: behind a pooler the statements of one session may reach several, and
   * a lock of a session would stay with whichever took it. The embedded engine has one connection, and one migrator at a time.
   */
  private async whileNobodyElseMigrates<T>(work: () => Promise<T>): Promise<T> {
    if (this.engine === 'embedded') return work();
    const holder = this.readingSource.createQueryRunner();
    try {
      await holder.startTransaction();
      // It waits however long others migrate, and stands still for as long as this one does.
      await holder.query('set local statement_timeout = 0');
      await holder.query('set local idle_in_transaction_session_timeout = 0');
      await holder.query(`select pg_advisory_xact_lock(${migrationLock})`);
      return await work();
    } finally {
      if (holder.isTransactionActive) await holder.rollbackTransaction();
      await holder.release();
    }
  }

  /** Stopped before the connections are closed. */
  whileOpen(stop: () => Promise<void>): void {
    this.stopBeforehand = stop;
  }

  async close(): Promise<void> {
    await this.stopBeforehand();
    await this.source.destroy();
    await this.stopEngine();
  }

  /** Not `pool.query`: that one throws the connection away, with its named statements, whenever a statement fails. */
  private async withRunner<T>(
    work: (runner: QueryRunner) => Promise<T>,
    urgency: Urgency = 'working',
    signal?: AbortSignal,
  ): Promise<T> {
    const endTurn = await this.turns?.take(urgency, signal);
    try {
      const runner = (urgency === 'answering' ? this.readingSource : this.source).createQueryRunner();
      try {
        return await work(runner);
      } finally {
        await runner.release();
      }
    } finally {
      endTurn?.();
    }
  }
}

/** Statements by hand go to the raw client of `pg`: TypeORM's `query` carries no names. */
const storeOn = (runner: QueryRunner, names: StatementNames): Store => ({
  query: async <Row extends object>(text: string, parameters: readonly SqlParameter[] = []) => {
    const client = (await runner.connect()) as pg.PoolClient;
    const values = [...parameters];
    const name = values.length === 0 ? undefined : names.nameOf(text);
    const { rows } = await client.query<Row>(name === undefined ? { text, values } : { name, text, values });
    return rows;
  },
  entities: (work) => work(runner.manager),
});

/** Ten times what the slowest statement of an answer was ever seen to take. */
export const readWithin = 10_000;

/** A server ended the statement. */
const isCancelled = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === '57014';

const isOutdatedPlan = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'routine' in error &&
  error.routine === 'RevalidateCachedQuery';

const inTransaction = async <T>(
  runner: QueryRunner,
  names: StatementNames,
  beginning: readonly string[],
  work: (sql: Store) => Promise<T>,
): Promise<T> => {
  await runner.startTransaction();
  try {
    for (const statement of beginning) await runner.query(statement);
    const result = await work(storeOn(runner, names));
    await runner.commitTransaction();
    return result;
  } catch (error) {
    if (isOutdatedPlan(error)) names.forget();
    // A connection that broke took its transaction along.
    if (runner.isTransactionActive && !runner.isReleased) await runner.rollbackTransaction();
    throw error;
  }
};
