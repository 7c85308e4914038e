import type { Clues } from '../memory-index.js';
import { bm25, clueFactors, longestCounted, windows } from '../ranking.js';
import { type Bits, hasBit } from './bits.js';
import type { Columns } from './columns.js';
import { ints } from './growing.js';
import { type Meant, CosineNearness } from './nearness.js';
import { noRows } from './value-rows.js';

/** Where the admitted messages have a word of the question, and how often. */
export interface Occurrences {
  /** How many of all that pass have it; as many as are here, where all are here. */
  readonly having: number;
  readonly slots: Int32Array;
  readonly counts: Int32Array;
}

/** Admitted messages in the order of their talks, one talk behind the other. */
interface Talk {
  readonly slots: Int32Array;
  /** The places where the talk of the message at this place begins and ends. */
  readonly first: Int32Array;
  readonly last: Int32Array;
  /** The words of all messages before this place. */
  readonly lengthBefore: Float64Array;
}

/** What counts for a message beside its words. */
export interface Beside {
  readonly clues: Clues;
  /** Null where nothing was compared. */
  readonly meant: Meant | null;
}

export interface Asked extends Beside {
  readonly words: readonly Occurrences[];
  /** Of the admitted messages, in whatever source. */
  readonly rows: number;
  readonly averageLength: number;
}

/** Which messages follow each other. Rows that died are still in it. */
export class Talks {
  private readonly talks = new Map<number, { slots: number[]; sorted: boolean }>();
  /** A slot's place in the talk that is looked at, counted from 1; zero between searches. */
  private readonly places = ints();

  constructor(private readonly columns: Columns) {}

  add(slot: number): void {
    this.places.set(slot, 0);
    const source = this.columns.source.values[slot] ?? 0;
    const talk = this.talks.get(source);
    if (talk === undefined) this.talks.set(source, { slots: [slot], sorted: true });
    else {
      talk.sorted &&= this.columns.oldestFirst(talk.slots.at(-1) ?? slot, slot) < 0;
      talk.slots.push(slot);
    }
  }

  /**
   * The scores of all messages that have a window with a word in it, or are near, given their `own`: to it comes, of each
   * kind of window, its share of the best one, and how near it and its neighbours are, as much as the best own score; its
   * length; and the clues.
   * INVARIANT: who is a neighbour, and what is near, comes from `admitted` alone.
   */
  scores(
    matching: Int32Array,
    own: (slot: number) => number,
    admitted: Bits,
    asked: Asked,
  ): ReadonlyMap<number, number> {
    const nearness = asked.meant && new CosineNearness(asked.meant, this.columns.slots);
    const talk = this.admittedTalk(nearness === null ? [matching] : [matching, nearness.slots], admitted);
    const shares = this.shares(talk, asked, nearness);
    // What stands alone, without a source.
    for (const slots of [matching, nearness?.slots ?? []])
      for (const slot of slots) if (!shares.has(slot)) shares.set(slot, nearness?.of(slot) ?? 0);
    let best = 0;
    for (const slot of matching) best = Math.max(best, own(slot));
    const factorOf = this.clueFactor(asked.clues);
    for (const [slot, share] of shares)
      shares.set(slot, (own(slot) + (best || 1) * share) * this.lengthFactor(slot, asked) * factorOf(slot));
    return shares;
  }

  /** Windows of messages that have a word in them, and how near these and the near ones are. */
  private shares(talk: Talk, asked: Asked, nearness: CosineNearness | null): Map<number, number> {
    const places = this.places.values;
    talk.slots.forEach((slot, place) => (places[slot] = place + 1));
    const shares = new Float64Array(talk.slots.length);
    for (const { reach, weight } of windows) {
      const scores = this.windowScores(talk, reach, asked);
      let best = 0;
      for (const score of scores) if (score > best) best = score;
      for (let place = 0; best > 0 && place < scores.length; place += 1)
        shares[place] = (shares[place] ?? 0) + weight * ((scores[place] ?? 0) / best);
    }
    const found = new Map<number, number>();
    talk.slots.forEach((slot, place) => {
      places[slot] = 0;
      const share = shares[place] ?? 0;
      if (nearness === null) {
        if (share > 0) found.set(slot, share);
      } else if (share > 0 || nearness.isNear(slot)) {
        const around = nearness.around(talk.slots, place, talk.first[place] ?? 0, talk.last[place] ?? 0);
        found.set(slot, share + nearness.of(slot) + around);
      }
    });
    return found;
  }

  private windowScores(talk: Talk, reach: number, { words, rows, averageLength }: Asked): Float64Array {
    const { k1, b } = bm25.window;
    const { first, last, lengthBefore } = talk;
    const scores = new Float64Array(talk.slots.length);
    const counted = new Float64Array(talk.slots.length);
    const average = averageLength * (2 * reach + 1);
    for (const { slots, counts, having } of words) {
      const touched: number[] = [];
      for (let at = 0; at < slots.length; at += 1) {
        const place = (this.places.values[slots[at] ?? 0] ?? 0) - 1;
        if (place < 0) continue;
        const end = Math.min(last[place] ?? 0, place + reach);
        for (let near = Math.max(first[place] ?? 0, place - reach); near <= end; near += 1) {
          if (counted[near] === 0) touched.push(near);
          counted[near] = (counted[near] ?? 0) + (counts[at] ?? 1);
        }
      }
      // Where these are some of all, the others are taken to have as many neighbours each.
      const near = Math.min(rows, touched.length * (having / slots.length));
      const idf = Math.log(1 + (rows - near + 0.5) / (near + 0.5));
      for (const place of touched) {
        const count = counted[place] ?? 0;
        const from = Math.max(first[place] ?? 0, place - reach);
        const to = Math.min(last[place] ?? 0, place + reach) + 1;
        const length = (lengthBefore[to] ?? 0) - (lengthBefore[from] ?? 0);
        scores[place] =
          (scores[place] ?? 0) + (idf * count * (k1 + 1)) / (count + k1 * (1 - b + (b * length) / average));
        counted[place] = 0;
      }
    }
    return scores;
  }

  private lengthFactor(slot: number, { averageLength }: Asked): number {
    const length = this.columns.length.values[slot] ?? 0;
    return averageLength > 0 ? Math.cbrt(Math.min(longestCounted, length / averageLength)) : 1;
  }

  private clueFactor({ speakerIds, within }: Clues): (slot: number) => number {
    const bySpeaker = noRows(this.columns.slots);
    for (const id of speakerIds) {
      const code = this.columns.dictionary.known(id);
      if (code !== undefined) this.columns.with.speaker_entity_id.collect(code, bySpeaker);
    }
    const times = within.map(({ from, to }) => ({ from: from.getTime(), to: to.getTime() }));
    return (slot) => {
      const at = this.columns.instants.observed_at.values[slot] ?? Number.NaN;
      return (
        (hasBit(bySpeaker, slot) ? clueFactors.speaker : 1) *
        (times.some(({ from, to }) => at >= from && at < to) ? clueFactors.time : 1)
      );
    };
  }

  /** The admitted messages of the sources of these; what is said elsewhere or not admitted is not there. */
  private admittedTalk(found: readonly (Int32Array | readonly number[])[], admitted: Bits): Talk {
    const sources = new Set<number>();
    for (const slots of found) for (const slot of slots) sources.add(this.columns.source.values[slot] ?? 0);
    // Without a source a message stands alone.
    sources.delete(0);
    const slots: number[] = [];
    const first: number[] = [];
    const last: number[] = [];
    for (const source of sources) {
      const begin = slots.length;
      for (const slot of this.inOrder(source)) if (hasBit(admitted, slot)) slots.push(slot);
      for (let place = begin; place < slots.length; place += 1) {
        first.push(begin);
        last.push(slots.length - 1);
      }
    }
    const lengthBefore = new Float64Array(slots.length + 1);
    slots.forEach((slot, place) => {
      lengthBefore[place + 1] = (lengthBefore[place] ?? 0) + (this.columns.length.values[slot] ?? 0);
    });
    return {
      slots: Int32Array.from(slots),
      first: Int32Array.from(first),
      last: Int32Array.from(last),
      lengthBefore,
    };
  }

  private inOrder(source: number): readonly number[] {
    const talk = this.talks.get(source);
    if (talk === undefined) return [];
    if (!talk.sorted) talk.slots.sort(this.columns.oldestFirst);
    talk.sorted = true;
    return talk.slots;
  }
}
