import type { EntityManager } from 'typeorm';

export type SqlParameter =
  string | number | bigint | boolean | Date | Uint8Array | null | readonly SqlParameter[];

/** Runs one statement. Rows come as plain objects; bigint columns as strings, timestamps as Date, jsonb parsed. */
export interface Sql {
  query<Row extends object>(statement: string, parameters?: readonly SqlParameter[]): Promise<readonly Row[]>;
}

/** Statements by hand, and beside them entities for what is kept row by row. */
export interface Store extends Sql {
  /** The repositories of the entities that the database was opened with; in a transaction they are part of it. */
  entities<T>(work: (entities: EntityManager) => Promise<T>): Promise<T>;
}

/** A statement of somebody who waits for an answer took too long, or came to no turn. */
export class StatementTimeoutError extends Error {
  override readonly name = 'StatementTimeoutError';
}

/**
 * The one connection to Postgres, a server's or the embedded engine's (port and DI token in one).
 *
 * INVARIANT: inside `transaction` use the handle it gives. The embedded engine has one connection, so a query on the
 * Database itself would wait for the transaction that waits for it.
 */
export abstract class Database implements Store {
  abstract readonly engine: 'embedded' | 'server';
  abstract query<Row extends object>(
    statement: string,
    parameters?: readonly SqlParameter[],
  ): Promise<readonly Row[]>;
  abstract entities<T>(work: (entities: EntityManager) => Promise<T>): Promise<T>;
  /**
   * For somebody who waits for an answer: statements that go before all others, and fail with StatementTimeoutError
   * after a while. The embedded engine cannot be interrupted: there the caller is let go, and the statement ends by itself.
   */
  abstract readonly reading: Store;
  /** Commits when `work` resolves, rolls back when it throws. */
  abstract transaction<T>(work: (sql: Store) => Promise<T>): Promise<T>;
  /** Runs what is not applied yet, in order of `name`, each in a transaction, under one lock. */
  abstract migrate(migrations: readonly Migration[]): Promise<readonly string[]>;
  abstract close(): Promise<void>;
}

/** Forward only. The name orders it: `0010-event-log`. */
export interface Migration {
  readonly name: string;
  readonly statements: readonly string[];
}
