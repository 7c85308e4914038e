import type { LogWriter } from '#event-log';
import { isCopy, letBeKnown, nothingMeant, withheld, type FactOutcome, type Memory } from '#domain';
import type { SubjectRef } from '#identity';
import { forgottenMark } from '#safety';
import {
  clusterOf,
  contextWindowMs,
  endedIn,
  everythingOf,
  memoriesOfPlace,
  ownMemories,
} from '#read-models';
import type { ExtractedMessage } from '../message-context/message-context.js';
import { knownToAuthor, type CountSettings } from './target/known-to-author.js';
import { erase } from './forget/erase.js';
import { isAsItCame, type EarlierCapture } from '../capture-facts/earlier-capture.js';
import { idsMeant } from '../capture-facts/resolved-fact.js';
import { disown } from './disown/disown.js';
import { endingOf, withEndings } from './end/end.js';
import { emptiedBy, type Asking, type Effect } from './target/effect.js';
import { share } from './share/share.js';
import { keepTogether } from './withhold/keep-together.js';
import { hushed, withhold } from './withhold/withhold.js';
import { outcomeOfBinding, type Bound } from './target/bound.js';
import { justNow, saidIn, spokenOfBy, thatMeant, wasCarriedOut } from './target/target.js';
import type { Touched } from '../settle-topics/settle-topics.js';
import { speaksOf } from './target/speaks-of.js';
import { eraseEverywhere } from './forget/erase-everywhere.js';
import { eraseWholly } from './forget/erase-wholly.js';

/** What its author said here shortly before, of what the order names: it goes also where no memory was drawn from it. */
const spokenOfIn = (
  { message: { row, context } }: ExtractedMessage,
  what: string | null,
): readonly string[] =>
  what === null
    ? []
    : context.before
        .filter(({ authorId, text }) => authorId === row.author_id && speaksOf(text, what))
        .map(({ recordId }) => recordId);

/** What was done, and what the author may be told went by it; null where nothing was to be forgotten. */
interface CarriedOut extends Effect {
  readonly forgot: ReadonlySet<string> | null;
  /** What came of each order, but for what was forgotten. */
  readonly heard: readonly FactOutcome[];
}

/** What the orders of one message are carried out on, and what has come of them so far. */
interface Carrying {
  readonly writer: LogWriter;
  readonly asking: Asking;
  /** All that is held by its author or of them, copies that others were let know included. */
  readonly all: readonly Memory[];
  /** What somebody was let know follows what it is a copy of; a directive is about that. */
  readonly own: readonly Memory[];
  /** What is held of what was said there about nobody, where anything may be ended of it. */
  readonly ofPlace: readonly Memory[];
  readonly held: EarlierCapture;
  readonly settings: CountSettings;
  readonly effects: Effect[];
  readonly heard: FactOutcome[];
  readonly forgot: Set<string>;
  /** What is said not to be so, or no longer. */
  readonly ended: Set<string>;
  /** Whether anything was to be forgotten. */
  isForgetting: boolean;
}

/** Which of these go, as far as the author may be told of them. */
const known = async (
  { writer, asking, settings }: Carrying,
  rows: readonly Memory[],
): Promise<readonly string[]> => {
  const ids = rows.filter((memory) => !isCopy(memory)).map(({ memoryId }) => memoryId);
  return knownToAuthor(writer.sql, settings, asking.item.message.row, ids);
};

const count = ({ forgot }: Carrying, ids: readonly string[]): void => {
  for (const id of ids) forgot.add(id);
};

const forgetNamed = async (
  carrying: Carrying,
  rows: readonly Memory[],
  spokenOf: readonly string[],
): Promise<void> => {
  const { writer, asking, settings, effects, heard, forgot } = carrying;
  count(carrying, await known(carrying, rows));
  const about = {
    cluster: asking.cluster,
    everything: false,
    reason: 'asked-in-a-message' as const,
    spokenOfIn: spokenOf,
  };
  const { row } = asking.item.message;
  const erased = await erase(writer, row, rows, about, settings.now);
  effects.push(erased);
  // What they said themselves and nothing is held of: they know of it.
  count(carrying, emptiedBy(row.record_id, erased, ['MessageEdited']));
  // INVARIANT: what went and they may not know of is to them as if nothing had been meant.
  if (forgot.size > 0) carrying.isForgetting = true;
  else heard.push(nothingMeant);
};

const takeBack = async (carrying: Carrying, withinMs: number): Promise<void> => {
  const { writer, asking, own, held, heard } = carrying;
  const { item, cluster } = asking;
  const { row, context } = item.message;
  if (wasCarriedOut(row, held.outcomesOf.get(row.record_id) ?? [])) return;
  const messages = await thatMeant(writer.sql, item, withinMs);
  let rows: readonly Memory[] = [];
  for (const id of messages) if (rows.length === 0) rows = await saidIn(writer, row, id, own);
  const replied = context.repliedTo;
  const isOfAnother =
    replied !== null && messages[0] === replied.recordId && !cluster.includes(replied.authorId);
  if (messages.length === 0 || (isOfAnother && rows.length === 0)) heard.push(nothingMeant);
  else await forgetNamed(carrying, rows, messages);
};

const forgetAll = async (carrying: Carrying, ofEveryAgent: boolean): Promise<void> => {
  const { writer, asking, all, settings, effects, heard } = carrying;
  const { row } = asking.item.message;
  const { cluster } = asking;
  count(carrying, await known(carrying, all));
  carrying.isForgetting = true;
  effects.push(
    await eraseWholly(writer, row, { cluster, keepsOwn: false, reason: 'asked-in-a-message' }, settings.now),
  );
  if (ofEveryAgent) heard.push(await eraseEverywhere(writer, row, cluster));
};

/** What others said of who asks: these, or anybody; also what they are not told of. */
const toldOfThem = async (
  { writer, asking: { item, cluster } }: Carrying,
  by: readonly SubjectRef[] | null,
): Promise<readonly Memory[]> => {
  const ids = by === null ? null : idsMeant(by);
  return (await everythingOf(writer.sql, item.message.row, cluster)).filter(
    ({ speakerId, subjectIds }) =>
      speakerId !== null &&
      !cluster.includes(speakerId) &&
      (ids === null || ids.includes(speakerId)) &&
      subjectIds.some((id) => cluster.includes(id)),
  );
};

const bindingOutcome = (
  { writer, settings, asking, held }: Carrying,
  bound: Bound,
  of: typeof withheld | typeof letBeKnown,
): Promise<FactOutcome> => outcomeOfBinding(writer, settings, asking, held, { bound, of });

const carryOutOne = async (
  carrying: Carrying,
  directive: ExtractedMessage['reading']['directives'][number],
): Promise<void> => {
  const { writer, asking, own, settings, effects, heard } = carrying;
  const { item } = asking;
  switch (directive.kind) {
    case 'forget-about-me':
      return forgetAll(carrying, directive.ofEveryAgent);
    case 'forget': {
      const { what } = directive;
      if (what === null) return takeBack(carrying, contextWindowMs);
      // Read again, its own words are gone: what they were is not what else is gone.
      const isGone = what.includes(forgottenMark);
      const rows = isGone ? [] : await spokenOfBy(writer.sql, own, what, asking.cluster);
      return forgetNamed(carrying, rows, isGone ? [] : spokenOfIn(item, what));
    }
    case 'forget-told':
      return forgetNamed(carrying, await toldOfThem(carrying, directive.by), []);
    case 'take-back':
      return takeBack(carrying, justNow);
    case 'left-undone':
      heard.push({ memoryId: null, outcome: 'NOOP', reason: directive.reason });
      return;
    case 'hush':
    case 'confide': {
      const order = directive.kind === 'hush' ? hushed(directive) : directive;
      const kept = await withhold(writer, asking, order, settings.now);
      effects.push(kept);
      heard.push(await bindingOutcome(carrying, kept.bound, withheld));
      return;
    }
    case 'release': {
      const shared = await share(writer, asking, directive);
      effects.push(shared);
      const told = await bindingOutcome(carrying, shared.bound, letBeKnown);
      heard.push(
        ...shared.undone,
        ...(shared.undone.length > 0 && told.reason === nothingMeant.reason ? [] : [told]),
      );
      return;
    }
    case 'disown':
      effects.push({
        appends: await disown(writer, item, own, () => settings.now),
        destroyed: [],
        touched: [],
      });
      return;
    case 'end':
      for (const id of await endingOf(writer, asking, directive, [...own, ...carrying.ofPlace]))
        carrying.ended.add(id);
      return;
    case 'forget-values':
      return;
  }
};

const carryOut = async (
  writer: LogWriter,
  item: ExtractedMessage,
  held: EarlierCapture,
  settings: CountSettings,
): Promise<CarriedOut> => {
  const { row } = item.message;
  const cluster = await clusterOf(writer.sql, row.author_id);
  const all = await ownMemories(writer.sql, row, cluster);
  const own = all.filter((memory) => !isCopy(memory));
  const said = own.filter((memory) => cluster.includes(memory.speakerId ?? ''));
  const mayEnd = item.reading.directives.some(
    (one) => one.kind === 'end' && (one.what === 'event' || one.what === 'of-the-place'),
  );
  const others = mayEnd ? await memoriesOfPlace(writer.sql, row) : [];
  const ofPlace = others.filter(({ memoryId }) => !all.some((memory) => memory.memoryId === memoryId));
  const toldBefore = held.memoryIdsOf.get(row.record_id) ?? new Set<string>();
  const asking: Asking = { item, said, cluster, toldBefore };
  const carrying: Carrying = {
    writer,
    asking,
    all,
    own,
    ofPlace,
    held,
    settings,
    effects: [],
    heard: [],
    forgot: new Set(),
    ended: new Set(),
    isForgetting: false,
  };
  for (const directive of item.reading.directives) await carryOutOne(carrying, directive);
  const { effects, heard, forgot, isForgetting } = carrying;
  effects.push(await withEndings(writer, row, [...all, ...ofPlace], carrying.ended, settings.now));
  return {
    appends: [...effects.flatMap((effect) => effect.appends), ...(await keepTogether(writer, item, effects))],
    destroyed: effects.flatMap((effect) => effect.destroyed),
    touched: effects.flatMap((effect) => effect.touched),
    forgot: isForgetting ? forgot : null,
    heard,
  };
};

interface AllCarriedOut {
  readonly touched: readonly Touched[];
  /** By the message that asked for it. */
  readonly forgot: ReadonlyMap<string, ReadonlySet<string>>;
  /** What came of the orders of each message, but for what was forgotten. */
  readonly heard: ReadonlyMap<string, readonly FactOutcome[]>;
  /** Messages that lost their words to an order in another one. */
  readonly emptied: ReadonlySet<string>;
}

/**
 * Does what these messages ask to be done with what was said before: forgets it, keeps it to its conversation, tells it
 * on. In the order of the messages, on what is held by then.
 */
export const carryOutDirectives = async (
  writer: LogWriter,
  items: readonly ExtractedMessage[],
  held: EarlierCapture,
  settings: CountSettings,
): Promise<AllCarriedOut> => {
  const touched: Touched[] = [];
  const forgot = new Map<string, ReadonlySet<string>>();
  const heard = new Map<string, readonly FactOutcome[]>();
  const emptied = new Set<string>();
  const before = items.filter(({ message }) => !isAsItCame(message.row));
  const ids = before.map(({ message }) => message.row.record_id);
  const ending = new Set((await endedIn(writer.sql, ids)).map((memory) => memory.endedIn));
  for (const item of items) {
    // What it ended when it was read before stands again if it says so no more.
    if (item.reading.directives.length === 0 && !ending.has(item.message.row.record_id)) continue;
    const outcome = await carryOut(writer, item, held, settings);
    await writer.append(outcome.appends, { actor: 'ingest' });
    await writer.destroyKeys(outcome.destroyed);
    touched.push(...outcome.touched);
    if (outcome.forgot) forgot.set(item.message.row.record_id, outcome.forgot);
    heard.set(item.message.row.record_id, outcome.heard);
    for (const recordId of emptiedBy(item.message.row.record_id, outcome)) emptied.add(recordId);
  }
  return { touched, forgot, heard, emptied };
};
