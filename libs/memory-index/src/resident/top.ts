/**
 * The `count` best of `slots`, best first. `key` is aligned with `slots`; where keys are equal, `before` says which
 * slot comes first.
 */
export const top = (
  slots: Int32Array,
  key: Float64Array,
  count: number,
  before: (a: number, b: number) => number,
): readonly Ranked[] => {
  const limit = count >= slots.length ? Number.NEGATIVE_INFINITY : nthLargest(key, count);
  const best: Ranked[] = [];
  for (let index = 0; index < slots.length; index += 1) {
    const value = key[index] ?? 0;
    if (value >= limit) best.push({ slot: slots[index] ?? 0, key: value });
  }
  best.sort((a, b) => (a.key === b.key ? before(a.slot, b.slot) : b.key - a.key));
  return best.length > count ? best.slice(0, count) : best;
};

export interface Ranked {
  readonly slot: number;
  readonly key: number;
}

/** Quickselect on a copy: the key that stands at place `count` of the descending order. */
const nthLargest = (key: Float64Array, count: number): number => {
  if (count <= 0) return Number.POSITIVE_INFINITY;
  const values = Float64Array.from(key);
  let low = 0;
  let high = values.length - 1;
  const place = count - 1;
  while (low < high) {
    const pivot = values[(low + high) >>> 1] ?? 0;
    let left = low;
    let right = high;
    while (left <= right) {
      while ((values[left] ?? 0) > pivot) left += 1;
      while ((values[right] ?? 0) < pivot) right -= 1;
      if (left <= right) {
        const swapped = values[left] ?? 0;
        values[left++] = values[right] ?? 0;
        values[right--] = swapped;
      }
    }
    if (place <= right) high = right;
    else if (place >= left) low = left;
    else break;
  }
  return values[place] ?? 0;
};
