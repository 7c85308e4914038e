import type { Sql } from '#database';
import { fingerprintOf, toldOf } from '../fingerprints.js';
import type { Outgoing, Published } from '../message-bus.js';

/**
 * INVARIANT: the lock comes before the sequence is drawn and ends with the commit, so sequences become visible in their
 * order. Without it a consumer could pass the place of a message that another connection commits a moment later.
 *
 * Bodies travel as one value with lengths: an array of bytea would be written out as hexadecimal text and read again.
 */
const insert = `
  with input as materialized (
    select t.*, 1 + sum(t.size) over (order by t.place) - t.size as start
      from (select pg_advisory_xact_lock(5412003318190452)) as in_turn,
           unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::int[], $10::uuid[])
             with ordinality as t (fingerprint, kind, tenant_id, key, id, headers, size, told, place)
  ), fresh as (
    insert into bus_fingerprints (fingerprint) select fingerprint from input on conflict do nothing returning fingerprint
  ), stored as (
    insert into bus_messages (kind, tenant_id, key, id, headers, body, stored_at)
    select kind, tenant_id, key, id, headers::jsonb, substring($8::bytea from start::int for size), $9::timestamptz
      from input join fresh using (fingerprint) order by place
  ), first_told as (
    insert into bus_fingerprints (fingerprint) select distinct told from input join fresh using (fingerprint) where told is not null
      on conflict do nothing returning fingerprint
  )
  select fingerprint, fingerprint in (select earliest.fingerprint from (
      select distinct on (told) told, fingerprint from input join fresh using (fingerprint)
        where told in (select fingerprint from first_told) order by told, place) as earliest)
    or told is null as is_first
  from input join fresh using (fingerprint)`;

const withoutDashes = (uuid: string): string => uuid.replaceAll('-', '');

/** One statement, so one commit: all of them are stored or none. */
export const storeMessages = async (
  sql: Sql,
  messages: readonly Outgoing[],
  now: Date,
): Promise<readonly Published[]> => {
  const firsts = new Map<string, Outgoing>();
  const fingerprints = messages.map((message) => {
    const fingerprint = fingerprintOf(message);
    if (!firsts.has(fingerprint)) firsts.set(fingerprint, message);
    return fingerprint;
  });
  const unique = [...firsts.values()];
  const rows = await sql.query<{ fingerprint: string; is_first: boolean }>(insert, [
    [...firsts.keys()],
    unique.map(({ kind }) => kind),
    unique.map(({ tenantId }) => tenantId),
    unique.map(({ key }) => key),
    unique.map(({ id }) => id),
    unique.map(({ headers }) => JSON.stringify(headers)),
    unique.map(({ body }) => body.byteLength),
    Buffer.concat(unique.map(({ body }) => body)),
    now,
    unique.map(toldOf),
  ]);
  const fresh = new Map(
    rows.map((row): [string, Published] => [
      withoutDashes(row.fingerprint),
      row.is_first ? 'stored' : 'repeated',
    ]),
  );
  return fingerprints.map((fingerprint) => {
    const published = fresh.get(fingerprint) ?? 'duplicate';
    // A second one of the same id within the batch is a duplicate of the first.
    fresh.delete(fingerprint);
    return published;
  });
};
