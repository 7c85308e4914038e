import type { Parameters } from './condition-sql.js';
import { fixedPointText, toFixedPoint } from './fixed-point.js';
import type { AskedEmbedding, Clues } from './memory-index.js';
import type { bm25 } from './ranking.js';

type Bm25 = (typeof bm25)[keyof typeof bm25];

/** A question's vector, as parameters. */
export interface VectorParameters {
  readonly model: string;
  readonly vector: string;
  readonly near: string;
}

export const vectorSql = (
  { model, vector, near }: AskedEmbedding,
  parameters: Parameters,
): VectorParameters => ({
  model: parameters.add(model, 'text'),
  vector: parameters.add(fixedPointText(toFixedPoint(vector)), 'vector'),
  near: parameters.add(near, 'float8'),
});

/** Joins a row with its vector: one of a text that it has no more does not count. */
export const embeddedBy = ({ model }: VectorParameters): string =>
  `memory_index_vectors as vectors on vectors.memory_id = row.memory_id and vectors.model = ${model} and vectors.text_key = row.text_key`;

export interface LaneParameters {
  readonly where: string;
  readonly vector: VectorParameters | null;
  readonly speakers: string | null;
  /** When they begin, and when they end. */
  readonly times: string | null;
}

export const noCluesSql: Omit<LaneParameters, 'where' | 'vector'> = { speakers: null, times: null };

export const cluesSql = (
  { speakerIds, within }: Clues,
  parameters: Parameters,
): Omit<LaneParameters, 'where' | 'vector'> => ({
  speakers: speakerIds.length === 0 ? null : parameters.add(speakerIds, 'text[]'),
  times:
    within.length === 0
      ? null
      : `${parameters.add(
          within.map(({ from }) => from.getTime()),
          'bigint[]',
        )}, ${parameters.add(
          within.map(({ to }) => to.getTime()),
          'bigint[]',
        )}`,
});

export const idfSql = (rows: string): string => `ln(1 + (${rows} - count(*) + .5) / (count(*) + .5))`;

export const termSum = (
  { k1, b }: Bm25,
  count: string,
  length: string,
  average: string,
  terms: string,
): string =>
  `sum(idf * ${count} * ${k1 + 1} / (${count} + ${k1} * (1 - ${b} + ${b} * ${length} / ${average})) order by array_position(${terms}, term))`;
