import type { Sql } from '#database';

/** Messages that are recorded and wait for facts to be read from them. */
export const countUnread = async (sql: Sql): Promise<number> => {
  const [row] = await sql.query<{ unread: string }>(
    'select count(*) as unread from messages where needs_reading',
  );
  return Number(row?.unread ?? 0);
};
