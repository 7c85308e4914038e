import type { IndexRow } from '../index-rows.js';
import { bm25, retrieverDepth, scoreDigits } from '../ranking.js';
import { type Bits, hasBit, intersect, invert, slotsOf } from './bits.js';
import type { Columns } from './columns.js';
import { floats, type Growing, ints } from './growing.js';
import { type Beside, Talks } from './talks.js';
import { Touched } from './touched.js';
import { noRows } from './value-rows.js';

interface Postings {
  length: number;
  readonly slots: Growing<Int32Array>;
  readonly counts: Growing<Int32Array>;
}

/** The rows that a lane admits, as a set and as a list. */
export interface Admitted {
  readonly bits: Bits;
  readonly slots: Int32Array;
  /** Of all that pass, where these are some of them. */
  readonly of?: {
    readonly rows: number;
    readonly averageLength: number;
    readonly having: ReadonlyMap<string, number>;
  };
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
  /** How many of all that pass have it. */
  readonly having: number;
  readonly idf: number;
}

const precision = 10 ** scoreDigits;
/** Only many more matches than rows found so far are worth finding out the last of the best. */
const worthCounting = 2;
/** A list this much shorter than a word's postings is looked up in them, instead of walking them. */
const muchShorter = 16;

/** Which rows have which words. Rows that died are still in it. */
export class Lexicon {
  private readonly postings = new Map<string, Postings>();
  private readonly talks: Talks;
  /** Zero between searches. */
  private readonly scores = floats();

  constructor(private readonly columns: Columns) {
    this.talks = new Talks(columns);
  }

  add(slot: number, row: IndexRow): void {
    row.terms.forEach((term, index) => {
      const postings = this.postings.get(term) ?? { length: 0, slots: ints(), counts: ints() };
      if (postings.length === 0) this.postings.set(term, postings);
      postings.slots.set(postings.length, slot);
      postings.counts.set(postings.length, row.term_counts[index] ?? 1);
      postings.length += 1;
    });
    this.scores.set(slot, 0);
    if (row.kind === 'message' && row.source_id !== null) this.talks.add(slot);
  }

  /**
   * The scores of all rows that may be among the best of them; what is left out is further down.
   * INVARIANT: what is counted, and who is a neighbour, comes from `admitted` alone.
   */
  search(terms: readonly string[], facts: Admitted, messages: Admitted, beside: Beside): LexicalScores {
    const [first, second] = [this.searchFacts(terms, facts), this.searchMessages(terms, messages, beside)];
    if (second.slots.length === 0) return first;
    if (first.slots.length === 0) return second;
    return {
      slots: Int32Array.from([...first.slots, ...second.slots]),
      scores: Float64Array.from([...first.scores, ...second.scores]),
    };
  }

  /** Facts and messages are counted apart. */
  byKind(admitted: Admitted): readonly [Admitted, Admitted] {
    const none = { bits: noRows(0), slots: new Int32Array(0) };
    const message = this.columns.dictionary.known('message');
    if (message === undefined || !this.columns.with.kind.meets(message, admitted.bits))
      return [admitted, none];
    const messages = noRows(this.columns.slots);
    this.columns.with.kind.collect(message, messages);
    const facts = messages.slice();
    invert(facts);
    intersect(facts, admitted.bits);
    intersect(messages, admitted.bits);
    return [
      { bits: facts, slots: slotsOf(facts) },
      { bits: messages, slots: slotsOf(messages) },
    ];
  }

  private searchFacts(terms: readonly string[], admitted: Admitted): LexicalScores {
    const words = this.wordsOf(terms, admitted);
    const touched = new Touched();
    words.forEach((word, index) => {
      const isKnownOnly = this.cannotReach(words.slice(index), touched);
      this.score(word, bm25.fact, this.averageLength(admitted), touched, isKnownOnly);
    });
    const slots = touched.slots();
    return { slots, scores: this.taken(slots) };
  }

  /** As `search`, of messages alone. */
  searchMessages(terms: readonly string[], admitted: Admitted, beside: Beside): LexicalScores {
    const words = this.wordsOf(terms, admitted);
    const averageLength = this.averageLength(admitted);
    const touched = new Touched();
    for (const word of words) this.score(word, bm25.message, averageLength, touched, false);
    const matching = touched.slots();
    const found = this.talks.scores(matching, (slot) => this.scores.values[slot] ?? 0, admitted.bits, {
      words: words.map(({ postings, matches, having }) => ({
        having,
        slots: matches.map((at) => postings.slots.values[at] ?? 0),
        counts: matches.map((at) => postings.counts.values[at] ?? 1),
      })),
      ...beside,
      rows: rowsOf(admitted),
      averageLength,
    });
    for (const [slot, score] of found) this.scores.values[slot] = score;
    const slots = Int32Array.from(found.keys());
    return { slots, scores: this.taken(slots) };
  }

  /** Rounded, and zero from here on. */
  private taken(slots: Int32Array): Float64Array {
    const scores = this.scores.values;
    const rounded = new Float64Array(slots.length);
    for (let index = 0; index < slots.length; index += 1) {
      const slot = slots[index] ?? 0;
      rounded[index] = Math.round((scores[slot] ?? 0) * precision) / precision;
      scores[slot] = 0;
    }
    return rounded;
  }

  private averageLength({ slots, of }: Admitted): number {
    if (of !== undefined) return of.averageLength;
    const lengths = this.columns.length.values;
    let total = 0;
    for (const slot of slots) total += lengths[slot] ?? 0;
    return total / slots.length;
  }

  /** The words that some admitted row has, the rarest first: in this order every row's score is summed. */
  private wordsOf(terms: readonly string[], admitted: Admitted): readonly Word[] {
    const words = terms.flatMap((term): readonly Word[] => {
      const postings = this.postings.get(term);
      if (postings === undefined) return [];
      const matches = matchesOf(postings, admitted);
      const having = Math.max(matches.length, admitted.of?.having.get(term) ?? 0);
      const idf = Math.log(1 + (rowsOf(admitted) - having + 0.5) / (having + 0.5));
      return matches.length === 0 ? [] : [{ term, postings, matches, having, idf }];
    });
    return words.sort((a, b) => b.idf - a.idf || (a.term < b.term ? -1 : 1));
  }

  /**
   * Whether a row with none but these words is behind so many others that it cannot count: all that such words give
   * together is less than what the last of the best has.
   */
  private cannotReach(words: readonly Word[], touched: Touched): boolean {
    const matches = words.reduce((count, word) => count + word.matches.length, 0);
    if (touched.count < retrieverDepth || matches < touched.count * worthCounting) return false;
    const most = words.reduce((sum, { idf }) => sum + idf * (bm25.fact.k1 + 1), 0);
    return touched.hasAbove(most + 2 / precision, retrieverDepth, this.scores.values);
  }

  private score(
    { postings, matches, idf }: Word,
    { k1, b }: { readonly k1: number; readonly b: number },
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
      const dampened = count + k1 * (1 - b + (b * (lengths[slot] ?? 0)) / averageLength);
      scores[slot] = before + (idf * count * (k1 + 1)) / dampened;
    }
  }
}

const rowsOf = ({ slots, of }: Admitted): number => of?.rows ?? slots.length;

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
