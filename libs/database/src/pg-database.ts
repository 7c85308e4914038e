import type pg from 'pg';
import { Database, StatementTimeoutError, type Migration, type Sql, type SqlParameter } from './database.js';
import {
  applyMigration,
  migrationBookkeeping,
  MigrationError,
  migrationLock,
  planMigrations,
  type AppliedMigration,
} from './migrations.js';
import { StatementNames } from './statement-names.js';
import { Turns, type Urgency } from './turns.js';

/** Any Postgres that a `pg` pool reaches: a server's or the embedded engine's. */
export class PgDatabase extends Database {
  private readonly names = new StatementNames();
  private readonly turns: Turns | null;
  readonly reading: Sql = { query: (statement, parameters) => this.read(statement, parameters) };

  /** `readingPool`: connections to a server for those who wait for an answer; the embedded engine has one for all. */
  constructor(
    readonly engine: 'embedded' | 'server',
    private readonly pool: pg.Pool,
    private readonly stop: () => Promise<void>,
    private readonly readingPool: pg.Pool = pool,
    private readonly readWithinMs: number = readWithin,
  ) {
    super();
    this.turns = engine === 'embedded' ? new Turns() : null;
  }

  async query<Row extends object>(
    statement: string,
    parameters?: readonly SqlParameter[],
  ): Promise<readonly Row[]> {
    return this.withClient((client) => this.queryOn<Row>(client, statement, parameters));
  }

  private async read<Row extends object>(
    statement: string,
    parameters?: readonly SqlParameter[],
  ): Promise<readonly Row[]> {
    const late = new AbortController();
    const lateness = new StatementTimeoutError(`no answer within ${String(this.readWithinMs)} ms`);
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        late.abort(lateness);
        reject(lateness);
      }, this.readWithinMs);
    });
    const rows = this.withClient(
      (client) => this.queryOn<Row>(client, statement, parameters),
      'answering',
      late.signal,
    );
    try {
      return await Promise.race([rows, timeout]);
    } catch (error) {
      throw isCancelled(error) ? lateness : error;
    } finally {
      clearTimeout(timer);
      rows.catch(() => undefined);
    }
  }

  private async queryOn<Row extends object>(
    client: pg.PoolClient,
    statement: string,
    parameters?: readonly SqlParameter[],
  ): Promise<readonly Row[]> {
    const sql = sqlOn(client, this.names);
    try {
      return await sql.query<Row>(statement, parameters);
    } catch (error) {
      if (!isOutdatedPlan(error)) throw error;
      this.names.forget();
      return await sql.query<Row>(statement, parameters);
    }
  }

  async transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.withClient((client) => inTransaction(client, this.names, work));
  }

  async migrate(migrations: readonly Migration[]): Promise<readonly string[]> {
    return this.withClient(async (client) => {
      await client.query(`select pg_advisory_lock(${migrationLock})`);
      try {
        return await migrateOn(client, migrations);
      } finally {
        this.names.forget();
        await client.query(`select pg_advisory_unlock(${migrationLock})`);
      }
    });
  }

  close(): Promise<void> {
    return this.stop();
  }

  /** Not `pool.query`: that one throws the connection away, with its named statements, whenever a statement fails. */
  private async withClient<T>(
    work: (client: pg.PoolClient) => Promise<T>,
    urgency: Urgency = 'working',
    signal?: AbortSignal,
  ): Promise<T> {
    const endTurn = await this.turns?.take(urgency, signal);
    try {
      const client = await (urgency === 'answering' ? this.readingPool : this.pool).connect();
      try {
        return await work(client);
      } finally {
        client.release();
      }
    } finally {
      endTurn?.();
    }
  }
}

const sqlOn = (client: pg.PoolClient, names: StatementNames): Sql => ({
  query: async <Row extends object>(text: string, parameters: readonly SqlParameter[] = []) => {
    const values = [...parameters];
    const name = values.length === 0 ? undefined : names.nameOf(text);
    const { rows } = await client.query<Row>(name === undefined ? { text, values } : { name, text, values });
    return rows;
  },
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
  client: pg.PoolClient,
  names: StatementNames,
  work: (sql: Sql) => Promise<T>,
): Promise<T> => {
  await client.query('begin');
  try {
    const result = await work(sqlOn(client, names));
    await client.query('commit');
    return result;
  } catch (error) {
    if (isOutdatedPlan(error)) names.forget();
    await client.query('rollback');
    throw error;
  }
};

const migrateOn = async (
  client: pg.PoolClient,
  migrations: readonly Migration[],
): Promise<readonly string[]> => {
  for (const statement of migrationBookkeeping) await client.query(statement);
  const { rows } = await client.query<AppliedMigration>('select name, checksum from kith_migrations');
  const plan = planMigrations(migrations, rows);
  if (plan.kind === 'refuse') throw new MigrationError(plan.problems.join('; '));
  const unnamed = new StatementNames(Infinity);
  for (const migration of plan.pending)
    await inTransaction(client, unnamed, (sql) => applyMigration(sql, migration));
  return plan.pending.map(({ name }) => name);
};
