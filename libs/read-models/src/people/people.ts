import type { Projection, RecordedEvent } from '#event-log';
import type { Sql } from '#database';
import { saveProfiles } from './accounts.js';
import { aliases, saveClosed, saveHeard, settleHandles, type AliasRow } from './aliases.js';
import { saveEntities } from './entities.js';
import { saveGivenNames } from './given-names.js';
import { saveHandles } from './handles.js';
import { saveIdentities } from './identities.js';
import { isProfile } from './profiles.js';

/**
 * As if nobody had ever called them anything. Comes first: names of before read as null wherever they are in one batch with
 * this, and those of after stay. A handle goes back to whoever bore it before them.
 */
const eraseNames = async (sql: Sql, events: readonly RecordedEvent[]): Promise<void> => {
  const ids = events.flatMap((event) => (event.type === 'NamesErased' ? event.data.entityIds : []));
  if (ids.length === 0) return;
  await sql.query(
    'delete from entity_alias_forms where alias_id in (select alias_id from entity_aliases where entity_id = any($1::uuid[]))',
    [ids],
  );
  const gone = await sql.query<AliasRow>(
    `delete from entity_aliases where entity_id = any($1::uuid[]) returning ${Object.keys(aliases.columns).join(', ')}`,
    [ids],
  );
  await settleHandles(sql, gone);
  await sql.query('delete from account_handles where entity_id = any($1::uuid[])', [ids]);
  await sql.query('delete from accounts where entity_id = any($1::uuid[])', [ids]);
  await sql.query(
    `update entities set canonical_name = null, first_name = null, last_name = null, external_iss = null, external_id = null
     where entity_id = any($1::uuid[])`,
    [ids],
  );
};

/** In version 1 of their events the platform's ids of accounts stood open: those of before an erasure are passed over. */
const withoutErased = (events: readonly RecordedEvent[]): readonly RecordedEvent[] => {
  const erasedAt = new Map<string, bigint>();
  for (const event of events)
    if (event.type === 'NamesErased')
      for (const entityId of event.data.entityIds) erasedAt.set(entityId, event.at.position);
  if (erasedAt.size === 0) return events;
  return events.map((event) =>
    isProfile(event) && event.at.position < (erasedAt.get(event.data.entityId) ?? 0n)
      ? { ...event, data: { ...event.data, platformUserId: null, handle: null, displayName: null } }
      : event,
  ) as readonly RecordedEvent[];
};

/** Entities, accounts with their current names, and every name they were ever mentioned by. */
export const peopleProjection: Projection = {
  name: 'people',
  version: 6,
  tables: ['entities', 'accounts', 'entity_aliases', 'entity_alias_forms', 'account_handles', 'spent_tokens'],
  handles: [
    'AccountRegistered',
    'ProfileObserved',
    'PersonNamed',
    'PersonRegistered',
    'IdentityVerified',
    'PersonRenamed',
    'AliasAdded',
    'AliasRevoked',
    'NameClosed',
    'MemoryCaptured',
    'MemoryForgotten',
    'MessageRecorded',
    'ParticipantJoined',
    'ParticipantLeft',
    'NamesErased',
  ],
  project: async (recorded, sql) => {
    await eraseNames(sql, recorded);
    const events = withoutErased(recorded);
    const changed = await saveProfiles(sql, events);
    await saveHandles(sql, events);
    await saveHeard(sql, events);
    await saveEntities(sql, events, changed);
    await saveIdentities(sql, events);
    await saveGivenNames(sql, events);
    await saveClosed(sql, events);
  },
};
