import type { Sql } from '#database';
import { newSecret } from './sealing.js';

interface KeyRow {
  readonly record_id: string;
  readonly secret: Uint8Array | null;
}

const load = async (recordIds: readonly string[], sql: Sql): Promise<Map<string, Uint8Array | null>> => {
  if (recordIds.length === 0) return new Map();
  const rows = await sql.query<KeyRow>(
    'select record_id, secret from record_keys where record_id = any($1::uuid[])',
    [[...new Set(recordIds)]],
  );
  return new Map(rows.map((row) => [row.record_id, row.secret]));
};

/** Keys of these records as they are; null where the record was forgotten. */
export const existingKeys = load;

/** Keys of these records, made where they are missing; null where the record was forgotten. */
export const keysFor = async (
  recordIds: readonly string[],
  sql: Sql,
): Promise<ReadonlyMap<string, Uint8Array | null>> => {
  const keys = await load(recordIds, sql);
  const missing = [...new Set(recordIds)].filter((recordId) => !keys.has(recordId));
  if (missing.length === 0) return keys;
  const secrets = missing.map(() => newSecret());
  await sql.query(
    'insert into record_keys (record_id, secret) select id, decode(hex, $3) from unnest($1::uuid[], $2::text[]) as made(id, hex)',
    [missing, secrets.map((secret) => secret.toString('hex')), 'hex'],
  );
  missing.forEach((recordId, index) => {
    const secret = secrets[index];
    if (secret) keys.set(recordId, secret);
  });
  return keys;
};

export const destroyKeys = async (recordIds: readonly string[], sql: Sql): Promise<void> => {
  if (recordIds.length === 0) return;
  await sql.query(
    `insert into record_keys (record_id, secret) select id, null from unnest($1::uuid[]) as forgotten(id)
     on conflict (record_id) do update set secret = null`,
    [[...new Set(recordIds)]],
  );
};
