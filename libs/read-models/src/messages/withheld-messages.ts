import type { Sql } from '#database';
import type { Projection } from '#event-log';
import { saveRows, type Table } from '../rows.js';

/** What a message asks of another one by the same person: that it goes no further. */
export interface WithheldMessage {
  readonly record_id: string;
  /** The message that asks, by whom, and when. */
  readonly order_id: string;
  readonly author_id: string;
  readonly at: Date;
  readonly withheld_from_ids: readonly string[];
  /** From these alone. */
  readonly only_from_some: boolean;
}

const withheldMessages: Table<WithheldMessage> = {
  name: 'withheld_messages',
  key: ['record_id', 'order_id'],
  columns: {
    record_id: 'uuid',
    order_id: 'uuid',
    author_id: 'uuid',
    at: 'timestamptz',
    withheld_from_ids: 'uuid[]',
    only_from_some: 'boolean',
  },
};

/** Messages that their authors asked to keep, whatever is held of them: it holds however often they are read. */
export const withheldMessagesProjection: Projection = {
  name: 'withheld-messages',
  version: 1,
  tables: ['withheld_messages'],
  handles: ['MessageWithheld'],
  project: async (events, sql) => {
    const rows = new Map<string, WithheldMessage>();
    for (const event of events) {
      if (event.type !== 'MessageWithheld') continue;
      const { recordId, orderId, by, at, withheldFromIds, isOnlyFromSome } = event.data;
      rows.set(`${recordId}|${orderId}`, {
        record_id: recordId,
        order_id: orderId,
        author_id: by,
        at,
        withheld_from_ids: withheldFromIds,
        only_from_some: isOnlyFromSome,
      });
    }
    await saveRows(sql, withheldMessages, rows.values());
  },
};

/** Which messages this one asked to keep when it was read before, and from whom. */
export const withheldBy = async (
  sql: Sql,
  orderId: string,
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const rows = await sql.query<Pick<WithheldMessage, 'record_id' | 'withheld_from_ids'>>(
    'select record_id, withheld_from_ids from withheld_messages where order_id = $1',
    [orderId],
  );
  return new Map(rows.map((row) => [row.record_id, row.withheld_from_ids]));
};

/** What authors asked of these messages. */
export const withheldAmong = (sql: Sql, recordIds: readonly string[]): Promise<readonly WithheldMessage[]> =>
  sql.query<WithheldMessage>(
    `select ${Object.keys(withheldMessages.columns).join(', ')} from withheld_messages
     where record_id = any($1::uuid[]) order by record_id, at, order_id`,
    [recordIds],
  );
