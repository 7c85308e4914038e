import { derivedId, type EntityType } from '#domain';
import type { Projection, RecordedEvent, RecordedEventOf } from '#event-log';
import type { Sql } from '#database';
import { saveAliasForms } from './alias-forms.js';
import { saveGivenNames } from './given-names.js';
import { saveIdentities } from './identities.js';
import { byKey, earliest, latest, loadRows, saveRows, type Table } from '../rows.js';

export interface EntityRow {
  readonly entity_id: string;
  readonly tenant_id: string;
  readonly entity_type: EntityType;
  readonly canonical_name: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}
const entities: Table<EntityRow> = {
  name: 'entities',
  key: ['entity_id'],
  columns: {
    entity_id: 'uuid',
    tenant_id: 'text',
    entity_type: 'text',
    canonical_name: 'text',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
  },
};

export interface AccountRow {
  readonly tenant_id: string;
  readonly platform: string;
  readonly platform_user_id: string;
  readonly entity_id: string;
  readonly handle: string | null;
  readonly handle_at: Date | null;
  readonly display_name: string | null;
  readonly display_name_at: Date | null;
  readonly created_at: Date;
}
const accounts: Table<AccountRow> = {
  name: 'accounts',
  key: ['tenant_id', 'platform', 'platform_user_id'],
  columns: {
    tenant_id: 'text',
    platform: 'text',
    platform_user_id: 'text',
    entity_id: 'uuid',
    handle: 'text',
    handle_at: 'timestamptz',
    display_name: 'text',
    display_name_at: 'timestamptz',
    created_at: 'timestamptz',
  },
};

export interface AliasRow {
  readonly alias_id: string;
  readonly tenant_id: string;
  readonly entity_id: string;
  readonly platform: string;
  readonly source_id: string | null;
  readonly handle: string | null;
  readonly display_name: string | null;
  readonly first_at: Date;
  readonly confidence: number;
  readonly status: string;
  readonly added_by: string;
}
const aliases: Table<AliasRow> = {
  name: 'entity_aliases',
  key: ['alias_id'],
  columns: {
    alias_id: 'uuid',
    tenant_id: 'text',
    entity_id: 'uuid',
    platform: 'text',
    source_id: 'uuid',
    handle: 'text',
    display_name: 'text',
    first_at: 'timestamptz',
    confidence: 'real',
    status: 'text',
    added_by: 'text',
  },
};

type Profile = RecordedEventOf<'AccountRegistered'> | RecordedEventOf<'ProfileObserved'>;

/** The later observation holds; at the same instant the greater text, so that arrival cannot matter. */
const newer = (
  text: string | null,
  at: Date | null,
  seen: string | null,
  seenAt: Date,
): readonly [string | null, Date | null] => {
  if (seen === null) return [text, at];
  if (at === null || seenAt > at) return [seen, seenAt];
  return seenAt < at || (text ?? '') >= seen ? [text, at] : [seen, seenAt];
};

const nextAccount = (row: AccountRow | undefined, event: Profile, platformUserId: string): AccountRow => {
  const { data } = event;
  const [handle, handle_at] = newer(row?.handle ?? null, row?.handle_at ?? null, data.handle, data.at);
  const [display_name, display_name_at] = newer(
    row?.display_name ?? null,
    row?.display_name_at ?? null,
    data.displayName,
    data.at,
  );
  return {
    tenant_id: event.tenantId,
    platform: data.platform,
    platform_user_id: platformUserId,
    entity_id: data.entityId,
    handle,
    handle_at,
    display_name,
    display_name_at,
    created_at: row ? earliest(row.created_at, data.at) : data.at,
  };
};

const handleHeldAt = (row: AccountRow, at: Date): AccountRow => ({
  ...row,
  handle_at: row.handle_at && latest(row.handle_at, at),
});
const displayNameHeldAt = (row: AccountRow, at: Date): AccountRow => ({
  ...row,
  display_name_at: row.display_name_at && latest(row.display_name_at, at),
});

type Sighting =
  | RecordedEventOf<'MessageRecorded'>
  | RecordedEventOf<'ParticipantJoined'>
  | RecordedEventOf<'ParticipantLeft'>;

const isSighting = (event: RecordedEvent): event is Sighting =>
  event.type === 'MessageRecorded' || event.type === 'ParticipantJoined' || event.type === 'ParticipantLeft';

/** Whose names an event confirms, and which: a mention by handle alone tells nothing of the display name. */
const heldIn = (event: Sighting) => {
  if (event.type === 'MessageRecorded') {
    const { confirmed, confirmedHandles, confirmedDisplayNames, sentAt } = event.data;
    return {
      handles: [...confirmed, ...confirmedHandles],
      displayNames: [...confirmed, ...confirmedDisplayNames],
      at: sentAt,
    };
  }
  const { entityId, namesHeld, at } = event.data;
  return {
    handles: namesHeld === 'both' || namesHeld === 'handle' ? [entityId] : [],
    displayNames: namesHeld === 'both' || namesHeld === 'display-name' ? [entityId] : [],
    at,
  };
};

const confirm = (rows: Map<string, AccountRow>, event: Sighting): void => {
  const { handles, displayNames, at } = heldIn(event);
  const hold = (entityIds: readonly string[], heldAt: (row: AccountRow, at: Date) => AccountRow): void => {
    for (const entityId of entityIds) {
      const row = rows.get(entityId);
      if (row) rows.set(entityId, heldAt(row, at));
    }
  };
  hold(handles, handleHeldAt);
  hold(displayNames, displayNameHeldAt);
};

const aliasesOf = (event: Profile): readonly AliasRow[] => {
  const { entityId, platform, handle, displayName, at } = event.data;
  const alias = (kind: string, text: string) => ({
    alias_id: derivedId('alias', event.tenantId, entityId, kind, text.toLowerCase()),
    tenant_id: event.tenantId,
    entity_id: entityId,
    platform,
    source_id: null,
    handle: null,
    display_name: null,
    first_at: at,
    confidence: 1,
    status: 'active',
    added_by: 'platform',
  });
  return [
    ...(handle === null ? [] : [{ ...alias('handle', handle), handle }]),
    ...(displayName === null ? [] : [{ ...alias('display_name', displayName), display_name: displayName }]),
  ];
};

/** A handle is one account's at a time: the one that took it last. Earlier holders keep it as revoked, for old mentions. */
const settleHandles = async (sql: Sql, fresh: readonly AliasRow[]): Promise<void> => {
  const held = fresh.filter((alias) => alias.handle !== null);
  const handles = [...new Set(held.map((alias) => (alias.handle ?? '').toLowerCase()))];
  const tenants = [...new Set(held.map((alias) => alias.tenant_id))];
  const platforms = [...new Set(held.map((alias) => alias.platform))];
  if (handles.length === 0) return;
  // Two statements, revoking first: the unique index on active handles is checked row by row.
  for (const [status, places] of [
    ['revoked', 'place > 1'],
    ['active', 'place = 1'],
  ] as const)
    await sql.query(
      `update entity_aliases set status = $2
       from (select alias_id, row_number() over (partition by tenant_id, platform, lower(handle) order by first_at desc, alias_id) as place
             from entity_aliases where tenant_id = any($3::text[]) and platform = any($4::text[]) and lower(handle) = any($1::text[])
               and handle is not null and source_id is null and added_by = 'platform') as ranked
       where entity_aliases.alias_id = ranked.alias_id and ${places} and entity_aliases.status <> $2`,
      [handles, status, tenants, platforms],
    );
};

const saveAliases = async (sql: Sql, events: readonly Profile[]): Promise<void> => {
  const fresh = new Map<string, AliasRow>();
  for (const alias of events.flatMap(aliasesOf)) {
    const known = fresh.get(alias.alias_id);
    fresh.set(
      alias.alias_id,
      known ? { ...alias, first_at: earliest(known.first_at, alias.first_at) } : alias,
    );
  }
  for (const known of await loadRows(sql, aliases, [...fresh.keys()])) {
    const alias = fresh.get(known.alias_id);
    if (alias) fresh.set(known.alias_id, { ...known, first_at: earliest(known.first_at, alias.first_at) });
  }
  // Written as revoked first: the unique index on active handles must hold at every statement.
  await saveRows(
    sql,
    aliases,
    [...fresh.values()].map((alias) => (alias.handle === null ? alias : { ...alias, status: 'revoked' })),
  );
  await saveAliasForms(sql, [...fresh.values()]);
  await settleHandles(sql, [...fresh.values()]);
};

const isProfile = (event: RecordedEvent): event is Profile =>
  event.type === 'AccountRegistered' || event.type === 'ProfileObserved';

/** A name that was only heard: it finds the memories about whoever it is, and is nobody's identity. */
const heardAlias = (event: RecordedEventOf<'PersonNamed'>): AliasRow | null =>
  event.data.name === null
    ? null
    : {
        alias_id: derivedId(
          'alias',
          event.tenantId,
          event.data.entityId,
          'heard',
          event.data.name.toLowerCase(),
        ),
        tenant_id: event.tenantId,
        entity_id: event.data.entityId,
        platform: event.data.platform,
        source_id: event.data.placeId,
        handle: null,
        display_name: event.data.name,
        first_at: event.data.at,
        confidence: 0.5,
        status: 'pending',
        added_by: 'mention',
      };

const isPlatformEntity = (event: RecordedEvent): readonly string[] => {
  if (isProfile(event)) return [event.data.entityId];
  if (!isSighting(event)) return [];
  const { handles, displayNames } = heldIn(event);
  return [...handles, ...displayNames];
};

/** Accounts after these events, in their order: what a message confirms depends on what was known when it came. */
const saveProfiles = async (sql: Sql, events: readonly RecordedEvent[]): Promise<readonly AccountRow[]> => {
  const entityIds = [...new Set(events.flatMap(isPlatformEntity))];
  if (entityIds.length === 0) return [];
  const rows = byKey(
    await sql.query<AccountRow>(
      `select ${Object.keys(accounts.columns).join(', ')} from accounts where entity_id = any($1::uuid[])`,
      [entityIds],
    ),
    (row) => row.entity_id,
  );
  for (const event of events) {
    if (isProfile(event)) {
      const { entityId, platformUserId } = event.data;
      // Of an account that was erased nothing is known until it is seen again.
      if (platformUserId !== null) rows.set(entityId, nextAccount(rows.get(entityId), event, platformUserId));
    }
    if (isSighting(event)) confirm(rows, event);
  }
  await saveRows(sql, accounts, rows.values());
  await saveAliases(sql, events.filter(isProfile));
  return [...rows.values()];
};

/** INVARIANT: human, once anybody said so. */
const typeAfter = (row: EntityRow | undefined, event: RecordedEvent): EntityType => {
  if (event.type !== 'AccountRegistered' || row?.entity_type === 'human')
    return row?.entity_type ?? 'unknown';
  return event.data.entityType;
};

const saveEntities = async (
  sql: Sql,
  events: readonly RecordedEvent[],
  changed: readonly AccountRow[],
): Promise<void> => {
  const names = byKey(changed, (row) => row.entity_id);
  const rows = byKey(
    await loadRows(sql, entities, [
      ...names.keys(),
      ...events.flatMap((event) => (event.type === 'PersonNamed' ? [event.data.entityId] : [])),
    ]),
    (row) => row.entity_id,
  );
  const next = new Map<string, EntityRow>();
  for (const event of events) {
    if (!isProfile(event) && event.type !== 'PersonNamed') continue;
    const { entityId, at } = event.data;
    const row = next.get(entityId) ?? rows.get(entityId);
    const account = names.get(entityId);
    next.set(entityId, {
      entity_id: entityId,
      tenant_id: event.tenantId,
      entity_type: typeAfter(row, event),
      canonical_name:
        event.type === 'PersonNamed' ? event.data.name : (account?.display_name ?? account?.handle ?? null),
      created_at: row ? earliest(row.created_at, at) : at,
      updated_at: event.recordedAt,
    });
  }
  await saveRows(sql, entities, next.values());
};

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
  version: 3,
  tables: ['entities', 'accounts', 'entity_aliases', 'entity_alias_forms', 'spent_tokens'],
  handles: [
    'AccountRegistered',
    'ProfileObserved',
    'PersonNamed',
    'PersonRegistered',
    'IdentityVerified',
    'PersonRenamed',
    'AliasAdded',
    'AliasRevoked',
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
    const named = events.flatMap((event) => (event.type === 'PersonNamed' ? [heardAlias(event)] : []));
    const heard = byKey(
      named.filter((alias) => alias !== null),
      (alias) => alias.alias_id,
    );
    await saveRows(sql, aliases, heard.values());
    await saveAliasForms(sql, [...heard.values()]);
    await saveEntities(sql, events, changed);
    await saveIdentities(sql, events);
    await saveGivenNames(sql, events);
  },
};
