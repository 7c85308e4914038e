import type { Sql } from '#database';
import type { BusKind } from '../message-bus.js';
import { behindCause } from './consumer-store.js';

export interface Abandoned {
  readonly consumer: string;
  readonly kind: BusKind;
  readonly position: bigint;
  /** What a worker had in hand when it died. */
  readonly abandoned: readonly bigint[];
  readonly maxAttempts: number;
}

/**
 * Dying on a message counts as an attempt, and each one comes again alone: so the one that kills its worker is found,
 * and parked in the end. Answers the new position.
 */
export const takeBack = async (sql: Sql, what: Abandoned): Promise<bigint> => {
  const { consumer, position, abandoned } = what;
  if (abandoned.length === 0) return position;
  const upTo = abandoned.reduce((a, b) => (a > b ? a : b), position);
  await sql.query(
    `update bus_held set attempts = attempts + 1, due_at = '-infinity' where consumer = $1 and sequence = any($2::bigint[])`,
    [consumer, abandoned],
  );
  await holdUpTo(sql, what, upTo);
  await sql.query(`update bus_consumers set position = $2, running = '{}' where name = $1`, [consumer, upTo]);
  if (abandoned.length === 1) await parkDeadly(sql, what);
  return upTo;
};

/** Everything fresh up to the last one in hand; between those lie some whose key was blocked. */
const holdUpTo = async (
  sql: Sql,
  { consumer, kind, position, abandoned }: Abandoned,
  upTo: bigint,
): Promise<void> => {
  await sql.query(
    `insert into bus_held (consumer, kind, sequence, tenant_id, key, attempts, state, due_at, cause, parked_at)
     select $1, $2, m.sequence, m.tenant_id, m.key, (m.sequence = any($5::bigint[]))::int,
            'waiting', '-infinity', $6, null
       from bus_messages m
      where m.kind = $2 and m.sequence > $3 and m.sequence <= $4
     on conflict (consumer, sequence) do nothing`,
    [consumer, kind, position, upTo, abandoned, behindCause],
  );
};

/** It was in hand alone, so it is this one and no other that the workers die of. */
const parkDeadly = async (sql: Sql, { consumer, abandoned, maxAttempts }: Abandoned): Promise<void> => {
  await sql.query(
    `update bus_held set state = 'parked', parked_at = now(), cause = 'its worker died on each attempt'
      where consumer = $1 and sequence = any($2::bigint[]) and state = 'waiting' and attempts >= $3`,
    [consumer, abandoned, maxAttempts],
  );
};
