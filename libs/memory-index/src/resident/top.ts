export interface Ranked {
  readonly slot: number;
  readonly key: number;
}

/**
 * The `count` best of `slots`, best first: by `key`, which is aligned with `slots`, and where keys are equal by
 * `before`. A heap keeps the best so far, its worst on top; most rows are turned away by one comparison.
 */
export const top = (
  slots: Int32Array,
  key: Float64Array,
  count: number,
  before: (a: number, b: number) => number,
): readonly Ranked[] => {
  if (count <= 0) return [];
  const worse = (a: number, b: number): boolean => {
    const difference = (key[a] ?? 0) - (key[b] ?? 0);
    return difference === 0 ? before(slots[a] ?? 0, slots[b] ?? 0) > 0 : difference < 0;
  };
  const heap = new Int32Array(Math.min(count, slots.length));
  for (let index = 0; index < heap.length; index += 1) rise(heap, index, index, worse);
  let least = key[heap[0] ?? 0] ?? 0;
  for (let index = heap.length; index < slots.length; index += 1) {
    if ((key[index] ?? 0) < least || !worse(heap[0] ?? 0, index)) continue;
    sink(heap, index, worse);
    least = key[heap[0] ?? 0] ?? 0;
  }
  return Array.from(heap)
    .sort((a, b) => (worse(b, a) ? -1 : 1))
    .map((index) => ({ slot: slots[index] ?? 0, key: key[index] ?? 0 }));
};

const rise = (
  heap: Int32Array,
  from: number,
  value: number,
  worse: (a: number, b: number) => boolean,
): void => {
  let at = from;
  while (at > 0) {
    const parent = (at - 1) >>> 1;
    if (!worse(value, heap[parent] ?? 0)) break;
    heap[at] = heap[parent] ?? 0;
    at = parent;
  }
  heap[at] = value;
};

const sink = (heap: Int32Array, value: number, worse: (a: number, b: number) => boolean): void => {
  let at = 0;
  for (;;) {
    const left = 2 * at + 1;
    if (left >= heap.length) break;
    const right = left + 1;
    const child = right < heap.length && worse(heap[right] ?? 0, heap[left] ?? 0) ? right : left;
    if (!worse(heap[child] ?? 0, value)) break;
    heap[at] = heap[child] ?? 0;
    at = child;
  }
  heap[at] = value;
};
