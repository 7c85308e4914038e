import { randomUUID } from 'node:crypto';
import type { Database } from '#database';
import type { BusKind } from '../message-bus.js';
import { takeBack } from './taking-back.js';

/** One worker a consumer. Renewed while it lives; after this long without a sign another one takes over. */
export const leaseMs = 15_000;

/** Owners that live in this process. The embedded engine is one process's own, so all others are dead. */
const aliveHere = new Set<string>();

export class Lease {
  readonly owner = randomUUID();

  constructor(
    private readonly database: Database,
    private readonly consumer: string,
    private readonly kind: BusKind,
    private readonly maxAttempts: number,
  ) {
    aliveHere.add(this.owner);
  }

  /** The position to go on from; null while another worker has the lease. */
  async take(): Promise<bigint | null> {
    const others =
      this.database.engine === 'embedded' ? [...aliveHere].filter((owner) => owner !== this.owner) : [];
    return this.database.transaction(async (sql) => {
      await sql.query('insert into bus_consumers (name, kind) values ($1, $2) on conflict do nothing', [
        this.consumer,
        this.kind,
      ]);
      const [row] = await sql.query<{ position: string; running: readonly string[]; kind: string }>(
        `update bus_consumers set lease_owner = $2, lease_until = now() + $3 * interval '1 millisecond'
          where name = $1 and (lease_owner is null or lease_owner = $2 or lease_until < now()
                               or ($4 and not lease_owner = any($5::uuid[])))
        returning position, running, kind`,
        [this.consumer, this.owner, leaseMs, this.database.engine === 'embedded', others],
      );
      if (!row) return null;
      if (row.kind !== this.kind)
        throw new Error(`consumer ${this.consumer} reads ${row.kind}, not ${this.kind}`);
      const abandoned = row.running.map(BigInt);
      return takeBack(sql, {
        consumer: this.consumer,
        kind: this.kind,
        position: BigInt(row.position),
        abandoned,
        maxAttempts: this.maxAttempts,
      });
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
