import type { IndexRow } from '../index-rows.js';
import { bm25, neighbourWeights, scoreDigits } from '../ranking.js';
import type { Columns } from './columns.js';
import { ints, floats, type Growing } from './growing.js';
import type { Selection } from './select.js';

interface Postings {
  length: number;
  readonly slots: Growing<Int32Array>;
  readonly counts: Growing<Int32Array>;
}

export interface LexicalScores {
  readonly slots: Int32Array;
  readonly scores: Float64Array;
}

const precision = 10 ** scoreDigits;

/** Which rows have which words, and which messages follow each other. Dead slots stay; nobody selects them. */
export class Lexicon {
  private readonly postings = new Map<string, Postings>();
  private readonly talks = new Map<number, { slots: number[]; sorted: boolean }>();
  private readonly permitted = ints();
  private readonly scores = floats();
  private turn = 0;

  constructor(private readonly columns: Columns) {}

  add(slot: number, row: IndexRow): void {
    row.terms.forEach((term, index) => {
      const postings = this.postings.get(term) ?? { length: 0, slots: ints(), counts: ints() };
      if (postings.length === 0) this.postings.set(term, postings);
      postings.slots.set(postings.length, slot);
      postings.counts.set(postings.length, row.term_counts[index] ?? 1);
      postings.length += 1;
    });
    if (row.kind !== 'message' || row.source_id === null) return;
    const source = this.columns.words.codeOf(row.source_id);
    const talk = this.talks.get(source);
    if (talk === undefined) this.talks.set(source, { slots: [slot], sorted: true });
    else {
      talk.sorted &&= this.compareInTime(talk.slots.at(-1) ?? slot, slot) <= 0;
      talk.slots.push(slot);
    }
  }

  /** INVARIANT: what is counted, and who is a neighbour, comes from `selection` alone. */
  search(terms: readonly string[], selection: Selection): LexicalScores {
    this.turn += 1;
    this.permitted.set(this.columns.slots, 0);
    const permitted = this.permitted.values;
    const lengths = this.columns.length.values;
    let total = 0;
    for (const slot of selection) {
      permitted[slot] = this.turn;
      total += lengths[slot] ?? 0;
    }
    const matched = this.scoreMatches(terms, selection.length, total / selection.length);
    const touched = this.spread(matched);
    const scores = this.scores.values;
    const found = Int32Array.from(touched);
    const rounded = Float64Array.from(
      found,
      (slot) => Math.round((scores[slot] ?? 0) * precision) / precision,
    );
    for (const slot of found) scores[slot] = 0;
    return { slots: found, scores: rounded };
  }

  private scoreMatches(terms: readonly string[], rows: number, averageLength: number): readonly number[] {
    this.scores.set(this.columns.slots, 0);
    const scores = this.scores.values;
    const permitted = this.permitted.values;
    const lengths = this.columns.length.values;
    const touched: number[] = [];
    for (const term of terms) {
      const postings = this.postings.get(term);
      if (postings === undefined) continue;
      const { values: slots } = postings.slots;
      const { values: counts } = postings.counts;
      let documents = 0;
      for (let at = 0; at < postings.length; at += 1)
        if (permitted[slots[at] ?? 0] === this.turn) documents += 1;
      const idf = Math.log(1 + (rows - documents + 0.5) / (documents + 0.5));
      for (let at = 0; at < postings.length; at += 1) {
        const slot = slots[at] ?? 0;
        if (permitted[slot] !== this.turn) continue;
        const count = counts[at] ?? 1;
        const before = scores[slot] ?? 0;
        if (before === 0) touched.push(slot);
        const dampened = count + bm25.k1 * (1 - bm25.b + (bm25.b * (lengths[slot] ?? 0)) / averageLength);
        scores[slot] = before + (idf * count * (bm25.k1 + 1)) / dampened;
      }
    }
    return touched;
  }

  /** Gives neighbours their share; returns every slot that has a score now. */
  private spread(matched: readonly number[]): readonly number[] {
    const { values: sources } = this.columns.text.source_id;
    const { values: kinds } = this.columns.text.kind;
    const message = this.columns.words.known('message');
    const involved = new Set<number>();
    for (const slot of matched)
      if (kinds[slot] === message && sources[slot] !== 0) involved.add(sources[slot] ?? 0);
    const touched = [...matched];
    for (const source of involved) this.spreadWithin(source, touched);
    return touched;
  }

  private spreadWithin(source: number, touched: number[]): void {
    const scores = this.scores.values;
    const talk = this.permittedTalk(source);
    const own = Float64Array.from(talk, (slot) => scores[slot] ?? 0);
    const reach = neighbourWeights.length;
    for (let at = 0; at < talk.length; at += 1) {
      const share = own[at] ?? 0;
      if (share === 0) continue;
      for (let step = 1; step <= reach; step += 1) {
        const given = share * (neighbourWeights[step - 1] ?? 0);
        for (const place of [at - step, at + step]) {
          const slot = talk[place];
          if (slot === undefined) continue;
          if (scores[slot] === 0) touched.push(slot);
          scores[slot] = (scores[slot] ?? 0) + given;
        }
      }
    }
  }

  private permittedTalk(source: number): Int32Array {
    const talk = this.talks.get(source);
    if (talk === undefined) return new Int32Array(0);
    if (!talk.sorted) talk.slots.sort(this.compareInTime);
    talk.sorted = true;
    const permitted = this.permitted.values;
    const found = new Int32Array(talk.slots.length);
    let count = 0;
    for (const slot of talk.slots) if (permitted[slot] === this.turn) found[count++] = slot;
    return found.subarray(0, count);
  }

  private readonly compareInTime = (a: number, b: number): number => {
    const { values: at } = this.columns.instants.observed_at;
    const { ids } = this.columns;
    return (at[a] ?? 0) - (at[b] ?? 0) || ((ids[a] ?? '') < (ids[b] ?? '') ? -1 : 1);
  };
}
