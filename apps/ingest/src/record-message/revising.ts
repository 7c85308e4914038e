import type { MessageEvent, MessageEventOf } from '#contracts';
import { agentEntityId, messageRecordId, type FieldError, type IdKey } from '#domain';
import { deletedIdOf, platformIdOf, sourceIdOfRef, type Known } from './known.js';

export type Revising = MessageEventOf<'kith.message.edited.v1'> | MessageEventOf<'kith.message.deleted.v1'>;

export const isRevising = (event: MessageEvent): event is Revising =>
  event.type === 'kith.message.edited.v1' || event.type === 'kith.message.deleted.v1';

/** Whose message a revision is said to be of; null: of any agent's. */
export const agentRevised = (tenantId: string, { data }: Revising): string | null =>
  data.agent_id === undefined ? null : agentEntityId(tenantId, data.agent_id);

/** Whose the message is that is meant; null when it has not come. */
export const ownerOf = (
  known: Known,
  { data }: Revising,
  sourceId: string | null,
  recordId: string,
): string | null =>
  known.agentOf.get(recordId) ??
  known.placesOf.get(platformIdOf(data.platform, data.message_id))?.get(sourceId ?? '') ??
  null;

/** The place of the message that is revised; null when no place is named and none knows such a message yet. */
export const placeRevised = (known: Known, event: Revising): string | null => {
  const { data } = event;
  if (data.source) return sourceIdOfRef(known.tenantId, data.source, data.platform);
  const agentId = agentRevised(known.tenantId, event);
  const places =
    known.placesOf.get(platformIdOf(data.platform, data.message_id)) ?? new Map<string, string>();
  const [place] = [...places].find(([, owner]) => agentId === null || owner === agentId) ?? [];
  return place ?? null;
};

export const recordIdRevised = (
  known: Pick<Known, 'tenantId'>,
  idKey: IdKey,
  { data }: Revising,
): string | null =>
  data.source
    ? messageRecordId(
        idKey,
        known.tenantId,
        data.platform,
        sourceIdOfRef(known.tenantId, data.source, data.platform),
        data.message_id,
      )
    : null;

/**
 * Whether the message that is meant is another agent's. INVARIANT: then nothing is recorded, and it ends as it does where no
 * such message is known: nobody learns by it that there is one.
 */
export const isOfOtherAgent = (known: Known & { readonly idKey: IdKey }, event: Revising): boolean => {
  const named = agentRevised(known.tenantId, event);
  const recordId = recordIdRevised(known, known.idKey, event);
  const owner = recordId === null ? undefined : known.agentOf.get(recordId);
  return named !== null && owner !== undefined && owner !== named;
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
