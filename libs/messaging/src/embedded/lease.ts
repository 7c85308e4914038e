import { randomUUID } from 'node:crypto';
import type { Database, Sql } from '#database';
import type { BusKind } from '../message-bus.js';
import { behindCause } from './consumer-store.js';

/** One worker a consumer. Renewed while it lives; after this long without a sign another one takes over. */
export const leaseMs = 15_000;

/** Owners that live in this process. The embedded engine is one process's own, so all others are dead. */
const aliveHere = new Set<string>();

export interface Taken {
  readonly position: bigint;
  /** What the worker before had in hand when it died. */
  readonly abandoned: readonly bigint[];
}

export class Lease {
  readonly owner = randomUUID();

  constructor(
    private readonly database: Database,
    private readonly consumer: string,
    private readonly kind: BusKind,
  ) {
    aliveHere.add(this.owner);
  }

  /** Null while another worker has it. */
  async take(): Promise<Taken | null> {
    const others =
      this.database.engine === 'embedded' ? [...aliveHere].filter((owner) => owner !== this.owner) : [];
    return this.database.transaction(async (sql) => {
      await sql.query('insert into bus_consumers (name, kind) values ($1, $2) on conflict do nothing', [
        this.consumer,
        this.kind,
      ]);
      const [row] = await sql.query<{ position: string; running: readonly string[]; kind: string }>(
        `update bus_consumers set lease_owner = $2, lease_until = now() + $3 * interval '1 millisecond'
          where name = $1 and (lease_owner is null or lease_until < now()
                               or ($4 and not lease_owner = any($5::uuid[])))
        returning position, running, kind`,
        [this.consumer, this.owner, leaseMs, this.database.engine === 'embedded', others],
      );
      if (!row) return null;
      if (row.kind !== this.kind)
        throw new Error(`consumer ${this.consumer} reads ${row.kind}, not ${this.kind}`);
      const abandoned = row.running.map(BigInt);
      const position = await takeBack(sql, this.consumer, this.kind, BigInt(row.position), abandoned);
      return { position, abandoned };
    });
  }

  async renew(): Promise<void> {
    await this.database.query(
      `update bus_consumers set lease_until = now() + $3 * interval '1 millisecond' where name = $1 and lease_owner = $2`,
      [this.consumer, this.owner, leaseMs],
    );
  }

  async giveBack(): Promise<void> {
    aliveHere.delete(this.owner);
    await this.database.query(
      `update bus_consumers set lease_owner = null, lease_until = null, running = '{}' where name = $1 and lease_owner = $2`,
      [this.consumer, this.owner],
    );
  }
}

/**
 * A worker died with these in hand. It counts as an attempt, and each comes again alone: so the one that kills its
 * worker is found, and parked in the end.
 */
const takeBack = async (
  sql: Sql,
  consumer: string,
  kind: BusKind,
  position: bigint,
  abandoned: readonly bigint[],
): Promise<bigint> => {
  if (abandoned.length === 0) return position;
  const last = abandoned.reduce((a, b) => (a > b ? a : b));
  const upTo = last > position ? last : position;
  await sql.query(
    `update bus_held set attempts = attempts + 1, due_at = '-infinity' where consumer = $1 and sequence = any($2::bigint[])`,
    [consumer, abandoned],
  );
  await sql.query(
    `insert into bus_held (consumer, kind, sequence, tenant_id, key, attempts, state, due_at, cause, parked_at)
     select $1, $2, m.sequence, m.tenant_id, m.key, (m.sequence = any($5::bigint[]))::int,
            case when p.parked then 'parked' else 'waiting' end, '-infinity', $6, case when p.parked then now() end
       from bus_messages m
      cross join lateral (select exists (select from bus_held h where h.consumer = $1 and h.tenant_id = m.tenant_id
                                            and h.key = m.key and h.state = 'parked') as parked) as p
      where m.kind = $2 and m.sequence > $3 and m.sequence <= $4
     on conflict (consumer, sequence) do nothing`,
    [consumer, kind, position, upTo, abandoned, behindCause],
  );
  await sql.query(`update bus_consumers set position = $2, running = '{}' where name = $1`, [consumer, upTo]);
  return upTo;
};
