/** Shorter ones stand in words of anybody. */
const shortest = 4;
const shortestInFile = 8;
const bits = 18;
const { imul } = Math;

const fold = (byte: number): number => (byte >= 65 && byte <= 90 ? byte + 32 : byte);
const folded = Uint8Array.from({ length: 256 }, (_, byte) => fold(byte));
const isInWord = (byte: number | undefined): boolean =>
  byte !== undefined &&
  ((byte >= 48 && byte <= 57) || (byte >= 97 && byte <= 122) || byte === 95 || byte >= 128);

const headAt = (bytes: Uint8Array, at: number): number =>
  fold(bytes[at] ?? 0) |
  (fold(bytes[at + 1] ?? 0) << 8) |
  (fold(bytes[at + 2] ?? 0) << 16) |
  (fold(bytes[at + 3] ?? 0) << 24);
const slotOf = (head: number): number => imul(head, 0x9e3779b1) >>> (32 - bits);

interface Needle {
  readonly value: string;
  readonly bytes: Uint8Array;
}

/** As it stands in a text, and as a document in JSON holds it. */
const writings = (value: string): readonly string[] => [
  ...new Set([
    value,
    JSON.stringify(value).slice(1, -1),
    JSON.stringify(value.trim().replace(/\s+/gu, ' ')).slice(1, -1),
  ]),
];

/**
 * Many values looked for at once, as whole words, in any case. One pass over the bytes: a table tells of each four of them
 * whether a value may begin there.
 */
export class Needles {
  private readonly mayBegin = new Uint8Array(1 << bits);
  private readonly byHead = new Map<number, Needle[]>();
  readonly values: ReadonlySet<string>;
  /** Given, and too short to be told from parts of other words. */
  readonly tooShort: number;

  constructor(values: Iterable<string>) {
    const given = new Set([...values].map((value) => value.trim()).filter((value) => value !== ''));
    this.values = new Set([...given].filter((value) => Buffer.byteLength(value) >= shortest));
    this.tooShort = given.size - this.values.size;
    for (const value of this.values) for (const written of writings(value)) this.add(value, written);
  }

  private add(value: string, written: string): void {
    const bytes = Buffer.from(written, 'utf8').map(fold);
    const head = headAt(bytes, 0);
    this.mayBegin[slotOf(head)] = 1;
    this.byHead.set(head, [...(this.byHead.get(head) ?? []), { value, bytes }]);
  }

  /** Those that stand in a text, as whole words. */
  in(text: Uint8Array): ReadonlySet<string> {
    return this.search(text, (at, { bytes }) => isWholeAt(text, at, bytes));
  }

  /** Those that stand in a file, where any byte may stand beside them: long ones alone, which no chance brings about. */
  inFile(bytes: Uint8Array): ReadonlySet<string> {
    return this.search(bytes, (_, needle) => needle.bytes.length >= shortestInFile);
  }

  private search(bytes: Uint8Array, counts: (at: number, needle: Needle) => boolean): ReadonlySet<string> {
    const found = new Set<string>();
    const { mayBegin } = this;
    const { length } = bytes;
    let head = headAt(bytes, 0) << 8;
    // The head moves by one byte a step: nothing is read twice, and most steps end here.
    for (let end = shortest - 1; end < length; end += 1) {
      head = (head >>> 8) | ((folded[bytes[end] ?? 0] ?? 0) << 24);
      if (mayBegin[slotOf(head)] === 0) continue;
      const at = end - shortest + 1;
      for (const needle of this.byHead.get(head) ?? [])
        if (standsAt(bytes, at, needle.bytes) && counts(at, needle)) found.add(needle.value);
    }
    return found;
  }
}

const standsAt = (bytes: Uint8Array, at: number, needle: Uint8Array): boolean => {
  const end = at + needle.length;
  if (end > bytes.length) return false;
  for (let index = shortest; index < needle.length; index += 1)
    if (fold(bytes[at + index] ?? 0) !== needle[index]) return false;
  return true;
};

const isWholeAt = (bytes: Uint8Array, at: number, needle: Uint8Array): boolean => {
  const end = at + needle.length;
  const before = at === 0 ? undefined : fold(bytes[at - 1] ?? 0);
  const after = end === bytes.length ? undefined : fold(bytes[end] ?? 0);
  return !(isInWord(needle[0]) && isInWord(before)) && !(isInWord(needle.at(-1)) && isInWord(after));
};
