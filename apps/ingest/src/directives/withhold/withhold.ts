import { copyIdOf, takeBackCopy, type Memory } from '#domain';
import type { LogWriter } from '#event-log';
import type { Directive } from '#safety';
import type { ExtractedFact } from '#extraction';
import { copiesOf } from '#read-models';
import { memoryAppends } from '../../settle-topics/memory-appends.js';
import { idsMeant } from '../../capture-facts/resolved-fact.js';
import type { ExtractedMessage } from '../../message-context/message-context.js';
import { touchedBy } from '../../settle-topics/settle-topics.js';
import type { Binding } from '../target/bound.js';
import type { Asking } from '../target/effect.js';
import { entitiesOf, shared, sharingMessageOf } from '../target/copies.js';
import { wordsOfMatter } from '../target/matters.js';
import { speaksOf } from '../target/speaks-of.js';
import {
  lastKeptBack,
  targetOf,
  saidBy,
  saidIn,
  saidTheSame,
  wasCarriedOut,
  type Target,
} from '../target/target.js';
import { messagesGuessed, messagesSpeakingOf, messagesToKeep } from './withhold-messages.js';

type Confiding = Extract<Directive, { readonly kind: 'confide' }>;
type Hush = Extract<Directive, { readonly kind: 'hush' }>;

interface Keeping extends Omit<Confiding, 'kind' | 'of'> {
  readonly of: Confiding['of'] | 'perhaps';
  /** Words that may say what is meant, of what was said just before. */
  readonly nouns?: readonly string[];
}

/** What sounds like a secret keeps itself and what it names, and guesses at nothing else. */
export const hushed = ({ from, what, nouns }: Hush): Keeping => ({
  except: [],
  from,
  fromSpokenOf: false,
  onlyFromSome: from.length > 0,
  of: 'perhaps',
  what,
  nouns,
});

/** What its author said here just before that holds one of these words. */
const namedBefore = ({ item: { message }, cluster }: Asking, nouns: readonly string[]): readonly string[] =>
  message.context.before
    .filter(({ authorId, text }) => cluster.includes(authorId) && nouns.some((noun) => speaksOf(text, noun)))
    .map(({ recordId }) => recordId);

/** "I live in Bergen, don't tell Tom", where they said before that they live in Bergen. */
const saidAlready = async (
  writer: LogWriter,
  item: ExtractedMessage,
  said: readonly Memory[],
): Promise<readonly Memory[]> => {
  const rows = await saidIn(writer, item.message.row, item.message.row.record_id, said);
  const ids = new Set(rows.map(({ memoryId }) => memoryId));
  return saidTheSame(rows, said).filter(({ memoryId }) => !ids.has(memoryId));
};

/** What an order means of what is held: where a message speaks of it in its words, nothing else is guessed. */
const earlierMeant = async (
  writer: LogWriter,
  { item, said }: Asking,
  { what, of }: Pick<Keeping, 'what' | 'of'>,
  spoken: readonly string[],
): Promise<Target> => {
  const target = await targetOf(writer, item, what, said, {
    withThis: of === 'both',
    last: lastKeptBack,
    wordsOf: wordsOfMatter,
  });
  if (!target.isGuessed || of !== 'earlier' || spoken.length === 0) return target;
  const rows: Memory[] = [];
  for (const id of spoken) rows.push(...(await saidIn(writer, item.message.row, id, said)));
  return { rows: saidTheSame(rows, said), isGuessed: false };
};

/** What sounds like a secret means what speaks of what it names, and what it says itself, said before. */
const perhapsMeant = async (
  writer: LogWriter,
  { item, said }: Asking,
  what: string | null,
  spoken: readonly string[],
): Promise<Target> => {
  const again = await saidAlready(writer, item, said);
  const rows = what === null ? [] : said.filter((memory) => speaksOf(wordsOfMatter(memory), what));
  const inMessages: Memory[] = [];
  for (const id of spoken) inMessages.push(...(await saidIn(writer, item.message.row, id, said)));
  return { rows: [...new Set([...again, ...rows, ...inMessages])], isGuessed: false };
};

/** What was said before that an order means: facts, and the messages that speak of it. */
const earlierOf = async (
  writer: LogWriter,
  asking: Asking,
  { what, of, nouns = [] }: Pick<Keeping, 'what' | 'of' | 'nouns'>,
): Promise<{ readonly found: Target; readonly spoken: readonly string[] }> => {
  const { item, said } = asking;
  const quoted = of === 'earlier' ? [] : item.reading.facts.map((fact) => quoteOf(item, fact));
  const named = await messagesSpeakingOf(writer, asking, what === null ? quoted : [what, ...quoted]);
  const spoken = [...new Set([...named, ...namedBefore(asking, nouns)])];
  if (of === 'perhaps') return { found: await perhapsMeant(writer, asking, what, spoken), spoken };
  const found =
    of === 'said-again'
      ? { rows: await saidAlready(writer, item, said), isGuessed: false }
      : await earlierMeant(writer, asking, { what, of }, spoken);
  return { found, spoken };
};

const quoteOf = ({ message }: ExtractedMessage, { start, end }: ExtractedFact): string =>
  (message.row.text ?? '').slice(start, end);

/** "Don't tell Tom", "keep that between us", "only Ana may know", of what was said before. */
export const withhold = async (
  writer: LogWriter,
  asking: Asking,
  { what, except, from, fromSpokenOf, onlyFromSome, of, nouns = [] }: Keeping,
  at: Date,
): Promise<Binding> => {
  const { sql, idKey } = writer;
  const { item, cluster, toldBefore } = asking;
  const { row, place } = item.message;
  const exceptIds = entitiesOf(except);
  const { found, spoken } = await earlierOf(writer, asking, { what, of, nouns });
  // A message that is read again guesses anew, and the memory it meant may be gone: then it acts only on those of which
  // it let somebody hear a copy the first time.
  const rows =
    found.isGuessed && wasCarriedOut(row)
      ? found.rows.filter(({ memoryId: id }) =>
          exceptIds.some((hearerId) => toldBefore.has(copyIdOf(idKey, id, hearerId, row.record_id))),
        )
      : found.rows;
  // Nobody is kept from what they said themselves.
  const fromIdsOf = (memory: Memory): readonly string[] =>
    [...idsMeant(from), ...(fromSpokenOf ? memory.subjectIds : [])].filter(
      (entityId) => !cluster.includes(entityId),
    );
  // What they told the agent alone is personal, whoever it is kept from; what they said among people is known to these.
  const isOnlyFromSome = (sourceId: string | null): boolean =>
    onlyFromSome && !(place.type === 'dm' && sourceId === row.source_id);
  const meant =
    spoken.length > 0 || of !== 'earlier' || (found.rows.length > 0 && !found.isGuessed && what !== null)
      ? spoken
      : await messagesGuessed(writer, asking, what);
  const messages = await messagesToKeep(writer, asking, meant, {
    fromIds: [...idsMeant(from), ...(fromSpokenOf ? rows.flatMap(({ subjectIds }) => subjectIds) : [])],
    isOnlyFromSome,
  });
  const message = sharingMessageOf(row);
  const copies = await copiesOf(sql, idKey, row.tenant_id, rows);
  // Kept from some alone, it is still told to the others.
  const ended = onlyFromSome
    ? copies.filter(({ memory }) => fromIdsOf(memory).includes(memory.ownerId ?? ''))
    : copies;
  const takenBack = ended.flatMap(({ memory }) => takeBackCopy(memory, message, exceptIds, at));
  const facts = rows.map((memory) => ({
    memory,
    fromIds: fromIdsOf(memory),
    isOnlyFromSome: isOnlyFromSome(memory.sourceId),
  }));
  return {
    appends: memoryAppends([
      ...takenBack,
      ...shared(writer, asking, await saidBy(sql, rows, row.sent_at), exceptIds, copies),
    ]),
    keeps: { facts, messages },
    destroyed: takenBack.map(({ data }) => data.memoryId),
    touched: touchedBy(rows),
    bound: { rows, recordIds: meant, withItself: of !== 'earlier' },
  };
};
