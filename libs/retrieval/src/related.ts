import { readFileSync } from 'node:fs';

/** One sense: its words, and the wider senses it falls under. Verbs are apart from nouns. */
interface Sense {
  readonly isVerb: boolean;
  readonly words: readonly string[];
  readonly wider: readonly number[];
}

interface Table {
  readonly senses: readonly Sense[];
  /** A word's own senses: the first two it has of a noun, and of a verb. */
  readonly own: ReadonlyMap<string, readonly number[]>;
}

const furthest = { noun: 5, verb: 2 } as const;

const readTable = (): Table => {
  const own = new Map<string, number[]>();
  const senses = readFileSync(new URL('../data/related-words.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line, number): Sense => {
      const isVerb = line.startsWith('!');
      const [names = '', wider = ''] = line.slice(isVerb ? 1 : 0).split(';');
      const named = names.split(' ').filter((word) => word !== '');
      for (const word of named) {
        if (word.startsWith('-')) continue;
        const known = own.get(word);
        if (known === undefined) own.set(word, [number]);
        else known.push(number);
      }
      return {
        isVerb,
        words: named.map((word) => word.replace(/^-/u, '')),
        wider: wider === '' ? [] : wider.split(' ').map((digits) => Number.parseInt(digits, 36)),
      };
    });
  return { senses, own };
};

let table: Table | null = null;
/** Read at the first question: some 60,000 senses in a few dozen milliseconds. */
const theTable = (): Table => (table ??= readTable());

/** Forms that the table may have of an inflected word. */
const formsOf = (word: string): readonly string[] => {
  const forms = [word];
  if (word.endsWith('ies')) forms.push(`${word.slice(0, -3)}y`);
  if (word.endsWith('es')) forms.push(word.slice(0, -2));
  if (word.endsWith('s')) forms.push(word.slice(0, -1));
  for (const ending of ['ing', 'ed']) {
    if (!word.endsWith(ending)) continue;
    const root = word.slice(0, -ending.length);
    forms.push(root, `${root}e`);
    if (root.length > 3 && root.at(-1) === root.at(-2)) forms.push(root.slice(0, -1));
  }
  return forms;
};

export interface Meaning {
  /** The word itself, in the forms it may have. */
  readonly forms: ReadonlySet<string>;
  readonly same: ReadonlySet<string>;
  /** What it is a kind of, and what is the same. */
  readonly wider: ReadonlySet<string>;
  isAnyOf(kinds: ReadonlySet<string>): boolean;
}

const key = (isVerb: boolean, word: string): string => `${isVerb ? '!' : ''}${word}`;

const meaningFrom = (word: string): Meaning => {
  const { senses, own } = theTable();
  const forms = formsOf(word);
  const same = new Set<string>();
  const wider = new Set<string>();
  let level = forms.flatMap((form) => own.get(form) ?? []);
  for (let depth = 0; depth <= furthest.noun && level.length > 0; depth += 1) {
    const next: number[] = [];
    for (const number of level) {
      const sense = senses[number];
      if (sense === undefined || (sense.isVerb && depth > furthest.verb)) continue;
      for (const name of sense.words) {
        wider.add(key(sense.isVerb, name));
        if (depth === 0) same.add(key(sense.isVerb, name));
      }
      next.push(...sense.wider);
    }
    level = next;
  }
  return {
    forms: new Set(forms.flatMap((form) => [form, key(true, form)])),
    same,
    wider,
    isAnyOf: (kinds) => meet(kinds, wider),
  };
};

const meanings = new Map<string, Meaning>();
const remembered = 20_000;

export const meaningOf = (word: string): Meaning => {
  const known = meanings.get(word);
  if (known !== undefined) return known;
  const meaning = meaningFrom(word);
  if (meanings.size >= remembered) meanings.clear();
  meanings.set(word, meaning);
  return meaning;
};

const meet = (some: ReadonlySet<string>, others: ReadonlySet<string>): boolean => {
  for (const one of some) if (others.has(one)) return true;
  return false;
};

/** How much of a word of the question another word answers: the same said otherwise, a kind of it, or what it is a kind of. */
export const relatedness = (asked: Meaning, told: Meaning): number => {
  if (meet(asked.forms, told.same) || meet(told.forms, asked.same)) return 0.8;
  if (meet(asked.forms, told.wider)) return 0.7;
  return meet(told.forms, asked.wider) ? 0.4 : 0;
};
