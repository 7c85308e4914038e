import { event as build } from '#domain';
import type { LogWriter, StreamAppend } from '#event-log';
import type { Directive, SubjectRef } from '#extraction';
import { clustersOf, type MemoryRow, type MessageRow } from '#read-models';
import { idsMeant } from './capture.js';
import type { ToHold } from './contexts.js';
import { copiesOf, copyIdOf, type Copy } from './copies.js';
import { lastKept, meant, meantBy, saidBy, saidTheSame, wasObeyed } from './meaning.js';
import { reachOf, wasFreedAt } from './reach.js';
import { confidedAgain, keptNoLonger, toldTo } from './releasing.js';
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
  readonly said: readonly MemoryRow[];
  readonly cluster: readonly string[];
  /** What was held from this message before it was read again. */
  readonly toldBefore: ReadonlySet<string>;
}

const entitiesOf = (refs: readonly SubjectRef[]): readonly string[] =>
  refs.flatMap((ref) => (ref.kind === 'entity' ? [ref.entityId] : []));

const idsOf = (rows: readonly MemoryRow[]): readonly string[] => rows.map((row) => row.memory_id);

/** Takes back what these people were let know, of what was told them by then. */
const takenBack = (
  row: MessageRow,
  copies: readonly Copy[],
  exceptIds: readonly string[],
  at: Date,
): Pick<Outcome, 'appends' | 'destroyed'> => {
  const ids = copies
    .filter(
      ({ memory }) =>
        memory.status !== 'forgotten' &&
        memory.first_observed_at <= row.sent_at &&
        !exceptIds.includes(memory.owner_entity_id ?? ''),
    )
    .map(({ memory }) => memory.memory_id);
  return {
    appends: ids.map((memoryId): StreamAppend => {
      const over = { memoryId, by: row.author_id, reason: 'asked-in-a-message' };
      return {
        stream: `memory-${memoryId}`,
        expectedVersion: 'any',
        events: [build('MemoryForgotten', over, at)],
      };
    }),
    destroyed: ids,
  };
};

type Confiding = Extract<Directive, { readonly kind: 'confide' }>;
type Releasing = Extract<Directive, { readonly kind: 'release' }>;

/** "I live in Bergen, don't tell Tom", where they said before that they live in Bergen. */
const saidAlready = async (
  writer: LogWriter,
  item: ToHold,
  said: readonly MemoryRow[],
): Promise<readonly MemoryRow[]> => {
  const rows = await meantBy(writer, item.unread.row.record_id, said);
  const ids = new Set(rows.map((memory) => memory.memory_id));
  return saidTheSame(rows, said).filter((memory) => !ids.has(memory.memory_id));
};

/** "Don't tell Tom", "keep that between us", "only Ana may know", of what was said before. */
export const confided = async (
  writer: LogWriter,
  { item, said, cluster, toldBefore }: Asking,
  { what, except, from, fromSpokenOf, onlyFromSome, of }: Confiding,
  at: Date,
): Promise<Outcome> => {
  const { sql, idKey } = writer;
  const { row, place } = item.unread;
  const exceptIds = entitiesOf(except);
  const found =
    of === 'said-again'
      ? { rows: await saidAlready(writer, item, said), isGuessed: false }
      : await meant(writer, item, what, said, { withThis: of === 'both', orLast: true });
  // What it named may be gone since: then it means nothing else, but what it told on before.
  const rows =
    found.isGuessed && wasObeyed(row)
      ? found.rows.filter(({ memory_id: id }) =>
          exceptIds.some((hearerId) => toldBefore.has(copyIdOf(idKey, id, hearerId, row.record_id))),
        )
      : found.rows;
  // Nobody is kept from what they said themselves.
  const fromOf = (memory: MemoryRow): readonly string[] =>
    [...idsMeant(from), ...(fromSpokenOf ? memory.subject_entity_ids : [])].filter(
      (entityId) => !cluster.includes(entityId),
    );
  const kept = { fromOf, isOnlyFromSome: onlyFromSome && place.type !== 'dm' };
  const copies = await copiesOf(writer, row.tenant_id, rows);
  // Kept from some alone, it is still told to the others.
  const ended = onlyFromSome
    ? copies.filter(({ memory }) => fromOf(memory).includes(memory.owner_entity_id ?? ''))
    : copies;
  const over = takenBack(row, ended, exceptIds, at);
  const reach = await reachOf(sql, row.tenant_id, idsOf(rows));
  return {
    appends: [
      ...confidedAgain(row, rows, kept, reach),
      ...over.appends,
      ...toldTo(item, await saidBy(sql, rows, row.sent_at), exceptIds, {
        idKey,
        copies,
        reachOf: reach,
        toldBefore,
      }),
    ],
    destroyed: over.destroyed,
    touched: touchedBy(rows),
  };
};

const denies = /\b(?:not|never|no|none|nothing|without|cannot)\b|n't\b/iu;
/** "You can tell Ana I'm not moving" is no leave to tell that they are. */
const isAsSaid = ({ content }: MemoryRow, what: string): boolean =>
  denies.test(content ?? '') === denies.test(what);

/** "You can tell Ana", of what was said before: of what was kept from her, if anything was. */
export const released = async (
  writer: LogWriter,
  { item, said, toldBefore }: Asking,
  { what, to }: Releasing,
): Promise<Outcome> => {
  const { sql, idKey } = writer;
  const { row } = item.unread;
  const toIds = entitiesOf(to);
  const linked = (await clustersOf(sql, toIds)).flat();
  const reach = await reachOf(sql, row.tenant_id, idsOf(said));
  const wasFreed = ({ memory_id: id }: MemoryRow): boolean =>
    wasFreedAt(reach(id), to.length === 0 ? 'everybody' : linked, row.sent_at);
  const spokenOf = what === null ? said : said.filter((memory) => isAsSaid(memory, what));
  // INVARIANT: leave that names what may be told is leave for nothing else, also where nothing of the kind is known.
  const found = await meant(writer, item, what, spokenOf, { withThis: what === null, orLast: what === null });
  const kept = what === null ? lastKept(said, linked, { wasFreed, reach, at: row.sent_at }) : [];
  const rows = await saidBy(sql, kept.length > 0 ? kept : found.rows, row.sent_at);
  const copies = await copiesOf(writer, row.tenant_id, rows);
  return {
    appends: [
      ...keptNoLonger(row, rows, to.length === 0 ? 'everybody' : linked, reach),
      ...toldTo(item, rows, toIds, { idKey, copies, reachOf: reach, toldBefore }),
    ],
    destroyed: [],
    touched: touchedBy(rows),
  };
};
