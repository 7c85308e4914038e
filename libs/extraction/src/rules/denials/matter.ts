import { isWord, tokenize } from '../../text/tokens.js';
import { isCommonWord } from '../../words/lexicon.js';
import { lemmaOfWord } from './says-that.js';

/** The words of a text, in small letters. */
export const lowerOf = (text: string): readonly string[] =>
  tokenize(text, 0)
    .filter(isWord)
    .map(({ lower }) => lower);

/** Those of them that tell what it is of. */
export const matterOf = (words: readonly string[]): ReadonlySet<string> =>
  new Set(words.filter((word) => word.length > 2 && !isCommonWord(word)).map(lemmaOfWord));

export const shares = (one: ReadonlySet<string>, text: string): boolean =>
  [...matterOf(lowerOf(text))].some((word) => one.has(word));
