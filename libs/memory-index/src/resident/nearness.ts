import { meaning, scoreDigits } from '../ranking.js';
import type { ComparedSlots } from './embedded.js';

/** How near admitted messages are to the question. */
export interface Meant extends ComparedSlots {
  /** From this cosine on a message is found by its meaning alone. */
  readonly near: number;
  /** The least cosine of all that pass, where those that were compared are some of them. */
  readonly least?: number;
}

const precision = 10 ** scoreDigits;

/**
 * Cosines between the least and the most of the admitted messages. One that has no vector yet is as near as they are on
 * average, so it stands where its words put it.
 */
export class CosineNearness {
  /** Those that are found by meaning alone. */
  readonly slots: readonly number[];
  private readonly found: ReadonlySet<number>;
  private readonly scaled: Float64Array;

  constructor({ slots, cosines, near, least = near }: Meant, slotCount: number) {
    const rounded = cosines.map((cosine) => Math.round(cosine * precision) / precision);
    let [low, high] = [Math.min(near, least), -1];
    for (const cosine of rounded) {
      if (cosine < low) low = cosine;
      if (cosine > high) high = cosine;
    }
    const span = Math.max(high - low, meaning.leastSpan);
    let sum = 0;
    for (const cosine of rounded) sum += (cosine - low) / span;
    this.scaled = new Float64Array(slotCount).fill(sum / rounded.length);
    const found: number[] = [];
    slots.forEach((slot, at) => {
      const cosine = rounded[at] ?? 0;
      this.scaled[slot] = (cosine - low) / span;
      if (cosine >= near) found.push(slot);
    });
    this.slots = found;
    this.found = new Set(found);
  }

  isNear(slot: number): boolean {
    return this.found.has(slot);
  }

  /** What it gives a message itself. */
  of(slot: number): number {
    return meaning.weight * (this.scaled[slot] ?? 0);
  }

  /** What the neighbours of a place give, of messages in their order; `first` and `last` are where its talk ends. */
  around(slots: Int32Array, place: number, first: number, last: number): number {
    const [from, to] = [Math.max(first, place - meaning.reach), Math.min(last, place + meaning.reach)];
    if (from === to) return 0;
    let sum = 0;
    for (let at = from; at <= to; at += 1) if (at !== place) sum += this.scaled[slots[at] ?? 0] ?? 0;
    return (meaning.nearWeight * sum) / (to - from);
  }
}
