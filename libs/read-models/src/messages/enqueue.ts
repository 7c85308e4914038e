/** What was erased is read no more, unless it is deleted after that: then what is held of it goes. */
const readable = '(select * from messages where erased_at is null or deleted_at is not null)';

/** Puts messages into the queue of what to extract: `from` begins with them, as `m`, and says which. Once each. */
export const enqueue = (from: string): string =>
  `insert into extraction_queue (record_id, tenant_id, sent_at, recorded_at)
   select m.record_id, m.tenant_id, m.sent_at, m.recorded_at from ${readable} m ${from} on conflict do nothing`;
