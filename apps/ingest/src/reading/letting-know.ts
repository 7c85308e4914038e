import {
  keepFrom,
  releaseTo,
  copyIdOf,
  shareMemory,
  takeBackCopy,
  wasFreedAt,
  type Memory,
  type MemoryEvent,
  type SharingMessage,
} from '#domain';
import type { LogWriter, StreamAppend } from '#event-log';
import type { Directive, SubjectRef } from '#extraction';
import { clustersOf, copiesOf, type Copy, type MessageRow } from '#read-models';
import { idsMeant } from './capture.js';
import type { ToHold } from './contexts.js';
import { lastKept, meant, meantBy, saidBy, saidTheSame, wasObeyed } from './meaning.js';
import { memoryAppends } from './memory-appends.js';
import { touchedBy, type Touched } from './settling.js';

/** What carrying out a directive does. */
export interface Outcome {
  readonly appends: readonly StreamAppend[];
  readonly destroyed: readonly string[];
  readonly touched: readonly Touched[];
}

/** Who asks, and what they said by then. */
export interface Asking {
  readonly item: ToHold;
  readonly said: readonly Memory[];
  readonly cluster: readonly string[];
  /** What was held from this message before it was read again. */
  readonly toldBefore: ReadonlySet<string>;
}

const entitiesOf = (refs: readonly SubjectRef[]): readonly string[] =>
  refs.flatMap((ref) => (ref.kind === 'entity' ? [ref.entityId] : []));

const sharingMessageOf = (row: MessageRow): SharingMessage => ({
  recordId: row.record_id,
  messageId: row.message_id,
  eventId: row.event_key.slice(row.event_key.indexOf('|') + 1),
  authorId: row.author_id,
  sentAt: row.sent_at,
  length: (row.text ?? '').length,
});

const shared = (
  { idKey }: LogWriter,
  { item, toldBefore }: Asking,
  originals: readonly Memory[],
  hearerIds: readonly string[],
  copies: readonly Copy[],
): readonly MemoryEvent[] => {
  const message = sharingMessageOf(item.unread.row);
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

type Confiding = Extract<Directive, { readonly kind: 'confide' }>;
type Releasing = Extract<Directive, { readonly kind: 'release' }>;

/** "I live in Bergen, don't tell Tom", where they said before that they live in Bergen. */
const saidAlready = async (
  writer: LogWriter,
  item: ToHold,
  said: readonly Memory[],
): Promise<readonly Memory[]> => {
  const rows = await meantBy(writer, item.unread.row, item.unread.row.record_id, said);
  const ids = new Set(rows.map(({ memoryId }) => memoryId));
  return saidTheSame(rows, said).filter(({ memoryId }) => !ids.has(memoryId));
};

/** "Don't tell Tom", "keep that between us", "only Ana may know", of what was said before. */
export const confided = async (
  writer: LogWriter,
  asking: Asking,
  { what, except, from, fromSpokenOf, onlyFromSome, of }: Confiding,
  at: Date,
): Promise<Outcome> => {
  const { sql, idKey } = writer;
  const { item, said, cluster, toldBefore } = asking;
  const { row, place } = item.unread;
  const exceptIds = entitiesOf(except);
  const found =
    of === 'said-again'
      ? { rows: await saidAlready(writer, item, said), isGuessed: false }
      : await meant(writer, item, what, said, { withThis: of === 'both', orLast: true });
  // What it named may be gone since: then it means nothing else, but what it told on before.
  const rows =
    found.isGuessed && wasObeyed(row)
      ? found.rows.filter(({ memoryId: id }) =>
          exceptIds.some((hearerId) => toldBefore.has(copyIdOf(idKey, id, hearerId, row.record_id))),
        )
      : found.rows;
  // Nobody is kept from what they said themselves.
  const fromIdsOf = (memory: Memory): readonly string[] =>
    [...idsMeant(from), ...(fromSpokenOf ? memory.subjectIds : [])].filter(
      (entityId) => !cluster.includes(entityId),
    );
  const message = sharingMessageOf(row);
  const isOnlyFromSome = onlyFromSome && place.type !== 'dm';
  const copies = await copiesOf(sql, idKey, row.tenant_id, rows);
  // Kept from some alone, it is still told to the others.
  const ended = onlyFromSome
    ? copies.filter(({ memory }) => fromIdsOf(memory).includes(memory.ownerId ?? ''))
    : copies;
  const takenBack = ended.flatMap(({ memory }) => takeBackCopy(memory, message, exceptIds, at));
  return {
    appends: memoryAppends([
      ...rows.flatMap((memory) => keepFrom(memory, message, { fromIds: fromIdsOf(memory), isOnlyFromSome })),
      ...takenBack,
      ...shared(writer, asking, await saidBy(sql, rows, row.sent_at), exceptIds, copies),
    ]),
    destroyed: takenBack.map(({ data }) => data.memoryId),
    touched: touchedBy(rows),
  };
};

const denies = /\b(?:not|never|no|none|nothing|without|cannot)\b|n't\b/iu;
/** "You can tell Ana I'm not moving" is no leave to tell that they are. */
const isAsSaid = ({ content }: Memory, what: string): boolean =>
  denies.test(content ?? '') === denies.test(what);

/** "You can tell Ana", of what was said before: of what was kept from her, if anything was. */
export const released = async (
  writer: LogWriter,
  asking: Asking,
  { what, to }: Releasing,
): Promise<Outcome> => {
  const { sql, idKey } = writer;
  const { item, said } = asking;
  const { row } = item.unread;
  const toIds = entitiesOf(to);
  const linked = (await clustersOf(sql, toIds)).flat();
  const freedIds = to.length === 0 ? 'everybody' : linked;
  const wasFreed = ({ disclosureHistory }: Memory): boolean =>
    wasFreedAt(disclosureHistory, freedIds, row.sent_at);
  const spokenOf = what === null ? said : said.filter((memory) => isAsSaid(memory, what));
  // INVARIANT: leave that names what may be told is leave for nothing else, also where nothing of the kind is known.
  const found = await meant(writer, item, what, spokenOf, { withThis: what === null, orLast: what === null });
  const kept = what === null ? lastKept(said, linked, { wasFreed, at: row.sent_at }) : [];
  const rows = await saidBy(sql, kept.length > 0 ? kept : found.rows, row.sent_at);
  const copies = await copiesOf(sql, idKey, row.tenant_id, rows);
  const message = sharingMessageOf(row);
  return {
    appends: memoryAppends([
      ...rows.flatMap((memory) => releaseTo(memory, message, freedIds)),
      ...shared(writer, asking, rows, toIds, copies),
    ]),
    destroyed: [],
    touched: touchedBy(rows),
  };
};
