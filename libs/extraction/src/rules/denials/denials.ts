import type { Directive } from '#safety';
import { lastDayOf } from '../../dates.js';
import type { ReadingContext, WindowMessage } from '../../fact-extractor.js';
import { complementOf } from '../../grammar/object.js';
import { predicateAt } from '../../grammar/predicate.js';
import { isAsked } from '../../text/asked.js';
import { clausesOf, type Clause } from '../../text/clauses.js';
import { isWord, tokenize, type Token } from '../../text/tokens.js';
import { MentionResolver } from '../../mentions/mention-resolver.js';
import { endedStatesIn, mayEndState, type EndedStates } from './ended-states.js';
import { denialFirstWords, isDenialWord } from '../../words/denial-words.js';
import { lemmaOf } from '../../words/verbs.js';
import { lemmaOfWord } from './says-that.js';

type Ending = Extract<Directive, { readonly kind: 'end' }>;

/** What a clause holds between pauses: "scrap this", and after it what is new. */
const segmentsOf = ({ tokens }: Clause): readonly (readonly string[])[] => {
  const segments: string[][] = [[]];
  for (const { text, lower } of tokens)
    if (/[\p{L}\p{N}]/u.test(text)) segments.at(-1)?.push(lower);
    else if (/^[,.!;:\u2026\u2013\u2014-]+$/u.test(text)) segments.push([]);
  return segments.map(core).filter((words) => words.length > 0);
};

const lowerOf = (tokens: readonly Token[]): readonly string[] =>
  tokens.filter((token) => isWord(token)).map(({ lower }) => lower);

/** Without the words that open and close a turn, and the pauses. */
const core = (words: readonly string[]): readonly string[] => {
  let from = 0;
  let to = words.length;
  while (from < to && isDenialWord('opens', words[from] ?? '')) from += 1;
  while (to > from && isDenialWord('closes', words[to - 1] ?? '')) to -= 1;
  return words.slice(from, to);
};

const helping = /^(?:do|did|am|have|had|was|can|could|will|would)$/u;
/** "I don't", "never did": of what was said, without saying it again. With a no before it, whatever follows says it again. */
const isElliptic = (words: readonly string[]): boolean => {
  const isAnswer = words[0] === 'no' || words[0] === 'nope';
  const own = isAnswer ? words.slice(1) : words;
  const said = own[0] === 'i' ? own.slice(1) : [];
  const isNegated =
    (helping.test(said[0] ?? '') && said[1] === 'not') ||
    (said[0] === 'never' && helping.test(said[1] ?? ''));
  return (
    (isNegated && (isAnswer || said.length === 2)) ||
    /^used to(?: be)?$|^not(?: me)?$|^no$/u.test(own.join(' ')) ||
    (own.length === 0 && isAnswer)
  );
};

/** "Not true", "that is wrong", "that was never right". */
const isDisputed = (words: readonly string[]): boolean => {
  const said = words.filter(
    (word) => !/^(?:that|this|it|is|was|just|so|totally|completely|simply|at|all)$/u.test(word),
  );
  const [first = '', second = '', third] = said;
  if (third !== undefined) return false;
  if (second === '') return isDenialWord('false', first);
  return /^(?:not|never|hardly)$/u.test(first) && isDenialWord('true', second);
};

const deictic = /^(?:that|this|it|what i said|my last|the above|my last message)$/u;
/** "Scrap this", "ignore what I said", "change of plan". */
const isRetracted = (words: readonly string[]): boolean => {
  const [verb = '', ...rest] = words;
  return (
    (isDenialWord('retracts', verb) && deictic.test(rest.join(' '))) ||
    isDenialWord('changed', words.join(' ').replace(/^(?:there is|slight|small|sorry) (?:a )?/u, ''))
  );
};

const formsOf = (word: string): string | null => lemmaOf(word, 'past') ?? lemmaOf(word, 'participle');
/** "Moved to the 6th", "it is actually on Sunday": what is not named again gets another date. */
const isRedated = (words: readonly string[], clause: Clause, sentAt: Date): boolean => {
  const own = words[0] === 'it' || words[0] === 'that' ? words.slice(1) : words;
  const text = clause.tokens.map((token) => token.text).join(' ');
  if (lastDayOf(` ${text}`, sentAt) === null) return false;
  const [verb = '', ...rest] = own.filter((word) => !/^(?:is|was|has|got|been|be|just)$/u.test(word));
  if (isDenialWord('shifts', formsOf(verb) ?? ''))
    return /^(?:back|forward|up|out|again|to|until|till|by)$/u.test(rest[0] ?? '');
  return (
    words[0] === 'it' &&
    words[1] === 'is' &&
    isDenialWord('corrects', words[2] ?? '') &&
    /^(?:on|the|this|next)$/u.test(words[3] ?? '')
  );
};

/** "I didn't break my wrist": the words of what is denied; null where nothing is, or too little to tell what. */
const deniedBy = (clause: Clause): { readonly words: readonly string[]; readonly isNow: boolean } | null => {
  const at = clause.tokens.findIndex(({ lower }) => lower === 'i');
  const before = lowerOf(clause.tokens.slice(0, Math.max(at, 0)));
  if (clause.doubtful || at < 0 || core(before).some((word) => word !== 'no' && word !== 'nope')) return null;
  const p = predicateAt(clause.tokens, at + 1);
  if (!p?.negated || p.tense === 'future' || p.tense === 'modal' || p.tense === 'obligation') return null;
  const c = complementOf(p.rest);
  const object = c.phrase.filter(
    (word) => !/^(?:my|our|a|an|the|any|anymore|longer|to|at|in|on|for|is|it|that|this)$/u.test(word),
  );
  const words = p.lemma === 'be' ? object : [p.lemma, ...object];
  return object.length === 0 || c.deictic
    ? null
    : { words: words.map(lemmaOfWord), isNow: p.tense === 'present' };
};

const isAwed = /^\W*(?:oh|ah|aw+|omg|god|noo+)\b/iu;
const longest = 400;
const denying = /^(?:no|nope|not|never|used|(?:it|that)(?:['\u2019]?s)?|plans?|change|\p{L}+n['\u2019]?t)$/u;
const opensDispute = denialFirstWords('disputes');
const opensJoke = denialFirstWords('joked');
/** A cheap look, for most messages deny nothing. */
const mayDeny = (text: string): boolean =>
  (text.toLowerCase().match(/[\p{L}'\u2019]+/gu) ?? []).some(
    (word) =>
      denying.test(word) ||
      isDenialWord('false', word) ||
      isDenialWord('retracts', word) ||
      opensJoke.has(word) ||
      isDenialWord('shifts', formsOf(word) ?? ''),
  );
const nearby = 15 * 60_000;
const isPerson = ({ authorKind }: WindowMessage): boolean =>
  authorKind !== 'agent' && authorKind !== 'system';

/** What others said to which a denial may answer, the nearest first; none where it answers a question. */
const saidByOthers = (
  message: WindowMessage,
  { before, repliedTo }: ReadingContext,
): readonly WindowMessage[] => {
  if (message.replyTo !== null)
    return repliedTo && repliedTo.authorId !== message.authorId && !isAsked(repliedTo.text)
      ? [repliedTo]
      : [];
  const lately = before
    .filter(({ sentAt }) => message.sentAt.getTime() - sentAt.getTime() <= nearby)
    .slice(-5)
    .filter(({ authorId }) => authorId !== message.authorId)
    .reverse();
  const [last] = lately;
  return last && isAsked(last.text) ? [] : lately.filter(isPerson);
};

/** What the speaker said to which a change may belong, the nearest first. */
const saidByThem = (
  message: WindowMessage,
  { before, repliedTo }: ReadingContext,
): readonly WindowMessage[] => {
  if (message.replyTo !== null) return repliedTo?.authorId === message.authorId ? [repliedTo] : [];
  return before
    .filter(({ authorId }) => authorId === message.authorId)
    .slice(-4)
    .reverse();
};

const endingWith = (
  what: Ending['what'],
  said: readonly WindowMessage[],
  words: Ending['words'] = null,
): readonly Ending[] =>
  said.length === 0 && what !== 'dated'
    ? []
    : [{ kind: 'end', what, said: said.map(({ recordId }) => recordId), words }];

/** What is said first, up to where its speaker pauses, and what comes next; null where nothing is denied by any message. */
const openingOf = (text: string, clauses: readonly Clause[]): Opening | null => {
  const spoken = clauses.filter((clause) => segmentsOf(clause).length > 0);
  const [first] = spoken;
  const [said = [], next = []] = spoken.slice(0, 2).flatMap(segmentsOf);
  const isNo = said.length === 1 && /^(?:no|nope)$/u.test(said[0] ?? '');
  // "Oh no" denies nothing, nor does a question.
  if (!first || /\?\s*$/u.test(text) || (isNo && isAwed.test(text))) return null;
  const isAnswer = isNo && next[0] === 'i';
  return {
    first,
    words: isAnswer ? [...said, ...next] : said,
    isNo: isNo && next.length === 0,
    isLeft: isNo && next.length > 0 && !isAnswer,
  };
};
interface Opening {
  readonly first: Clause;
  readonly words: readonly string[];
  /** A no, and nothing else. */
  readonly isNo: boolean;
  /** A no, and another matter after it. */
  readonly isLeft: boolean;
}

const names = (said: WindowMessage, { authorId }: WindowMessage, context: ReadingContext): boolean =>
  new MentionResolver(said, context)
    .peopleIn(tokenize(said.text, 0), said.authorId)
    .some(({ who: { ref } }) => ref?.kind === 'entity' && ref.entityId === authorId);

/** That what others told is not so; of the nearest that may have told it the whole message, where it names who denies it. */
const denied = (
  message: WindowMessage,
  context: ReadingContext,
  others: readonly WindowMessage[],
): EndedStates => {
  const [nearest] = others;
  return {
    endings: endingWith('told-of-them', others),
    corrects: nearest && names(nearest, message, context) ? [nearest.recordId] : [],
  };
};

/** What its speaker takes back: what they said just now. */
const takenBack = (message: WindowMessage, context: ReadingContext): EndedStates | null => {
  const [last] = saidByThem(message, context);
  const isLate =
    !last || (message.replyTo === null && message.sentAt.getTime() - last.sentAt.getTime() > nearby);
  return isLate || isAsked(last.text)
    ? null
    : { endings: endingWith('own', [last]), corrects: [last.recordId] };
};

const none: EndedStates = { endings: [], corrects: [] };

/** Its first words, after those that only open a turn. */
const mayDispute = (text: string): boolean => {
  const words = text
    .trim()
    .toLowerCase()
    .split(/[\s,.!?]+/u, 6);
  return words.some((word) => opensDispute.has(word));
};

/** "Since when??", "🚫": by its first words, whatever it asks. */
const disputedBy = (
  message: WindowMessage,
  context: ReadingContext,
  clauses: readonly Clause[],
): EndedStates | null => {
  const [words = []] = clauses.flatMap(segmentsOf);
  const isSign = isDenialWord('disputes', message.text.trim().replace(/\ufe0f/gu, ''));
  if (!isSign && !isDenialWord('disputes', words.join(' '))) return null;
  const others = saidByOthers(message, context);
  return denied(message, context, isSign || words.length < 2 ? others.slice(0, 1) : others);
};

/** What a turn denies as a whole, by its opening. */
const deniedAtOnce = (
  message: WindowMessage,
  context: ReadingContext,
  { words, first, isNo, isLeft }: Opening,
): EndedStates | null => {
  if (isDenialWord('joked', words.join(' '))) return takenBack(message, context) ?? none;
  if (isRetracted(words)) {
    const isOfMessage = !isDenialWord('changed', words.join(' '));
    return (
      (isOfMessage ? takenBack(message, context) : null) ?? {
        endings: endingWith('plan', saidByThem(message, context)),
        corrects: [],
      }
    );
  }
  if (isRedated(words, first, message.sentAt))
    return { endings: endingWith('dated', saidByThem(message, context)), corrects: [] };
  if (!isDisputed(words) && (!isElliptic(words) || isLeft)) return null;
  const others = saidByOthers(message, context);
  return denied(message, context, isNo ? others.slice(0, 1) : others);
};

/**
 * What a message says not to be so, or no longer: of the speaker as others told it, or of what they said themselves.
 * What it says in full is a statement on its topic besides, and settled as such.
 */
export const endingsIn = (message: WindowMessage, context: ReadingContext): EndedStates => {
  // What denies comes at once: of a long text its beginning is read.
  const text = message.text.slice(0, longest);
  const maySaySo = mayDispute(text);
  if (!maySaySo && !mayEndState(text) && !mayDeny(text)) return none;
  const clauses = clausesOf(text);
  const disputed = maySaySo ? disputedBy(message, context, clauses) : null;
  if (disputed !== null) return disputed;
  const states = endedStatesIn(message, context, clauses);
  const opening = mayDeny(text) ? openingOf(message.text, clauses) : null;
  if (opening === null) return states;
  const atOnce = deniedAtOnce(message, context, opening);
  if (atOnce !== null) return atOnce;
  const heard = [...context.before, ...(context.repliedTo ? [context.repliedTo] : [])]
    .filter((said) => said.authorId !== message.authorId && isPerson(said))
    .reverse();
  const inFull = clauses.flatMap((clause) => {
    const one = deniedBy(clause);
    if (one === null) return [];
    const own: readonly Ending[] = one.isNow
      ? [{ kind: 'end', what: 'habit', said: [], words: one.words }]
      : [];
    return [...endingWith('told-of-them', heard, one.words), ...own];
  });
  return { ...states, endings: [...states.endings, ...inFull] };
};
