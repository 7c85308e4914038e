import type { Database } from '../database.js';

/** What was deleted and is still in a file, until when. */
type Left = 'none' | 'in-memory' | 'server';

interface Named {
  readonly name: string;
}

const tablesBut = `
  select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and not c.relname = any($1::text[]) order by 1`;

/** The log of before ends: its segments are removed, for the embedded engine keeps none to be written over some day. */
const cutWriteAheadLog = ['checkpoint', 'select pg_switch_wal()', 'checkpoint'];

/**
 * Rewrites all tables but those that hold sealed words alone, so that no row of before is left in a file, and ends the
 * write-ahead log behind it. One statement at a time, so that others come in between. On a server rows of before are let
 * go of, and written over when their room is needed.
 */
export const purgeDeadRows = async (database: Database, sealedTables: readonly string[]): Promise<Left> => {
  const tables = await database.query<Named>(tablesBut, [sealedTables]);
  if (database.engine === 'server') {
    for (const { name } of tables) await database.query(`vacuum (analyze) ${name}`);
    return 'server';
  }
  // Of a table that is empty by now statistics would stay as they were.
  await database.query(
    'delete from pg_statistic where starelid in (select oid from pg_class where relnamespace = (select oid from pg_namespace where nspname = $1))',
    ['public'],
  );
  for (const { name } of [...tables, { name: 'pg_catalog.pg_statistic' }])
    await database.query(`vacuum (full) ${name}`);
  for (const { name } of tables) await database.query(`analyze ${name}`);
  for (const statement of cutWriteAheadLog) await database.query(statement);
  return 'none';
};
