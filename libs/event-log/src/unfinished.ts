import type { Sql } from '#database';

/** Work that is no transaction stands beside the readers' checkpoints until it is finished. */
export const begin = async (sql: Sql, work: string): Promise<void> => {
  await sql.query(
    `insert into checkpoints (name, transaction_id, position) values ($1, '0'::xid8, 0) on conflict (name) do nothing`,
    [work],
  );
};

export const isUnfinished = async (sql: Sql, work: string): Promise<boolean> => {
  const rows = await sql.query('select from checkpoints where name = $1', [work]);
  return rows.length > 0;
};

export const finish = async (sql: Sql, work: string): Promise<void> => {
  await sql.query('delete from checkpoints where name = $1', [work]);
};
