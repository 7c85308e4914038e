import { isWord, type Token } from '../text/tokens.js';
import { areEquals, isVerifyWord } from '../words/verify-words.js';
import { lemmaOf } from '../words/verbs.js';

/** Where the words of a fact stand in a clause: from the first of them to after the last. */
export interface Aligned {
  readonly from: number;
  readonly to: number;
}

const be = /^(?:am|is|are|:)$/u;
const own = /^(?:my|our)$/u;

/** "love" said of oneself is "loves" said of somebody; "loved" is neither. */
const isSameVerb = (fact: string, said: string): boolean => {
  const lemma = lemmaOf(fact, 'third');
  return lemma !== null && lemma === lemmaOf(said, 'base');
};

const isSame = (fact: string, said: string): boolean =>
  fact === said ||
  (be.test(fact) && be.test(said)) ||
  (fact === 'their' && own.test(said)) ||
  isSameVerb(fact, said) ||
  areEquals(fact, said);

/** "Does not", "no longer". */
const isOfDenial = ({ lower }: Token): boolean =>
  isVerifyWord('denies', lower) || /^(?:do|does|did|longer)$/u.test(lower);

const mayDrop = (token: Token, isDenialDropped: boolean): boolean =>
  token.text === ',' || isVerifyWord('dropped', token.lower) || (isDenialDropped && isOfDenial(token));

const alignedFrom = (
  fact: readonly Token[],
  said: readonly Token[],
  from: number,
  isDenialDropped: boolean,
): Aligned | null => {
  let [at, next] = [0, from];
  let first: number | null = null;
  let to = from;
  while (at < fact.length) {
    const word = fact[at];
    const token = said[next];
    if (!word) break;
    if (token && isSame(word.lower, token.lower)) {
      first ??= next;
      next += 1;
      at += 1;
      to = next;
    } else if (word.lower === ':' || isVerifyWord('added', word.lower)) at += 1;
    else if (isDenialDropped && isOfDenial(word)) at += 1;
    else if (token && first !== null && mayDrop(token, isDenialDropped)) next += 1;
    else return null;
  }
  return first === null ? null : { from: first, to };
};

/** What a fact consists of, without the mark at its end. */
export const factTokens = (tokens: readonly Token[]): readonly Token[] => {
  const end = tokens.findLastIndex((token) => isWord(token));
  return tokens.slice(0, end + 1);
};

/**
 * The words of a fact in a clause, in their order and with nothing between them but what says nothing.
 * INVARIANT: a word of the clause that means something is in the fact, or it stands before or after all of it.
 */
export const aligned = (
  fact: readonly Token[],
  said: readonly Token[],
  isDenialDropped = false,
): Aligned | null => {
  for (let from = 0; from < said.length; from += 1) {
    const found = alignedFrom(fact, said, from, isDenialDropped);
    if (found && found.from === from) return found;
  }
  return null;
};
