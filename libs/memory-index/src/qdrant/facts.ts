import { retrieverDepth } from '../ranking.js';
import { and, type Asking, everyOne, type FactRow, newestFirst, type Scores } from './asking.js';
import type { Filter } from './condition-filter.js';
import { factsByWords, weigh, wordsIn } from './facts-by-words.js';
import { vectorNames } from './points.js';
import type { Limits, Population } from './populations.js';
import { type AskedVector, best, comparedWith, type Scored, searchParams } from './weighing.js';

/** A row, and which of the nearest it is. */
export interface Placed extends Scored {
  readonly rank: number;
}

export interface FoundFacts {
  /** Of the nearest those that may stand on the page, and those that words found too. */
  readonly dense: readonly Placed[];
  readonly lexical: readonly Scored[];
  /** How near those are that were compared; null where a row has no vector. */
  readonly cosines: ReadonlyMap<string, number | null>;
}

/** The nearest; and beyond those that count, whoever is as near as the last of them. */
const nearest = async (
  asking: Asking,
  facts: Filter,
  asked: AskedVector,
  of: Population,
  limits: Limits,
): Promise<readonly Scores[]> => {
  const request = { using: vectorNames.meaning, query: asked.vector, params: searchParams(of, limits) };
  const found = await asking.scores(facts, { ...request, limit: retrieverDepth + 1 });
  const last = found[retrieverDepth];
  if (last === undefined || last.score !== found[retrieverDepth - 1]?.score) return found;
  return asking.scores(facts, { ...request, limit: everyOne, score_threshold: last.score });
};

/** Of the nearest those that may stand on a page by that alone, and those that others are as near as. */
const toldOf = (near: readonly Scores[], wanted: number): readonly string[] =>
  near
    .filter(({ score }, at) => at < wanted || score === near[at - 1]?.score || score === near[at + 1]?.score)
    .map(({ point }) => point);

interface Told {
  readonly rows: ReadonlyMap<string, FactRow>;
  readonly cosines: ReadonlyMap<string, number | null>;
}

/** What is told of these rows, with how near they are to a question that has a meaning. */
const tell = async (
  asking: Asking,
  facts: Filter,
  points: readonly string[],
  asked: AskedVector | null,
  hasWords: boolean,
): Promise<Told> => {
  const these = (some: readonly string[]): Filter => and(facts, { has_id: [...some] });
  const found =
    asked === null || points.length === 0
      ? []
      : await asking.facts(these(points), { ...comparedWith(asked), limit: points.length }, hasWords);
  const compared = new Set(found.map(({ point }) => point));
  const left = points.filter((point) => !compared.has(point));
  const others = left.length === 0 ? [] : await asking.facts(these(left), { limit: left.length }, hasWords);
  return {
    rows: new Map([...found, ...others].map((row) => [row.point, row])),
    cosines: new Map([
      ...found.map(({ id, score }) => [id, score] as const),
      ...(asked === null ? [] : others.map(({ id }) => [id, null] as const)),
    ]),
  };
};

/** The nearest in their order, those of them that are told of. */
const placed = (near: readonly Scores[], rows: Told['rows']): readonly Placed[] =>
  near
    .map(({ point, score }) => ({ row: rows.get(point), score }))
    .sort((a, b) => b.score - a.score || (a.row && b.row ? newestFirst(a.row, b.row) : 0))
    .slice(0, retrieverDepth)
    .flatMap(({ row, score }, at) => (row === undefined ? [] : [{ row, score, rank: at + 1 }]));

/**
 * The facts that are nearest, and those in which the words weigh most. What a row says of itself is asked for late, and of
 * few: to find a row takes the server less than to tell of it.
 */
export const factsOf = async (
  asking: Asking,
  facts: Filter,
  question: {
    readonly terms: readonly string[];
    readonly asked: AskedVector | null;
    readonly wanted: number;
  },
  of: Population,
  limits: Limits,
): Promise<FoundFacts> => {
  if (of.rows === 0) return { dense: [], lexical: [], cosines: new Map() };
  const { terms, asked, wanted } = question;
  const [near, contenders] = await Promise.all([
    asked === null ? [] : nearest(asking, facts, asked, of, limits),
    factsByWords(asking, facts, terms, of, limits),
  ]);
  const points = [...new Set([...contenders.points, ...toldOf(near, wanted)])];
  const isKnown = 'length' in contenders.words;
  const { rows, cosines } = await tell(asking, facts, points, asked, !isKnown);
  const words = isKnown ? contenders.words : wordsIn(contenders.words.inRows, rows.values());
  return { dense: placed(near, rows), lexical: best(weigh(words, rows, of), retrieverDepth), cosines };
};
