import type { Sql } from '#database';
import { clauseInEnglish, type KnownPerson, type WindowMessage } from '#extraction';
import { inPlainWords } from '#safety';
import {
  contextWindowMs,
  messagesBefore,
  messagesRepliedTo,
  type MessageRow,
  type WindowRow,
} from '#read-models';

const windowSize = 12;
const lowestId = '00000000-0000-0000-0000-000000000000';

/** A message as it is read. */
export const windowMessageOf = (row: Omit<WindowRow, 'of_record'>): WindowMessage => ({
  recordId: row.record_id,
  messageId: row.message_id,
  authorId: row.author_id,
  authorKind: row.author_type as KnownPerson['kind'],
  text: inPlainWords(row.text ?? '', clauseInEnglish),
  sentAt: row.sent_at,
  replyTo: row.reply_to,
  mentionIds: row.mention_ids,
});

const isBefore = (a: MessageRow, b: MessageRow): number =>
  a.sent_at.getTime() - b.sent_at.getTime() || (a.record_id < b.record_id ? -1 : 1);

/** Each with the one before it of the same source and agent among these, if any. */
const withPrevious = (rows: readonly MessageRow[]) => {
  const last = new Map<string, MessageRow>();
  return [...rows].sort(isBefore).map((row) => {
    const heard = `${row.source_id}|${row.agent_id}`;
    const previous = last.get(heard) ?? null;
    last.set(heard, row);
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
  const found = await messagesBefore(
    sql,
    asked.map(({ row, previous }) => ({
      row,
      from: {
        at: previous?.sent_at ?? new Date(row.sent_at.getTime() - contextWindowMs),
        recordId: previous?.record_id ?? lowestId,
      },
    })),
    windowSize,
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

interface Answered {
  /** Words to read a reply with. */
  readonly message: WindowMessage | null;
  /** Whom it answers, also where their words are gone. */
  readonly authorId: string;
}

/** The messages that these reply to, by the record of the reply. */
export const loadReplied = async (
  sql: Sql,
  rows: readonly MessageRow[],
): Promise<ReadonlyMap<string, Answered>> => {
  const replies = rows.filter((row) => row.reply_to !== null);
  if (replies.length === 0) return new Map();
  const found = await messagesRepliedTo(sql, replies);
  return new Map(
    found.map((row): [string, Answered] => [
      row.of_record,
      { message: row.text === null ? null : windowMessageOf(row), authorId: row.author_id },
    ]),
  );
};
