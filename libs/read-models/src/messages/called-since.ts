import type { Sql } from '#database';
import { nameKeyOf } from '#domain';
import type { RecordedEvent } from '#event-log';
import { nameSaidIn } from '../people/given-names.js';
import { nameForms } from '../people/name-forms.js';
import { enqueue } from './enqueue.js';
import { noteNamings } from './namings-unread.js';

/**
 * "Call me Yu", read late or beside what was said since: whatever names Yu from then on is read again, and what was to be
 * kept from a Yu before, too.
 */
export const enqueueCalledSince = async (sql: Sql, events: readonly RecordedEvent[]): Promise<void> => {
  const marks = events.flatMap((event) => {
    const said = event.type === 'MemoryCaptured' ? nameSaidIn(event) : null;
    if (said === null) return [];
    return nameForms(said.name).map((form) => ({
      tenantId: event.tenantId,
      key: nameKeyOf(event.tenantId, form),
      entity_id: said.entityId,
      at: said.at,
      position: event.at.position.toString(),
    }));
  });
  if (marks.length === 0) return;
  await sql.query(
    enqueue(`join unnest($1::uuid[], $2::timestamptz[], $3::bigint[]) as called(key, at, position)
       on m.name_keys @> array[called.key] and (m.sent_at >= called.at or m.disclosure = 'conversation_private')
     where m.name_keys <> '{}' and m.read_position > 0 and m.read_position < called.position`),
    [marks.map(({ key }) => key), marks.map(({ at }) => at), marks.map(({ position }) => position)],
  );
  for (const tenantId of new Set(marks.map((mark) => mark.tenantId)))
    await noteNamings(
      sql,
      tenantId,
      marks.filter((mark) => mark.tenantId === tenantId),
    );
};
