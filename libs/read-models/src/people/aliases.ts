import { derivedId } from '#domain';
import type { RecordedEvent, RecordedEventOf } from '#event-log';
import type { Sql } from '#database';
import { saveAliasForms } from './alias-forms.js';
import type { Profile } from './profiles.js';
import { byKey, earliest, loadRows, saveRows, type Table } from '../rows.js';

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
  /** Since when it means nobody; null: it is open. */
  readonly closed_at: Date | null;
}
export const aliases: Table<AliasRow> = {
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
    closed_at: 'timestamptz',
  },
};

const aliasIdOf = (tenantId: string, entityId: string, kind: string, text: string): string =>
  derivedId('alias', tenantId, entityId, kind, text.toLowerCase());

const aliasesOf = (event: Profile): readonly AliasRow[] => {
  const { entityId, platform, handle, displayName, at } = event.data;
  const alias = (kind: string, text: string) => ({
    alias_id: aliasIdOf(event.tenantId, entityId, kind, text),
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
    closed_at: null,
  });
  return [
    ...(handle === null ? [] : [{ ...alias('handle', handle), handle }]),
    ...(displayName === null ? [] : [{ ...alias('display_name', displayName), display_name: displayName }]),
  ];
};

/** A handle is one account's at a time: the one that took it last. Earlier holders keep it as revoked, for old mentions. */
export const settleHandles = async (sql: Sql, fresh: readonly AliasRow[]): Promise<void> => {
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

/** Whoever bears a name after it was closed is meant by it again. */
const isBorneAgain = (events: readonly Profile[], { alias_id, closed_at }: AliasRow): boolean =>
  closed_at !== null &&
  events.some(
    (event) => event.data.at >= closed_at && aliasesOf(event).some((alias) => alias.alias_id === alias_id),
  );

export const saveAliases = async (sql: Sql, events: readonly Profile[]): Promise<void> => {
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
    if (alias)
      fresh.set(known.alias_id, {
        ...known,
        first_at: earliest(known.first_at, alias.first_at),
        closed_at: isBorneAgain(events, known) ? null : known.closed_at,
      });
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

/** A name that was only heard: it finds the memories about whoever it is, and is nobody's identity. */
const heardAlias = (event: RecordedEventOf<'PersonNamed'>): AliasRow | null =>
  event.data.name === null
    ? null
    : {
        alias_id: aliasIdOf(event.tenantId, event.data.entityId, 'heard', event.data.name),
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
        closed_at: null,
      };

export const saveHeard = async (sql: Sql, events: readonly RecordedEvent[]): Promise<void> => {
  const named = events.flatMap((event) => (event.type === 'PersonNamed' ? [heardAlias(event)] : []));
  const heard = byKey(
    named.filter((alias) => alias !== null),
    (alias) => alias.alias_id,
  );
  await saveRows(sql, aliases, heard.values());
  await saveAliasForms(sql, [...heard.values()]);
};

const isHeardAgain = (events: readonly RecordedEvent[], { data }: RecordedEventOf<'NameClosed'>): boolean =>
  events.some(
    (event) =>
      event.type === 'PersonNamed' &&
      event.data.entityId === data.entityId &&
      event.data.name?.toLowerCase() === data.name?.toLowerCase(),
  );

/**
 * Rows stay as they are but for when they were closed: what was said before still means whoever it meant. Comes after the
 * names of the batch: whoever bears a name since, or is named by it later in the log, keeps it open.
 */
export const saveClosed = async (sql: Sql, events: readonly RecordedEvent[]): Promise<void> => {
  for (const [index, event] of events.entries()) {
    if (event.type !== 'NameClosed' || event.data.name === null) continue;
    if (isHeardAgain(events.slice(index + 1), event)) continue;
    const { entityId, kind, name, at } = event.data;
    await sql.query(
      `update entity_aliases a set closed_at = $2 where alias_id = $1
         and not exists (select from account_handles h where h.entity_id = a.entity_id and lower(h.handle) = lower(a.handle) and h.at >= $2)`,
      [aliasIdOf(event.tenantId, entityId, kind, name), at],
    );
  }
};
