/** Typed arrays that double when they are full; `values` must be read anew after each `set`. */
type Numbers = Int32Array | Float64Array | Uint32Array;

export class Growing<Values extends Numbers> {
  constructor(public values: Values) {}

  set(index: number, value: number): void {
    if (index >= this.values.length) {
      const larger = new (this.values.constructor as new (length: number) => Values)(
        Math.max(index + 1, this.values.length * 2),
      );
      larger.set(this.values);
      this.values = larger;
    }
    this.values[index] = value;
  }
}

const start = 4;
export const ints = (): Growing<Int32Array> => new Growing(new Int32Array(start));
export const floats = (): Growing<Float64Array> => new Growing(new Float64Array(start));
export const words = (): Growing<Uint32Array> => new Growing(new Uint32Array(start));

/** Makes room for the slot's bit, and sets it when `value`. */
export const growBit = (bits: Growing<Uint32Array>, slot: number, value: boolean): void => {
  const word = slot >>> 5;
  bits.set(word, (bits.values[word] ?? 0) | (value ? 1 << (slot & 31) : 0));
};
