/** Puts messages into the queue of what to extract: `from` begins with them, as `m`, and says which. Once each. */
export const enqueue = (from: string): string =>
  `insert into extraction_queue (record_id, tenant_id, sent_at, recorded_at)
   select m.record_id, m.tenant_id, m.sent_at, m.recorded_at from messages m ${from} on conflict do nothing`;
