import type { Sql } from '#database';

export const carriedOut = async (
  sql: Sql,
  tenantId: string,
  commandIds: readonly string[],
): Promise<ReadonlyMap<string, unknown>> => {
  if (commandIds.length === 0) return new Map();
  const rows = await sql.query<{ command_id: string; result: unknown }>(
    'select command_id, result from commands where tenant_id = $1 and command_id = any($2::text[])',
    [tenantId, commandIds],
  );
  return new Map(rows.map((row) => [row.command_id, row.result]));
};

export const remember = async (
  sql: Sql,
  tenantId: string,
  results: ReadonlyMap<string, unknown>,
  at: Date,
): Promise<void> => {
  if (results.size === 0) return;
  await sql.query(
    `insert into commands (tenant_id, command_id, result, recorded_at)
     select $1, id, result::jsonb, $4 from unnest($2::text[], $3::text[]) as made(id, result)
     on conflict do nothing`,
    [
      tenantId,
      [...results.keys()],
      [...results.values()].map((result) => JSON.stringify(result ?? null)),
      at,
    ],
  );
};
