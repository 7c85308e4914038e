import type { Sql } from '#database';
import { newSecret, type RecordKey } from './sealing.js';

interface KeyRow extends RecordKey {
  readonly record_id: string;
}

const load = async (recordIds: readonly string[], sql: Sql): Promise<Map<string, RecordKey>> => {
  if (recordIds.length === 0) return new Map();
  const rows = await sql.query<KeyRow>(
    'select record_id, secret, generation from record_keys where record_id = any($1::uuid[])',
    [[...new Set(recordIds)]],
  );
  return new Map(
    rows.map(({ record_id: recordId, secret, generation }) => [recordId, { secret, generation }]),
  );
};

/** Keys of these records as they are. */
export const existingKeys = load;

const secretsFor = (recordIds: readonly string[]): readonly string[] =>
  recordIds.map(() => newSecret().toString('hex'));

/** Keys of these records, made where they are missing. */
export const keysFor = async (
  recordIds: readonly string[],
  sql: Sql,
): Promise<ReadonlyMap<string, RecordKey>> => {
  const keys = await load(recordIds, sql);
  const missing = [...new Set(recordIds)].filter((recordId) => !keys.has(recordId));
  if (missing.length === 0) return keys;
  const secrets = secretsFor(missing);
  await sql.query(
    'insert into record_keys (record_id, secret) select id, decode(hex, $3) from unnest($1::uuid[], $2::text[]) as made(id, hex)',
    [missing, secrets, 'hex'],
  );
  missing.forEach((recordId, index) =>
    keys.set(recordId, { secret: Buffer.from(secrets[index] ?? '', 'hex'), generation: 0 }),
  );
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

/** Puts keys of a next generation in place of these: what was sealed before opens no more, what comes is sealed anew. */
export const renewKeys = async (recordIds: readonly string[], sql: Sql): Promise<void> => {
  const known = [...(await load(recordIds, sql)).keys()];
  if (known.length === 0) return;
  await sql.query(
    `update record_keys set secret = decode(made.hex, 'hex'), generation = record_keys.generation + 1
     from unnest($1::uuid[], $2::text[]) as made(id, hex) where record_keys.record_id = made.id`,
    [known, secretsFor(known)],
  );
};
