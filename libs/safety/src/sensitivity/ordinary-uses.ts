import { z } from 'zod';
import { senseOfNoun } from '../text/senses.js';
import { once, readWords, words } from '../word-lists.js';

/**
 * Where a word that is delicate of people is said of something else: a laptop that died, the credit card that a shop takes.
 * `of`: what kind of thing the pattern's `noun` has to name. Only the pattern's `word` is no longer delicate, else all that
 * it takes. `ordinary` and `delicate` are its lines, which its spec tries.
 */
export const ordinaryUsesSchema = z.array(
  z.strictObject({
    id: z.string(),
    pattern: z.string(),
    of: words.optional(),
    ordinary: words,
    delicate: words,
  }),
);

const uses = once(() =>
  readWords('ordinary-uses', ordinaryUsesSchema).map(({ pattern, of }) => ({
    pattern: new RegExp(pattern, 'dgu'),
    of: of && new Set(of),
  })),
);
type Use = ReturnType<typeof uses>[number];

/** What people call each other as well: a love, a date, the other half. The dictionary knows them as things. */
const peopleByOtherWords = once(() => new Set(readWords('people-by-other-words', words)));
const mayBeSomebody = (noun: string): boolean =>
  [noun, noun.replace(/s$/u, '')].some((form) => peopleByOtherWords().has(form));

const spanOf = (match: RegExpExecArray, of: Use['of']): readonly [number, number] | undefined => {
  const noun = match.groups?.['noun'];
  const isOfThese =
    of === undefined || (noun !== undefined && of.has(senseOfNoun(noun) ?? '') && !mayBeSomebody(noun));
  return isOfThese ? (match.indices?.groups?.['word'] ?? match.indices?.[0]) : undefined;
};

/** The text with gaps in the place of words that are not meant of anybody; itself where there is none. */
export const withoutOrdinaryUses = (text: string): string => {
  const lower = text
    .toLowerCase()
    .replace(/\u2019/gu, "'")
    .replace(/\s/gu, ' ');
  if (lower.length !== text.length) return text;
  const spans = uses().flatMap(({ pattern, of }) =>
    [...lower.matchAll(pattern)].flatMap((match) => {
      const span = spanOf(match, of);
      return span ? [span] : [];
    }),
  );
  return spans.reduce(
    (left, [start, end]) => left.slice(0, start) + ' '.repeat(end - start) + left.slice(end),
    text,
  );
};
