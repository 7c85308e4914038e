import { keepScoreTable } from '../../words/lexicon.js';

const classes = new Map<string, ReadonlySet<string>>(
  Object.entries(keepScoreTable.classes).map(([name, words]) => [name, new Set(words)]),
);
const verbKinds = Object.keys(keepScoreTable.classes).filter((name) => name.startsWith('verb-'));

export const isOfKind = (kind: string, word: string): boolean => classes.get(kind)?.has(word) ?? false;

export const kindsOfVerb = (lemma: string): readonly string[] => {
  const kinds = verbKinds.filter((kind) => isOfKind(kind, lemma)).map((kind) => kind.slice('verb-'.length));
  return kinds.length === 0 ? ['other'] : kinds;
};

const weights = new Map(Object.entries(keepScoreTable.weights));

/** How likely it is, from 0 to 1, that a careful reader would keep a sentence with these features. */
export const keepScoreOf = (features: readonly string[]): number => {
  let sum = keepScoreTable.bias;
  for (const feature of new Set(features)) sum += weights.get(feature) ?? 0;
  return 1 / (1 + Math.exp(-sum));
};

/** Where people help each other with machines, most sentences are about the trouble of the hour: the bar is higher. */
const ofMachines = /^(?:m-trouble|any:(?:systems|distros))$/u;

const barOf = (
  features: readonly string[],
): 'keepFrom' | 'keepFromOfMachines' | 'keepFromOfMachinesAlone' => {
  if (!features.some((feature) => ofMachines.test(feature))) return 'keepFrom';
  // "The drivers hate TVs": said of a machine, and of nobody.
  return features.includes('about:thing') ? 'keepFromOfMachinesAlone' : 'keepFromOfMachines';
};

/** The same on the scale of the other confidences: the bar of the table becomes .7. */
export const confidenceOf = (keepScore: number, features: readonly string[]): number => {
  const keepFrom = keepScoreTable[barOf(features)];
  return keepScore < keepFrom
    ? (0.7 * keepScore) / keepFrom
    : 0.7 + (0.15 * (keepScore - keepFrom)) / (1 - keepFrom);
};
