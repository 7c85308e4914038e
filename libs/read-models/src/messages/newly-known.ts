import type { Sql } from '#database';
import { nameKeyOf } from '#domain';
import type { RecordedEvent } from '#event-log';
import { nameForms } from '../people/name-forms.js';
import { enqueue } from './enqueue.js';
import { noteNamings } from './namings-unread.js';

/** The people of whom this event tells something new: a name, or that a place knows them now. */
export const newlyKnown = (event: RecordedEvent): readonly string[] => {
  if (event.type === 'MessageRecorded') return event.data.newcomers;
  const isPerson =
    event.type === 'AccountRegistered' ||
    event.type === 'ProfileObserved' ||
    event.type === 'ParticipantJoined' ||
    event.type === 'PersonRenamed' ||
    event.type === 'AliasAdded';
  return isPerson ? [event.data.entityId] : [];
};

/** By name key who bears it, and since which event that is known. */
interface KnownName {
  readonly key: string;
  readonly entity_id: string;
  readonly position: string;
}

const namesOfKnown = async (
  sql: Sql,
  tenantId: string,
  marks: ReadonlyMap<string, bigint>,
): Promise<readonly KnownName[]> => {
  const names = await sql.query<{ entity_id: string; name: string }>(
    'select entity_id, coalesce(handle, display_name) as name from entity_aliases where entity_id = any($1::uuid[])',
    [[...marks.keys()]],
  );
  return names.flatMap(({ entity_id, name }) =>
    nameForms(name).map((form) => ({
      key: nameKeyOf(tenantId, form),
      entity_id,
      position: String(marks.get(entity_id) ?? 0n),
    })),
  );
};

const enqueueNamed = async (
  sql: Sql,
  tenantId: string,
  marks: ReadonlyMap<string, bigint>,
): Promise<void> => {
  const names = await namesOfKnown(sql, tenantId, marks);
  if (names.length === 0) return;
  const keys = names.map(({ key }) => key);
  const positions = names.map(({ position }) => position);
  await sql.query(
    enqueue(`where m.name_keys <> '{}' and m.name_keys && $1::uuid[] and m.tenant_id = $3 and m.read_position > 0
       and exists (select 1 from unnest($1::uuid[], $2::bigint[]) as known(key, position)
                   where known.key = any(m.name_keys) and m.read_position < known.position)`),
    [keys, positions, tenantId],
  );
  await noteNamings(sql, tenantId, names);
};

/** In a dm people speak of whom they know from elsewhere: somebody who is in a new place may mean somebody there. */
const enqueueSpeakers = async (sql: Sql, marks: ReadonlyMap<string, bigint>): Promise<void> => {
  await sql.query(
    enqueue(`join sources s on s.source_id = m.source_id and s.source_type = 'dm'
     join unnest($1::uuid[], $2::bigint[]) as known(entity_id, position) on m.author_id = known.entity_id
     where m.name_keys <> '{}' and m.read_position > 0 and m.read_position < known.position`),
    [[...marks.keys()], [...marks.values()].map(String)],
  );
};

/** What names people is read again when they come to be known by that name, or to a place. */
export const enqueueNewlyKnown = async (sql: Sql, events: readonly RecordedEvent[]): Promise<void> => {
  const known = new Map<string, Map<string, bigint>>();
  for (const event of events)
    for (const entityId of newlyKnown(event)) {
      const ofTenant = known.get(event.tenantId) ?? new Map<string, bigint>();
      known.set(event.tenantId, ofTenant.set(entityId, event.at.position));
    }
  for (const [tenantId, marks] of known) {
    await enqueueNamed(sql, tenantId, marks);
    await enqueueSpeakers(sql, marks);
  }
};
