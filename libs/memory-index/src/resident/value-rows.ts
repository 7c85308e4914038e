import { addBit, type Bits, hasBit, overlaps, unite, wordsFor } from './bits.js';
import { growBit, type Growing, ints, words } from './growing.js';

/** Beyond this many rows a value has a bit a slot instead of a list. */
const listed = 256;

type Rows =
  | { readonly kind: 'list'; length: number; readonly slots: Growing<Int32Array> }
  | { readonly kind: 'bits'; readonly bits: Growing<Uint32Array> };

/** Which rows have which value of one field. Rows that died are still in it. */
export class ValueRows {
  private readonly rows = new Map<number, Rows>();

  add(value: number, slot: number): void {
    const rows = this.rows.get(value) ?? { kind: 'list', length: 0, slots: ints() };
    if (rows.kind === 'bits') {
      growBit(rows.bits, slot, true);
      return;
    }
    rows.slots.set(rows.length, slot);
    rows.length += 1;
    this.rows.set(value, rows.length > listed ? asBits(rows) : rows);
  }

  /** Adds the rows that have this value. */
  collect(value: number, into: Bits): void {
    const rows = this.rows.get(value);
    if (rows === undefined) return;
    if (rows.kind === 'bits') unite(into, rows.bits.values);
    else for (let at = 0; at < rows.length; at += 1) addBit(into, rows.slots.values[at] ?? 0);
  }

  /** The values that some of these rows have. */
  valuesIn(bits: Bits): readonly number[] {
    return [...this.rows.keys()].filter((value) => this.meets(value, bits));
  }

  /** Whether some of these rows have this value. */
  meets(value: number, bits: Bits): boolean {
    const rows = this.rows.get(value);
    if (rows === undefined) return false;
    if (rows.kind === 'bits') return overlaps(bits, rows.bits.values);
    return rows.slots.values.subarray(0, rows.length).some((slot) => hasBit(bits, slot));
  }
}

const asBits = (rows: Extract<Rows, { readonly kind: 'list' }>): Rows => {
  const bits = words();
  for (let at = 0; at < rows.length; at += 1) growBit(bits, rows.slots.values[at] ?? 0, true);
  return { kind: 'bits', bits };
};

export const noRows = (slots: number): Bits => new Uint32Array(wordsFor(slots));
