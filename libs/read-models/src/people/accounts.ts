import type { RecordedEvent, RecordedEventOf } from '#event-log';
import type { Sql } from '#database';
import { saveAliases } from './aliases.js';
import { isProfile, type Profile } from './profiles.js';
import { byKey, earliest, latest, saveRows, type Table } from '../rows.js';

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

const isPlatformEntity = (event: RecordedEvent): readonly string[] => {
  if (isProfile(event)) return [event.data.entityId];
  if (!isSighting(event)) return [];
  const { handles, displayNames } = heldIn(event);
  return [...handles, ...displayNames];
};

/** Accounts after these events, in their order: what a message confirms depends on what was known when it came. */
export const saveProfiles = async (
  sql: Sql,
  events: readonly RecordedEvent[],
): Promise<readonly AccountRow[]> => {
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
