import type pg from 'pg';
import { Database, type Migration, type Sql, type SqlParameter } from './database.js';
import {
  applyMigration,
  migrationBookkeeping,
  MigrationError,
  migrationLock,
  planMigrations,
  type AppliedMigration,
} from './migrations.js';

const sqlOn = (client: pg.Pool | pg.PoolClient): Sql => ({
  query: async <Row extends object>(statement: string, parameters: readonly SqlParameter[] = []) => {
    const { rows } = await client.query<Row>(statement, [...parameters]);
    return rows;
  },
});

/** Any Postgres that a `pg` pool reaches: a server's or the embedded engine's. */
export class PgDatabase extends Database {
  private readonly sql: Sql;

  constructor(
    readonly engine: 'embedded' | 'server',
    private readonly pool: pg.Pool,
    private readonly stop: () => Promise<void>,
  ) {
    super();
    this.sql = sqlOn(pool);
  }

  query<Row extends object>(
    statement: string,
    parameters?: readonly SqlParameter[],
  ): Promise<readonly Row[]> {
    return this.sql.query<Row>(statement, parameters);
  }

  async transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.withClient((client) => inTransaction(client, work));
  }

  async migrate(migrations: readonly Migration[]): Promise<readonly string[]> {
    return this.withClient(async (client) => {
      await client.query(`select pg_advisory_lock(${migrationLock})`);
      try {
        return await migrateOn(client, migrations);
      } finally {
        await client.query(`select pg_advisory_unlock(${migrationLock})`);
      }
    });
  }

  close(): Promise<void> {
    return this.stop();
  }

  private async withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    try {
      return await work(client);
    } finally {
      client.release();
    }
  }
}

const inTransaction = async <T>(client: pg.PoolClient, work: (sql: Sql) => Promise<T>): Promise<T> => {
  await client.query('begin');
  try {
    const result = await work(sqlOn(client));
    await client.query('commit');
    return result;
  } catch (error) {
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
  for (const migration of plan.pending) await inTransaction(client, (sql) => applyMigration(sql, migration));
  return plan.pending.map(({ name }) => name);
};
