import type { Plan } from '#policy';
import type { IndexRow } from '../index-rows.js';
import type { AskedEmbedding, Clues, Hit, LaneHits, LaneQuery } from '../memory-index.js';
import { toFixedPoint } from '../fixed-point.js';
import { fusionK, retrieverDepth } from '../ranking.js';
import { queryTerms } from '../tokens.js';
import { slotsOf } from './bits.js';
import { Columns } from './columns.js';
import { type ComparedSlots, Embedded } from './embedded.js';
import { type Admitted, Lexicon } from './lexicon.js';
import { type ConditionCache, select } from './select.js';
import { type Ranked, top } from './top.js';

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

/** A question's vector as vectors are compared. */
interface AskedVector {
  readonly model: string;
  readonly near: number;
  readonly vector: Int16Array;
}

/** What several lanes of one search ask for, worked out once. */
class Questions {
  private readonly terms = new Map<string, readonly string[]>();
  private readonly vectors = new Map<AskedEmbedding, AskedVector>();
  readonly selections: ConditionCache = new Map();

  termsOf(text: string): readonly string[] {
    const terms = this.terms.get(text) ?? queryTerms(text);
    this.terms.set(text, terms);
    return terms;
  }

  vectorOf(embedding: AskedEmbedding): AskedVector {
    const { model, near, vector } = embedding;
    const asked = this.vectors.get(embedding) ?? { model, near, vector: toFixedPoint(vector) };
    this.vectors.set(embedding, asked);
    return asked;
  }
}

/** The whole index in memory: bits for conditions, postings for words, vectors for meaning. Every answer is exact. */
export class ResidentCopy {
  private readonly columns = new Columns();
  private readonly lexicon = new Lexicon(this.columns);
  private readonly embedded = new Embedded();
  private dead = 0;

  /** More is dead than alive: a fresh copy would be smaller and faster. */
  get isWorn(): boolean {
    return this.dead > 10_000 && this.dead * 2 > this.columns.slots;
  }

  put(row: IndexRow): void {
    const before = this.columns.slotOf.get(row.memory_id);
    const slot = this.columns.add(row);
    this.lexicon.add(slot, row);
    if (before === undefined) return;
    // INVARIANT: vectors of a text that the row has no more are gone from here on.
    if (row.text_key !== null && this.columns.textKeys[before] === row.text_key)
      this.embedded.move(before, slot);
    this.bury(before);
  }

  drop(id: string): void {
    const slot = this.columns.slotOf.get(id);
    if (slot === undefined) return;
    this.columns.slotOf.delete(id);
    this.bury(slot);
  }

  /** The vector of this text, where the row still has it. */
  embed(id: string, textKey: string | null, model: string, vector: Int16Array): void {
    const slot = this.columns.slotOf.get(id);
    if (slot === undefined || textKey === null) return;
    const known = this.columns.textKeys[slot] ?? null;
    // Of a row of before its vectors had keys it is not known; whoever gave the vector looked.
    if (known === null) this.columns.textKeys[slot] = textKey;
    else if (known !== textKey) return;
    this.embedded.set(model, slot, vector);
  }

  /** Vectors of other models are gone; as long as none is named, all stay. */
  keepModels(models: readonly (string | null)[]): void {
    if (models.some((model) => model !== null)) this.embedded.keep(models);
  }

  private bury(slot: number): void {
    this.embedded.drop(slot);
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
    const [facts, messages] = this.lexicon.byKind(admitted);
    const found = this.fuse(
      this.dense(vector, facts.slots),
      this.lexical(questions.termsOf(order.text), facts, messages, order.clues, vector),
    );
    const page = [...found, ...this.rest(admitted.slots, found, wanted)].slice(offset, wanted);
    if (vector !== null) this.compare(vector, page);
    return { name, hits: page.map((row) => this.hit(row)), exhausted };
  }

  private lexical(
    terms: readonly string[],
    facts: Admitted,
    messages: Admitted,
    clues: Clues,
    vector: AskedVector | null,
  ): readonly Ranked[] {
    const compared = vector && this.compared(vector, messages.slots);
    const meant = vector && compared && compared.slots.length > 0 ? { ...compared, near: vector.near } : null;
    const { slots, scores } = this.lexicon.search(terms, facts, messages, { clues, meant });
    return top(slots, scores, retrieverDepth, this.columns.newestFirst);
  }

  private dense(query: AskedVector | null, slots: Int32Array): readonly Ranked[] {
    if (query === null) return [];
    const compared = this.compared(query, slots);
    return top(compared.slots, compared.cosines, retrieverDepth, this.columns.newestFirst);
  }

  private compared({ model, vector }: AskedVector, slots: Int32Array): ComparedSlots {
    return this.embedded.compared(model, vector, slots);
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
  private compare(query: AskedVector, page: readonly Found[]): void {
    const unknown = page.filter((row) => row.similarity === null);
    const { slots, cosines } = this.compared(
      query,
      Int32Array.from(unknown, ({ slot }) => slot),
    );
    const similarityOf = new Map(Array.from(slots, (slot, at) => [slot, cosines[at] ?? null]));
    for (const row of unknown) row.similarity = similarityOf.get(row.slot) ?? null;
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
