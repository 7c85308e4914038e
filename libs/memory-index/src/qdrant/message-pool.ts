import { and, type Asking, type Row, type Scores } from './asking.js';
import type { Filter } from './condition-filter.js';
import { find, likeliest, type Question } from './likely-messages.js';
import { pointIdOf } from './points.js';
import type { Limits, Population } from './populations.js';
import { type PoolRow, slack, stretchesOf } from './surroundings.js';
import { comparedWith, withWord } from './weighing.js';

/** A word of the question in a pool. */
interface PoolWord {
  readonly term: string;
  /** How many of all messages that pass have it. */
  readonly having: number;
  readonly found: readonly ScoredMessage[];
}

export interface ScoredMessage {
  readonly row: Row;
  readonly score: number;
}

/** Messages that are ranked together, with what the question finds in them. */
export interface Pool {
  readonly rows: readonly PoolRow[];
  readonly words: readonly PoolWord[];
  readonly compared: readonly ScoredMessage[];
  /** The least cosine of all that pass; undefined where all of them were compared. */
  readonly least?: number;
}

const scored = (scores: readonly Scores[], rowOf: ReadonlyMap<string, Row>): readonly ScoredMessage[] =>
  scores.flatMap(({ point, score }) => {
    const row = rowOf.get(point);
    return row === undefined ? [] : [{ row, score }];
  });

const byPoint = (rows: readonly Row[]): ReadonlyMap<string, Row> =>
  new Map(rows.map((row) => [pointIdOf(row.id), row]));

/** Everything that passes. */
export const wholePool = async (
  asking: Asking,
  filter: Filter,
  { terms, asked }: Question,
  of: Population,
): Promise<Pool> => {
  const limit = of.rows + slack;
  const [words, compared] = await Promise.all([
    Promise.all(
      terms.map(async (term) => ({
        term,
        found: await asking.scores(filter, { ...withWord(term), limit }),
      })),
    ),
    asked === null ? [] : asking.scores(filter, { ...comparedWith(asked), limit }),
  ]);
  const isFound =
    words.some(({ found }) => found.length > 0) || compared.some(({ score }) => score >= (asked?.near ?? 1));
  const rows = isFound ? await asking.rows(filter, { limit }) : [];
  const rowOf = byPoint(rows);
  return {
    rows: rows.map((row) => ({ ...row, stretch: row.source, isWhole: true })),
    words: words.map(({ term, found }) => ({ term, having: found.length, found: scored(found, rowOf) })),
    compared: scored(compared, rowOf),
  };
};

/** Beyond what is read whole: the surroundings of the messages that are likely to be the best. */
export const likeliestPool = async (
  asking: Asking,
  filter: Filter,
  question: Question,
  of: Population,
  limits: Limits,
): Promise<Pool> => {
  const found = await find(asking, filter, question, of, limits);
  const likely = likeliest(found, question, of);
  const bySource = new Map<string, Row[]>();
  const alone: PoolRow[] = [];
  for (const row of likely) {
    if (row.source === null) alone.push({ ...row, stretch: null, isWhole: true });
    else bySource.set(row.source, [...(bySource.get(row.source) ?? []), row]);
  }
  const stretches = await Promise.all(
    [...bySource].map(([source, around]) =>
      stretchesOf(asking, filter, source, around, found.bySource.get(source) ?? 0),
    ),
  );
  const rows = [...alone, ...stretches.flat()];
  if (rows.length === 0) return { rows, words: [], compared: [] };
  const pool = and(filter, { has_id: rows.map(({ id }) => pointIdOf(id)) });
  const rowOf = byPoint(rows);
  const limit = rows.length;
  const [words, compared] = await Promise.all([
    Promise.all(
      found.words.map(async ({ term, having, isAll, rows: known }) => ({
        term,
        having,
        found: isAll
          ? known.flatMap((row) => (rowOf.has(pointIdOf(row.id)) ? [{ row, score: row.score }] : []))
          : scored(await asking.scores(pool, { ...withWord(term), limit }), rowOf),
      })),
    ),
    question.asked === null ? [] : asking.scores(pool, { ...comparedWith(question.asked), limit }),
  ]);
  return {
    rows,
    words,
    compared: scored(compared, rowOf),
    ...(found.least === undefined ? {} : { least: found.least }),
  };
};
