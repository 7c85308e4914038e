import {
  firstNameOf,
  foldName,
  isTitle,
  titlesDiffer,
  unadorned,
  undecorated,
  untitled,
  withoutBrackets,
} from './names.js';
import { shortForms } from './short-forms.js';
import { spellingsOf } from './spelling.js';

/** How somebody is called by a word: by name, by first name, by what is left without decoration, by a short form. */
export type NameForm = 'name' | 'first-name' | 'undecorated' | 'short-form';

export interface Bearer {
  readonly entityId: string;
  readonly how: NameForm;
  /** Words of the name that was met. */
  readonly length: number;
}

export type Bearers = readonly Bearer[];

/** People by everything that they may be called. The one place where two spellings are found to be one name. */
export interface NameIndex {
  /**
   * Who may be meant: whoever has the very name, whoever has it but for decoration and titles, and whoever it is short
   * for. Whoever is called so more surely hides the others.
   */
  readonly find: (
    name: string,
    titleBefore?: string | null,
  ) => readonly [exact: Bearers, loose: Bearers, short: Bearers];
  /** Whether some name begins with this word. */
  readonly begins: (word: string) => boolean;
}

interface Held extends Bearer {
  readonly title: string | null;
}

interface Called {
  readonly entityId: string;
  readonly names: readonly string[];
}

/** No name is longer on the wire, and none is looked for. */
const longest = 256;

const shortOf = new Map<string, string[]>();
for (const [short, names] of Object.entries(shortForms))
  for (const name of names) shortOf.set(name, [...(shortOf.get(name) ?? []), short]);

interface Keys {
  readonly whole: readonly string[];
  readonly first: readonly string[];
  readonly loose: readonly string[];
  readonly short: readonly string[];
  readonly title: string | null;
}

const all = (names: readonly (string | null)[]): readonly string[] => [
  ...new Set(names.flatMap((name) => (name === null || name === '' ? [] : spellingsOf(name)))),
];

/** A handle has no first name: `marta_real` is not Marta. */
const keysOf = (called: string): Keys => {
  const name = called.slice(0, longest);
  const plain = unadorned(name);
  const folded = foldName(plain);
  const { title, rest } = untitled(foldName(withoutBrackets(plain)));
  const given = firstNameOf(plain);
  return {
    whole: all([foldName(name), folded, foldName(withoutBrackets(plain))]),
    first: all([given]),
    loose: all([rest, undecorated(folded), undecorated(rest)]),
    short: all([given ?? rest]).flatMap((spelling) => shortOf.get(spelling) ?? []),
    title,
  };
};

const firstWord = /[\p{L}\p{N}\p{M}]+/u;

/** Every form under which a name is looked up in a text, besides itself and its words. */
export const formsOfName = (name: string): readonly string[] => {
  const { whole, first, loose, short } = keysOf(name);
  const words = [...whole, ...loose].flatMap((key) => key.split(/[^\p{L}\p{N}]+/u));
  return [...new Set([...whole, ...first, ...loose, ...short, ...words.filter((word) => word.length > 1)])];
};

type Shelf = Map<string, Held[]>;

const find = (
  shelves: readonly Shelf[],
  keys: readonly string[],
  title: string | null,
): readonly Bearer[] => {
  const held = shelves
    .flatMap((shelf) => keys.flatMap((key) => shelf.get(key) ?? []))
    .filter((bearer) => !titlesDiffer(bearer.title, title));
  const seen = new Set<string>();
  return held.flatMap(({ entityId, how, length }) =>
    seen.has(entityId) ? [] : (seen.add(entityId), [{ entityId, how, length }]),
  );
};

export const nameIndexOf = (people: readonly Called[]): NameIndex => {
  const whole: Shelf = new Map();
  const first: Shelf = new Map();
  const loose: Shelf = new Map();
  const short: Shelf = new Map();
  const heads = new Set<string>();
  for (const { entityId, names } of people)
    for (const name of names) {
      const keys = keysOf(name);
      const length = foldName(name).split(' ').length;
      const put = (shelf: Shelf, own: readonly string[], how: NameForm): void => {
        for (const key of own) {
          const head = firstWord.exec(key)?.[0];
          if (head !== undefined) heads.add(head);
          const held = { entityId, how, length, title: keys.title };
          const before = shelf.get(key);
          if (before === undefined) shelf.set(key, [held]);
          else before.push(held);
        }
      };
      put(whole, keys.whole, 'name');
      put(first, keys.first, 'first-name');
      put(loose, keys.loose, 'undecorated');
      put(short, keys.short, 'short-form');
    }
  return {
    find: (name, titleBefore = null) => {
      const folded = foldName(name);
      if (folded === '' || folded.length > longest) return [[], [], []];
      const { title, rest } = untitled(folded);
      const asked = all([folded, foldName(unadorned(name))]);
      // A number that tells two accounts apart is part of what is asked for.
      const isNumbered = /#\d+$/u.test(folded);
      const plainly = isNumbered ? asked : all([folded, rest, undecorated(folded), undecorated(rest)]);
      const by = titleBefore ?? title;
      // "Sam" the handle and "Sam Lee" are both Sam: whoever answers to the word is a candidate.
      return [
        find([whole, first], asked, by),
        find([whole, first, loose], plainly, by),
        find([short], asked, by),
      ];
    },
    begins: (word) =>
      isTitle(word) || spellingsOf(word).some((spelling) => heads.has(firstWord.exec(spelling)?.[0] ?? '')),
  };
};
