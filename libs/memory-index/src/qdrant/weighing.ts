import { scoreDigits } from '../ranking.js';
import { and, type Asking, newestFirst, type Row } from './asking.js';
import type { Filter } from './condition-filter.js';
import type { Limits, Population } from './populations.js';
import { dimensionOf, vectorNames } from './points.js';

export interface Scored {
  readonly row: Row;
  readonly score: number;
}

const precision = 10 ** scoreDigits;
export const rounded = (score: number): number => Math.round(score * precision) / precision;

export const best = (scored: readonly Scored[], count: number): readonly Scored[] =>
  [...scored].sort((a, b) => b.score - a.score || newestFirst(a.row, b.row)).slice(0, count);

export const idfOf = (rows: number, having: number): number =>
  Math.log(1 + Math.max(0, rows - having + 0.5) / (having + 0.5));

export const withWord = (term: string) => ({
  using: vectorNames.words,
  query: { indices: [dimensionOf(term)], values: [1] },
});

export const havingWord = (asking: Asking, filter: Filter, term: string): Promise<number> =>
  asking.count(and(filter, { key: 'words', match: { value: dimensionOf(term) } }));

/** A question's vector as vectors are kept. */
export interface AskedVector {
  readonly vector: number[];
  readonly near: number;
}

/** How near rows are that are few. */
export const comparedWith = ({ vector }: AskedVector) => ({
  using: vectorNames.meaning,
  query: vector,
  params: { exact: true },
});

export const searchParams = (of: Population, { scanned }: Limits) =>
  of.rows <= scanned ? { exact: true } : { hnsw_ef: 256, quantization: { rescore: true, oversampling: 2 } };
