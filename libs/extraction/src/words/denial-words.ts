import { readFileSync } from 'node:fs';
import { z } from 'zod';

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
export const isDenialWord = (list: keyof z.output<typeof denialWordsSchema>, word: string): boolean =>
  sets.get(list)?.has(word) ?? false;
