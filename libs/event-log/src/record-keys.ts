import type { Sql } from '#database';
import { newSecret, type RecordKey } from './sealing.js';

interface KeyRow extends RecordKey {
  readonly record_id: string;
}

const byRecord = (rows: readonly KeyRow[]): ReadonlyMap<string, RecordKey> =>
  new Map(rows.map(({ record_id: recordId, secret, generation }) => [recordId, { secret, generation }]));

const load = async (recordIds: readonly string[], sql: Sql): Promise<ReadonlyMap<string, RecordKey>> => {
  if (recordIds.length === 0) return new Map();
  const rows = await sql.query<KeyRow>(
    'select record_id, secret, generation from record_keys where record_id = any($1::uuid[])',
    [[...new Set(recordIds)]],
  );
  return byRecord(rows);
};

/** Keys of these records as they are. */
export const existingKeys = load;

const secretsFor = (recordIds: readonly string[]): readonly string[] =>
  recordIds.map(() => newSecret().toString('hex'));

/** Keys of these records, made where they are missing: mostly the event makes its record. */
export const keysFor = async (
  recordIds: readonly string[],
  sql: Sql,
): Promise<ReadonlyMap<string, RecordKey>> => {
  const asked = [...new Set(recordIds)];
  if (asked.length === 0) return new Map();
  // What is read beside an insert is as it was before it: those that there were already.
  const rows = await sql.query<KeyRow>(
    `with made as (
       insert into record_keys (record_id, secret)
       select id, decode(hex, 'hex') from unnest($1::uuid[], $2::text[]) as given(id, hex)
       on conflict (record_id) do nothing returning record_id, secret, generation)
     select record_id, secret, generation from made
     union all select record_id, secret, generation from record_keys where record_id = any($1::uuid[])`,
    [asked, secretsFor(asked)],
  );
  // INVARIANT: nothing is sealed without a key: it would never open again.
  if (rows.length < asked.length) throw new Error('another writer made a key of the same record meanwhile');
  return byRecord(rows);
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
