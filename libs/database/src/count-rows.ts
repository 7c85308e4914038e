import type { Sql } from './database.js';

/** Above this, what the statistics say is near enough, and counting would hold up everybody else. */
const countedBelow = 20_000;

/** How many rows of a table hold to a condition; of a large table how many there are, by its statistics. */
export const countOrEstimate = async (sql: Sql, table: string, condition: string): Promise<number> => {
  const [row] = await sql.query<{ count: number }>(
    `select case when reltuples > ${String(countedBelow)} then reltuples::float8
                 else (select count(*)::float8 from ${table} where ${condition}) end as count
       from pg_class where oid = '${table}'::regclass`,
  );
  return row?.count ?? 0;
};

/** What the whole database takes up. */
export const databaseBytes = async (sql: Sql): Promise<number> => {
  const [row] = await sql.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes');
  return Number(row?.bytes ?? 0);
};
