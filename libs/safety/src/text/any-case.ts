import { lastOf } from './last-of.js';

/** A pattern that is only asked whether it occurs. */
export interface Occurs {
  test(text: string): boolean;
}

/** The same text is asked for many words, one after the other. */
export const lowerOf = lastOf((text) => text.toLowerCase());

/**
 * A pattern in lower case that finds its words in any case.
 * INVARIANT: what every message is tested by goes this way. With the flags `i` and `u` together an engine compares letter by
 * letter: a list of words takes 5 to 17 times as long as on a text that was put into lower case before.
 */
export const anyCase = (pattern: RegExp): Occurs => {
  const { source, flags } = pattern;
  if (
    flags !== 'u' ||
    /(?<!\\)\p{Lu}/u.test(source.replace(/\\[pP]\{\w+\}|\\u\{?[0-9a-fA-F]+\}?|\\[WSDB]/gu, ''))
  )
    throw new Error(`not a pattern in lower case: ${source}`);
  return { test: (text) => pattern.test(lowerOf(text)) };
};
