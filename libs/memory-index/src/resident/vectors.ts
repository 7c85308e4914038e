import { type Dots, makeDots, makeMemory, vectorBytes } from './kernel.js';

const page = 65_536;
const chunk = 8_192;
const queryAt = 0;
const rowsAt = vectorBytes;
const dotsAt = rowsAt + chunk * 4;
const vectorsAt = dotsAt + chunk * 4;
const dimensions = vectorBytes / 2;

const normOf = (vector: Int16Array): number => {
  let sum = 0;
  for (let index = 0; index < vector.length; index += 1) sum += (vector[index] ?? 0) ** 2;
  return Math.sqrt(sum);
};

/** Vectors side by side in the memory of the kernel, found by the number that `add` gave. */
export class Vectors {
  private readonly memory = makeMemory(2);
  private readonly dots: Dots = makeDots(this.memory);
  private norms = new Float64Array(64);
  private count = 0;

  add(vector: Int16Array): number {
    const number = this.count;
    const needed = vectorsAt + (number + 1) * vectorBytes - this.memory.buffer.byteLength;
    // Grown by a tenth: each growth may move everything.
    if (needed > 0) this.memory.grow(Math.ceil((needed + number * 0.1 * vectorBytes) / page));
    if (number >= this.norms.length) {
      const larger = new Float64Array(this.norms.length * 2);
      larger.set(this.norms);
      this.norms = larger;
    }
    new Int16Array(this.memory.buffer, vectorsAt + number * vectorBytes, dimensions).set(vector);
    this.norms[number] = normOf(vector) || 1;
    this.count += 1;
    return number;
  }

  /** The cosine of `query` with each of these vectors, in their order. */
  cosines(query: Int16Array, numbers: Int32Array): Float64Array {
    const { buffer } = this.memory;
    new Int16Array(buffer, queryAt, dimensions).set(query);
    const queryNorm = normOf(query) || 1;
    const cosines = new Float64Array(numbers.length);
    const rows = new Int32Array(buffer, rowsAt, chunk);
    const dots = new Int32Array(buffer, dotsAt, chunk);
    for (let from = 0; from < numbers.length; from += chunk) {
      const part = numbers.subarray(from, from + chunk);
      rows.set(part);
      this.dots(queryAt, rowsAt, part.length, vectorsAt, dotsAt);
      for (let index = 0; index < part.length; index += 1)
        cosines[from + index] = (dots[index] ?? 0) / (queryNorm * (this.norms[part[index] ?? 0] ?? 1));
    }
    return cosines;
  }
}
