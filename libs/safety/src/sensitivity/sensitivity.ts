import type { Sensitivity } from '#domain';
import { once, readWords } from '../word-lists.js';
import { abroad } from './abroad.js';
import { natureOf } from './nature.js';
import { withoutOrdinaryUses } from './ordinary-uses.js';
import { sensitivityPatternsSchema, sensitivitySchema } from './tables.js';
import { anyCase } from '../text/any-case.js';
import { proven } from '../text/proven.js';

export interface SensitivityFound {
  readonly sensitivity: Sensitivity;
  /** The list that the word stands in, for the explanation; never the word. */
  readonly category: string | null;
}

const escaped = (term: string): string =>
  term.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&').replace(/\s+/gu, '\\s+');
const unit = /[\p{L}\p{N}]+/u;
const firstUnit = (term: string): string => unit.exec(term)?.[0] ?? '';

/** Terms of several words, or with signs in them, by the word that each begins with; looked for where it stands. */
const phrasesOf = (terms: readonly string[]): ReadonlyMap<string, readonly string[]> => {
  const byFirst = new Map<string, readonly string[]>();
  for (const term of terms) byFirst.set(firstUnit(term), [...(byFirst.get(firstUnit(term)) ?? []), term]);
  return byFirst;
};

const plainWord = /^\p{L}+$/u;
/** How words begin or end that a list means whatever else is in them: "depressiv…", "…allergie". */
const partsOf = (
  terms: readonly string[],
): { readonly begins: readonly string[]; readonly ends: readonly string[] } => ({
  begins: terms.filter((term) => term.endsWith('*')).map((term) => term.slice(0, -1)),
  ends: terms.filter((term) => term.startsWith('*')).map((term) => term.slice(1)),
});
/** What a text is compared with; made when the first text comes. */
const tables = once(() => {
  const terms = readWords('sensitivity', sensitivitySchema);
  const never = phrasesOf([...terms.never, ...abroad().never]);
  const english = ([2, 1] as const).flatMap((sensitivity) =>
    Object.entries(terms[`${sensitivity}`]).map(([category, listed]) => ({
      sensitivity,
      category,
      terms: listed,
    })),
  );
  const lists = [...english, ...abroad().lists].map(({ sensitivity, category, terms: listed }, order) => ({
    sensitivity,
    order: sensitivity === 2 ? order : order + 1000,
    category,
    words: new Set(listed.filter((term) => plainWord.test(term))),
    ...partsOf(listed),
    phrases: phrasesOf(listed.filter((term) => !plainWord.test(term) && !term.includes('*'))),
  }));
  const patterns = [
    ...readWords('sensitivity-patterns', sensitivityPatternsSchema),
    ...abroad().patterns,
  ].map(({ sensitivity, category, needs, pattern }) => ({
    sensitivity,
    category,
    needs: new RegExp(needs, 'iu'),
    pattern: new RegExp(pattern, 'iu'),
  }));
  return { never, lists, patterns };
});
type Listed = ReturnType<typeof tables>['lists'][number];
type Pattern = ReturnType<typeof tables>['patterns'][number];

interface Word {
  readonly list: Listed | null;
  readonly phrases: readonly (readonly [Listed, string])[];
  readonly patterns: readonly Pattern[];
  /** What is not delicate though a word of it is, of all that begins with this word. */
  readonly exceptions: RegExp | null;
}
/** As one pattern all of them take 25 ms to compile, which the first message of a process would pay; few are ever met. */
const anyOf = (terms: readonly string[]): RegExp =>
  new RegExp(
    `(?<![\\p{L}\\p{N}_-])(?:${terms
      .toSorted((a, b) => b.length - a.length)
      .map(escaped)
      .join('|')})(?![\\p{L}\\p{N}])`,
    'giu',
  );
const wordOf = (word: string): Word => {
  const { lists, patterns, never } = tables();
  const exceptions = never.get(word);
  const forms = word.length > 7 && word.endsWith('s') ? [word, word.slice(0, -1)] : [word];
  return {
    list:
      lists.find(({ words }) => forms.some((form) => words.has(form))) ??
      lists.find(
        ({ begins, ends }) =>
          begins.some((part) => word.startsWith(part)) || ends.some((part) => word.endsWith(part)),
      ) ??
      null,
    phrases: lists.flatMap((list) => (list.phrases.get(word) ?? []).map((phrase) => [list, phrase] as const)),
    patterns: patterns.filter(({ needs }) => needs.test(word)),
    exceptions: exceptions ? anyOf(exceptions) : null,
  };
};
/** What each word could mean is looked up once: most texts are made of the same few thousand words. */
const known = new Map<string, Word>();
const knownWord = (word: string): Word => {
  const before = known.get(word);
  if (before) return before;
  if (known.size > 20_000) known.clear();
  const found = wordOf(word);
  known.set(word, found);
  return found;
};

interface Place {
  readonly word: Word;
  readonly at: number;
  /** Part of a word with a sign or a digit in it, which no list of words means. */
  readonly isPart: boolean;
}
/** Letters are compared as they are written in the lists; nothing else of a text is changed. */
const folded = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\u2019/gu, "'")
    .replace(/\s{2,}|[^\S ]/gu, ' ');
const aWord = /[\p{L}\p{N}]+/gu;
const placesIn = (text: string): readonly Place[] => {
  const places: Place[] = [];
  aWord.lastIndex = 0;
  for (let found = aWord.exec(text); found !== null; found = aWord.exec(text)) {
    const before = text.charAt(found.index - 1);
    places.push({ word: knownWord(found[0]), at: found.index, isPart: before === '_' || before === '-' });
  }
  return places;
};

const stricter = (one: Listed | null, other: Listed | null): Listed | null =>
  one === null || (other !== null && other.order < one.order) ? other : one;
const alphanumeric = /[\p{L}\p{N}]/u;
const stands = (phrase: string, text: string, at: number): boolean =>
  text.startsWith(phrase, at) && !alphanumeric.test(text.charAt(at + phrase.length));
const listedIn = (text: string, places: readonly Place[]): Listed | null => {
  let listed: Listed | null = null;
  for (const { word, at, isPart } of places) {
    if (isPart) continue;
    listed = stricter(listed, word.list);
    for (const [list, phrase] of word.phrases) if (stands(phrase, text, at)) listed = stricter(listed, list);
  }
  return listed;
};
const patternsFor = (places: readonly Place[]): readonly Pattern[] => {
  const possible = new Set<Pattern>();
  for (const { word } of places) for (const pattern of word.patterns) possible.add(pattern);
  return possible.size === 0 ? [] : tables().patterns.filter((pattern) => possible.has(pattern));
};

/** Sums as people say them: "$92k", "thirty thousand euros", "40 grand". */
const amount = anyCase(
  proven({
    id: 'namesASum',
    pattern:
      /[$£€]\s?\d[\d,.]*\s?[km]?\b|\b\d+(?:[.,]\d+)?\s?k\b|\b(?:\d[\d.,]*|\p{L}+)\s(?:thousand|grand|million)\b|\b(?:\d[\d.,]*|hundred|thousand)\s?(?:euros?|dollars?|pounds?|bucks|quid|francs|kroner|kronor|rupees|yen|usd|eur|gbp)\b/u,
    yes: ['$40', '35k', 'two grand', '900 euros'],
    no: ['forty', '35 km'],
  }),
);
/** What somebody earns, owns or owes: delicate whatever the sum. */
const means = anyCase(
  proven({
    id: 'speaksOfMoney',
    pattern:
      /\b(?:earn|earns|earned|earning|salary|owe|owes|owed|income|savings|debts?|inherited|borrowed|gambled|an hour|per hour|before tax|after tax)\b/u,
    yes: ['she earns well', 'twelve an hour', 'his debts'],
    no: ['he learned it', 'an hours walk'],
  }),
);
/** What they pay, lose or put by: a price, unless the sum is large. */
const spending = anyCase(
  /\b(?:make|makes|making|paid|pays|saved|lost|spent on|a year|per year|a month|annually)\b/u,
);
const largeSum = anyCase(
  proven({
    id: 'isALargeSum',
    pattern:
      /\d\s?[km]\b|\b(?:thousand|grand|million)\b|[$£€]\s?(?:\d{4,}|\d{1,3}(?:[.,]\d{3})+)(?!\d)|(?<![\d.,])(?:\d{4,}|\d{1,3}(?:[.,]\d{3})+)\s?(?:euros?|dollars?|pounds?|bucks|quid|francs|kroner|kronor|rupees|yen|usd|eur|gbp)\b/u,
    yes: ['60k', '£2,500', 'a million people'],
    no: ['£40', '250 euros'],
  }),
);
/** What the patterns of sums cannot do without. */
const number = anyCase(/\d|thousand|grand|million|hundred/u);
export const isSum = (text: string): boolean => number.test(text) && amount.test(text);

const injury = anyCase(
  proven({
    id: 'isBroken',
    pattern:
      /\b(?:broke|broken|breaks|fractured|sprained|tore|torn|dislocated|injured)\b.{0,24}\b(?:arm|leg|wrist|ankle|foot|toe|finger|hand|elbow|shoulder|collarbone|rib|ribs|hip|knee|nose|jaw|back|neck|ligament|tendon|acl|bone)\b/u,
    yes: ['broke my left wrist', 'torn a ligament'],
    no: ['broke the vase', 'my wrist hurts'],
  }),
);
const without = (exceptions: ReadonlySet<RegExp>, text: string): string =>
  [...exceptions].reduce((left, pattern) => left.replace(pattern, ' '), text);

const judged = (content: string): SensitivityFound => {
  const whole = folded(content);
  const all = placesIn(whole);
  const exceptions = new Set<RegExp>();
  for (const { word } of all) if (word.exceptions) exceptions.add(word.exceptions);
  const words = without(exceptions, whole);
  const places = words === whole ? all : placesIn(words);
  const listed = listedIn(words, places);
  if (listed?.sensitivity === 2) return { sensitivity: 2, category: listed.category };
  const text = without(exceptions, content);
  const matched = patternsFor(places).filter(({ pattern }) => pattern.test(text));
  const delicate = matched.find(({ sensitivity }) => sensitivity === 2);
  if (delicate) return { sensitivity: 2, category: delicate.category };
  if (injury.test(text)) return { sensitivity: 2, category: 'health' };
  if (isSum(text) && (means.test(text) || (spending.test(text) && largeSum.test(text))))
    return { sensitivity: 2, category: 'money' };
  const nature = natureOf(text);
  if (nature !== null) return { sensitivity: 2, category: nature };
  if (listed) return { sensitivity: listed.sensitivity, category: listed.category };
  const [personal] = matched;
  if (personal) return { sensitivity: 1, category: personal.category };
  return { sensitivity: 0, category: null };
};

/** How sensitive a statement is by its words. The strictest list that holds one of them decides. */
export const sensitivityOf = (content: string): SensitivityFound => {
  const found = judged(content);
  if (found.sensitivity === 0) return found;
  const said = withoutOrdinaryUses(content);
  return said === content ? found : judged(said);
};
