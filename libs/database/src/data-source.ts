import pg from 'pg';
import { AbstractLogger, DataSource, type EntitySchema } from 'typeorm';
import { migrationsTable } from './migrations.js';

/** How `pg` reaches Postgres. `connection` is how it takes another transport than a socket; its types do not say so. */
export interface Connecting extends pg.PoolConfig {
  readonly connection?: unknown;
}

/** INVARIANT: statements and errors of the store may hold what people wrote; nothing is printed beside our own log. */
class SilentLogger extends AbstractLogger {
  protected override writeLog(): void {
    // see the class
  }
}

/** The pool, and the entities that are kept in its rows. The schema is what migrations made, never what entities say. */
export const openDataSource = (
  connecting: Connecting,
  entities: readonly EntitySchema[] = [],
): Promise<DataSource> =>
  new DataSource({
    type: 'postgres',
    driver: pg,
    extra: connecting,
    entities: [...entities],
    synchronize: false,
    migrationsTableName: migrationsTable,
    installExtensions: false,
    logger: new SilentLogger(false),
    // An idle connection that the server drops is replaced at the next query.
    poolErrorHandler: () => undefined,
  }).initialize();
