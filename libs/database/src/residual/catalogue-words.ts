import type { Sql } from '../database.js';

/** What everything here is called: schemas, tables, columns, types, migrations. The database writes it whoever says what. */
export const catalogueWords = async (sql: Sql): Promise<readonly string[]> => {
  const rows = await sql.query<{ word: string }>(
    `select nspname as word from pg_namespace union select relname from pg_class union select attname from pg_attribute
     union select typname from pg_type
     union select name from kith_migrations`,
  );
  return rows.map(({ word }) => word);
};

/** Files that the engine came with: its catalogue, its settings. Of ours nothing is ever written to them but names of tables. */
const lastOfEngine = 16_383;
export const isOfEngine = (path: string): boolean => {
  const [, relation] = /(?:^|\/)base\/\d+\/(\d+)(?:[._]\w+)?$/u.exec(path) ?? [];
  if (relation !== undefined) return Number(relation) <= lastOfEngine;
  return /(?:^|\/)(?:global\/[^/]+|[a-z_]+\.(?:auto\.)?conf)$/u.test(path);
};
