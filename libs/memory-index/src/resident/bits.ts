/** A set of slots, a bit each; as long as it needs to be. */
export type Bits = Uint32Array;

export const wordsFor = (slots: number): number => (slots + 31) >>> 5;

export const hasBit = (bits: Bits, slot: number): boolean =>
  (((bits[slot >>> 5] ?? 0) >>> (slot & 31)) & 1) === 1;

export const addBit = (bits: Bits, slot: number): void => {
  bits[slot >>> 5] = (bits[slot >>> 5] ?? 0) | (1 << (slot & 31));
};

export const removeBit = (bits: Bits, slot: number): void => {
  bits[slot >>> 5] = (bits[slot >>> 5] ?? 0) & ~(1 << (slot & 31));
};

/** `into` keeps what both have. */
export const intersect = (into: Bits, other: Bits): void => {
  for (let word = 0; word < into.length; word += 1) into[word] = (into[word] ?? 0) & (other[word] ?? 0);
};

export const unite = (into: Bits, other: Bits): void => {
  const length = Math.min(into.length, other.length);
  for (let word = 0; word < length; word += 1) into[word] = (into[word] ?? 0) | (other[word] ?? 0);
};

export const overlaps = (bits: Bits, other: Bits): boolean => {
  const length = Math.min(bits.length, other.length);
  for (let word = 0; word < length; word += 1)
    if (((bits[word] ?? 0) & (other[word] ?? 0)) !== 0) return true;
  return false;
};

/** Flips every slot, those past the last row too: intersect with the living rows in the end. */
export const invert = (bits: Bits): void => {
  for (let word = 0; word < bits.length; word += 1) bits[word] = ~(bits[word] ?? 0);
};

/** The slots in ascending order. */
export const slotsOf = (bits: Bits): Int32Array => {
  let count = 0;
  for (const word of bits) count += bitCount(word);
  const slots = new Int32Array(count);
  let next = 0;
  eachBit(bits, bits.length << 5, (slot) => (slots[next++] = slot));
  return slots;
};

const bitCount = (word: number): number => {
  const pairs = word - ((word >>> 1) & 0x5555_5555);
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
};

export const eachBit = (bits: Bits, slots: number, visit: (slot: number) => void): void => {
  const length = Math.min(bits.length, wordsFor(slots));
  for (let word = 0; word < length; word += 1)
    for (let left = bits[word] ?? 0; left !== 0; left &= left - 1)
      visit((word << 5) + 31 - Math.clz32(left & -left));
};
