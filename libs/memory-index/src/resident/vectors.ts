import { type Dots, type KernelMemory, makeDots, makeMemory, step } from './kernel.js';

const page = 65_536;
const chunk = 8_192;
const bytesOf = (dimensions: number): number => Math.ceil((2 * dimensions) / step) * step;

const normOf = (vector: Int16Array): number => {
  let sum = 0;
  for (let index = 0; index < vector.length; index += 1) sum += (vector[index] ?? 0) ** 2;
  return Math.sqrt(sum);
};

/** Vectors of one width side by side in the memory of the kernel, found by the number that `add` gave. */
export class Vectors {
  private readonly memory: KernelMemory = makeMemory(2);
  private readonly dots: Dots;
  private readonly bytes: number;
  private readonly rowsAt: number;
  private readonly dotsAt: number;
  private readonly vectorsAt: number;
  private norms = new Float64Array(64);
  private count = 0;
  private readonly freed: number[] = [];

  constructor(readonly dimensions: number) {
    this.bytes = bytesOf(dimensions);
    this.rowsAt = this.bytes;
    this.dotsAt = this.rowsAt + chunk * 4;
    this.vectorsAt = this.dotsAt + chunk * 4;
    this.dots = makeDots(this.memory, this.bytes);
  }

  add(vector: Int16Array): number {
    const number = this.freed.pop() ?? this.count++;
    const needed = this.vectorsAt + (number + 1) * this.bytes - this.memory.buffer.byteLength;
    // Grown by a tenth: each growth may move everything.
    if (needed > 0) this.memory.grow(Math.ceil((needed + number * 0.1 * this.bytes) / page));
    if (number >= this.norms.length) {
      const larger = new Float64Array(this.norms.length * 2);
      larger.set(this.norms);
      this.norms = larger;
    }
    this.at(number).set(vector);
    this.norms[number] = normOf(vector) || 1;
    return number;
  }

  /** Nothing of it is left, and its place is given to another. */
  free(number: number): void {
    this.at(number).fill(0);
    this.freed.push(number);
  }

  /** The cosine of `query` with each of these vectors, in their order. */
  cosines(query: Int16Array, numbers: Int32Array): Float64Array {
    const { buffer } = this.memory;
    new Int16Array(buffer, 0, this.dimensions).set(query);
    const queryNorm = normOf(query) || 1;
    const cosines = new Float64Array(numbers.length);
    const rows = new Int32Array(buffer, this.rowsAt, chunk);
    const dots = new Int32Array(buffer, this.dotsAt, chunk);
    for (let from = 0; from < numbers.length; from += chunk) {
      const part = numbers.subarray(from, from + chunk);
      rows.set(part);
      this.dots(0, this.rowsAt, part.length, this.vectorsAt, this.dotsAt);
      for (let index = 0; index < part.length; index += 1)
        cosines[from + index] = (dots[index] ?? 0) / (queryNorm * (this.norms[part[index] ?? 0] ?? 1));
    }
    return cosines;
  }

  private at(number: number): Int16Array {
    return new Int16Array(this.memory.buffer, this.vectorsAt + number * this.bytes, this.dimensions);
  }
}
