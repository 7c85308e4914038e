import type { MessageEvent, MessageEventOf } from '#contracts';
import { agentEntityId, type FieldError } from '#domain';
import { deletedIdOf, platformIdOf, sourceIdSaidIn, type Known } from './known.js';

export type Revising = MessageEventOf<'kith.message.edited.v1'> | MessageEventOf<'kith.message.deleted.v1'>;

const isRevising = (event: MessageEvent): event is Revising =>
  event.type === 'kith.message.edited.v1' || event.type === 'kith.message.deleted.v1';

/** Whose message a revision is said to be of; null: of any agent's. */
export const agentRevised = (tenantId: string, { data }: Revising): string | null =>
  data.agent_id === undefined ? null : agentEntityId(tenantId, data.agent_id);

const heardBy = ({ placesOf }: Known, { data }: Revising, sourceId: string | null): readonly string[] => [
  ...(placesOf.get(platformIdOf(data.platform, data.message_id))?.get(sourceId ?? '') ?? []),
];

/** Whose the message is that is meant, where it is one agent's; null when it has not come. */
export const ownerOf = (known: Known, event: Revising, sourceId: string | null): string | null =>
  heardBy(known, event, sourceId)[0] ?? null;

/** Whose messages are meant, as far as they have come: the one that is named, or all that heard it there. */
export const agentsRevised = (
  known: Known,
  event: Revising,
  sourceId: string | null,
): readonly (string | null)[] => {
  const named = agentRevised(known.tenantId, event);
  const heard = heardBy(known, event, sourceId);
  // Of what nobody else heard it is of any agent's that comes to hear it.
  return named === null && heard.length > 1 ? heard : [named];
};

/** The place of the message that is revised; null when no place is named and none knows such a message yet. */
export const placeRevised = (known: Known, event: Revising): string | null => {
  const { data } = event;
  if (data.source) return sourceIdSaidIn(known.tenantId, data.source, data.platform);
  const agentId = agentRevised(known.tenantId, event);
  const places =
    known.placesOf.get(platformIdOf(data.platform, data.message_id)) ??
    new Map<string, ReadonlySet<string>>();
  const [place] = [...places].find(([, owners]) => agentId === null || owners.has(agentId)) ?? [];
  return place ?? null;
};

/** Whether a message is deleted; one that was deleted without its place is the first of its agent that comes to have its id. */
export const isDeleted = (
  known: Known,
  platform: string,
  messageId: string,
  sourceId: string,
  agentId: string,
): boolean =>
  [null, agentId]
    .map((named) => {
      const own = deletedIdOf(platform, messageId, sourceId, named);
      if (known.deleted.delete(deletedIdOf(platform, messageId, null, named))) known.deleted.add(own);
      return known.deleted.has(own);
    })
    .includes(true);

/**
 * Why an event is not carried out, if it is not: an edit or a deletion that does not say of which place, on a platform
 * that counts its messages within each place, might be of anybody's message.
 */
export const refusalOf = (known: Known, event: MessageEvent): FieldError | null => {
  if (!isRevising(event)) return null;
  if (event.data.source || !known.idsPerPlace.has(event.data.platform)) return null;
  return {
    path: 'data.source',
    message:
      'is required: message ids of this platform are unique only within a place; send it anew, under another id',
  };
};
