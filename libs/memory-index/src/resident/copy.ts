import type { Plan } from '#policy';
import type { IndexRow } from '../index-rows.js';
import type { Clues, Hit, LaneHits, LaneQuery } from '../memory-index.js';
import { toFixedPoint } from '../fixed-point.js';
import { fusionK, retrieverDepth } from '../ranking.js';
import { queryTerms } from '../tokens.js';
import { slotsOf } from './bits.js';
import { Columns } from './columns.js';
import { ints } from './growing.js';
import { type Admitted, Lexicon } from './lexicon.js';
import { type ConditionCache, select } from './select.js';
import { type Ranked, top } from './top.js';
import { Vectors } from './vectors.js';

interface Found {
  readonly slot: number;
  denseRank: number | null;
  lexicalRank: number | null;
  similarity: number | null;
  lexical: number | null;
  fused: number;
}

const unfound = (slot: number): Found => ({
  slot,
  denseRank: null,
  lexicalRank: null,
  similarity: null,
  lexical: null,
  fused: 0,
});

/** What several lanes of one search ask for, worked out once. */
class Questions {
  private readonly terms = new Map<string, readonly string[]>();
  private readonly vectors = new Map<Float32Array, Int16Array>();
  readonly selections: ConditionCache = new Map();

  termsOf(text: string): readonly string[] {
    const terms = this.terms.get(text) ?? queryTerms(text);
    this.terms.set(text, terms);
    return terms;
  }

  vectorOf(embedding: Float32Array): Int16Array {
    const vector = this.vectors.get(embedding) ?? toFixedPoint(embedding);
    this.vectors.set(embedding, vector);
    return vector;
  }
}

/** The whole index in memory: bits for conditions, postings for words, vectors for meaning. Every answer is exact. */
export class ResidentCopy {
  private readonly columns = new Columns();
  private readonly lexicon = new Lexicon(this.columns);
  private readonly vectors = new Vectors();
  /** A slot's vector, counted from 1; 0 where a row has none. */
  private readonly vectorOf = ints();
  private dead = 0;

  /** More is dead than alive: a fresh copy would be smaller and faster. */
  get isWorn(): boolean {
    return this.dead > 10_000 && this.dead * 2 > this.columns.slots;
  }

  put(row: IndexRow): void {
    this.drop(row.memory_id);
    const slot = this.columns.add(row);
    this.lexicon.add(slot, row);
    this.vectorOf.set(slot, row.embedding === null ? 0 : this.vectors.add(row.embedding) + 1);
  }

  drop(id: string): void {
    const slot = this.columns.slotOf.get(id);
    if (slot === undefined) return;
    this.columns.kill(slot);
    this.dead += 1;
  }

  subjects(where: Plan): readonly string[] {
    const rows = select(where, this.columns, new Map());
    return this.columns.subjectsIn(rows);
  }

  search(lanes: readonly LaneQuery[]): readonly LaneHits[] {
    const questions = new Questions();
    return lanes.map((lane) => this.searchLane(lane, questions));
  }

  private searchLane({ name, where, order, limit, offset }: LaneQuery, questions: Questions): LaneHits {
    const bits = select(where, this.columns, questions.selections);
    const admitted = { bits, slots: slotsOf(bits) };
    const wanted = offset + limit;
    const exhausted = admitted.slots.length <= wanted;
    if (order.by !== 'relevance') {
      const { observed_at } = this.columns.instants;
      const rows = this.topBy(
        admitted.slots,
        order.by === 'recency' ? observed_at.values : this.columns.importance.values,
        wanted,
      );
      return { name, hits: rows.slice(offset).map((found) => this.hit(found)), exhausted };
    }
    const vector = order.embedding === null ? null : questions.vectorOf(order.embedding);
    const found = this.fuse(
      this.dense(vector, admitted.slots),
      this.lexical(questions.termsOf(order.text), admitted, order.clues),
    );
    const page = [...found, ...this.rest(admitted.slots, found, wanted)].slice(offset, wanted);
    if (vector !== null) this.compare(vector, page);
    return { name, hits: page.map((row) => this.hit(row)), exhausted };
  }

  private lexical(terms: readonly string[], admitted: Admitted, clues: Clues): readonly Ranked[] {
    if (terms.length === 0 || admitted.slots.length === 0) return [];
    const { slots, scores } = this.lexicon.search(terms, admitted, clues);
    return top(slots, scores, retrieverDepth, this.columns.newestFirst);
  }

  private dense(query: Int16Array | null, slots: Int32Array): readonly Ranked[] {
    if (query === null) return [];
    const vectorOf = this.vectorOf.values;
    const embedded = new Int32Array(slots.length);
    const numbers = new Int32Array(slots.length);
    let count = 0;
    for (let at = 0; at < slots.length; at += 1) {
      const slot = slots[at] ?? 0;
      const number = vectorOf[slot] ?? 0;
      if (number === 0) continue;
      embedded[count] = slot;
      numbers[count++] = number - 1;
    }
    const cosines = this.vectors.cosines(query, numbers.subarray(0, count));
    return top(embedded.subarray(0, count), cosines, retrieverDepth, this.columns.newestFirst);
  }

  /** Reciprocal ranks, added. */
  private fuse(dense: readonly Ranked[], lexical: readonly Ranked[]): readonly Found[] {
    const found = new Map<number, Found>();
    dense.forEach(({ slot, key }, index) => {
      found.set(slot, {
        ...unfound(slot),
        denseRank: index + 1,
        similarity: key,
        fused: 1 / (fusionK + index + 1),
      });
    });
    lexical.forEach(({ slot, key }, index) => {
      const row = found.get(slot) ?? unfound(slot);
      row.lexicalRank = index + 1;
      row.lexical = key;
      row.fused += 1 / (fusionK + index + 1);
      found.set(slot, row);
    });
    return [...found.values()].sort((a, b) => b.fused - a.fused || this.columns.newestFirst(a.slot, b.slot));
  }

  /** What no retriever found, newest first: rows come back whenever rows pass. */
  private rest(slots: Int32Array, found: readonly Found[], wanted: number): readonly Found[] {
    if (found.length >= wanted || slots.length === found.length) return [];
    const known = new Set(found.map(({ slot }) => slot));
    const left = slots.filter((slot) => !known.has(slot));
    return this.topBy(left, this.columns.instants.observed_at.values, wanted - found.length);
  }

  private topBy(slots: Int32Array, values: Float64Array, count: number): readonly Found[] {
    const key = new Float64Array(slots.length);
    for (let index = 0; index < slots.length; index += 1) key[index] = values[slots[index] ?? 0] ?? 0;
    return top(slots, key, count, this.columns.newestFirst).map(({ slot }) => unfound(slot));
  }

  /** How near the rows are that meaning did not find. */
  private compare(query: Int16Array, page: readonly Found[]): void {
    const numberOf = ({ slot }: Found): number => this.vectorOf.values[slot] ?? 0;
    const rows = page.filter((row) => row.similarity === null && numberOf(row) > 0);
    const cosines = this.vectors.cosines(
      query,
      Int32Array.from(rows, (row) => numberOf(row) - 1),
    );
    rows.forEach((row, index) => (row.similarity = cosines[index] ?? null));
  }

  private hit({ slot, denseRank, lexicalRank, similarity, lexical }: Found): Hit {
    const { ids, kind, dictionary } = this.columns;
    return {
      id: ids[slot] ?? '',
      kind: kind.values[slot] === dictionary.known('message') ? 'message' : 'fact',
      similarity: similarity === null ? null : Math.round(similarity * 1e6) / 1e6,
      lexical,
      denseRank,
      lexicalRank,
    };
  }
}
