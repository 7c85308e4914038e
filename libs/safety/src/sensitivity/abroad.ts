import { z } from 'zod';
import { senseOfNoun, senseOfVerb } from '../text/senses.js';
import { once, readWords, words } from '../word-lists.js';
import { sensitivityPatternsSchema, sensitivitySchema } from './tables.js';

/**
 * What is delicate in German, Spanish and French: the kinds of the English lists. A term that ends in `*` stands for all
 * words that begin so, one that begins with it for all that end so. `samples` are lines that its spec tries.
 */
export const sensitivityAbroadSchema = z.record(
  z.string(),
  sensitivitySchema.extend({
    patterns: sensitivityPatternsSchema,
    samples: z.strictObject({ delicate: words, personal: words, ordinary: words }),
  }),
);

export interface TermsAbroad {
  readonly sensitivity: 1 | 2;
  readonly category: string;
  readonly terms: readonly string[];
}

const unaccented = (text: string): string => text.normalize('NFD').replace(/\p{M}+/gu, '');
const isEnglish = (word: string): boolean => senseOfNoun(word) !== null || senseOfVerb(word) !== null;
/** As it is written, and as those write it who have no accents at hand; not where that is another word in English. */
const spellings = (term: string): readonly string[] => {
  const spelledOut = term.replace(/[äöü]/gu, (letter) => `${unaccented(letter)}e`);
  return [term, ...[unaccented(term), spelledOut].filter((other) => other !== term && !isEnglish(other))];
};

const ranks = [2, 1] as const;
export const abroad = once(() => {
  const languages = Object.values(readWords('sensitivity-abroad', sensitivityAbroadSchema));
  return {
    lists: languages.flatMap((language): readonly TermsAbroad[] =>
      ranks.flatMap((sensitivity) =>
        Object.entries(language[`${sensitivity}`]).map(([category, terms]) => ({
          sensitivity,
          category,
          terms: [...new Set(terms.flatMap(spellings))],
        })),
      ),
    ),
    never: languages.flatMap(({ never }) => never.flatMap(spellings)),
    patterns: languages.flatMap(({ patterns }) =>
      patterns.flatMap((one) => [
        one,
        { ...one, needs: unaccented(one.needs), pattern: unaccented(one.pattern) },
      ]),
    ),
  };
});
