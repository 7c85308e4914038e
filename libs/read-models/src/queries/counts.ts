import { countOrEstimate, type Sql } from '#database';

/** Of all tenants; of a large store an estimate. */
export const activeMemories = (sql: Sql): Promise<number> =>
  countOrEstimate(sql, 'memories', `status = 'active'`);

/** What has expired is no longer active, also before anybody says so: lists leave it out. */
export const memoriesByStatus = async (
  sql: Sql,
  tenantId: string,
  now: Date,
): Promise<Readonly<Record<string, number>>> => {
  const rows = await sql.query<{ status: string; count: string }>(
    `select case when status = 'active' and expires_at <= $2 then 'expired' else status end as status, count(*) as count
       from memories where tenant_id = $1 group by 1 order by 1`,
    [tenantId, now],
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, Number(count)]));
};

interface Counts {
  readonly messages: number;
  readonly entities: number;
  readonly sources: number;
}

export const countsOf = async (sql: Sql, tenantId: string): Promise<Counts> => {
  const [row] = await sql.query<Readonly<Record<keyof Counts, string>>>(
    `select (select count(*) from messages where tenant_id = $1) as messages, (select count(*) from entities where tenant_id = $1) as entities,
       (select count(*) from sources where tenant_id = $1) as sources`,
    [tenantId],
  );
  return {
    messages: Number(row?.messages ?? 0),
    entities: Number(row?.entities ?? 0),
    sources: Number(row?.sources ?? 0),
  };
};
