import { readFileSync } from 'node:fs';

interface Nicknames {
  /** The short and pet forms of each given name. */
  readonly of: ReadonlyMap<string, ReadonlySet<string>>;
  /** The given names that each nickname may stand for. */
  readonly fullNames: ReadonlyMap<string, readonly string[]>;
}

const readNicknames = (): Nicknames => {
  const file = readFileSync(new URL('../../data/nicknames.json', import.meta.url), 'utf8');
  const rows = Object.entries(JSON.parse(file) as Record<string, string>).map(
    ([name, nicknames]) => [name, nicknames.split(' ')] as const,
  );
  const fullNames = new Map<string, string[]>();
  for (const [name, nicknames] of rows)
    for (const nickname of nicknames) fullNames.set(nickname, [...(fullNames.get(nickname) ?? []), name]);
  return { of: new Map(rows.map(([name, nicknames]) => [name, new Set(nicknames)])), fullNames };
};

let table: Nicknames | null = null;
/** Read at the first comparison: some thousand names in a few milliseconds. */
const theNicknames = (): Nicknames => (table ??= readNicknames());

/** Whether one of two lower-case given names is a short or pet form of the other. Never so of a name itself. */
export const areNicknames = (one: string, other: string): boolean => {
  const { of } = theNicknames();
  return of.get(one)?.has(other) === true || of.get(other)?.has(one) === true;
};

/** Whether it is somebody's given name or a nickname of one. */
export const isCommonName = (word: string): boolean =>
  theNicknames().of.has(word) || theNicknames().fullNames.has(word);

/** The full names that a name is, or is short for. Two names that are nicknames of each other share one. */
export const nameFamilyOf = (word: string): readonly string[] => {
  const { of, fullNames } = theNicknames();
  return [...(of.has(word) ? [word] : []), ...(fullNames.get(word) ?? [])];
};

const longest = 12;
/** Given names and nicknames that what is written as one word begins with, the longest first. */
export const givenNamesOf = (word: string): readonly string[] => {
  const found: string[] = [];
  for (let end = Math.min(word.length, longest); end >= 2; end -= 1) {
    const start = word.slice(0, end);
    if (isCommonName(start)) found.push(start);
  }
  return found;
};
