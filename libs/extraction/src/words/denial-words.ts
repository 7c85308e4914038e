import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { phraseFinder } from '#safety';

const words = z.array(z.string().min(1)).min(1);

/** How somebody says that something is not so, or no longer. */
export const denialWordsSchema = z.strictObject({
  /** "Not true". */
  true: words,
  /** "Wrong!" */
  false: words,
  /** "Scrap this": verbs by which a plan is taken back. */
  retracts: words,
  /** Says by itself that what was planned is not. */
  changed: words,
  /** "Moved to the 6th": verbs by which something gets another date. */
  shifts: words,
  /** "It is actually on Sunday". */
  corrects: words,
  /** "I mean Rupert", "make that 7": what follows was meant. */
  corrected: words,
  /** "No, Lund", "sorry, 7": what follows may be meant, or something else. */
  wrong: words,
  /** "She's called Mimi", "it's hall D": what comes between. */
  named: words,
  /** "Lund, actually". */
  after: words,
  /** "Since when??", "lies": what was told is not so. */
  disputes: words,
  /** "Just kidding": what its speaker told is not so. */
  joked: words,
  /** "Plot twist", "on second thought": what its speaker told before is so no more, whatever follows. */
  reverses: words,
  /** "I quit the choir": verbs by which somebody goes on with something no more. */
  stops: words,
  /** "Sold the Volvo": verbs by which something is somebody's no more. */
  partsWith: words,
  /** "Gave up on", "got rid of": the same of either, in more words. */
  partingPhrases: words,
  /** "Biscuit died". */
  died: words,
  /** "The party is off". */
  cancelled: words,
  /** "We called off the party". */
  cancels: words,
  /** "Got fired today": wherever it was. */
  lostWork: words,
  /** "Last day at Nokia today". */
  lastDay: words,
  /** May stand before it, and after it, without a meaning. */
  opens: words,
  closes: words,
});

const table = denialWordsSchema.parse(
  JSON.parse(readFileSync(new URL('../../data/denials.json', import.meta.url), 'utf8')),
);
const sets = new Map<string, ReadonlySet<string>>(
  Object.entries(table).map(([name, listed]) => [name, new Set(listed)]),
);
/** The words that phrases of this list begin with. */
export const denialFirstWords = (list: keyof z.output<typeof denialWordsSchema>): ReadonlySet<string> =>
  new Set(table[list].map((phrase) => phrase.split(' ', 1)[0] ?? phrase));
const finders = new Map(Object.entries(table).map(([name, listed]) => [name, phraseFinder(listed)]));
/** The longest of these phrases that the words begin with, by how many words it has; none: 0. */
export const denialPhraseAt = (
  list: keyof z.output<typeof denialWordsSchema>,
  words: readonly string[],
): number => finders.get(list)?.(words) ?? 0;
export const isDenialWord = (list: keyof z.output<typeof denialWordsSchema>, word: string): boolean =>
  sets.get(list)?.has(word) ?? false;
