import { ints } from './growing.js';
import { top } from './top.js';

/** Slots that have a score, each once, in the order they got it. */
export class Touched {
  private readonly found = ints();
  count = 0;

  add(slot: number): void {
    this.found.set(this.count, slot);
    this.count += 1;
  }

  slots(): Int32Array {
    return this.found.values.subarray(0, this.count);
  }

  /** The score at this rank, from 1; 0 when there are fewer. */
  rank(scores: Float64Array, rank: number): number {
    const own = new Float64Array(this.count);
    for (let index = 0; index < this.count; index += 1)
      own[index] = scores[this.found.values[index] ?? 0] ?? 0;
    return top(this.slots(), own, rank, (a, b) => a - b)[rank - 1]?.key ?? 0;
  }
}
