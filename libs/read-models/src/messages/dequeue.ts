import type { Sql } from '#database';
import type { RecordedEvent, RecordedEventOf } from '#event-log';

export type Revised = RecordedEventOf<'MessageEdited' | 'MessageDeleted'>;

export const isRevision = (event: RecordedEvent): event is Revised =>
  event.type === 'MessageEdited' || event.type === 'MessageDeleted';

/**
 * What was read is done with, or given up on for now. Whatever makes it wait again comes later in the log. What was read knows
 * who bears the names in it, and what was erased names nobody.
 */
export const dequeue = async (sql: Sql, events: readonly RecordedEvent[]): Promise<void> => {
  const done = events.flatMap((event) =>
    event.type === 'MessageRead' || event.type === 'MessageReadingParked' ? [event.data.recordId] : [],
  );
  const erased = events.flatMap((event) => (event.type === 'MessageErased' ? [event.data.recordId] : []));
  const named = events.flatMap((event) => (event.type === 'MessageRead' ? [event.data.recordId] : []));
  if (done.length + erased.length > 0)
    await sql.query(
      `with done as (delete from extraction_queue where record_id = any($1::uuid[]))
       delete from namings_unread where record_id = any($2::uuid[])`,
      [done, [...named, ...erased]],
    );
  if (erased.length > 0)
    await sql.query(
      `delete from extraction_queue q using messages m
       where q.record_id = any($1::uuid[]) and m.record_id = q.record_id and m.deleted_at is null`,
      [erased],
    );
};

/** Erasing moves a row as a revision does, and asks for no reading: what was read after its last revision is done with. */
export const dequeueErased = async (sql: Sql, events: readonly RecordedEvent[]): Promise<void> => {
  const erased = new Set(
    events.flatMap((event) => (event.type === 'MessageErased' ? [event.data.recordId] : [])),
  );
  const read = new Map<string, bigint>();
  for (const event of events)
    if (event.type === 'MessageRead' && erased.has(event.data.recordId))
      read.set(event.data.recordId, event.at.position);
  if (read.size === 0) return;
  const revised = events.filter(isRevision);
  await sql.query(
    `delete from extraction_queue q using messages m join unnest($1::uuid[], $2::bigint[]) as done(record_id, position) using (record_id)
     where q.record_id = m.record_id and not exists (
       select from unnest($3::text[], $4::text[], $5::text[], $6::bigint[]) as revised(tenant_id, platform, message_id, position)
       where (revised.tenant_id, revised.platform, revised.message_id) = (m.tenant_id, m.platform, m.message_id)
         and revised.position > done.position)`,
    [
      [...read.keys()],
      [...read.values()].map(String),
      revised.map((event) => event.tenantId),
      revised.map((event) => event.data.platform),
      revised.map((event) => event.data.messageId),
      revised.map((event) => event.at.position.toString()),
    ],
  );
};
