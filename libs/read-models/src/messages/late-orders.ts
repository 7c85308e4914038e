import type { Sql } from '#database';
import { endingKeyOf, orderKeyOf } from '#domain';
import type { RecordedEvent } from '#event-log';
import { enqueue } from './enqueue.js';

interface Said {
  /** The order key of whoever or whichever place it may concern, or an ending key. */
  readonly key: string;
  readonly at: Date;
  readonly recordId: string;
  readonly position: bigint;
}

const readMessages = async (sql: Sql, events: readonly RecordedEvent[]): Promise<readonly Said[]> => {
  const positionOf = new Map<string, bigint>();
  for (const event of events)
    if (event.type === 'MessageRead') positionOf.set(event.data.recordId, event.at.position);
  if (positionOf.size === 0) return [];
  const rows = await sql.query<{
    record_id: string;
    tenant_id: string;
    author_id: string;
    source_id: string;
    sent_at: Date;
  }>(
    'select record_id, tenant_id, author_id, source_id, sent_at from messages where record_id = any($1::uuid[])',
    [[...positionOf.keys()]],
  );
  return rows.flatMap((row): Said[] =>
    [row.author_id, row.source_id].map((of) => ({
      key: orderKeyOf(row.tenant_id, of),
      at: row.sent_at,
      recordId: row.record_id,
      position: positionOf.get(row.record_id) ?? 0n,
    })),
  );
};

/** What is held only now: orders of its people concern it, and what ends what its people, its place or its message told. */
const heldOf = (events: readonly RecordedEvent[]): readonly Said[] =>
  events.flatMap((event): Said[] => {
    if (event.type !== 'MemoryCaptured' && event.type !== 'MemoryShared' && event.type !== 'MemoryEvidenced')
      return [];
    const { recordId, observedAt: at } = event.data.evidence;
    if (recordId === null) return [];
    const { tenantId } = event;
    const people = event.type === 'MemoryEvidenced' ? [] : event.data.subjectIds;
    const place = event.type === 'MemoryCaptured' && people.length === 0 ? event.data.sourceId : null;
    const keys = [
      ...people.map((of) => orderKeyOf(tenantId, of)),
      ...[recordId, ...people, ...(place === null ? [] : [place])].map((of) => endingKeyOf(tenantId, of)),
    ];
    return keys.map((key) => ({ key, at, recordId, position: event.at.position }));
  });

/**
 * An order to forget holds for what was sent before it, come when it may, and so does what ends what was told: it is read,
 * and carried out, once more.
 * Orders later than what came, strictly: two at one instant would wake each other for ever.
 */
export const enqueueLateOrders = async (sql: Sql, events: readonly RecordedEvent[]): Promise<void> => {
  const said = [...(await readMessages(sql, events)), ...heldOf(events)];
  if (said.length === 0) return;
  const keys = said.map(({ key }) => key);
  await sql.query(
    enqueue(`where m.name_keys <> '{}' and m.name_keys && $1::uuid[] and m.read_position > 0
       and exists (select from unnest($2::uuid[], $3::timestamptz[], $4::uuid[], $5::bigint[]) as said(key, at, record_id, position)
                   where said.key = any(m.name_keys) and m.read_position < said.position
                     and (m.sent_at, m.record_id) > (said.at, said.record_id))`),
    [
      [...new Set(keys)],
      keys,
      said.map((one) => one.at),
      said.map((one) => one.recordId),
      said.map((one) => one.position.toString()),
    ],
  );
};
