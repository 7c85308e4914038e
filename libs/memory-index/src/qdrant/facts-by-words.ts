import { bm25, retrieverDepth } from '../ranking.js';
import type { Asking, FactRow, Row, Scores } from './asking.js';
import type { Filter } from './condition-filter.js';
import { countOf, dimensionOf, usualLength, vectorNames } from './points.js';
import type { Limits, Population } from './populations.js';
import { havingWord, idfOf, rounded, type Scored, withWord } from './weighing.js';

/** A word of the question: how many rows have it, and how much it weighs in those that were found. */
export interface Word {
  readonly term: string;
  readonly having: number;
  readonly found: readonly Scores[];
}

/** BM25 of those rows that are told of, by their points. */
export const weigh = (
  words: readonly Word[],
  rows: ReadonlyMap<string, Row>,
  of: Population,
): readonly Scored[] => {
  const { k1, b } = bm25.fact;
  const scores = new Map<Row, number>();
  const rarestFirst = words
    .map((word) => ({ ...word, idf: idfOf(of.rows, word.having) }))
    .sort((a, z) => z.idf - a.idf || (a.term < z.term ? -1 : 1));
  for (const { idf, found } of rarestFirst)
    for (const { point, score } of found) {
      const row = rows.get(point);
      if (row === undefined) continue;
      const count = countOf('fact', score, row.length);
      const damping = k1 * (1 - b + (b * row.length) / of.averageLength);
      scores.set(row, (scores.get(row) ?? 0) + (idf * count * (k1 + 1)) / (count + damping));
    }
  return [...scores].map(([row, score]) => ({ row, score: rounded(score) }));
};

/** How many rows have a word. */
type Counted = Omit<Word, 'found'>;

/** What words may find: these points. How much the words weigh there is known, or stands in the rows. */
export interface Contenders {
  readonly points: readonly string[];
  readonly words: readonly Word[] | { readonly inRows: readonly Counted[] };
}

/** How much each word weighs in these rows, by what they tell. */
export const wordsIn = (words: readonly Counted[], rows: Iterable<FactRow>): readonly Word[] => {
  const all = [...rows];
  return words.map((word) => {
    const dimension = dimensionOf(word.term);
    const found = all.flatMap(({ point, words: told }): readonly Scores[] => {
      const score = told?.values[told.indices.indexOf(dimension)];
      return score === undefined ? [] : [{ point, score }];
    });
    return { ...word, found };
  });
};

/** Half as many again as count: the usual length is not the average one. */
const heaviestRead = 1.5 * retrieverDepth;

/** What single precision may add to a sum of weights, and rounding to a score. */
const slackOfSums = 1e-5;

/**
 * Of all rows with a word those that may be among the best. INVARIANT: a weight at the usual length and one at the average
 * differ at most by the quotient of the two lengths, so nobody else can be among them.
 */
export const contendersOf = (words: readonly Word[], of: Population): readonly string[] => {
  const sums = new Map<string, number>();
  for (const { having, found } of words) {
    const idf = idfOf(of.rows, having);
    for (const { point, score } of found) sums.set(point, (sums.get(point) ?? 0) + idf * score);
  }
  const last = [...sums.values()].sort((a, b) => b - a)[retrieverDepth - 1] ?? 0;
  const quotient = of.averageLength / usualLength.fact;
  const least = last * Math.min(quotient, 1 / quotient) * (1 - slackOfSums);
  return [...sums].filter(([, sum]) => sum >= least).map(([point]) => point);
};

/** Of many rows, or of frequent words: the rows in which all words together weigh most at the usual length. */
const heaviest = async (
  asking: Asking,
  facts: Filter,
  words: readonly Counted[],
  of: Population,
): Promise<Contenders> => {
  const there = words.filter(({ having }) => having > 0);
  if (there.length === 0) return { points: [], words: [] };
  const found = await asking.scores(facts, {
    using: vectorNames.words,
    query: {
      indices: there.map(({ term }) => dimensionOf(term)),
      values: there.map(({ having }) => idfOf(of.rows, having)),
    },
    limit: heaviestRead,
  });
  return { points: found.map(({ point }) => point), words: { inRows: there } };
};

/** The facts that the words of the question may find. */
export const factsByWords = async (
  asking: Asking,
  facts: Filter,
  terms: readonly string[],
  of: Population,
  { scanned, weighed }: Limits,
): Promise<Contenders> => {
  const count = async (term: string) => ({ term, having: await havingWord(asking, facts, term) });
  if (of.rows > scanned) return heaviest(asking, facts, await Promise.all(terms.map(count)), of);
  const words = await Promise.all(
    terms.map(async (term): Promise<Word> => {
      const found = await asking.scores(facts, { ...withWord(term), limit: weighed + 1 });
      return { term, found, having: found.length };
    }),
  );
  const isFrequent = ({ having }: Word): boolean => having > weighed;
  if (!words.some(isFrequent)) return { points: contendersOf(words, of), words };
  const known = words.map((word) => (isFrequent(word) ? count(word.term) : Promise.resolve(word)));
  return heaviest(asking, facts, await Promise.all(known), of);
};
