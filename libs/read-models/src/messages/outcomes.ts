import type { Projection } from '#event-log';

/** What became of each event that an adaptor published, for whoever asks after it. */
export const outcomesProjection: Projection = {
  name: 'event-outcomes',
  version: 1,
  tables: ['event_outcomes'],
  handles: ['MessageRecorded', 'MessageRead', 'MessageReadingParked'],
  project: async (events, sql) => {
    const posted = events.filter((event) => event.type === 'MessageRecorded');
    if (posted.length > 0)
      await sql.query(
        `insert into event_outcomes (tenant_id, event_key, record_id)
         select tenant_id, event_key, record_id from unnest($1::text[], $2::text[], $3::uuid[]) as fresh(tenant_id, event_key, record_id)
         on conflict (tenant_id, event_key) do nothing`,
        [
          posted.map((event) => event.tenantId),
          posted.map((event) => event.data.eventKey),
          posted.map((event) => event.data.recordId),
        ],
      );
    const last = new Map<string, { facts: string | null; error: string | null }>();
    for (const event of events) {
      if (event.type === 'MessageRead')
        last.set(event.data.recordId, { facts: JSON.stringify(event.data.outcomes), error: null });
      else if (event.type === 'MessageReadingParked')
        last.set(event.data.recordId, { facts: null, error: event.data.cause });
    }
    if (last.size > 0)
      await sql.query(
        `update event_outcomes set facts = read.facts::jsonb, error = read.error
         from unnest($1::uuid[], $2::text[], $3::text[]) as read(record_id, facts, error)
         where event_outcomes.record_id = read.record_id`,
        [
          [...last.keys()],
          [...last.values()].map((item) => item.facts),
          [...last.values()].map((item) => item.error),
        ],
      );
  },
};
