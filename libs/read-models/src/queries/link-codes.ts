import type { Sql } from '#database';
import type { LinkCodeState } from '#domain';

interface Row {
  readonly code_id: string;
  readonly entity_id: string;
  readonly expires_at: Date;
  readonly status: LinkCodeState['status'];
}

const stateOf = (row: Row | undefined): LinkCodeState | null =>
  row ? { codeId: row.code_id, askedBy: row.entity_id, expiresAt: row.expires_at, status: row.status } : null;
const columns = 'code_id, entity_id, expires_at, status';

export const linkCodesByKeys = async (
  sql: Sql,
  tenantId: string,
  codeKeys: readonly string[],
): Promise<readonly LinkCodeState[]> => {
  if (codeKeys.length === 0) return [];
  const rows = await sql.query<Row>(
    `select ${columns} from link_codes where tenant_id = $1 and code_key = any($2::uuid[])`,
    [tenantId, codeKeys],
  );
  return rows.flatMap((row) => stateOf(row) ?? []);
};

export const linkCodeByKey = async (
  sql: Sql,
  tenantId: string,
  codeKey: string,
): Promise<LinkCodeState | null> => {
  const [row] = await sql.query<Row>(
    `select ${columns} from link_codes where tenant_id = $1 and code_key = $2`,
    [tenantId, codeKey],
  );
  return stateOf(row);
};

export const linkCodeById = async (
  sql: Sql,
  tenantId: string,
  codeId: string,
): Promise<LinkCodeState | null> => {
  const [row] = await sql.query<Row>(
    `select ${columns} from link_codes where tenant_id = $1 and code_id = $2`,
    [tenantId, codeId],
  );
  return stateOf(row);
};

/** How often this account got a code wrong since then. */
export const codeMisses = async (sql: Sql, entityId: string, since: Date): Promise<number> => {
  const [row] = await sql.query<{ count: number }>(
    'select count(*)::int as count from link_code_misses where entity_id = $1 and at > $2',
    [entityId, since],
  );
  return row?.count ?? 0;
};
