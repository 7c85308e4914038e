import { type Hit, type LaneQuery, type MemoryIndex, noClues } from '../memory-index.js';
import { askedWith } from './entries.js';

export const lane = (fields: Partial<LaneQuery> = {}): LaneQuery => ({
  name: 'lane',
  where: 'everything',
  order: { by: 'recency' },
  limit: 10,
  offset: 0,
  ...fields,
});
export const about = (text: string, embedding: Float32Array | null = null): LaneQuery['order'] => ({
  by: 'relevance',
  text,
  embedding: embedding && askedWith(embedding),
  clues: noClues,
});
export const minute = (count: number): Date => new Date(Date.UTC(2026, 4, 1, 12, count));

/** An index under its contract, and the questions that are put to it. */
export interface AskedIndex {
  readonly index: () => MemoryIndex;
  readonly search: (...lanes: readonly Partial<LaneQuery>[]) => ReturnType<MemoryIndex['search']>;
  readonly hitsOf: (fields: Partial<LaneQuery>) => Promise<readonly Hit[]>;
  readonly idsOf: (fields: Partial<LaneQuery>) => Promise<readonly string[]>;
}

export const askingOf = (index: () => MemoryIndex): AskedIndex => {
  const search = async (...lanes: readonly Partial<LaneQuery>[]) => index().search(lanes.map(lane));
  const hitsOf = async (fields: Partial<LaneQuery>) => (await search(fields))[0]?.hits ?? [];
  const idsOf = async (fields: Partial<LaneQuery>) => (await hitsOf(fields)).map(({ id }) => id);
  return { index, search, hitsOf, idsOf };
};
