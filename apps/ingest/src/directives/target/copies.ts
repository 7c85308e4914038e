import { copyIdOf, shareMemory, type Memory, type MemoryEvent, type SharingMessage } from '#domain';
import type { LogWriter } from '#event-log';
import type { SubjectRef } from '#identity';
import type { Copy, MessageRow } from '#read-models';
import type { Asking } from './effect.js';

export const entitiesOf = (refs: readonly SubjectRef[]): readonly string[] =>
  refs.flatMap((ref) => (ref.kind === 'entity' ? [ref.entityId] : []));

export const sharingMessageOf = (row: MessageRow): SharingMessage => ({
  recordId: row.record_id,
  messageId: row.message_id,
  eventId: row.event_key.slice(row.event_key.indexOf('|') + 1),
  authorId: row.author_id,
  sentAt: row.sent_at,
  length: (row.text ?? '').length,
});

/** Copies of these for these hearers, as far as this message lets them know. */
export const shared = (
  { idKey }: LogWriter,
  { item, toldBefore }: Asking,
  originals: readonly Memory[],
  hearerIds: readonly string[],
  copies: readonly Copy[],
): readonly MemoryEvent[] => {
  const message = sharingMessageOf(item.message.row);
  return originals.flatMap((original) =>
    hearerIds.flatMap((hearerId) =>
      shareMemory(idKey, {
        original,
        hearerId,
        message,
        copies: copies.flatMap(({ originalId, memory }) =>
          originalId === original.memoryId && memory.ownerId === hearerId ? [memory] : [],
        ),
        wasShared: toldBefore.has(copyIdOf(idKey, original.memoryId, hearerId, message.recordId)),
      }),
    ),
  );
};
