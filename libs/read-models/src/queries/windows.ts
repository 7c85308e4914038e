import type { Sql } from '#database';
import type { MessageRow } from '../messages/message-row.js';

/** A message with what somebody who reads another one needs of it. */
export type WindowRow = Pick<
  MessageRow,
  | 'record_id'
  | 'message_id'
  | 'author_id'
  | 'author_type'
  | 'text'
  | 'sent_at'
  | 'reply_to'
  | 'mention_ids'
  | 'source_id'
> & {
  /** The message that it is read with. */
  readonly of_record: string;
};

const columns =
  'record_id, message_id, author_id, author_type, text, sent_at, reply_to, mention_ids, source_id';

/** Where a window ends, and from where on what is in it is asked for. */
export interface WindowAsked {
  readonly row: Pick<MessageRow, 'record_id' | 'source_id' | 'agent_id' | 'sent_at'>;
  readonly from: { readonly at: Date; readonly recordId: string };
}

/** Up to so many messages before each of these in the same place, as its agent heard them, from where it is asked on, the last first. */
export const messagesBefore = (
  sql: Sql,
  asked: readonly WindowAsked[],
  limit: number,
): Promise<readonly WindowRow[]> =>
  sql.query<WindowRow>(
    `select b.record_id as of_record, earlier.*
     from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::timestamptz[], $5::uuid[], $6::uuid[]) as b(record_id, source_id, sent_at, from_at, from_id, agent_id)
     cross join lateral (
       select ${columns} from messages m
       where m.source_id = b.source_id and m.agent_id = b.agent_id and (m.sent_at, m.record_id) < (b.sent_at, b.record_id)
         and (m.sent_at, m.record_id) >= (b.from_at, b.from_id) and m.text is not null
       order by m.sent_at desc, m.record_id desc limit ${String(limit)}) as earlier`,
    [
      asked.map(({ row }) => row.record_id),
      asked.map(({ row }) => row.source_id),
      asked.map(({ row }) => row.sent_at),
      asked.map(({ from }) => from.at),
      asked.map(({ from }) => from.recordId),
      asked.map(({ row }) => row.agent_id),
    ],
  );

/** What each of these replies to, as far as it is there; without a text where that is gone. */
export const messagesRepliedTo = (
  sql: Sql,
  replies: readonly Pick<MessageRow, 'record_id' | 'source_id' | 'agent_id' | 'reply_to'>[],
): Promise<readonly WindowRow[]> =>
  sql.query<WindowRow>(
    `select r.record_id as of_record, ${columns.replaceAll(/(\w+)/g, 'm.$1')}
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[]) as r(record_id, source_id, reply_to, agent_id)
     join messages m on m.source_id = r.source_id and m.agent_id = r.agent_id and m.message_id = r.reply_to`,
    [
      replies.map((row) => row.record_id),
      replies.map((row) => row.source_id),
      replies.map((row) => row.reply_to ?? ''),
      replies.map((row) => row.agent_id),
    ],
  );
