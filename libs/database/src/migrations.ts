import { createHash } from 'node:crypto';
import type { Migration, Sql } from './database.js';

export interface AppliedMigration {
  readonly name: string;
  readonly checksum: string;
}
export type MigrationPlan =
  | { readonly kind: 'apply'; readonly pending: readonly Migration[] }
  | { readonly kind: 'refuse'; readonly problems: readonly string[] };

export class MigrationError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'MigrationError';
  }
}

export const checksumOf = ({ statements }: Migration): string =>
  createHash('sha256').update(JSON.stringify(statements)).digest('hex');

/** Which migrations are still to run, in order of name. What ran once must stand in the code as it ran. */
export const planMigrations = (
  wanted: readonly Migration[],
  applied: readonly AppliedMigration[],
): MigrationPlan => {
  const checksums = new Map(applied.map(({ name, checksum }) => [name, checksum]));
  const inOrder = [...wanted].sort((a, b) => (a.name < b.name ? -1 : 1));
  const problems = inOrder.flatMap((migration, index) => {
    if (inOrder[index + 1]?.name === migration.name) return [`two migrations are named ${migration.name}`];
    const before = checksums.get(migration.name);
    return before !== undefined && before !== checksumOf(migration)
      ? [`migration ${migration.name} was changed after it was applied; add a new one instead`]
      : [];
  });
  if (problems.length > 0) return { kind: 'refuse', problems };
  return { kind: 'apply', pending: inOrder.filter(({ name }) => !checksums.has(name)) };
};

/** Makes two migrators wait for each other; the number means nothing but "Kith migrates". */
export const migrationLock = '5412003318190451';

/** In a schema of its own choice the extension would be invisible to the next one. */
export const migrationBookkeeping: readonly string[] = [
  'create extension if not exists vector with schema public',
  `create table if not exists kith_migrations (
     name text primary key,
     checksum text not null,
     applied_at timestamptz not null default now()
   )`,
];

export const applyMigration = async (sql: Sql, migration: Migration): Promise<void> => {
  for (const statement of migration.statements) {
    try {
      await sql.query(statement);
    } catch (cause) {
      throw new MigrationError(`migration ${migration.name} failed at: ${statement.slice(0, 200)}`, {
        cause,
      });
    }
  }
  await sql.query('insert into kith_migrations (name, checksum) values ($1, $2)', [
    migration.name,
    checksumOf(migration),
  ]);
};
