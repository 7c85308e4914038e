import type { IndexRow } from '../index-rows.js';
import { bm25, neighbourWeights, retrieverDepth, scoreDigits } from '../ranking.js';
import { type Bits, hasBit } from './bits.js';
import type { Columns } from './columns.js';
import { floats, type Growing, ints } from './growing.js';
import { Touched } from './touched.js';

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

/** A word of the question, and where the admitted rows have it. */
interface Word {
  readonly term: string;
  readonly postings: Postings;
  readonly matches: Int32Array;
  readonly idf: number;
}

const precision = 10 ** scoreDigits;
/** Only many more matches than rows found so far are worth finding out the last of the best. */
const worthCounting = 2;
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

  /**
   * The scores of all rows that may be among the best of them; what is left out is further down.
   * INVARIANT: what is counted, and who is a neighbour, comes from `admitted` alone.
   */
  search(terms: readonly string[], admitted: Admitted): LexicalScores {
    const lengths = this.columns.length.values;
    let total = 0;
    for (const slot of admitted.slots) total += lengths[slot] ?? 0;
    const words = this.wordsOf(terms, admitted);
    const touched = new Touched();
    words.forEach((word, index) => {
      const isKnownOnly = this.cannotReach(words.slice(index), touched, admitted);
      this.score(word, total / admitted.slots.length, touched, isKnownOnly);
    });
    this.spread(touched, admitted);
    const scores = this.scores.values;
    const slots = touched.slots();
    const rounded = new Float64Array(slots.length);
    for (let index = 0; index < slots.length; index += 1) {
      const slot = slots[index] ?? 0;
      rounded[index] = Math.round((scores[slot] ?? 0) * precision) / precision;
      scores[slot] = 0;
    }
    return { slots, scores: rounded };
  }

  /** The words that some admitted row has, the rarest first: in this order every row's score is summed. */
  private wordsOf(terms: readonly string[], admitted: Admitted): readonly Word[] {
    const words = terms.flatMap((term): readonly Word[] => {
      const postings = this.postings.get(term);
      if (postings === undefined) return [];
      const matches = matchesOf(postings, admitted);
      const idf = Math.log(1 + (admitted.slots.length - matches.length + 0.5) / (matches.length + 0.5));
      return matches.length === 0 ? [] : [{ term, postings, matches, idf }];
    });
    return words.sort((a, b) => b.idf - a.idf || (a.term < b.term ? -1 : 1));
  }

  /**
   * Whether a row with none but these words is behind so many others that it cannot count: all that such words give
   * together is less than what the last of the best has. A row of talk may still gain from its neighbours.
   */
  private cannotReach(words: readonly Word[], touched: Touched, { bits }: Admitted): boolean {
    const matches = words.reduce((count, word) => count + word.matches.length, 0);
    if (touched.count < retrieverDepth || matches < touched.count * worthCounting) return false;
    const message = this.columns.dictionary.known('message');
    if (message !== undefined && this.columns.with.kind.meets(message, bits)) return false;
    const most = words.reduce((sum, { idf }) => sum + idf * (bm25.k1 + 1), 0);
    return touched.hasAbove(most + 2 / precision, retrieverDepth, this.scores.values);
  }

  private score(
    { postings, matches, idf }: Word,
    averageLength: number,
    touched: Touched,
    isKnownOnly: boolean,
  ): void {
    const scores = this.scores.values;
    const lengths = this.columns.length.values;
    const { values: slots } = postings.slots;
    const { values: counts } = postings.counts;
    for (const at of matches) {
      const slot = slots[at] ?? 0;
      const before = scores[slot] ?? 0;
      if (before === 0) {
        if (isKnownOnly) continue;
        touched.add(slot);
      }
      const count = counts[at] ?? 1;
      const dampened = count + bm25.k1 * (1 - bm25.b + (bm25.b * (lengths[slot] ?? 0)) / averageLength);
      scores[slot] = before + (idf * count * (bm25.k1 + 1)) / dampened;
    }
  }

  /** Gives the neighbours of matching messages their share. */
  private spread(touched: Touched, { bits }: Admitted): void {
    const message = this.columns.dictionary.known('message');
    const { values: kinds } = this.columns.kind;
    const { values: sources } = this.columns.source;
    const involved = new Set<number>();
    for (const slot of touched.slots()) if (kinds[slot] === message) involved.add(sources[slot] ?? 0);
    for (const source of involved) this.spreadWithin(this.admittedTalk(source, bits), touched);
  }

  private spreadWithin(talk: Int32Array, touched: Touched): void {
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
        if (scores[slot] === 0) touched.add(slot);
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
