import type { Sql } from '#database';
import type { AccountRef, MessageEvent, SourceRef } from '#contracts';
import {
  accountEntityId,
  sourceIdOf,
  type AccountState,
  type EntityType,
  type PlaceStatement,
  type SourceState,
  type SourceAccess,
  type SourceHistory,
} from '#domain';

/** What recording needs to know of the world; it grows as a batch is recorded. */
export interface Known {
  readonly tenantId: string;
  readonly accounts: Map<string, AccountState>;
  readonly sources: Map<string, SourceState>;
  readonly recordIds: Set<string>;
  /** `source|entity` to when the place knew them first. */
  readonly knownSince: Map<string, Date>;
  /** The places that know a message id, by platform and id; loaded where a revision names no place. */
  readonly placesOf: Map<string, Set<string>>;
  /** Platforms whose message ids are unique only within a place. */
  readonly idsPerPlace: Set<string>;
  /** Messages that were deleted, come or not: nothing of their words is recorded any more. */
  readonly deleted: Set<string>;
}

/** Of a deletion that named no place, and whose message has not come: without the place. */
export const deletedIdOf = (platform: string, messageId: string, sourceId: string | null): string =>
  JSON.stringify([platform, messageId, sourceId]);

export const platformIdOf = (platform: string, messageId: string): string =>
  JSON.stringify([platform, messageId]);

const accountsIn = (event: MessageEvent): readonly AccountRef[] => {
  switch (event.type) {
    case 'kith.message.posted.v1':
      return [event.data.author, ...event.data.mentions, ...event.data.participants];
    case 'kith.participant.joined.v1':
    case 'kith.participant.left.v1':
      return [event.data.participant];
    case 'kith.profile.changed.v1':
      return [event.data.account];
    case 'kith.message.edited.v1':
    case 'kith.message.deleted.v1':
    case 'kith.source.changed.v1':
      return [];
  }
};

const sourceIn = (event: MessageEvent): SourceRef | null => {
  if (event.type === 'kith.profile.changed.v1') return null;
  return event.data.source ?? null;
};

/** A source and all its parents, outermost first, each with the platform it inherits. */
export const lineage = (
  ref: SourceRef,
  platform: string,
): readonly { ref: SourceRef; platform: string }[] => {
  const own = ref.platform ?? platform;
  return [...(ref.parent ? lineage(ref.parent, own) : []), { ref, platform: own }];
};

export const sourceIdOfRef = (tenantId: string, ref: SourceRef, platform: string): string =>
  sourceIdOf(tenantId, ref.platform ?? platform, ref.type, ref.external_id);

interface AccountRow {
  readonly entity_id: string;
  readonly entity_type: EntityType;
  readonly handle: string | null;
  readonly handle_at: Date | null;
  readonly display_name: string | null;
  readonly display_name_at: Date | null;
}

const loadAccounts = async (sql: Sql, entityIds: readonly string[]): Promise<Map<string, AccountState>> => {
  const rows = await sql.query<AccountRow>(
    `select a.entity_id, e.entity_type, a.handle, a.handle_at, a.display_name, a.display_name_at
     from accounts a join entities e using (entity_id) where a.entity_id = any($1::uuid[])`,
    [entityIds],
  );
  const names = await sql.query<{ entity_id: string; name: string; first_at: Date }>(
    `select entity_id, case when handle is null then 'd:' || lower(display_name) else 'h:' || lower(handle) end as name, first_at
     from entity_aliases where entity_id = any($1::uuid[])`,
    [entityIds],
  );
  const firstSeen = new Map<string, Map<string, Date>>();
  for (const { entity_id, name, first_at } of names)
    firstSeen.set(entity_id, (firstSeen.get(entity_id) ?? new Map<string, Date>()).set(name, first_at));
  return new Map(
    rows.map((row) => [
      row.entity_id,
      {
        entityType: row.entity_type,
        handle: row.handle,
        handleAt: row.handle_at,
        displayName: row.display_name,
        displayNameAt: row.display_name_at,
        firstSeen: firstSeen.get(row.entity_id) ?? new Map<string, Date>(),
      },
    ]),
  );
};

const loadSources = async (sql: Sql, sourceIds: readonly string[]): Promise<Map<string, SourceState>> => {
  const rows = await sql.query<{
    source_id: string;
    parents: readonly PlaceStatement[];
    accesses: readonly PlaceStatement<SourceAccess>[];
    histories: readonly PlaceStatement<SourceHistory>[];
    name: string | null;
    at: Date;
    created_at: Date;
  }>(
    `select source_id, parents, accesses, histories, name, created_at, greatest(name_at, created_at) as at
     from sources where source_id = any($1::uuid[])`,
    [sourceIds],
  );
  return new Map(
    rows.map((row) => [
      row.source_id,
      {
        parents: row.parents,
        accesses: row.accesses,
        histories: row.histories,
        name: row.name,
        at: row.at,
        since: row.created_at,
      },
    ]),
  );
};

const loadKnownSince = async (
  sql: Sql,
  sourceIds: readonly string[],
  entityIds: readonly string[],
): Promise<Map<string, Date>> => {
  const rows = await sql.query<{ source_id: string; entity_id: string; since: Date }>(
    `select source_id, entity_id, min(active_from) as since from source_participants
     where source_id = any($1::uuid[]) and entity_id = any($2::uuid[]) group by 1, 2`,
    [sourceIds, entityIds],
  );
  return new Map(rows.map((row) => [`${row.source_id}|${row.entity_id}`, row.since]));
};

/** A message id that a second place comes to know tells that the platform counts within each place. */
export const noteMessageId = (
  known: Pick<Known, 'placesOf' | 'idsPerPlace'>,
  platform: string,
  messageId: string,
  sourceId: string,
): void => {
  const id = platformIdOf(platform, messageId);
  const places = known.placesOf.get(id) ?? new Set();
  known.placesOf.set(id, places.add(sourceId));
  if (places.size > 1) known.idsPerPlace.add(platform);
};

const loadDeleted = async (
  sql: Sql,
  tenantId: string,
  events: readonly MessageEvent[],
): Promise<Set<string>> => {
  const ids = events.flatMap(({ data }) =>
    'message_id' in data ? [{ platform: data.platform, messageId: data.message_id }] : [],
  );
  if (ids.length === 0) return new Set();
  const rows = await sql.query<{ platform: string; message_id: string; source_id: string | null }>(
    `select r.platform, r.message_id, r.source_id from unnest($2::text[], $3::text[]) as asked(platform, message_id)
     join message_revisions r on r.tenant_id = $1 and r.platform = asked.platform and r.message_id = asked.message_id
     where r.kind = 'deleted'`,
    [tenantId, ids.map(({ platform }) => platform), ids.map(({ messageId }) => messageId)],
  );
  return new Set(rows.map((row) => deletedIdOf(row.platform, row.message_id, row.source_id)));
};

const isRevision = ({ type }: MessageEvent): boolean =>
  type === 'kith.message.edited.v1' || type === 'kith.message.deleted.v1';

const loadPlacesOf = async (
  sql: Sql,
  tenantId: string,
  events: readonly MessageEvent[],
): Promise<Pick<Known, 'placesOf' | 'idsPerPlace'>> => {
  const known = { placesOf: new Map<string, Set<string>>(), idsPerPlace: new Set<string>() };
  if (!events.some((event) => isRevision(event) && sourceIn(event) === null)) return known;
  const ids = events.flatMap(({ data }) =>
    'message_id' in data ? [{ platform: data.platform, messageId: data.message_id }] : [],
  );
  const rows = await sql.query<{ platform: string; message_id: string; source_id: string }>(
    `select m.platform, m.message_id, m.source_id from unnest($2::text[], $3::text[]) as asked(platform, message_id)
     join messages m on m.tenant_id = $1 and m.platform = asked.platform and m.message_id = asked.message_id`,
    [tenantId, ids.map(({ platform }) => platform), ids.map(({ messageId }) => messageId)],
  );
  for (const row of rows) noteMessageId(known, row.platform, row.message_id, row.source_id);
  const platforms = await sql.query<{ platform: string }>(
    'select platform from ids_per_place where tenant_id = $1',
    [tenantId],
  );
  for (const { platform } of platforms) known.idsPerPlace.add(platform);
  return known;
};

export const loadKnown = async (
  sql: Sql,
  tenantId: string,
  events: readonly MessageEvent[],
  recordIds: readonly string[],
): Promise<Known> => {
  const entityIds = [
    ...new Set(
      events.flatMap((event) =>
        accountsIn(event).map((ref) =>
          accountEntityId(tenantId, ref.platform ?? event.data.platform, ref.platform_user_id),
        ),
      ),
    ),
  ];
  const sourceIds = [
    ...new Set(
      events.flatMap((event) => {
        const ref = sourceIn(event);
        return ref
          ? lineage(ref, event.data.platform).map((place) =>
              sourceIdOfRef(tenantId, place.ref, place.platform),
            )
          : [];
      }),
    ),
  ];
  const recorded = await sql.query<{ record_id: string }>(
    'select record_id from messages where record_id = any($1::uuid[])',
    [recordIds],
  );
  return {
    tenantId,
    accounts: await loadAccounts(sql, entityIds),
    sources: await loadSources(sql, sourceIds),
    recordIds: new Set(recorded.map((row) => row.record_id)),
    knownSince: await loadKnownSince(sql, sourceIds, entityIds),
    ...(await loadPlacesOf(sql, tenantId, events)),
    deleted: await loadDeleted(sql, tenantId, events),
  };
};
