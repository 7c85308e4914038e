import type { Database, Sql } from '#database';
import type { BusKind, Delivery } from '../message-bus.js';
import { outgoingOf, type BusMessageRow } from './rows.js';

/** A delivery on its way to the handler, or to its place behind a message of its key that was not handled. */
export interface Pulled {
  readonly delivery: Delivery;
  /** It was held before, for another attempt; else it is read for the first time. */
  readonly isHeld: boolean;
  /** Its key waits, so it goes behind. */
  readonly isBlocked: boolean;
}

/** A delivery that stays, with the reason and the moment of the next attempt. */
export interface HeldDelivery {
  readonly delivery: Delivery;
  readonly attempts: number;
  readonly state: 'waiting' | 'parked' | 'behind';
  readonly dueAt: Date;
  readonly cause: string;
}

export interface Progress {
  /** Everything fresh up to here is handled or held. */
  readonly position: bigint;
  readonly released: readonly bigint[];
  readonly held: readonly HeldDelivery[];
}

const pull = `
  with heads as (
    select distinct on (tenant_id, key) tenant_id, key, due_at from bus_held
     where consumer = $1 and state = 'waiting' order by tenant_id, key, sequence
  ), due as (
    select h.sequence, h.attempts from bus_held h join heads using (tenant_id, key)
     where h.consumer = $1 and h.state = 'waiting' and heads.due_at <= $4 order by h.sequence limit $5
  ), fresh as materialized (
    select m.*,
           exists (select from bus_held h where h.consumer = $1 and h.tenant_id = m.tenant_id and h.key = m.key and h.state = 'waiting') as blocked
      from (select * from bus_messages where kind = $2 and sequence > $3 order by sequence limit $5) as m
  ), begun as (
    update bus_consumers set running = (select array_agg(sequence order by sequence) from fresh where not blocked)
     where name = $1 and lease_owner = $6 and not exists (select from due) and exists (select from fresh where not blocked)
    returning name
  ), pulled as (
    select m.*, false as blocked, d.attempts, true as held
      from due d join bus_messages m on m.kind = $2 and m.sequence = d.sequence
    union all
    select *, 0, false from fresh
  )
  select *, exists (select from begun) as begun from pulled order by held desc, sequence`;

interface PulledRow extends BusMessageRow {
  readonly attempts: number;
  readonly held: boolean;
  readonly blocked: boolean;
  readonly begun: boolean;
}

export interface PulledBatch {
  readonly pulled: readonly Pulled[];
  /** What nothing keeps from the handler is begun already: all that is fresh and not blocked, where nothing is due. */
  readonly isBegun: boolean;
}

/** How far one consumer has come, kept in Postgres. */
export class ConsumerStore {
  constructor(
    private readonly database: Database,
    readonly name: string,
    readonly kind: BusKind,
    private readonly owner: string,
  ) {}

  /** Nobody else publishes: on the embedded engine, whatever comes wakes its consumer. */
  get isAlone(): boolean {
    return this.database.engine === 'embedded';
  }

  async pull(position: bigint, now: Date, limit: number): Promise<PulledBatch> {
    const rows = await this.database.query<PulledRow>(pull, [
      this.name,
      this.kind,
      position,
      now,
      limit,
      this.owner,
    ]);
    const pulled = rows.map((row) => ({
      delivery: {
        ...outgoingOf(row),
        sequence: BigInt(row.sequence),
        attempt: row.attempts + 1,
        storedAt: row.stored_at,
      },
      isHeld: row.held,
      isBlocked: row.blocked,
    }));
    return { pulled, isBegun: rows[0]?.begun ?? false };
  }

  /** Remembers what the handler is about to see: a worker that dies on it has used up an attempt. False: lease lost. */
  async begin(sequences: readonly bigint[]): Promise<boolean> {
    const rows = await this.database.query(
      `update bus_consumers set running = $3::bigint[] where name = $1 and lease_owner = $2 returning name`,
      [this.name, this.owner, sequences],
    );
    return rows.length === 1;
  }

  /** False when another worker has the lease by now: it delivers again what this one handled. */
  async settle(progress: Progress): Promise<boolean> {
    if (progress.released.length === 0 && progress.held.length === 0)
      return this.advance(this.database, progress);
    return this.database.transaction(async (sql) => {
      if (!(await this.advance(sql, progress))) return false;
      if (progress.released.length > 0) {
        await sql.query('delete from bus_held where consumer = $1 and sequence = any($2::bigint[])', [
          this.name,
          progress.released,
        ]);
      }
      await this.hold(
        sql,
        progress.held.filter(({ state }) => state !== 'behind'),
      );
      await this.holdBehind(
        sql,
        progress.held.filter(({ state }) => state === 'behind'),
      );
      return true;
    });
  }

  private async advance(sql: Sql, { position }: Progress): Promise<boolean> {
    const rows = await sql.query(
      `update bus_consumers set position = greatest(position, $3::bigint), running = '{}'
        where name = $1 and lease_owner = $2 returning name`,
      [this.name, this.owner, position],
    );
    return rows.length === 1;
  }

  private async hold(sql: Sql, held: readonly HeldDelivery[]): Promise<void> {
    if (held.length === 0) return;
    await sql.query(
      `insert into bus_held (consumer, kind, sequence, tenant_id, key, attempts, state, due_at, cause, parked_at)
       select $1, $2, t.*, case t.state when 'parked' then now() end
         from unnest($3::bigint[], $4::text[], $5::text[], $6::int[], $7::text[], $8::timestamptz[], $9::text[])
           as t (sequence, tenant_id, key, attempts, state, due_at, cause)
       on conflict (consumer, sequence) do update set attempts = excluded.attempts, state = excluded.state,
         due_at = excluded.due_at, cause = excluded.cause, parked_at = excluded.parked_at`,
      [this.name, this.kind, ...columnsOf(held), held.map(({ state }) => state), ...restOf(held)],
    );
  }

  /** What is held already keeps its place and its attempts. */
  private async holdBehind(sql: Sql, held: readonly HeldDelivery[]): Promise<void> {
    if (held.length === 0) return;
    await sql.query(
      `insert into bus_held (consumer, kind, sequence, tenant_id, key, attempts, state, due_at, cause, parked_at)
       select $1, $2, t.sequence, t.tenant_id, t.key, t.attempts, 'waiting', t.due_at, t.cause, null
         from unnest($3::bigint[], $4::text[], $5::text[], $6::int[], $7::timestamptz[], $8::text[])
                as t (sequence, tenant_id, key, attempts, due_at, cause)
       on conflict (consumer, sequence) do nothing`,
      [this.name, this.kind, ...columnsOf(held), ...restOf(held)],
    );
  }
}

export const behindCause = 'behind a message of its key';

const columnsOf = (held: readonly HeldDelivery[]) =>
  [
    held.map(({ delivery }) => delivery.sequence),
    held.map(({ delivery }) => delivery.tenantId),
    held.map(({ delivery }) => delivery.key),
    held.map(({ attempts }) => attempts),
  ] as const;
const restOf = (held: readonly HeldDelivery[]) =>
  [held.map(({ dueAt }) => dueAt), held.map(({ cause }) => cause)] as const;
