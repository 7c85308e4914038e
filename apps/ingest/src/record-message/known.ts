import type { Sql } from '#database';
import type { AccountRef, MessageEvent, SourceRef } from '#contracts';
import { accountEntityId, sourceIdOf, type AccountState, type SourceState } from '#domain';
import {
  agentsOfRecorded,
  deletedAmong,
  erasedUntil,
  knownAccounts,
  knownSince,
  knownSources,
  messagesNamed,
  platformsWithIdsPerPlace,
  type ErasedUntil,
  type MessageRef,
} from '#read-models';

/** What recording needs to know of the world; it grows as a batch is recorded. */
export interface Known {
  readonly tenantId: string;
  readonly accounts: Map<string, AccountState>;
  readonly sources: Map<string, SourceState>;
  /** Of the messages that are recorded, whose each is. */
  readonly agentOf: Map<string, string>;
  /** `source|entity` to when the place knew them first. */
  readonly knownSince: Map<string, Date>;
  /** The places that know a message id, by platform and id, with the agents whose it is there; loaded where anything is revised. */
  readonly placesOf: Map<string, Map<string, Set<string>>>;
  /** Platforms whose message ids are unique only within a place. */
  readonly idsPerPlace: Set<string>;
  /** Messages that were deleted, also before they arrived: their words are no longer recorded. */
  readonly deleted: Set<string>;
  readonly erased: ErasedUntil;
}

/** INVARIANT: what was sent before its author, or its place, was erased leaves no words when it comes after that. */
export const areWordsErased = (
  { erased: { words } }: Known,
  authorId: string,
  sourceId: string,
  at: Date,
): boolean =>
  words.some(
    ({ entity_id: entityId, source_id: place, until }) =>
      at <= until && (entityId === null || entityId === authorId) && (place === null || place === sourceId),
  );

export const areNamesErased = ({ erased: { names } }: Known, entityId: string, at: Date): boolean =>
  names.some((one) => one.entity_id === entityId && at <= one.until);

/** Of a deletion that named no place, and whose message has not come: without the place. Of one that named no agent: without that. */
export const deletedIdOf = (
  platform: string,
  messageId: string,
  sourceId: string | null,
  agentId: string | null,
): string => JSON.stringify([platform, messageId, sourceId, agentId]);

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

export const sourceIdSaidIn = (tenantId: string, ref: SourceRef, platform: string): string =>
  sourceIdOf(tenantId, ref.platform ?? platform, ref.type, ref.external_id);

/** A message id that a second place comes to know tells that the platform counts within each place. */
export const noteMessageId = (
  known: Pick<Known, 'placesOf' | 'idsPerPlace'>,
  platform: string,
  messageId: string,
  sourceId: string,
  agentId: string,
): void => {
  const id = platformIdOf(platform, messageId);
  const places = known.placesOf.get(id) ?? new Map<string, Set<string>>();
  const agents = places.get(sourceId) ?? new Set<string>();
  known.placesOf.set(id, places.set(sourceId, agents.add(agentId)));
  if (places.size > 1) known.idsPerPlace.add(platform);
};

const refsIn = (events: readonly MessageEvent[]): readonly MessageRef[] =>
  events.flatMap(({ data }) =>
    'message_id' in data ? [{ platform: data.platform, messageId: data.message_id }] : [],
  );

const isRevision = ({ type }: MessageEvent): boolean =>
  type === 'kith.message.edited.v1' || type === 'kith.message.deleted.v1';

const loadPlacesOf = async (
  sql: Sql,
  tenantId: string,
  events: readonly MessageEvent[],
): Promise<Pick<Known, 'placesOf' | 'idsPerPlace' | 'agentOf'>> => {
  const known = {
    agentOf: new Map<string, string>(),
    placesOf: new Map<string, Map<string, Set<string>>>(),
    idsPerPlace: new Set<string>(),
  };
  if (!events.some(isRevision)) return known;
  const rows = await messagesNamed(sql, tenantId, refsIn(events));
  for (const row of rows) {
    noteMessageId(known, row.platform, row.message_id, row.source_id, row.agent_id);
    known.agentOf.set(row.record_id, row.agent_id);
  }
  for (const platform of await platformsWithIdsPerPlace(sql, tenantId)) known.idsPerPlace.add(platform);
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
              sourceIdSaidIn(tenantId, place.ref, place.platform),
            )
          : [];
      }),
    ),
  ];
  const deleted = await deletedAmong(sql, tenantId, refsIn(events));
  const revised = await loadPlacesOf(sql, tenantId, events);
  return {
    tenantId,
    accounts: await knownAccounts(sql, entityIds),
    sources: await knownSources(sql, sourceIds),
    ...revised,
    agentOf: new Map([...revised.agentOf, ...(await agentsOfRecorded(sql, recordIds))]),
    knownSince: await knownSince(sql, sourceIds, entityIds),
    erased: await erasedUntil(sql, tenantId, entityIds, sourceIds),
    deleted: new Set(
      deleted.map((one) => deletedIdOf(one.platform, one.messageId, one.sourceId, one.agentId)),
    ),
  };
};
