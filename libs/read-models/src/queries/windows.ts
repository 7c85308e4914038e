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

/** A message that came after another one, as far as it tells what it goes on with. */
export interface LaterMessage {
  readonly of_record: string;
  readonly record_id: string;
  /** The message that it replies to. */
  readonly replied_to: string | null;
}

/** Up to so many messages of people after each of these in the same place, as its agent heard them, within that many seconds. */
export const messagesAfter = (
  sql: Sql,
  tenantId: string,
  recordIds: readonly string[],
  { limit, seconds }: { readonly limit: number; readonly seconds: number },
): Promise<readonly LaterMessage[]> =>
  sql.query<LaterMessage>(
    `select b.record_id as of_record, later.record_id, replied.record_id as replied_to
     from messages b
     cross join lateral (
       select m.record_id, m.sent_at, m.reply_to from messages m
       where m.source_id = b.source_id and m.agent_id = b.agent_id and m.text is not null and m.author_type <> 'agent'
         and (m.sent_at, m.record_id) > (b.sent_at, b.record_id)
         and m.sent_at <= b.sent_at + make_interval(secs => $3::int)
       order by m.sent_at, m.record_id limit ${String(limit)}) as later
     left join messages replied on replied.source_id = b.source_id and replied.agent_id = b.agent_id
       and replied.message_id = later.reply_to
     where b.tenant_id = $1 and b.record_id = any($2::uuid[])
     order by later.sent_at, later.record_id`,
    [tenantId, recordIds, seconds],
  );
