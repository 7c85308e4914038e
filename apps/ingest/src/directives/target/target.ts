import type { Sql } from '#database';
import { isKeptSince, isSameWords, nothingMeant, type FactOutcome, type Memory } from '#domain';
import type { LogWriter } from '#event-log';
import { mayState } from '#extraction';
import { speaksOfTelling } from '#safety';
import {
  contextWindowMs,
  copiesOf,
  lastSaidBefore,
  lastWrittenSince,
  memoryIdsFrom,
  namesOf,
  rewordedSince,
  type MessageRow,
} from '#read-models';
import type { ExtractedMessage } from '../../message-context/message-context.js';
import { wasEditedSince } from '../../capture-facts/earlier-capture.js';
import { wordsOfMatter } from './matters.js';
import { speaksOf, speaksOfThem } from './speaks-of.js';

/** So many of the speaker's own messages are looked through for what "that" speaks of. */
const lookedBack = 5;

/**
 * The messages that "that" may speak of: the one replied to, if it is the speaker's own; else their last one, if it was
 * said lately, and before it what they said before they spoke of telling it.
 */
export const lastOwn = async (sql: Sql, item: ExtractedMessage): Promise<readonly string[]> => {
  const { row, context } = item.message;
  const replied = context.repliedTo;
  if (replied?.authorId === row.author_id) return [replied.recordId];
  // An answer to the agent's question is about what they said before it.
  const isAnswer = replied?.authorKind === 'agent' && replied.text.trimEnd().endsWith('?');
  if (row.reply_to !== null && !isAnswer) return [];
  const textOf = new Map(context.before.map(({ recordId, text }) => [recordId, text]));
  const last = await lastSaidBefore(sql, row, lookedBack);
  const end = last.findIndex((id) => !speaksOfTelling(textOf.get(id) ?? ''));
  const isLate = last.slice(0, end + 1).some((id) => !textOf.has(id));
  return end < 0 || isLate ? [] : last.slice(0, end + 1);
};

/**
 * What "that" keeps back, told to the agent alone: what the speaker said there; before they have said anything there, what
 * they said last anywhere.
 */
export const lastKeptBack = async (sql: Sql, item: ExtractedMessage): Promise<readonly string[]> => {
  const here = await lastOwn(sql, item);
  const { row, place } = item.message;
  if (here.length > 0 || place.type !== 'dm' || row.reply_to !== null) return here;
  const since = new Date(row.sent_at.getTime() - contextWindowMs);
  const last = await lastWrittenSince(sql, row, since, lookedBack);
  const end = last.findIndex(({ text }) => !speaksOfTelling(text ?? ''));
  return end < 0 ? [] : last.slice(0, end + 1).map(({ record_id: id }) => id);
};

/**
 * Of these, what was said in the words that stood when it was let be told.
 * INVARIANT: an edit of what may be told lets nobody hear anything new.
 */
export const saidBy = async (sql: Sql, rows: readonly Memory[], at: Date): Promise<readonly Memory[]> => {
  if (rows.length === 0) return rows;
  const ids = await rewordedSince(
    sql,
    rows.map(({ memoryId }) => memoryId),
    at,
  );
  return rows.filter(({ memoryId }) => !ids.has(memoryId));
};

/** What was said before in the same words, or of the same matter and no differently: a later wish holds for it too. */
export const saidTheSame = (rows: readonly Memory[], own: readonly Memory[]): readonly Memory[] =>
  own.filter((other) =>
    rows.some(
      (row) =>
        row.memoryId === other.memoryId ||
        isSameWords(row.content ?? '', other.content ?? '') ||
        (row.topic !== null && row.topic === other.topic && row.value !== null && row.value === other.value),
    ),
  );

/** What a message says, or tells somebody of: "you can tell Ana" speaks of what Ana gets a copy of. */
export const saidIn = async (
  writer: LogWriter,
  { tenant_id: tenantId }: MessageRow,
  recordId: string,
  own: readonly Memory[],
): Promise<readonly Memory[]> => {
  const ids = new Set(await memoryIdsFrom(writer.sql, recordId));
  const copies = ids.size === 0 ? [] : await copiesOf(writer.sql, writer.idKey, tenantId, own);
  for (const { originalId, memory } of copies) if (ids.has(memory.memoryId)) ids.add(originalId);
  return own.filter(({ memoryId }) => ids.has(memoryId));
};

export interface Target {
  readonly rows: readonly Memory[];
  /** No memory holds the words of the order, so what was said last is taken. */
  readonly isGuessed: boolean;
}

/** How a directive finds what it is about. */
interface Finding {
  /** Whether it may be about what its own message says. */
  readonly withThis: boolean;
  /** Which messages it means where it names nothing that is held; null: none. */
  readonly last: ((sql: Sql, item: ExtractedMessage) => Promise<readonly string[]>) | null;
  /** By which words a memory is spoken of. */
  readonly wordsOf: (memory: Memory) => string;
}
export const wordsHeld = ({ content }: Memory): string => content ?? '';

/** What a directive is about: by its words, else what this message says, else what the speaker said last. */
export const targetOf = async (
  writer: LogWriter,
  item: ExtractedMessage,
  what: string | null,
  own: readonly Memory[],
  { withThis, last, wordsOf }: Finding,
): Promise<Target> => {
  if (what !== null) {
    const named = own.filter((memory) => speaksOf(wordsOf(memory), what));
    if (named.length > 0 || last === null) return { rows: named, isGuessed: false };
  }
  const isGuessed = what !== null;
  const here = withThis ? await saidIn(writer, item.message.row, item.message.row.record_id, own) : [];
  if (here.length > 0) return { rows: here, isGuessed };
  for (const id of (await last?.(writer.sql, item)) ?? []) {
    const rows = await saidIn(writer, item.message.row, id, own);
    if (rows.length > 0) return { rows, isGuessed };
  }
  return { rows: [], isGuessed };
};

/** Of these, what is spoken of in an order to forget, also by the names of people whom it is about. */
export const spokenOfBy = async (
  sql: Sql,
  own: readonly Memory[],
  what: string,
  cluster: readonly string[],
): Promise<readonly Memory[]> => {
  const others = ({ subjectIds }: Memory): readonly string[] =>
    subjectIds.filter((id) => !cluster.includes(id));
  const named = await namesOf(sql, own.flatMap(others));
  return own.filter((memory) => {
    const ids = others(memory);
    const names = named.filter(({ entityId }) => ids.includes(entityId)).map(({ text }) => text);
    return speaksOfThem(memory.content ?? '', names, what) || speaksOf(wordsOfMatter(memory), what);
  });
};

/** Among people "that" means what was said just now. */
export const justNow = 15 * 60_000;

/**
 * The messages that "forget that" may mean, the nearest first: the one replied to, whoever wrote it; else what the speaker
 * stated last here, whoever spoke since, and what they said after it of telling it. An answer to the agent is about what
 * they said before it. None: nothing can be told to be meant.
 */
export const thatMeant = async (
  sql: Sql,
  item: ExtractedMessage,
  withinMs: number,
): Promise<readonly string[]> => {
  const { row, context } = item.message;
  const replied = context.repliedTo;
  const isOfAgent = replied?.authorKind === 'agent';
  if (row.reply_to !== null && !isOfAgent) return replied ? [replied.recordId] : [];
  const textOf = new Map(context.before.map((message) => [message.recordId, message]));
  const found: string[] = [];
  for (const id of await lastSaidBefore(sql, row, lookedBack)) {
    const message = textOf.get(id);
    if (!message || row.sent_at.getTime() - message.sentAt.getTime() > withinMs) return found;
    const isAfterAnswer = isOfAgent && message.sentAt > replied.sentAt;
    if (isAfterAnswer || !mayState(message.text)) continue;
    found.push(id);
    if (!speaksOfTelling(message.text)) return found;
  }
  return found;
};

interface KeptThen {
  /** Whether this very message let it be told. */
  readonly wasFreed: (memory: Memory) => boolean;
  readonly at: Date;
}

/** The last memory that was kept from these people by then: "you can tell Tom" means it when it does not say which. */
export const lastKept = (
  said: readonly Memory[],
  fromIds: readonly string[],
  { wasFreed, at }: KeptThen,
): readonly Memory[] => {
  const isKept = ({ withheldFromIds, disclosureHistory }: Memory): boolean =>
    withheldFromIds.some((id) => fromIds.includes(id) && !isKeptSince(disclosureHistory, id, at));
  const kept = said.filter((memory) => isKept(memory) || wasFreed(memory));
  const last = Math.max(...kept.map(({ observedAt }) => observedAt.getTime()));
  return kept.filter(({ observedAt }) => observedAt.getTime() === last);
};

/**
 * INVARIANT: "forget that" acts once. What it meant is gone from the conversation since; read again, it would mean what
 * was said before that. Where nothing was meant, it may be what arrives late.
 */
export const wasCarriedOut = (row: MessageRow, past: readonly FactOutcome[] = []): boolean =>
  BigInt(row.read_position) > 0n &&
  !wasEditedSince(row) &&
  !past.some(({ reason }) => reason === nothingMeant.reason);
