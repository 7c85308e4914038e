import { lastDayOf } from '../../dates.js';
import type { Clause } from '../../text/clauses.js';
import { isDenialWord } from '../../words/denial-words.js';
import { lemmaOf } from '../../words/verbs.js';

/** What a clause holds between pauses: "scrap this", and after it what is new. */
export const segmentsOf = ({ tokens }: Clause): readonly (readonly string[])[] => {
  const segments: string[][] = [[]];
  for (const { text, lower } of tokens)
    if (/[\p{L}\p{N}]/u.test(text)) segments.at(-1)?.push(lower);
    else if (/^[,.!;:\u2026\u2013\u2014-]+$/u.test(text)) segments.push([]);
  return segments.map(core).filter((words) => words.length > 0);
};

/** Without the words that open and close a turn, and the pauses. */
export const core = (words: readonly string[]): readonly string[] => {
  let from = 0;
  let to = words.length;
  while (from < to && isDenialWord('opens', words[from] ?? '')) from += 1;
  while (to > from && isDenialWord('closes', words[to - 1] ?? '')) to -= 1;
  return words.slice(from, to);
};

const helping = /^(?:do|did|am|have|had|was|can|could|will|would)$/u;
/** "I don't", "never did": of what was said, without saying it again. With a no before it, whatever follows says it again. */
export const isElliptic = (words: readonly string[]): boolean => {
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
export const isDisputed = (words: readonly string[]): boolean => {
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
export const isRetracted = (words: readonly string[]): boolean => {
  const [verb = '', ...rest] = words;
  return (
    (isDenialWord('retracts', verb) && deictic.test(rest.join(' '))) ||
    isDenialWord('changed', words.join(' ').replace(/^(?:there is|slight|small|sorry) (?:a )?/u, ''))
  );
};

export const formsOf = (word: string): string | null => lemmaOf(word, 'past') ?? lemmaOf(word, 'participle');
/** "Moved to the 6th", "it is actually on Sunday": what is not named again gets another date. */
export const isRedated = (words: readonly string[], clause: Clause, sentAt: Date): boolean => {
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

const isAwed = /^\W*(?:oh|ah|aw+|omg|god|noo+)\b/iu;
/** What is said first, up to where its speaker pauses, and what comes next; null where nothing is denied by any message. */
export const openingOf = (text: string, clauses: readonly Clause[]): Opening | null => {
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
export interface Opening {
  readonly first: Clause;
  readonly words: readonly string[];
  /** A no, and nothing else. */
  readonly isNo: boolean;
  /** A no, and another matter after it. */
  readonly isLeft: boolean;
}
