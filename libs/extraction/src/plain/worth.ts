import { worthTable } from '../words/lexicon.js';

const classes = new Map<string, ReadonlySet<string>>(
  Object.entries(worthTable.classes).map(([name, words]) => [name, new Set(words)]),
);
const verbKinds = Object.keys(worthTable.classes).filter((name) => name.startsWith('verb-'));

export const isOfKind = (kind: string, word: string): boolean => classes.get(kind)?.has(word) ?? false;

export const kindsOfVerb = (lemma: string): readonly string[] => {
  const kinds = verbKinds.filter((kind) => isOfKind(kind, lemma)).map((kind) => kind.slice('verb-'.length));
  return kinds.length === 0 ? ['other'] : kinds;
};

const weights = new Map(Object.entries(worthTable.weights));

/** How likely it is, from 0 to 1, that a careful reader would keep a sentence with these signs. */
export const worthOf = (signs: readonly string[]): number => {
  let sum = worthTable.bias;
  for (const sign of new Set(signs)) sum += weights.get(sign) ?? 0;
  return 1 / (1 + Math.exp(-sum));
};

/** Where people help each other with machines, most sentences are about the trouble of the hour: the bar is higher. */
const ofMachines = /^(?:m-trouble|any:(?:systems|distros))$/u;

const barOf = (signs: readonly string[]): 'keepFrom' | 'keepFromOfMachines' | 'keepFromOfMachinesAlone' => {
  if (!signs.some((sign) => ofMachines.test(sign))) return 'keepFrom';
  // "The drivers hate TVs": said of a machine, and of nobody.
  return signs.includes('about:thing') ? 'keepFromOfMachinesAlone' : 'keepFromOfMachines';
};

/** The same on the scale of the other confidences: the bar of the table becomes .7. */
export const confidenceOf = (worth: number, signs: readonly string[]): number => {
  const keepFrom = worthTable[barOf(signs)];
  return worth < keepFrom ? (0.7 * worth) / keepFrom : 0.7 + (0.15 * (worth - keepFrom)) / (1 - keepFrom);
};
