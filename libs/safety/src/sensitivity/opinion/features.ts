/** How many weights each of the two tables has. */
export const buckets = 1 << 16;

/** What a piece of text is made of, as places in the tables of weights, each once however often it is said. */
export interface Features {
  /** Words, and words beside each other. */
  readonly words: ReadonlySet<number>;
  /** Two to five letters of a word in a row, its ends among them: what is bent, misspelt or put together is alike. */
  readonly letters: ReadonlySet<number>;
}

// FNV-1a over the code units, so that the same letters have the same place on any machine.
const start = 0x811c9dc5;
const withCode = (hash: number, code: number): number => Math.imul(hash ^ code, 0x01000193);
const hashOf = (text: string, from: number): number => {
  let hash = from;
  for (let at = 0; at < text.length; at += 1) hash = withCode(hash, text.charCodeAt(at));
  return hash;
};
const placeOf = (hash: number): number => (hash ^ (hash >>> 15)) & (buckets - 1);

const longestWord = 24;
const ascii = /^[\n -~]*$/u;

/** Letters without their accents, in lower case: "Doesn’t" is "doesnt", "soooo" is "soo"; any number is 0. */
const unitsOf = (text: string): readonly string[] => {
  const plain = ascii.test(text) ? text : text.normalize('NFKD').replace(/\p{M}/gu, '');
  const units = plain
    .toLowerCase()
    .replace(/['\u2019]/gu, '')
    .match(/\p{L}+|\p{N}+|\p{Extended_Pictographic}/gu);
  return (units ?? []).map((unit) =>
    /^\p{N}/u.test(unit) ? '0' : unit.slice(0, longestWord).replace(/(.)\1{2,}/gu, '$1$1'),
  );
};

const edge = '_'.charCodeAt(0);
const shortest = 2;
const longest = 5;
const addLetters = (word: string, letters: Set<number>): void => {
  const length = word.length + 2;
  const codeAt = (at: number): number => (at === 0 || at === length - 1 ? edge : word.charCodeAt(at - 1));
  for (let from = 0; from < length; from += 1) {
    let hash = start;
    for (let at = from; at < Math.min(length, from + longest); at += 1) {
      hash = withCode(hash, codeAt(at));
      if (at - from + 1 >= shortest) letters.add(placeOf(hash));
    }
  }
};

export const featuresOf = (text: string): Features => {
  const words = new Set<number>();
  const letters = new Set<number>();
  const between = ' '.charCodeAt(0);
  let before = '^';
  for (const unit of unitsOf(text)) {
    words.add(placeOf(hashOf(unit, start)));
    words.add(placeOf(hashOf(unit, withCode(hashOf(before, start), between))));
    addLetters(unit, letters);
    before = unit;
  }
  words.add(placeOf(withCode(withCode(hashOf(before, start), between), edge)));
  return { words, letters };
};

/** How many weights a table of categories has. */
export const kinds = 1 << 12;

/** By what the category of a piece of text is told: its words, and how they begin. */
export const kindsOf = (text: string): ReadonlySet<number> =>
  new Set(
    unitsOf(text).flatMap((unit) =>
      unit.length > longest
        ? [hashOf(unit, start), hashOf(unit.slice(0, longest), withCode(start, edge))].map(kindOf)
        : [kindOf(hashOf(unit, start))],
    ),
  );
const kindOf = (hash: number): number => placeOf(hash) & (kinds - 1);
