import type { IndexRow } from '../index-rows.js';
import type { Hit, LaneHits, LaneQuery } from '../memory-index.js';
import { toFixedPoint } from '../fixed-point.js';
import { fusionK, retrieverDepth } from '../ranking.js';
import { queryTerms } from '../tokens.js';
import { Columns } from './columns.js';
import { ints } from './growing.js';
import { Lexicon } from './lexicon.js';
import { select, type Selection } from './select.js';
import { top } from './top.js';
import { Vectors } from './vectors.js';

const noVector = -1;

interface Found {
  readonly denseRank: number | null;
  readonly lexicalRank: number | null;
  readonly lexical: number | null;
}
const notFound: Found = { denseRank: null, lexicalRank: null, lexical: null };

/** The whole index in memory: columns for conditions, postings for words, vectors for meaning. Every answer is exact. */
export class ResidentCopy {
  private readonly columns = new Columns();
  private readonly lexicon = new Lexicon(this.columns);
  private readonly vectors = new Vectors();
  private readonly vectorOf = ints();
  private dead = 0;

  get rows(): number {
    return this.columns.slots - this.dead;
  }

  /** More is dead than alive: a fresh copy would be smaller and faster. */
  get isWorn(): boolean {
    return this.dead > 10_000 && this.dead > this.rows;
  }

  put(row: IndexRow): void {
    this.drop(row.memory_id);
    const slot = this.columns.add(row);
    this.lexicon.add(slot, row);
    this.vectorOf.set(slot, row.embedding === null ? noVector : this.vectors.add(row.embedding));
  }

  drop(id: string): void {
    const slot = this.columns.slotOf.get(id);
    if (slot === undefined) return;
    this.columns.kill(slot);
    this.dead += 1;
  }

  search({ name, where, order, limit, offset }: LaneQuery): LaneHits {
    const selection = select(where, this.columns);
    const wanted = offset + limit;
    const exhausted = selection.length <= wanted;
    if (order.by !== 'relevance') {
      const key =
        order.by === 'recency' ? this.columns.instants.observed_at.values : this.columns.importance.values;
      const rows = this.topBy(selection, key, wanted).slice(offset);
      return { name, hits: rows.map((slot) => this.hit(slot, notFound, null)), exhausted };
    }
    const query = order.embedding === null ? null : toFixedPoint(order.embedding);
    const found = this.fuse(this.lexical(order.text, selection), this.dense(query, selection));
    const page = [...found.keys(), ...this.rest(selection, found, wanted)].slice(offset, wanted);
    return { name, hits: page.map((slot) => this.hit(slot, found.get(slot) ?? notFound, query)), exhausted };
  }

  private lexical(text: string, selection: Selection): readonly (readonly [slot: number, score: number])[] {
    const terms = queryTerms(text);
    if (terms.length === 0 || selection.length === 0) return [];
    const { slots, scores } = this.lexicon.search(terms, selection);
    return top(slots, scores, retrieverDepth, this.newestFirst).map(({ slot, key }) => [slot, key] as const);
  }

  private dense(query: Int16Array | null, selection: Selection): readonly number[] {
    if (query === null) return [];
    const numbers = this.vectorOf.values;
    const embedded = selection.filter((slot) => numbers[slot] !== noVector);
    const cosines = this.vectors.cosines(
      query,
      embedded.map((slot) => numbers[slot] ?? 0),
    );
    return top(embedded, cosines, retrieverDepth, this.newestFirst).map(({ slot }) => slot);
  }

  /** Reciprocal ranks added; the map is in the order of the lane. */
  private fuse(
    lexical: readonly (readonly [slot: number, score: number])[],
    dense: readonly number[],
  ): ReadonlyMap<number, Found> {
    const found = new Map<number, Found>();
    dense.forEach((slot, index) => found.set(slot, { ...notFound, denseRank: index + 1 }));
    lexical.forEach(([slot, score], index) =>
      found.set(slot, { ...(found.get(slot) ?? notFound), lexicalRank: index + 1, lexical: score }),
    );
    const share = (rank: number | null) => (rank === null ? 0 : 1 / (fusionK + rank));
    const fused = [...found].map(
      ([slot, ranks]) => ({ slot, ranks, score: share(ranks.denseRank) + share(ranks.lexicalRank) }) as const,
    );
    fused.sort((a, b) => b.score - a.score || this.newestFirst(a.slot, b.slot));
    return new Map(fused.map(({ slot, ranks }) => [slot, ranks]));
  }

  /** What no retriever found, newest first: rows come back whenever rows pass. */
  private rest(selection: Selection, found: ReadonlyMap<number, Found>, wanted: number): readonly number[] {
    if (found.size >= wanted) return [];
    const left = selection.filter((slot) => !found.has(slot));
    return this.topBy(left, this.columns.instants.observed_at.values, wanted - found.size);
  }

  private topBy(selection: Selection, values: Float64Array, count: number): readonly number[] {
    const key = Float64Array.from(selection, (slot) => values[slot] ?? 0);
    return top(selection, key, count, this.newestFirst).map(({ slot }) => slot);
  }

  private hit(slot: number, found: Found, query: Int16Array | null): Hit {
    const { ids, words, text } = this.columns;
    const number = this.vectorOf.values[slot] ?? noVector;
    const similarity =
      query === null || number === noVector
        ? null
        : (this.vectors.cosines(query, Int32Array.of(number))[0] ?? null);
    return {
      id: ids[slot] ?? '',
      kind: text.kind.values[slot] === words.known('message') ? 'message' : 'fact',
      similarity: similarity === null ? null : Math.round(similarity * 1e6) / 1e6,
      ...found,
    };
  }

  private readonly newestFirst = (a: number, b: number): number => {
    const at = this.columns.instants.observed_at.values;
    const { ids } = this.columns;
    return (at[b] ?? 0) - (at[a] ?? 0) || ((ids[a] ?? '') < (ids[b] ?? '') ? -1 : 1);
  };
}
