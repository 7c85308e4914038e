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
  /** Where it takes that back instead: for whom. */
  readonly released_to_ids: readonly string[];
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
    released_to_ids: 'uuid[]',
  },
};

/** Messages that their authors asked to keep, whatever is held of them: it holds however often they are read. */
export const withheldMessagesProjection: Projection = {
  name: 'withheld-messages',
  version: 2,
  tables: ['withheld_messages'],
  handles: ['MessageWithheld', 'MessageReleased'],
  project: async (events, sql) => {
    const rows = new Map<string, WithheldMessage>();
    for (const event of events) {
      if (event.type !== 'MessageWithheld' && event.type !== 'MessageReleased') continue;
      const { recordId, orderId, by, at } = event.data;
      rows.set(`${recordId}|${orderId}`, {
        record_id: recordId,
        order_id: orderId,
        author_id: by,
        at,
        withheld_from_ids: event.type === 'MessageWithheld' ? event.data.withheldFromIds : [],
        only_from_some: event.type === 'MessageReleased' || event.data.isOnlyFromSome,
        released_to_ids: event.type === 'MessageReleased' ? event.data.toIds : [],
      });
    }
    await saveRows(sql, withheldMessages, rows.values());
  },
};

type Ids = 'withheld_from_ids' | 'released_to_ids';
const idsOf = async (
  sql: Sql,
  orderId: string,
  ids: Ids,
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const rows = await sql.query<Pick<WithheldMessage, 'record_id' | Ids>>(
    'select record_id, withheld_from_ids, released_to_ids from withheld_messages where order_id = $1',
    [orderId],
  );
  const isRelease = ids === 'released_to_ids';
  return new Map(
    rows
      .filter((row) => row.released_to_ids.length > 0 === isRelease)
      .map((row) => [row.record_id, row[ids]]),
  );
};

/** Which messages this one asked to keep when it was read before, and from whom. */
export const withheldBy = (sql: Sql, orderId: string): Promise<ReadonlyMap<string, readonly string[]>> =>
  idsOf(sql, orderId, 'withheld_from_ids');

/** Of which messages this one took that back when it was read before, and for whom. */
export const releasedBy = (sql: Sql, orderId: string): Promise<ReadonlyMap<string, readonly string[]>> =>
  idsOf(sql, orderId, 'released_to_ids');

const asked = `select ${Object.keys(withheldMessages.columns).join(', ')} from withheld_messages`;

/** What stands of what was asked: who was let know later is not kept from it, and what is kept from nobody is not kept. */
const standing = (rows: readonly WithheldMessage[]): readonly WithheldMessage[] => {
  const released = rows.filter((row) => row.released_to_ids.length > 0);
  return rows.flatMap((row): WithheldMessage[] => {
    if (row.released_to_ids.length > 0) return [];
    const freed = new Set(
      released
        .filter((later) => later.record_id === row.record_id && later.at > row.at)
        .flatMap((later) => later.released_to_ids),
    );
    const left = row.withheld_from_ids.filter((id) => !freed.has(id));
    const isOver = row.only_from_some && left.length === 0 && row.withheld_from_ids.length > 0;
    return isOver ? [] : [{ ...row, withheld_from_ids: left }];
  });
};

/** What stands of what authors asked of these messages. */
export const withheldAmong = async (
  sql: Sql,
  recordIds: readonly string[],
): Promise<readonly WithheldMessage[]> =>
  standing(
    await sql.query<WithheldMessage>(
      `${asked} where record_id = any($1::uuid[]) order by record_id, at, order_id`,
      [recordIds],
    ),
  );

/** What these authors asked before to be kept of what they wrote, and still stands. */
export const withheldByAuthors = async (
  sql: Sql,
  authorIds: readonly string[],
  before: Date,
): Promise<readonly WithheldMessage[]> =>
  standing(
    await sql.query<WithheldMessage>(
      `${asked} where record_id in (select record_id from withheld_messages where author_id = any($1::uuid[]) and at < $2)
       and at < $2 order by at, order_id, record_id`,
      [authorIds, before],
    ),
  );
