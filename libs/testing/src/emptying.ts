import type { Database } from '#database';

const tables = `select format('%I.%I', schemaname, tablename) as name from pg_tables
                 where schemaname = 'public' and tablename <> 'kith_migrations'`;
const usedSequences = `select format('%I.%I', schemaname, sequencename) as name from pg_sequences
                        where schemaname = 'public' and last_value is not null`;

/** Tables, columns, indexes, triggers and applied migrations: when one of them changed, emptying does not bring back the beginning. */
const shape = `select md5(string_agg(concat_ws(' ', c.relname, c.relkind, a.attname, a.atttypid), ',' order by c.relname, a.attnum))
                      || (select count(*) from kith_migrations)
                      || (select coalesce(md5(string_agg(concat_ws(' ', tgrelid::regclass, tgname, tgenabled), ',' order by tgrelid, tgname)), '')
                            from pg_trigger where not tgisinternal) as shape
                 from pg_class c join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
                where c.relnamespace = 'public'::regnamespace`;

export const shapeOf = async (database: Database): Promise<string> => {
  const [row] = await database.query<{ shape: string }>(shape);
  return row?.shape ?? '';
};

interface Named {
  readonly name: string;
}

export const tablesWithRows = async (database: Database): Promise<readonly string[]> => {
  const all = await database.query<Named>(tables);
  if (all.length === 0) return [];
  const checks = all.map(({ name }) => `select '${name}' as name where exists (select from ${name})`);
  return (await database.query<Named>(checks.join(' union all '))).map(({ name }) => name);
};

/** Removes every row; triggers that forbid it look away. */
export const emptyTables = async (database: Database): Promise<void> => {
  const used = await tablesWithRows(database);
  const sequences = await database.query<Named>(usedSequences);
  await database.transaction(async (sql) => {
    await sql.query('set local session_replication_role = replica');
    if (used.length > 0) await sql.query(`truncate ${used.join(', ')} cascade`);
    for (const { name } of sequences) await sql.query(`alter sequence ${name} restart`);
  });
};
