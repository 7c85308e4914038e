import type { Sql } from '#database';
import type { Projection } from '#event-log';
import { saveRows, type Table } from '../rows.js';

/** An order to forget, as far as it has to be known when its own words are gone. */
export interface StandingOrder {
  readonly record_id: string;
  readonly is_everything: boolean;
  /** What they said themselves stays. */
  readonly keeps_own: boolean;
  readonly tenant_id: string;
  readonly agent_id: string;
  readonly author_id: string;
  readonly author_ids: readonly string[];
  readonly source_id: string;
  readonly at: Date;
  /** Of each value its hash and its length, in the same order. */
  readonly value_keys: readonly string[];
  readonly value_lengths: readonly number[];
}

const standingOrders: Table<StandingOrder> = {
  name: 'standing_orders',
  key: ['record_id', 'is_everything'],
  columns: {
    record_id: 'uuid',
    is_everything: 'boolean',
    keeps_own: 'boolean',
    tenant_id: 'text',
    agent_id: 'uuid',
    author_id: 'uuid',
    author_ids: 'uuid[]',
    source_id: 'uuid',
    at: 'timestamptz',
    value_keys: 'uuid[]',
    value_lengths: 'integer[]',
  },
};

/** Orders whose words are gone, for what was sent before them and arrives after. */
export const standingOrdersProjection: Projection = {
  name: 'standing-orders',
  version: 1,
  tables: ['standing_orders'],
  handles: ['ForgettingOrdered'],
  project: async (events, sql) => {
    const orders = new Map<string, StandingOrder>();
    for (const event of events) {
      if (event.type !== 'ForgettingOrdered') continue;
      const { recordId, agentId, authorId, authorIds, sourceId, at, isEverything, keepsOwn, values } =
        event.data;
      orders.set(`${recordId}|${String(isEverything)}`, {
        record_id: recordId,
        is_everything: isEverything,
        keeps_own: keepsOwn,
        tenant_id: event.tenantId,
        agent_id: agentId,
        author_id: authorId,
        author_ids: authorIds,
        source_id: sourceId,
        at,
        value_keys: values.map(({ key }) => key),
        value_lengths: values.map(({ length }) => length),
      });
    }
    await saveRows(sql, standingOrders, orders.values());
  },
};

/** Those that were given at that time or later, the earliest first. */
export const standingSince = (sql: Sql, tenantId: string, since: Date): Promise<readonly StandingOrder[]> =>
  sql.query<StandingOrder>(
    `select ${Object.keys(standingOrders.columns).join(', ')} from standing_orders
     where tenant_id = $1 and at >= $2 order by at, record_id`,
    [tenantId, since],
  );
