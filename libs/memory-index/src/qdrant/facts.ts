import { bm25, retrieverDepth, scoreDigits } from '../ranking.js';
import { and, type Asking, everyOne, newestFirst, type Row, type ScoredRow } from './asking.js';
import type { Filter } from './condition-filter.js';
import { countOf, dimensionOf, vectorNames } from './points.js';

/** How many rows of a kind pass, and how long they are on average. */
export interface Population {
  readonly rows: number;
  readonly averageLength: number;
}

export interface Limits {
  /** Vectors of so many rows are compared one by one; of more by the graph. */
  readonly scanned: number;
  /** So many rows with one word are all weighed; of more those that it weighs most in. */
  readonly weighed: number;
  /** So many messages are read as whole talks; of more only the surroundings of the likeliest. */
  readonly talked: number;
}

export interface Scored {
  readonly row: Row;
  readonly score: number;
}

const precision = 10 ** scoreDigits;
export const rounded = (score: number): number => Math.round(score * precision) / precision;

export const best = (scored: readonly Scored[], count: number): readonly Scored[] =>
  [...scored].sort((a, b) => b.score - a.score || newestFirst(a.row, b.row)).slice(0, count);

export const idfOf = (rows: number, having: number): number =>
  Math.log(1 + (rows - having + 0.5) / (having + 0.5));

export const withWord = (term: string) => ({
  using: vectorNames.words,
  query: { indices: [dimensionOf(term)], values: [1] },
});

/** A word of the question: how many rows have it, and how often each of those that were found. */
interface Word {
  readonly term: string;
  readonly having: number;
  readonly counts: ReadonlyMap<string, number>;
}

const weigh = (words: readonly Word[], rows: ReadonlyMap<string, Row>, of: Population): readonly Scored[] => {
  const { k1, b } = bm25.fact;
  const scores = new Map<string, number>();
  const rarestFirst = words
    .map((word) => ({ ...word, idf: idfOf(of.rows, word.having) }))
    .sort((a, z) => z.idf - a.idf || (a.term < z.term ? -1 : 1));
  for (const { idf, counts } of rarestFirst)
    for (const [id, count] of counts) {
      const damping = k1 * (1 - b + (b * (rows.get(id)?.length ?? 0)) / of.averageLength);
      scores.set(id, (scores.get(id) ?? 0) + (idf * count * (k1 + 1)) / (count + damping));
    }
  return [...scores].flatMap(([id, score]) => {
    const row = rows.get(id);
    return row === undefined ? [] : [{ row, score: rounded(score) }];
  });
};

/** Of frequent words: the rows in which all the words together weigh most, by the length that is usual, then weighed as the others. */
const likeliest = async (
  asking: Asking,
  filter: Filter,
  words: readonly { readonly term: string; readonly having: number }[],
  of: Population,
): Promise<readonly Scored[]> => {
  const found = await asking.rows(filter, {
    using: vectorNames.words,
    query: {
      indices: words.map(({ term }) => dimensionOf(term)),
      values: words.map(({ having }) => idfOf(of.rows, having)),
    },
    limit: 2 * retrieverDepth,
    with_vector: [vectorNames.words],
  });
  const counted = words.map(({ term, having }): Word => {
    const dimension = dimensionOf(term);
    const counts = found.flatMap((row): readonly (readonly [string, number])[] => {
      const weight = row.words?.values[row.words.indices.indexOf(dimension)];
      return weight === undefined ? [] : [[row.id, countOf('fact', weight, row.length)]];
    });
    return { term, having, counts: new Map(counts) };
  });
  return weigh(counted, new Map(found.map((row) => [row.id, row])), of);
};

/** BM25 of the facts that pass, the best first. */
export const factsByWords = async (
  asking: Asking,
  filter: Filter,
  terms: readonly string[],
  of: Population,
  { weighed }: Limits,
): Promise<readonly Scored[]> => {
  if (of.rows === 0) return [];
  const found = await Promise.all(
    terms.map(async (term) => ({
      term,
      rows: await asking.rows(filter, { ...withWord(term), limit: weighed + 1 }),
    })),
  );
  if (found.every(({ rows }) => rows.length <= weighed)) {
    const rows = new Map(found.flatMap((word) => word.rows.map((row) => [row.id, row] as const)));
    const words = found
      .filter((word) => word.rows.length > 0)
      .map((word): Word => ({
        term: word.term,
        having: word.rows.length,
        counts: new Map(word.rows.map(({ id, score, length }) => [id, countOf('fact', score, length)])),
      }));
    return best(weigh(words, rows, of), retrieverDepth);
  }
  const words = await Promise.all(
    found.map(async ({ term, rows }) => ({
      term,
      having: rows.length <= weighed ? rows.length : await havingWord(asking, filter, term),
    })),
  );
  return best(await likeliest(asking, filter, words, of), retrieverDepth);
};

export const havingWord = (asking: Asking, filter: Filter, term: string): Promise<number> =>
  asking.count(and(filter, { key: 'words', match: { value: dimensionOf(term) } }));

/** A question's vector as vectors are kept. */
export interface AskedVector {
  readonly vector: number[];
  readonly near: number;
}

export const searchParams = (of: Population, { scanned }: Limits) =>
  of.rows <= scanned ? { exact: true } : { hnsw_ef: 256, quantization: { rescore: true, oversampling: 2 } };

/** The facts that are nearest, with their cosines. */
export const factsByMeaning = async (
  asking: Asking,
  filter: Filter,
  asked: AskedVector,
  of: Population,
  limits: Limits,
): Promise<readonly Scored[]> => {
  if (of.rows === 0) return [];
  const request = { using: vectorNames.meaning, query: asked.vector, params: searchParams(of, limits) };
  let found: readonly ScoredRow[] = await asking.rows(filter, { ...request, limit: retrieverDepth + 1 });
  const last = found[retrieverDepth];
  // Whoever is as near as the last one that counts is asked for too: the newer of them counts.
  if (last !== undefined && last.score === found[retrieverDepth - 1]?.score)
    found = await asking.rows(filter, { ...request, limit: everyOne, score_threshold: last.score });
  return best(
    found.map((row) => ({ row, score: row.score })),
    retrieverDepth,
  );
};
