import { toFixedPoint } from '../fixed-point.js';
import type { Hit, LaneHits, LaneQuery } from '../memory-index.js';
import { fusionK, retrieverDepth } from '../ranking.js';
import { queryTerms } from '../tokens.js';
import { and, type Asking, mostImportant, newest, newestFirst, type Row } from './asking.js';
import type { Filter } from './condition-filter.js';
import { factsOf, type Placed } from './facts.js';
import { messagesOf } from './messages.js';
import { pointIdOf } from './points.js';
import { isOfMessages, type Limits, populationsOf } from './populations.js';
import { type AskedVector, comparedWith, rounded, type Scored } from './weighing.js';

type Relevance = Extract<LaneQuery['order'], { readonly by: 'relevance' }>;

interface Found {
  readonly row: Row;
  denseRank: number | null;
  lexicalRank: number | null;
  lexical: number | null;
  similarity: number | null;
  fused: number;
}

const unfound = (row: Row): Found => ({
  row,
  denseRank: null,
  lexicalRank: null,
  lexical: null,
  similarity: null,
  fused: 0,
});

const hitOf = ({ row, similarity, lexical, denseRank, lexicalRank }: Found): Hit => ({
  id: row.id,
  kind: row.kind,
  similarity: similarity === null ? null : rounded(similarity),
  lexical,
  denseRank,
  lexicalRank,
});

/** Reciprocal ranks, added. */
const fuse = (dense: readonly Placed[], lexical: readonly Scored[]): readonly Found[] => {
  const found = new Map<string, Found>();
  for (const { row, score, rank } of dense)
    found.set(row.id, {
      ...unfound(row),
      denseRank: rank,
      similarity: score,
      fused: 1 / (fusionK + rank),
    });
  lexical.forEach(({ row, score }, index) => {
    const one = found.get(row.id) ?? unfound(row);
    one.lexicalRank = index + 1;
    one.lexical = score;
    one.fused += 1 / (fusionK + index + 1);
    found.set(row.id, one);
  });
  return [...found.values()].sort((a, b) => b.fused - a.fused || newestFirst(a.row, b.row));
};

/** What no retriever found, newest first: rows come back whenever rows pass. */
const rest = async (
  asking: Asking,
  filter: Filter,
  found: readonly Found[],
  wanted: number,
): Promise<readonly Found[]> => {
  const known = new Set(found.map(({ row }) => row.id));
  const rows = await newest(asking, filter, wanted);
  return rows
    .filter(({ id }) => !known.has(id))
    .slice(0, wanted - found.length)
    .map(unfound);
};

/** How near the rows of a page are that nobody compared yet. */
const compare = async (
  asking: Asking,
  filter: Filter,
  page: readonly Found[],
  asked: AskedVector,
  known: ReadonlyMap<string, number | null>,
): Promise<void> => {
  for (const one of page) one.similarity ??= known.get(one.row.id) ?? null;
  const unknown = page.filter(({ row, similarity }) => similarity === null && !known.has(row.id));
  if (unknown.length === 0) return;
  const compared = await asking.rows(and(filter, { has_id: unknown.map(({ row }) => pointIdOf(row.id)) }), {
    ...comparedWith(asked),
    limit: unknown.length,
  });
  const cosines = new Map(compared.map(({ id, score }) => [id, score]));
  for (const one of unknown) one.similarity = cosines.get(one.row.id) ?? null;
};

/** One lane by relevance. `isCompared`: whether there are vectors of the question's model. */
const byRelevance = async (
  asking: Asking,
  filter: Filter,
  order: Relevance,
  { name, limit, offset }: LaneQuery,
  isCompared: boolean,
  limits: Limits,
): Promise<LaneHits> => {
  const of = await populationsOf(asking, filter, limits);
  const admitted = of.fact.rows + of.message.rows;
  const wanted = offset + limit;
  if (admitted === 0) return { name, hits: [], exhausted: true };
  const terms = queryTerms(order.text);
  const asked =
    order.embedding === null || !isCompared
      ? null
      : { vector: Array.from(toFixedPoint(order.embedding.vector)), near: order.embedding.near };
  const onlyFacts: Filter = { ...filter, must_not: [isOfMessages] };
  const onlyMessages = and(filter, isOfMessages);
  const [facts, messages] = await Promise.all([
    factsOf(asking, onlyFacts, { terms, asked, wanted }, of.fact, limits),
    messagesOf(asking, onlyMessages, { terms, clues: order.clues, asked }, of.message, limits),
  ]);
  const lexical = [...facts.lexical, ...messages.ranked]
    .sort((a, b) => b.score - a.score || newestFirst(a.row, b.row))
    .filter(({ score }) => score > 0)
    .slice(0, retrieverDepth);
  const found = fuse(facts.dense, lexical);
  const isShort = found.length < wanted && found.length < admitted;
  const all = isShort ? [...found, ...(await rest(asking, filter, found, wanted))] : found;
  const page = all.slice(offset, wanted);
  if (asked !== null)
    await compare(asking, filter, page, asked, new Map([...facts.cosines, ...messages.cosines]));
  return { name, hits: page.map(hitOf), exhausted: admitted <= wanted };
};

/** One lane. The filter is that of its plan. */
export const searchLane = async (
  asking: Asking,
  filter: Filter,
  lane: LaneQuery,
  isCompared: boolean,
  limits: Limits,
): Promise<LaneHits> => {
  const { name, order, limit, offset } = lane;
  if (order.by === 'relevance') return byRelevance(asking, filter, order, lane, isCompared, limits);
  const wanted = offset + limit;
  const list = order.by === 'recency' ? newest : mostImportant;
  const rows = await list(asking, filter, wanted + 1);
  return {
    name,
    hits: rows.slice(offset, wanted).map((row) => hitOf(unfound(row))),
    exhausted: rows.length <= wanted,
  };
};
