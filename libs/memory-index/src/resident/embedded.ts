import { ints } from './growing.js';
import { Vectors } from './vectors.js';

/** One model's vectors, by the slots of their rows. */
class ModelVectors {
  /** Counted from 1; 0 where a row has none. */
  private readonly numbers = ints();

  constructor(readonly vectors: Vectors) {}

  has(slot: number): boolean {
    return (this.numbers.values[slot] ?? 0) > 0;
  }

  set(slot: number, vector: Int16Array): void {
    this.drop(slot);
    this.numbers.set(slot, this.vectors.add(vector) + 1);
  }

  drop(slot: number): void {
    const number = this.numbers.values[slot] ?? 0;
    if (number === 0) return;
    this.vectors.free(number - 1);
    this.numbers.values[slot] = 0;
  }

  move(from: number, to: number): void {
    const number = this.numbers.values[from] ?? 0;
    if (number === 0) return;
    this.numbers.set(to, number);
    this.numbers.values[from] = 0;
  }

  /** Of those of these rows that have a vector: their slots, and how near they are. */
  compared(query: Int16Array, slots: Int32Array): ComparedSlots {
    const embedded = new Int32Array(slots.length);
    const numbers = new Int32Array(slots.length);
    let count = 0;
    for (let at = 0; at < slots.length; at += 1) {
      const slot = slots[at] ?? 0;
      const number = this.numbers.values[slot] ?? 0;
      if (number === 0) continue;
      embedded[count] = slot;
      numbers[count++] = number - 1;
    }
    const cosines = this.vectors.cosines(query, numbers.subarray(0, count));
    return { slots: embedded.subarray(0, count), cosines };
  }
}

export interface ComparedSlots {
  readonly slots: Int32Array;
  readonly cosines: Float64Array;
}

/** Vectors of rows, by the model that made them. A row that dies takes its own with it, or hands them to who follows it. */
export class Embedded {
  private readonly byModel = new Map<string, ModelVectors>();

  set(model: string, slot: number, vector: Int16Array): void {
    const known = this.byModel.get(model);
    const vectors =
      known?.vectors.dimensions === vector.length ? known : new ModelVectors(new Vectors(vector.length));
    if (vectors !== known) this.byModel.set(model, vectors);
    vectors.set(slot, vector);
  }

  drop(slot: number): void {
    for (const vectors of this.byModel.values()) vectors.drop(slot);
  }

  move(from: number, to: number): void {
    for (const vectors of this.byModel.values()) vectors.move(from, to);
  }

  keep(models: readonly (string | null)[]): void {
    for (const model of this.byModel.keys()) if (!models.includes(model)) this.byModel.delete(model);
  }

  compared(model: string, query: Int16Array, slots: Int32Array): ComparedSlots {
    const vectors = this.byModel.get(model);
    if (vectors === undefined || vectors.vectors.dimensions !== query.length)
      return { slots: new Int32Array(0), cosines: new Float64Array(0) };
    return vectors.compared(query, slots);
  }
}
