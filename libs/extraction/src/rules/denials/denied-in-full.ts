import { complementOf } from '../../grammar/object.js';
import { predicateAt } from '../../grammar/predicate.js';
import type { Clause } from '../../text/clauses.js';
import { isWord, type Token } from '../../text/tokens.js';
import { core } from './opening.js';
import { lemmaOfWord } from './says-that.js';

const lowerOf = (tokens: readonly Token[]): readonly string[] =>
  tokens.filter((token) => isWord(token)).map(({ lower }) => lower);

/** "I didn't break my wrist": the words of what is denied; null where nothing is, or too little to tell what. */
export const deniedBy = (
  clause: Clause,
): { readonly words: readonly string[]; readonly isNow: boolean } | null => {
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
