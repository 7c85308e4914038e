import type { Sql } from '#database';
import { event as build, type KithEvent } from '#domain';
import type { LogWriter, StreamAppend } from '#event-log';
import type { Directive, SubjectRef } from '#extraction';
import { clusterOf, clustersOf, memories, type MemoryRow, type MessageRow } from '#read-models';
import { idsMeant } from './capture.js';
import type { ToHold } from './contexts.js';
import { copiesOf, isCopy, type Copy } from './copies.js';
import { erasedMessages } from './erasing.js';
import { wasEditedSince } from './held.js';
import { confidedAgain, keptNoLonger, toldTo } from './releasing.js';
import type { Touched } from './settling.js';
import { speaksOf } from './speaks-of.js';

const columns = Object.keys(memories.columns)
  .map((column) => `m.${column}`)
  .join(', ');

/** What the speaker said, or what is about them: not what others confided of them elsewhere. */
const ownMemories = (sql: Sql, row: MessageRow, cluster: readonly string[]): Promise<readonly MemoryRow[]> =>
  sql.query<MemoryRow>(
    `select ${columns} from memories m
     where m.tenant_id = $1 and m.agent_id = $2 and m.content is not null and m.status in ('active', 'superseded', 'pending')
       and (m.speaker_entity_id = any($3::uuid[])
         or (m.subject_entity_ids && $3::uuid[] and (m.disclosure = 'public' or m.source_id = $4)))
       and m.first_observed_at <= $5`,
    [row.tenant_id, row.agent_id, cluster, row.source_id, row.sent_at],
  );

const heldFrom = (sql: Sql, recordIds: readonly string[]): Promise<readonly MemoryRow[]> =>
  sql.query<MemoryRow>(
    `select distinct ${columns} from memories m join memory_evidence e using (memory_id)
     where e.record_id = any($1::uuid[]) and m.content is not null and m.status in ('active', 'superseded', 'pending')`,
    [recordIds],
  );

/** The message that "that" speaks of: the one replied to, if it is the speaker's own; else their last one. */
const lastOwn = ({ unread: { row, context } }: ToHold): string | null => {
  const replied = context.repliedTo;
  if (replied) return replied.authorId === row.author_id ? replied.recordId : null;
  return context.before.filter((message) => message.authorId === row.author_id).at(-1)?.recordId ?? null;
};

/** What a message says, or tells somebody of: "you can tell Ana" speaks of what Ana gets a copy of. */
const meantBy = async (
  sql: Sql,
  recordId: string,
  own: readonly MemoryRow[],
): Promise<readonly MemoryRow[]> => {
  const ids = new Set((await heldFrom(sql, [recordId])).map((memory) => memory.memory_id));
  const [first] = own;
  const copies = ids.size === 0 || !first ? [] : await copiesOf(sql, first.tenant_id, own);
  for (const { originalId, memory } of copies) if (ids.has(memory.memory_id)) ids.add(originalId);
  return own.filter((memory) => ids.has(memory.memory_id));
};

/** What a directive is about: by its words, else what this message says, else what the speaker said last. */
const meant = async (
  sql: Sql,
  item: ToHold,
  what: string | null,
  own: readonly MemoryRow[],
  { withThis, orLast }: { readonly withThis: boolean; readonly orLast: boolean },
): Promise<readonly MemoryRow[]> => {
  if (what !== null) {
    const named = own.filter((memory) => speaksOf(memory.content ?? '', what));
    if (named.length > 0 || !orLast) return named;
  }
  const here = withThis ? await meantBy(sql, item.unread.row.record_id, own) : [];
  const last = lastOwn(item);
  return here.length > 0 || last === null ? here : meantBy(sql, last, own);
};

const entitiesOf = (refs: readonly SubjectRef[]): readonly string[] =>
  refs.flatMap((ref) => (ref.kind === 'entity' ? [ref.entityId] : []));

const onMemory = (memoryId: string, event: KithEvent): StreamAppend => ({
  stream: `memory-${memoryId}`,
  expectedVersion: 'any',
  events: [event],
});

interface Outcome {
  readonly appends: readonly StreamAppend[];
  readonly destroyed: readonly string[];
  readonly touched: readonly Touched[];
}

const touchedBy = (rows: readonly MemoryRow[]): readonly Touched[] =>
  rows.flatMap((row) => (row.topic === null ? [] : [{ agentId: row.agent_id, topic: row.topic }]));

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
    appends: ids.map((memoryId) =>
      onMemory(
        memoryId,
        build('MemoryForgotten', { memoryId, by: row.author_id, reason: 'asked-in-a-message' }, at),
      ),
    ),
    destroyed: ids,
  };
};

const forgotten = async (
  sql: Sql,
  item: ToHold,
  rows: readonly MemoryRow[],
  about: { readonly cluster: readonly string[]; readonly everything: boolean },
  at: Date,
): Promise<Outcome> => {
  const by = item.unread.row.author_id;
  const copies = await copiesOf(sql, item.unread.row.tenant_id, rows);
  const live = copies.filter(({ memory }) => memory.status !== 'forgotten');
  const ids = [...new Set([...rows, ...live.map(({ memory }) => memory)].map((row) => row.memory_id))];
  const messages = await erasedMessages(sql, item.unread.row, ids, about, at);
  return {
    appends: [
      ...ids.map((memoryId) =>
        onMemory(
          memoryId,
          build('MemoryForgotten', { memoryId, by, reason: 'asked-in-a-message' }, item.unread.row.sent_at),
        ),
      ),
      ...messages.appends,
    ],
    destroyed: [...ids, ...messages.keyIds],
    touched: touchedBy(rows),
  };
};

type Confiding = Extract<Directive, { readonly kind: 'confide' }>;
type Releasing = Extract<Directive, { readonly kind: 'release' }>;

const confided = async (
  sql: Sql,
  item: ToHold,
  { what, except, from, fromSpokenOf, onlyFromSome, ofEarlier }: Confiding,
  said: readonly MemoryRow[],
  cluster: readonly string[],
  at: Date,
): Promise<Outcome> => {
  const { row, place } = item.unread;
  const rows = await meant(sql, item, what, said, { withThis: !ofEarlier, orLast: true });
  // Nobody is kept from what they said themselves.
  const fromOf = (memory: MemoryRow): readonly string[] =>
    [...idsMeant(from), ...(fromSpokenOf ? memory.subject_entity_ids : [])].filter(
      (entityId) => !cluster.includes(entityId),
    );
  const kept = { fromOf, isOnlyFromSome: onlyFromSome && place.type !== 'dm' };
  const exceptIds = entitiesOf(except);
  const copies = await copiesOf(sql, row.tenant_id, rows);
  // Kept from some alone, it is still told to the others.
  const ended = onlyFromSome
    ? copies.filter(({ memory }) => fromOf(memory).includes(memory.owner_entity_id ?? ''))
    : copies;
  const over = takenBack(row, ended, exceptIds, at);
  return {
    appends: [
      ...confidedAgain(row, rows, kept, at),
      ...over.appends,
      ...toldTo(item, rows, exceptIds, copies),
    ],
    destroyed: over.destroyed,
    touched: touchedBy(rows),
  };
};

/** Of what is kept from them, the last: what "you can tell Tom" speaks of when it does not say. */
const lastKept = (said: readonly MemoryRow[], fromIds: readonly string[]): readonly MemoryRow[] => {
  const kept = said.filter((memory) => memory.withheld_from_ids.some((id) => fromIds.includes(id)));
  const last = Math.max(...kept.map((memory) => memory.observed_at.getTime()));
  return kept.filter((memory) => memory.observed_at.getTime() === last);
};

const released = async (
  sql: Sql,
  item: ToHold,
  { what, to }: Releasing,
  said: readonly MemoryRow[],
  at: Date,
): Promise<Outcome> => {
  const toIds = entitiesOf(to);
  const linked = (await clustersOf(sql, toIds)).flat();
  const found = await meant(sql, item, what, said, { withThis: true, orLast: true });
  const kept = what === null ? lastKept(said, linked) : [];
  const rows = kept.length > 0 ? kept : found;
  const everybody = to.length === 0 ? 'everybody' : linked;
  const copies = await copiesOf(sql, item.unread.row.tenant_id, rows);
  return {
    appends: [...keptNoLonger(item.unread.row, rows, everybody, at), ...toldTo(item, rows, toIds, copies)],
    destroyed: [],
    touched: touchedBy(rows),
  };
};

/**
 * INVARIANT: "forget that" acts once. What it meant is gone from the conversation since; read again, it would mean what
 * was said before that.
 */
const wasObeyed = (row: MessageRow): boolean => BigInt(row.read_position) > 0n && !wasEditedSince(row);

const obey = async (sql: Sql, item: ToHold, at: Date): Promise<Outcome> => {
  const { row } = item.unread;
  const cluster = await clusterOf(sql, row.author_id);
  const all = await ownMemories(sql, row, cluster);
  // What somebody was let know follows what it is a copy of; a directive is about that.
  const own = all.filter((memory) => !isCopy(memory));
  const said = own.filter((memory) => cluster.includes(memory.speaker_entity_id ?? ''));
  const outcomes: Outcome[] = [];
  for (const directive of item.reading.directives) {
    switch (directive.kind) {
      case 'forget-about-me':
        outcomes.push(await forgotten(sql, item, all, { cluster, everything: true }, at));
        break;
      case 'forget': {
        if (directive.what === null && wasObeyed(row)) break;
        const rows = await meant(sql, item, directive.what, own, { withThis: false, orLast: false });
        outcomes.push(await forgotten(sql, item, rows, { cluster, everything: false }, at));
        break;
      }
      case 'confide':
        outcomes.push(await confided(sql, item, directive, said, cluster, at));
        break;
      case 'release':
        outcomes.push(await released(sql, item, directive, said, at));
        break;
      case 'forget-values':
        break;
    }
  }
  return {
    appends: outcomes.flatMap((outcome) => outcome.appends),
    destroyed: outcomes.flatMap((outcome) => outcome.destroyed),
    touched: outcomes.flatMap((outcome) => outcome.touched),
  };
};

/**
 * Does what these messages ask to be done with what was said before: forgets it, keeps it to its conversation, tells it
 * on. In the order of the messages, on what is held by then.
 */
export const applyDirectives = async (
  writer: LogWriter,
  items: readonly ToHold[],
  at: Date,
): Promise<readonly Touched[]> => {
  const touched: Touched[] = [];
  for (const item of items) {
    if (item.reading.directives.length === 0) continue;
    const outcome = await obey(writer.sql, item, at);
    await writer.append(outcome.appends, { actor: 'ingest' });
    await writer.destroyKeys(outcome.destroyed);
    touched.push(...outcome.touched);
  }
  return touched;
};
