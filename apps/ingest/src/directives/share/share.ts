import {
  copyIdOf,
  nothingHeld,
  releaseTo,
  shareMemory,
  tooSensitive,
  wasFreedAt,
  type FactOutcome,
  type Memory,
  type MemoryEvent,
  type SharingMessage,
} from '#domain';
import type { LogWriter } from '#event-log';
import type { Directive } from '#safety';
import type { SubjectRef } from '#identity';
import { clustersOf, copiesOf, type Copy, type MessageRow } from '#read-models';
import { memoryAppends } from '../../settle-topics/memory-appends.js';
import { touchedBy } from '../../settle-topics/settle-topics.js';
import type { Binding } from '../target/bound.js';
import type { Asking } from '../target/effect.js';
import { releaseMessages } from '../withhold/release-messages.js';
import { lastKept, lastOwn, targetOf, saidBy, wordsHeld } from '../target/target.js';

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

type Releasing = Extract<Directive, { readonly kind: 'release' }>;

const denies = /\b(?:not|never|no|none|nothing|without|cannot)\b|n't\b/iu;
/** "You can tell Ana I'm not moving" is no leave to tell that they are. */
const isAsSaid = ({ content }: Memory, what: string): boolean =>
  denies.test(content ?? '') === denies.test(what);

/** What is sensitive is told to those whom it is about and who said it, whoever else may know it. */
const isTold = ({ sensitivity }: Memory): boolean => sensitivity < 2;

interface Shared extends Binding {
  /** What of it changes nothing. */
  readonly undone: readonly FactOutcome[];
}

/** "You can tell Ana" means what was said before; if some of that was kept from her, it means only this. */
export const share = async (writer: LogWriter, asking: Asking, { what, to }: Releasing): Promise<Shared> => {
  const { sql, idKey } = writer;
  const { item, said } = asking;
  const { row } = item.message;
  const toIds = entitiesOf(to);
  const linked = (await clustersOf(sql, toIds)).flat();
  const freedIds = to.length === 0 ? 'everybody' : linked;
  const wasFreed = ({ disclosureHistory }: Memory): boolean =>
    wasFreedAt(disclosureHistory, freedIds, row.sent_at);
  const spokenOf = what === null ? said : said.filter((memory) => isAsSaid(memory, what));
  // INVARIANT: a leave that names what may be told opens nothing else, even when no memory of that name is found.
  const found = await targetOf(writer, item, what, spokenOf, {
    withThis: what === null,
    last: what === null ? lastOwn : null,
    wordsOf: wordsHeld,
  });
  const kept = what === null ? lastKept(said, linked, { wasFreed, at: row.sent_at }) : [];
  const rows = await saidBy(sql, kept.length > 0 ? kept : found.rows, row.sent_at);
  const copies = await copiesOf(sql, idKey, row.tenant_id, rows);
  const message = sharingMessageOf(row);
  const released = await releaseMessages(writer, asking, what, freedIds);
  return {
    appends: [
      ...released.appends,
      ...memoryAppends([
        ...rows.flatMap((memory) => releaseTo(memory, message, freedIds)),
        ...shared(writer, asking, rows, toIds, copies),
      ]),
    ],
    destroyed: [],
    touched: touchedBy(rows),
    undone: [
      ...(rows.length + released.recordIds.length === 0 ? [nothingHeld] : []),
      ...(rows.every(isTold) ? [] : [tooSensitive]),
    ],
    bound: {
      rows: rows.filter(isTold),
      unbound: rows.filter((memory) => !isTold(memory)),
      recordIds: released.recordIds,
      withItself: false,
    },
  };
};
