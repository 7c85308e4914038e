import { readFileSync } from 'node:fs';
import { z } from 'zod';

const words = z.array(z.string().min(1));
/** Words beside a name that tell that it is no person there. */
export const otherThanPersonSchema = z.strictObject({
  /** Before a place; `ofMind` before them it is none. */
  inside: words,
  ofMind: words,
  /** Before a place after `going`, `adverbs` left aside. */
  reaching: words,
  going: words,
  adverbs: words,
  articles: words,
  /** Before what something is called. */
  naming: words,
  own: words,
  /** Between `own` and its noun, beside adjectives. */
  qualities: words,
  /** Before a thing in small letters. */
  tasting: words,
  calendar: words,
  timing: words,
});

type Kind = keyof z.output<typeof otherThanPersonSchema>;
const lists = otherThanPersonSchema.parse(
  JSON.parse(readFileSync(new URL('../../data/other-than-person.json', import.meta.url), 'utf8')),
);
const sets = new Map<string, ReadonlySet<string>>(
  Object.entries(lists).map(([kind, list]) => [kind, new Set(list)]),
);

/** Whether a word, in lower case, is of a kind that stands beside what is no person. */
export const isBeside = (kind: Kind, word: string): boolean => sets.get(kind)?.has(word) ?? false;
