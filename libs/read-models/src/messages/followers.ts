import type { Sql } from '#database';
import type { RecordedEvent, RecordedEventOf } from '#event-log';
import { isRevision, type Revised } from './dequeue.js';
import { enqueue } from './enqueue.js';
import { contextWindowMs } from './messages.js';

/** Which of these came late: something after them, or a reply to them, may have been read. One range a source. */
const withFollowers = async (
  sql: Sql,
  events: readonly RecordedEventOf<'MessageRecorded'>[],
): Promise<ReadonlySet<string>> => {
  const rows = await sql.query<{ record_id: string }>(
    `with fresh as materialized (
       select * from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::text[], $5::bigint[]) as t(record_id, source_id, sent_at, message_id, position)
     ), read as (
       select m.source_id, max(m.sent_at) as last from (select source_id, min(sent_at) as first from fresh group by source_id) f
       join messages m on m.source_id = f.source_id and m.sent_at >= f.first and m.read_position > 0 group by m.source_id
     )
     select fresh.record_id from fresh join read using (source_id)
       where read.last >= fresh.sent_at and exists (
         select from messages m where m.source_id = fresh.source_id and m.used_context and m.read_position > 0 and m.read_position < fresh.position
           and m.sent_at >= fresh.sent_at and m.sent_at <= fresh.sent_at + $6 * interval '1 millisecond')
     union
     select fresh.record_id from fresh
       join messages m on m.source_id = fresh.source_id and m.reply_to = fresh.message_id and m.reply_to is not null`,
    [
      events.map((event) => event.data.recordId),
      events.map((event) => event.data.sourceId),
      events.map((event) => event.data.sentAt),
      events.map((event) => event.data.messageId),
      events.map((event) => event.at.position.toString()),
      contextWindowMs,
    ],
  );
  return new Set(rows.map((row) => row.record_id));
};

/** Messages read in the light of others (a pronoun, a reply) when one of those turns up late or changes. */
const enqueueFollowers = async (sql: Sql, event: RecordedEventOf<'MessageRecorded'>): Promise<void> => {
  await sql.query(
    enqueue(`where m.source_id = $1 and m.read_position < $2::bigint and m.read_position > 0
       and ((m.used_context and m.sent_at >= $3 and m.sent_at <= $4 and m.record_id <> $5) or m.reply_to = $6)`),
    [
      event.data.sourceId,
      event.at.position.toString(),
      event.data.sentAt,
      new Date(event.data.sentAt.getTime() + contextWindowMs),
      event.data.recordId,
      event.data.messageId,
    ],
  );
};

const enqueueRevisedFollowers = async (sql: Sql, event: Revised): Promise<void> => {
  await sql.query(
    enqueue(`join messages changed on m.source_id = changed.source_id and m.record_id <> changed.record_id
     where changed.tenant_id = $1 and changed.platform = $2 and changed.message_id = $3 and ($4::uuid is null or changed.source_id = $4::uuid)
       and m.read_position < $5::bigint and m.read_position > 0
       and ((m.used_context and m.sent_at >= changed.sent_at and m.sent_at <= changed.sent_at + $6 * interval '1 millisecond')
         or m.reply_to = changed.message_id)`),
    [
      event.tenantId,
      event.data.platform,
      event.data.messageId,
      event.data.sourceId,
      event.at.position.toString(),
      contextWindowMs,
    ],
  );
};

/** What was read without a message that came late, or with one as it was before it changed, is read again. */
export const enqueueFollowersOf = async (sql: Sql, events: readonly RecordedEvent[]): Promise<void> => {
  const posted = events.filter((event) => event.type === 'MessageRecorded');
  const leading = posted.length === 0 ? new Set<string>() : await withFollowers(sql, posted);
  for (const event of posted) if (leading.has(event.data.recordId)) await enqueueFollowers(sql, event);
  for (const event of events.filter(isRevision)) await enqueueRevisedFollowers(sql, event);
};
