import type { Database } from '#database';

const tables = `select format('%I.%I', schemaname, tablename) as name from pg_tables
                 where schemaname = 'public' and tablename <> 'kith_migrations'`;
const usedSequences = `select format('%I.%I', schemaname, sequencename) as name from pg_sequences
                        where schemaname = 'public' and sequencename <> 'kith_migrations_id_seq' and last_value is not null`;

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

const tablesWithRows = async (database: Database): Promise<readonly string[]> => {
  const all = await database.query<Named>(tables);
  if (all.length === 0) return [];
  const checks = all.map(({ name }) => `select '${name}' as name where exists (select from ${name})`);
  return (await database.query<Named>(checks.join(' union all '))).map(({ name }) => name);
};

/** A table that migrations write rows to. */
interface Began {
  readonly name: string;
  readonly rows: string;
}
export type Beginning = readonly Began[];

/** What the migrations wrote; null when it takes more than rows to bring it back. */
export const beginningOf = async (database: Database): Promise<Beginning | null> => {
  if ((await database.query<Named>(usedSequences)).length > 0) return null;
  const filled = await tablesWithRows(database);
  return Promise.all(
    filled.map(async (name) => {
      const [row] = await database.query<{ rows: string }>(
        `select json_agg(row)::text as rows from ${name} as row`,
      );
      return { name, rows: row?.rows ?? '[]' };
    }),
  );
};

/** Removes every row but those of the beginning; triggers that forbid it look away. */
export const restore = async (database: Database, beginning: Beginning): Promise<void> => {
  const used = await tablesWithRows(database);
  const sequences = await database.query<Named>(usedSequences);
  await database.transaction(async (sql) => {
    await sql.query('set local session_replication_role = replica');
    if (used.length > 0) await sql.query(`truncate ${used.join(', ')} cascade`);
    for (const { name } of sequences) await sql.query(`alter sequence ${name} restart`);
    for (const { name, rows } of beginning)
      await sql.query(`insert into ${name} select * from json_populate_recordset(null::${name}, $1::json)`, [
        rows,
      ]);
  });
};
