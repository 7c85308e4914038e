import type { Clues } from '../memory-index.js';
import { bm25, clueFactors, longestCounted, meaning, windows } from '../ranking.js';
import { and, type Asking, type Row, type ScoredRow } from './asking.js';
import type { Filter } from './condition-filter.js';
import type { Limits, Population } from './populations.js';
import { type AskedVector, best, havingWord, idfOf, searchParams, withWord } from './weighing.js';
import { countOf, vectorNames } from './points.js';

export interface Question {
  readonly terms: readonly string[];
  readonly clues: Clues;
  readonly asked: AskedVector | null;
}

/** So many are likely; and of so many that are near, and near and of the clues, the likelihood is looked at. */
const likely = 200;
const looked = 200;
const surelyLikely = 10;

/** A word of the question, and which messages have it. `isAll`: whether these are all that do. */
interface FoundWord {
  readonly term: string;
  readonly having: number;
  readonly isAll: boolean;
  readonly rows: readonly ScoredRow[];
}

interface Found {
  readonly words: readonly FoundWord[];
  readonly near: readonly ScoredRow[];
  /** The least cosine of all that pass. */
  readonly least: number | undefined;
  /** How many messages pass of each source. */
  readonly bySource: ReadonlyMap<string, number>;
}

const wordOf = async (asking: Asking, filter: Filter, term: string, weighed: number): Promise<FoundWord> => {
  const rows = await asking.rows(filter, { ...withWord(term), limit: weighed + 1 });
  const isAll = rows.length <= weighed;
  return { term, rows, isAll, having: isAll ? rows.length : await havingWord(asking, filter, term) };
};

/** By whom the question names, or of the time that it names. */
const hinted = ({ speakerIds, within }: Clues) => [
  ...(speakerIds.length === 0 ? [] : [{ key: 'speaker_entity_id', match: { any: [...speakerIds] } }]),
  ...within.map(({ from, to }) => ({
    key: 'observed_at',
    range: { gte: from.getTime(), lt: to.getTime() },
  })),
];

/** What the question's words, its meaning and its clues find. */
export const find = async (
  asking: Asking,
  filter: Filter,
  { terms, asked, clues }: Question,
  of: Population,
  limits: Limits,
): Promise<Found> => {
  const nearest = (where: Filter, vector: number[], limit: number) =>
    asking.rows(where, {
      using: vectorNames.meaning,
      query: vector,
      params: searchParams(of, limits),
      limit,
    });
  const should = hinted(clues);
  const [words, near, ofClues, farthest, sources] = await Promise.all([
    Promise.all(terms.map((term) => wordOf(asking, filter, term, limits.weighed))),
    asked === null ? [] : nearest(filter, asked.vector, looked),
    asked === null || should.length === 0 ? [] : nearest(and(filter, { should }), asked.vector, looked),
    asked === null
      ? []
      : nearest(
          filter,
          asked.vector.map((part) => -part),
          1,
        ),
    asking.tally(filter, 'source_id'),
  ]);
  const [last] = farthest;
  return {
    words,
    near: [...near, ...ofClues],
    least: last && -last.score,
    bySource: new Map(sources.map(({ value, count }) => [value, count])),
  };
};

/** What is known of a message before its neighbours are. */
interface Known {
  readonly row: Row;
  /** How often it has each word. */
  readonly counts: Map<string, number>;
  own: number;
  window: number;
  cosine: number | null;
}

type Idfs = ReadonlyMap<string, number>;

const known = (found: Found, idfs: Idfs, of: Population): readonly Known[] => {
  const all = new Map<string, Known>();
  const knownOf = (row: Row): Known => {
    const one = all.get(row.id) ?? { row, counts: new Map(), own: 0, window: 0, cosine: null };
    all.set(row.id, one);
    return one;
  };
  const { k1, b } = bm25.message;
  for (const { term, rows } of found.words)
    for (const row of rows) {
      const count = countOf('message', row.score, row.length);
      const one = knownOf(row);
      one.counts.set(term, count);
      const damping = k1 * (1 - b + (b * row.length) / of.averageLength);
      one.own += ((idfs.get(term) ?? 0) * count * (k1 + 1)) / (count + damping);
    }
  for (const row of found.near) knownOf(row).cosine = row.score;
  return [...all.values()];
};

/**
 * About how much each window weighs: of two messages of a talk it is not known yet how many stand between them, but how many
 * there are on average in such a time.
 */
const weighWindows = (talk: readonly Known[], rowCount: number, idfs: Idfs): void => {
  const inOrder = talk.toSorted((a, b) => a.row.at - b.row.at);
  const spent = (inOrder.at(-1)?.row.at ?? 0) - (inOrder[0]?.row.at ?? 0);
  const pace = Math.max(1, spent) / Math.max(1, rowCount);
  inOrder.forEach((one, place) => {
    for (const { reach, weight } of windows) {
      const sums = new Map<string, number>();
      for (const other of inOrder.slice(Math.max(0, place - reach), place + reach + 1)) {
        const apart = (other.row.at - one.row.at) / (pace * reach);
        const share = 1 / (1 + apart * apart);
        for (const [term, count] of other.counts) sums.set(term, (sums.get(term) ?? 0) + share * count);
      }
      for (const [term, sum] of sums)
        one.window += (weight * (idfs.get(term) ?? 0) * sum) / (sum + bm25.window.k1);
    }
  });
};

const windowWeight = windows.reduce((sum, { weight }) => sum + weight, 0);

/** The score that a message is likely to have, by the arithmetic of those that are ranked. */
const likelihoodOf = (
  all: readonly Known[],
  { clues, asked }: Question,
  least: number | undefined,
  of: Population,
): ((one: Known) => number) => {
  let [most, widest, high] = [0, 0, -1];
  for (const { own, window, cosine } of all) {
    most = Math.max(most, own);
    widest = Math.max(widest, window);
    high = Math.max(high, cosine ?? -1);
  }
  const low = Math.min(least ?? 0, asked?.near ?? 0);
  const span = Math.max(high - low, meaning.leastSpan);
  const speakers = new Set(clues.speakerIds);
  return ({ row, own, window, cosine }) => {
    // Whoever is not among the nearest is taken to be as near as most.
    const nearness = asked === null ? 0 : meaning.weight * (((cosine ?? (low + high) / 2) - low) / span);
    const isTimely = clues.within.some(({ from, to }) => row.at >= from.getTime() && row.at < to.getTime());
    const factor =
      Math.cbrt(Math.min(longestCounted, row.length / of.averageLength)) *
      (row.speaker !== null && speakers.has(row.speaker) ? clueFactors.speaker : 1) *
      (isTimely ? clueFactors.time : 1);
    return (own + (most || 1) * (windowWeight * (window / (widest || 1)) + nearness)) * factor;
  };
};

/** The messages that are likely to be the best, by what is known of them before their neighbours are. */
export const likeliest = (found: Found, question: Question, of: Population): readonly Row[] => {
  const idfs = new Map(found.words.map(({ term, having }) => [term, idfOf(of.rows, having)]));
  const all = known(found, idfs, of);
  const talks = new Map<string, Known[]>();
  for (const one of all) {
    const { source } = one.row;
    if (source === null || one.counts.size === 0) continue;
    const talk = talks.get(source);
    if (talk === undefined) talks.set(source, [one]);
    else talk.push(one);
  }
  for (const [source, talk] of talks) weighWindows(talk, found.bySource.get(source) ?? 0, idfs);
  const likelihood = likelihoodOf(all, question, found.least, of);
  const scored = all.map((one) => ({ row: one.row, score: likelihood(one) }));
  const rows = [...best(scored, likely).map(({ row }) => row), ...found.near.slice(0, surelyLikely)];
  return [...new Map(rows.map((row) => [row.id, row])).values()];
};
