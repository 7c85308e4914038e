import type { Database, Sql } from '#database';
import type { BusDepth, BusKind, ParkedMessage, ParkedQuery, ParkedRef } from '../message-bus.js';
import { outgoingOf, type BusMessageRow } from './rows.js';

interface ParkedRow extends BusMessageRow {
  readonly consumer: string;
  readonly attempts: number;
  readonly cause: string;
  readonly parked_at: Date;
}

export const parkedMessages = async (
  database: Database,
  { tenantId, consumer, id, after, limit }: ParkedQuery,
): Promise<readonly ParkedMessage[]> => {
  const rows = await database.query<ParkedRow>(
    `select m.*, h.consumer, h.attempts, h.cause, h.parked_at from bus_held h join bus_messages m using (kind, sequence)
      where h.state = 'parked' and ($1::text is null or h.tenant_id = $1) and ($2::text is null or h.consumer = $2)
        and ($3::text is null or m.id = $3) and ($4::bigint is null or h.sequence > $4)
      order by h.sequence, h.consumer limit $5`,
    [tenantId ?? null, consumer ?? null, id ?? null, after ?? null, limit],
  );
  return rows.map((row) => ({
    ...outgoingOf(row),
    consumer: row.consumer,
    sequence: BigInt(row.sequence),
    storedAt: row.stored_at,
    attempts: row.attempts,
    cause: row.cause,
    parkedAt: row.parked_at,
  }));
};

/** The consumer's row first: a settlement of the same message waits, or is there already. */
const onParked = (
  database: Database,
  { consumer }: ParkedRef,
  change: (sql: Sql) => Promise<readonly object[]>,
): Promise<boolean> =>
  database.transaction(async (sql) => {
    await sql.query('select name from bus_consumers where name = $1 for update', [consumer]);
    return (await change(sql)).length > 0;
  });

/** Attempts begin anew. */
export const replayParked = (database: Database, tenantId: string, ref: ParkedRef): Promise<boolean> =>
  onParked(database, ref, (sql) =>
    sql.query(
      `update bus_held set state = 'waiting', attempts = 0, due_at = '-infinity', parked_at = null
        where consumer = $1 and tenant_id = $2 and sequence = $3 and state = 'parked' returning sequence`,
      [ref.consumer, tenantId, ref.sequence],
    ),
  );

/** Its bytes go with it, unless another consumer has still to handle them. */
export const discardParked = (database: Database, tenantId: string, ref: ParkedRef): Promise<boolean> =>
  onParked(database, ref, async (sql) => {
    const discarded = await sql.query<{ kind: string }>(
      `delete from bus_held where consumer = $1 and tenant_id = $2 and sequence = $3 and state = 'parked' returning kind`,
      [ref.consumer, tenantId, ref.sequence],
    );
    await sql.query(
      `delete from bus_messages m where m.kind = any($1::text[]) and m.sequence = $2
         and not exists (select from bus_held h where h.kind = m.kind and h.sequence = m.sequence)
         and not exists (select from bus_consumers c where c.kind = m.kind and c.position < m.sequence)`,
      [discarded.map(({ kind }) => kind), ref.sequence],
    );
    return discarded;
  });

interface DepthRow {
  readonly kind: BusKind;
  readonly waiting: number;
  readonly waiting_seconds: number;
  readonly parked: number;
  readonly parked_since: Date | null;
}

/**
 * A message waits when a consumer of its kind, or the first one there will be, has still to handle it. Its age is by the
 * store's clock, which stamped the row.
 */
export const depths = async (database: Database): Promise<readonly BusDepth[]> => {
  const rows = await database.query<DepthRow>(
    `select k.kind,
            (select count(*)::int from bus_messages m where m.kind = k.kind
                and m.sequence > coalesce((select min(position) from bus_consumers c where c.kind = k.kind), 0))
            + (select count(distinct h.sequence)::int from bus_held h where h.kind = k.kind and h.state = 'waiting'
                and h.sequence <= (select min(position) from bus_consumers c where c.kind = k.kind)) as waiting,
            coalesce((select greatest(0, extract(epoch from now() - m.stored_at))::float8 from bus_messages m where m.kind = k.kind
                and m.sequence > coalesce((select min(position) from bus_consumers c where c.kind = k.kind), 0)
              order by m.sequence limit 1), 0) as waiting_seconds,
            (select count(*)::int from bus_held h where h.kind = k.kind and h.state = 'parked') as parked,
            (select min(h.parked_at) from bus_held h where h.kind = k.kind and h.state = 'parked') as parked_since
       from unnest($1::text[]) as k (kind)`,
    [['events', 'facts', 'tasks'] satisfies BusKind[]],
  );
  return rows.map(
    ({ kind, waiting, waiting_seconds: waitingSeconds, parked, parked_since: parkedSince }) => ({
      kind,
      waiting,
      waitingSeconds,
      parked,
      parkedSince,
    }),
  );
};
