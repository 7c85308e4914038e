import type { Database, Sql } from '#database';
import type { BusKind, ParkedMessage } from '../message-bus.js';
import { outgoingOf, type MessageRow } from './rows.js';

interface ParkedRow extends MessageRow {
  readonly attempts: number;
  readonly cause: string;
  readonly parked_at: Date;
}

export const parkedMessages = async (
  database: Database,
  consumer: string,
  limit: number,
): Promise<readonly ParkedMessage[]> => {
  const rows = await database.query<ParkedRow>(
    `select m.*, h.attempts, h.cause, h.parked_at from bus_held h join bus_messages m using (kind, sequence)
      where h.consumer = $1 and h.state = 'parked' order by h.sequence limit $2`,
    [consumer, limit],
  );
  return rows.map((row) => ({
    ...outgoingOf(row),
    consumer,
    sequence: BigInt(row.sequence),
    attempts: row.attempts,
    cause: row.cause,
    parkedAt: row.parked_at,
  }));
};

/** The consumer's row first: a settlement that adds to the same key waits, or is there already. */
const onParkedKey = (
  database: Database,
  consumer: string,
  change: (sql: Sql) => Promise<readonly object[]>,
): Promise<number> =>
  database.transaction(async (sql) => {
    await sql.query('select name from bus_consumers where name = $1 for update', [consumer]);
    return (await change(sql)).length;
  });

/** Attempts begin anew; the order is kept because anything newer of the key stands behind these. */
export const replayKey = (
  database: Database,
  consumer: string,
  tenantId: string,
  key: string,
): Promise<number> =>
  onParkedKey(database, consumer, (sql) =>
    sql.query(
      `update bus_held set state = 'waiting', attempts = 0, due_at = '-infinity', parked_at = null
        where consumer = $1 and tenant_id = $2 and key = $3 and state = 'parked' returning sequence`,
      [consumer, tenantId, key],
    ),
  );

export const discardKey = (
  database: Database,
  consumer: string,
  tenantId: string,
  key: string,
): Promise<number> =>
  onParkedKey(database, consumer, (sql) =>
    sql.query(
      `delete from bus_held where consumer = $1 and tenant_id = $2 and key = $3 and state = 'parked' returning sequence`,
      [consumer, tenantId, key],
    ),
  );

interface DepthRow {
  readonly kind: BusKind;
  readonly waiting: number;
  readonly parked: number;
}

/** A message waits when a consumer of its kind, or the first one there will be, has still to handle it. */
export const depths = (database: Database): Promise<readonly DepthRow[]> =>
  database.query<DepthRow>(
    `select k.kind,
            (select count(*)::int from bus_messages m where m.kind = k.kind
                and m.sequence > coalesce((select min(position) from bus_consumers c where c.kind = k.kind), 0))
            + (select count(distinct h.sequence)::int from bus_held h where h.kind = k.kind and h.state = 'waiting'
                and h.sequence <= (select min(position) from bus_consumers c where c.kind = k.kind)) as waiting,
            (select count(*)::int from bus_held h where h.kind = k.kind and h.state = 'parked') as parked
       from unnest($1::text[]) as k (kind)`,
    [['events', 'facts', 'tasks'] satisfies BusKind[]],
  );
