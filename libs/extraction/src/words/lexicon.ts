import { readFileSync } from 'node:fs';
import { memoryTypes } from '#domain';
import { z } from 'zod';

const words = z.array(z.string().min(1));
const read = <T>(name: string, schema: z.ZodType<T>): T =>
  schema.parse(JSON.parse(readFileSync(new URL(`../../data/${name}.json`, import.meta.url), 'utf8')));

export const verbsSchema = z.record(z.string(), z.tuple([z.string(), z.string(), z.string(), z.string()]));
export const namesSchema = z.strictObject({ female: words, male: words, any: words });
export const attributeSchema = z.strictObject({
  label: z.string(),
  topic: z.string(),
  type: z.enum(memoryTypes),
  importance: z.number().min(0).max(1),
  sensitivity: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
});
export type Attribute = z.output<typeof attributeSchema>;
export const attributesSchema = z.record(z.string(), attributeSchema);
export const lexiconNames = [
  'adjectives',
  'animalFood',
  /** Of which the dictionary knows another thing first, or nothing. */
  'animals',
  'brands',
  'countries',
  'diet',
  'distros',
  'fillers',
  'languages',
  'lifeNouns',
  'occupations',
  'parts',
  'possessions',
  'systems',
  'techVerbs',
  'thingNouns',
  'transientNouns',
] as const;
export const lexiconSchema = z.strictObject({
  adjectives: words,
  animalFood: words,
  animals: words,
  brands: words,
  countries: words,
  diet: words,
  distros: words,
  fillers: words,
  languages: words,
  lifeNouns: words,
  occupations: words,
  parts: words,
  possessions: words,
  systems: words,
  techVerbs: words,
  thingNouns: words,
  transientNouns: words,
});

export const keepScoreSchema = z.strictObject({
  classes: z.record(z.string(), words),
  keepFrom: z.number().gt(0).lt(1),
  keepFromOfMachines: z.number().gt(0).lt(1),
  keepFromOfMachinesAlone: z.number().gt(0).lt(1),
  bias: z.number(),
  weights: z.record(z.string(), z.number()),
});

export const verbTable = read('verbs', verbsSchema);
const attributes = read('attributes', attributesSchema);
const names = read('given-names', namesSchema);
export const keepScoreTable = read('keep-score', keepScoreSchema);
const commonWords = new Set(read('common-words', words));
const lists = read('lexicon', lexiconSchema);

export type WordList = (typeof lexiconNames)[number];
const sets = new Map<string, ReadonlySet<string>>(lexiconNames.map((name) => [name, new Set(lists[name])]));
export const isIn = (list: WordList, word: string): boolean => sets.get(list)?.has(word) ?? false;

export const attributeOf = (label: string): Attribute | null =>
  Object.hasOwn(attributes, label) ? (attributes[label] ?? null) : null;

const female = new Set(names.female);
const male = new Set(names.male);
const anyName = new Set(names.any);
export const isGivenName = (word: string): boolean => female.has(word) || male.has(word) || anyName.has(word);
export const genderOfName = (word: string): 'female' | 'male' | 'any' =>
  female.has(word) ? 'female' : male.has(word) ? 'male' : 'any';
export const isCommonWord = (word: string): boolean =>
  commonWords.has(word) || Object.hasOwn(verbTable, word);
