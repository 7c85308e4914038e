import type { Rank } from '#domain';
import { sensitivityPatterns, sensitivityTerms } from './lexicon.js';

export interface Sensitivity {
  readonly rank: Rank;
  /** The list that the word stands in, for the explanation; never the word. */
  readonly category: string | null;
}

const escaped = (term: string): string =>
  term.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&').replace(/\s+/gu, '\\s+');
const anyOf = (terms: readonly string[]): RegExp =>
  new RegExp(
    `(?<![\\p{L}\\p{N}_-])(?:${[...terms]
      .sort((a, b) => b.length - a.length)
      .map(escaped)
      .join('|')})(?![\\p{L}\\p{N}_])`,
    'giu',
  );

const never = anyOf(sensitivityTerms.never);
/** Single words are looked up; only terms of several words, or with signs in them, are searched for. */
const plainWord = /^\p{L}+$/u;
const lists = ([2, 1] as const).flatMap((rank) =>
  Object.entries(sensitivityTerms[String(rank) as '1' | '2']).map(([category, terms]) => ({
    rank,
    category,
    words: new Set(terms.filter((term) => plainWord.test(term))),
    // A list without any must not become a pattern that matches everything.
    pattern: terms.every((term) => plainWord.test(term))
      ? /(?!)/gu
      : anyOf(terms.filter((term) => !plainWord.test(term))),
  })),
);
const wordsIn = (text: string): readonly string[] =>
  (text.toLowerCase().match(/(?<![\p{L}\p{N}_-])\p{L}+(?![\p{L}\p{N}])/gu) ?? []).flatMap((word) =>
    word.length > 7 && word.endsWith('s') ? [word, word.slice(0, -1)] : [word],
  );
const patterns = ([2, 1] as const).map((rank) =>
  sensitivityPatterns
    .filter((entry) => entry.rank === rank)
    .map(({ category, needs, pattern }) => ({
      rank,
      category,
      needs: new RegExp(needs, 'iu'),
      pattern: new RegExp(pattern, 'iu'),
    })),
);
/** Of all patterns, what one of them needs: most texts have none of it, and are done with at once. */
const anyNeeded = new RegExp(sensitivityPatterns.map((entry) => entry.needs).join('|'), 'iu');
/** Sums as people say them: "$92k", "thirty thousand euros", "40 grand". */
const amount =
  /[$£€]\s?\d[\d,.]*\s?[km]?\b|\b\d+(?:[.,]\d+)?\s?k\b|\b(?:\d[\d.,]*|\p{L}+)\s(?:thousand|grand|million)\b|\b(?:\d[\d.,]*|hundred|thousand)\s?(?:euros?|dollars?|pounds?|bucks|quid|francs|kroner|kronor|rupees|yen|usd|eur|gbp)\b/iu;
const earning =
  /\b(?:earn|earns|earned|earning|make|makes|making|paid|pays|salary|owe|owes|owed|income|saved|savings|debts?|inherited|borrowed|lost|gambled|spent on|a year|per year|a month|annually|an hour|per hour|before tax|after tax)\b/iu;
export const isSum = (text: string): boolean => amount.test(text);

const injury =
  /\b(?:broke|broken|breaks|fractured|sprained|tore|torn|dislocated|injured)\b.{0,24}\b(?:arm|leg|wrist|ankle|foot|toe|finger|hand|elbow|shoulder|collarbone|rib|ribs|hip|knee|nose|jaw|back|neck|ligament|tendon|acl|bone)\b/iu;
const phone = /(?<![\d.])(?:\+\d{1,3}[ -]?)?(?:\(\d{3}\) ?|\d{3}[ .-])\d{3,4}(?:[ .-]\d{3,4})?(?![\d.])/u;
const street =
  /\b\d{1,5} (?:\p{Lu}[\p{L}']+ ){1,3}(?:street|st|avenue|ave|road|rd|lane|ln|drive|dr|way|boulevard|blvd|court|ct|close|square|place|terrace)\b/iu;

/** How sensitive a statement is by its words. The strictest list that holds one of them decides. */
export const sensitivityOf = (content: string): Sensitivity => {
  const text = content.replace(never, ' ');
  const words = wordsIn(text);
  const listed = lists.find(({ words: terms, pattern }) => {
    if (words.some((word) => terms.has(word))) return true;
    pattern.lastIndex = 0;
    return pattern.test(text);
  });
  if (listed?.rank === 2) return { rank: 2, category: listed.category };
  const [delicate, personal] = anyNeeded.test(text)
    ? patterns.map((group) => group.find((one) => one.needs.test(text) && one.pattern.test(text)))
    : [];
  if (delicate) return { rank: 2, category: delicate.category };
  if (injury.test(text)) return { rank: 2, category: 'health' };
  if (amount.test(text) && earning.test(text)) return { rank: 2, category: 'money' };
  if (listed) return { rank: listed.rank, category: listed.category };
  if (personal) return { rank: 1, category: personal.category };
  if (phone.test(text) || street.test(text)) return { rank: 1, category: 'address' };
  return { rank: 0, category: null };
};
