import type { IndexRow } from '../index-rows.js';
import { bm25, neighbourWeights, scoreDigits } from '../ranking.js';
import { type Bits, hasBit } from './bits.js';
import type { Columns } from './columns.js';
import { floats, type Growing, ints } from './growing.js';

interface Postings {
  length: number;
  readonly slots: Growing<Int32Array>;
  readonly counts: Growing<Int32Array>;
}

/** The rows that a lane admits, as a set and as a list. */
export interface Admitted {
  readonly bits: Bits;
  readonly slots: Int32Array;
}

export interface LexicalScores {
  readonly slots: Int32Array;
  readonly scores: Float64Array;
}

const precision = 10 ** scoreDigits;
/** A list this much shorter than a word's postings is looked up in them, instead of walking them. */
const muchShorter = 16;

/** Which rows have which words, and which messages follow each other. Rows that died are still in it. */
export class Lexicon {
  private readonly postings = new Map<string, Postings>();
  private readonly talks = new Map<number, { slots: number[]; sorted: boolean }>();
  /** Zero between searches. */
  private readonly scores = floats();

  constructor(private readonly columns: Columns) {}

  add(slot: number, row: IndexRow): void {
    row.terms.forEach((term, index) => {
      const postings = this.postings.get(term) ?? { length: 0, slots: ints(), counts: ints() };
      if (postings.length === 0) this.postings.set(term, postings);
      postings.slots.set(postings.length, slot);
      postings.counts.set(postings.length, row.term_counts[index] ?? 1);
      postings.length += 1;
    });
    this.scores.set(slot, 0);
    if (row.kind !== 'message' || row.source_id === null) return;
    const source = this.columns.source.values[slot] ?? 0;
    const talk = this.talks.get(source);
    if (talk === undefined) this.talks.set(source, { slots: [slot], sorted: true });
    else {
      talk.sorted &&= this.columns.oldestFirst(talk.slots.at(-1) ?? slot, slot) < 0;
      talk.slots.push(slot);
    }
  }

  /** INVARIANT: what is counted, and who is a neighbour, comes from `admitted` alone. */
  search(terms: readonly string[], admitted: Admitted): LexicalScores {
    const { length } = this.columns;
    let total = 0;
    for (const slot of admitted.slots) total += length.values[slot] ?? 0;
    const touched: number[] = [];
    for (const term of terms) {
      const postings = this.postings.get(term);
      if (postings !== undefined) this.score(postings, admitted, total / admitted.slots.length, touched);
    }
    this.spread(touched, admitted);
    const scores = this.scores.values;
    const slots = Int32Array.from(touched);
    const rounded = new Float64Array(slots.length);
    slots.forEach((slot, index) => {
      rounded[index] = Math.round((scores[slot] ?? 0) * precision) / precision;
      scores[slot] = 0;
    });
    return { slots, scores: rounded };
  }

  private score(postings: Postings, admitted: Admitted, averageLength: number, touched: number[]): void {
    const matches = matchesOf(postings, admitted);
    const documents = matches.length;
    const idf = Math.log(1 + (admitted.slots.length - documents + 0.5) / (documents + 0.5));
    const scores = this.scores.values;
    const lengths = this.columns.length.values;
    const { values: slots } = postings.slots;
    const { values: counts } = postings.counts;
    for (const at of matches) {
      const slot = slots[at] ?? 0;
      const count = counts[at] ?? 1;
      const before = scores[slot] ?? 0;
      if (before === 0) touched.push(slot);
      const dampened = count + bm25.k1 * (1 - bm25.b + (bm25.b * (lengths[slot] ?? 0)) / averageLength);
      scores[slot] = before + (idf * count * (bm25.k1 + 1)) / dampened;
    }
  }

  /** Gives the neighbours of matching messages their share. */
  private spread(touched: number[], { bits }: Admitted): void {
    const message = this.columns.dictionary.known('message');
    const { values: kinds } = this.columns.kind;
    const { values: sources } = this.columns.source;
    const involved = new Set<number>();
    for (const slot of touched) if (kinds[slot] === message) involved.add(sources[slot] ?? 0);
    for (const source of involved) this.spreadWithin(this.admittedTalk(source, bits), touched);
  }

  private spreadWithin(talk: Int32Array, touched: number[]): void {
    const scores = this.scores.values;
    const own = new Float64Array(talk.length);
    for (let at = 0; at < talk.length; at += 1) own[at] = scores[talk[at] ?? 0] ?? 0;
    const reach = neighbourWeights.length;
    let done = 0;
    for (let match = 0; match < talk.length; match += 1) {
      if (own[match] === 0) continue;
      const last = Math.min(talk.length - 1, match + reach);
      for (let at = Math.max(done, match - reach); at <= last; at += 1) {
        const slot = talk[at] ?? 0;
        if (scores[slot] === 0) touched.push(slot);
        scores[slot] = withNeighbours(own, at);
      }
      done = Math.max(done, last + 1);
    }
  }

  /** The admitted messages of a source in the order of time; what is said elsewhere or not admitted is not there. */
  private admittedTalk(source: number, bits: Bits): Int32Array {
    const talk = this.talks.get(source);
    if (talk === undefined) return new Int32Array(0);
    if (!talk.sorted) talk.slots.sort(this.columns.oldestFirst);
    talk.sorted = true;
    const found = new Int32Array(talk.slots.length);
    let count = 0;
    for (const slot of talk.slots) if (hasBit(bits, slot)) found[count++] = slot;
    return found.subarray(0, count);
  }
}

/** Summed in one order, from the nearest out, so that equal neighbourhoods give equal scores to the last bit. */
const withNeighbours = (own: Float64Array, at: number): number => {
  let score = own[at] ?? 0;
  neighbourWeights.forEach((weight, step) => {
    score += weight * ((own[at - step - 1] ?? 0) + (own[at + step + 1] ?? 0));
  });
  return score;
};

/** Places in the postings whose rows are admitted. */
const matchesOf = (postings: Postings, { bits, slots }: Admitted): Int32Array => {
  const { values } = postings.slots;
  const found = new Int32Array(Math.min(postings.length, slots.length));
  let count = 0;
  if (slots.length * muchShorter < postings.length) {
    for (const slot of slots) {
      const at = placeOf(slot, values, postings.length);
      if (values[at] === slot && at < postings.length) found[count++] = at;
    }
  } else
    for (let at = 0; at < postings.length; at += 1) if (hasBit(bits, values[at] ?? 0)) found[count++] = at;
  return found.subarray(0, count);
};

/** The first place whose slot is not smaller. */
const placeOf = (slot: number, slots: Int32Array, length: number): number => {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((slots[middle] ?? 0) < slot) low = middle + 1;
    else high = middle;
  }
  return low;
};
