import { ints } from './growing.js';

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

  /** Whether so many have a score above this. Stops as soon as they have. */
  hasAbove(limit: number, many: number, scores: Float64Array): boolean {
    const slots = this.found.values;
    let left = many;
    for (let index = 0; index < this.count && left > 0; index += 1)
      if ((scores[slots[index] ?? 0] ?? 0) > limit) left -= 1;
    return left <= 0;
  }
}
