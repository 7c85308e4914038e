import type { MessageEvent, MessageEventOf } from '#contracts';
import type { FieldError } from '#domain';
import { deletedIdOf, platformIdOf, sourceIdOfRef, type Known } from './known.js';

export type Revising = MessageEventOf<'kith.message.edited.v1'> | MessageEventOf<'kith.message.deleted.v1'>;

/** The place of the message that is revised; null when no place is named and none knows the message yet. */
export const placeRevised = (known: Known, { data }: Revising): string | null => {
  if (data.source) return sourceIdOfRef(known.tenantId, data.source, data.platform);
  const [place] = known.placesOf.get(platformIdOf(data.platform, data.message_id)) ?? [];
  return place ?? null;
};

/** Whether a message is deleted; one that was deleted without its place is the first that comes to have its id. */
export const isDeleted = (known: Known, platform: string, messageId: string, sourceId: string): boolean => {
  const own = deletedIdOf(platform, messageId, sourceId);
  if (known.deleted.delete(deletedIdOf(platform, messageId, null))) known.deleted.add(own);
  return known.deleted.has(own);
};

/**
 * Why an event is not carried out, if it is not: an edit or a deletion that does not say of which place, on a platform
 * that counts its messages within each place, might be of anybody's message.
 */
export const refusalOf = (known: Known, event: MessageEvent): FieldError | null => {
  if (event.type !== 'kith.message.edited.v1' && event.type !== 'kith.message.deleted.v1') return null;
  if (event.data.source || !known.idsPerPlace.has(event.data.platform)) return null;
  return {
    path: 'data.source',
    message:
      'is required: message ids of this platform are unique only within a place; send it anew, under another id',
  };
};
