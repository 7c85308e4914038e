import type { Sql } from '#database';
import { inPlainWords } from '#domain';
import type { KnownPerson, WindowMessage } from '#extraction';
import { contextWindowMs, type MessageRow } from '#read-models';

const windowSize = 12;
const lowestId = '00000000-0000-0000-0000-000000000000';

/** A message as it is read. */
export const windowMessageOf = (row: MessageRow): WindowMessage => ({
  recordId: row.record_id,
  messageId: row.message_id,
  authorId: row.author_id,
  authorKind: row.author_type as KnownPerson['kind'],
  text: inPlainWords(row.text ?? ''),
  sentAt: row.sent_at,
  replyTo: row.reply_to,
  mentionIds: row.mention_ids,
});

type WindowRow = MessageRow & { readonly of_record: string };

const windowColumns =
  'record_id, message_id, author_id, author_type, text, sent_at, reply_to, mention_ids, source_id';

const isBefore = (a: MessageRow, b: MessageRow): number =>
  a.sent_at.getTime() - b.sent_at.getTime() || (a.record_id < b.record_id ? -1 : 1);

/** Each with the one before it of the same source among these, if any. */
const withPrevious = (rows: readonly MessageRow[]) => {
  const last = new Map<string, MessageRow>();
  return [...rows].sort(isBefore).map((row) => {
    const previous = last.get(row.source_id) ?? null;
    last.set(row.source_id, row);
    return { row, previous };
  });
};

/**
 * Up to twelve messages before each of these, within the window, in the same source. Asks only for what lies between a
 * message and the one before it in the batch: the rest is the window of that one. In a conversation that is one row each.
 */
export const loadBefore = async (
  sql: Sql,
  rows: readonly MessageRow[],
): Promise<ReadonlyMap<string, readonly WindowMessage[]>> => {
  const asked = withPrevious(rows);
  const found = await sql.query<WindowRow>(
    `select b.record_id as of_record, earlier.*
     from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::timestamptz[], $5::uuid[]) as b(record_id, source_id, sent_at, from_at, from_id)
     cross join lateral (
       select ${windowColumns} from messages m
       where m.source_id = b.source_id and (m.sent_at, m.record_id) < (b.sent_at, b.record_id)
         and (m.sent_at, m.record_id) >= (b.from_at, b.from_id) and m.text is not null
       order by m.sent_at desc, m.record_id desc limit ${String(windowSize)}) as earlier`,
    [
      asked.map(({ row }) => row.record_id),
      asked.map(({ row }) => row.source_id),
      asked.map(({ row }) => row.sent_at),
      asked.map(
        ({ row, previous }) => previous?.sent_at ?? new Date(row.sent_at.getTime() - contextWindowMs),
      ),
      asked.map(({ previous }) => previous?.record_id ?? lowestId),
    ],
  );
  const between = new Map<string, WindowMessage[]>();
  for (const row of found) {
    const window = between.get(row.of_record) ?? [];
    window.unshift(windowMessageOf(row));
    between.set(row.of_record, window);
  }
  const windows = new Map<string, readonly WindowMessage[]>();
  for (const { row, previous } of asked) {
    const since = row.sent_at.getTime() - contextWindowMs;
    const older = previous ? (windows.get(previous.record_id) ?? []) : [];
    const window = [...older, ...(between.get(row.record_id) ?? [])].slice(-windowSize);
    windows.set(
      row.record_id,
      window.filter((message) => message.sentAt.getTime() >= since),
    );
  }
  return windows;
};

/** The messages that these reply to, by the record of the reply. */
export const loadReplied = async (
  sql: Sql,
  rows: readonly MessageRow[],
): Promise<ReadonlyMap<string, WindowMessage>> => {
  const replies = rows.filter((row) => row.reply_to !== null);
  if (replies.length === 0) return new Map();
  const found = await sql.query<WindowRow>(
    `select r.record_id as of_record, ${windowColumns.replaceAll(/(\w+)/g, 'm.$1')}
     from unnest($1::uuid[], $2::uuid[], $3::text[]) as r(record_id, source_id, reply_to)
     join messages m on m.source_id = r.source_id and m.message_id = r.reply_to and m.text is not null`,
    [
      replies.map((row) => row.record_id),
      replies.map((row) => row.source_id),
      replies.map((row) => row.reply_to ?? ''),
    ],
  );
  return new Map(found.map((row) => [row.of_record, windowMessageOf(row)]));
};
