import type { Found } from './found.js';
import type { AccountProfile, Habits } from './profile.js';

/** Fewer of anything may be shared by chance. */
const fewest = { contacts: 2, places: 2, words: 3, messages: 20 };

/** Of the shorter list, the part that the other list holds too. */
const shared = (a: readonly string[], b: readonly string[]): readonly [number: number, part: number] => {
  const [short, long] = a.length <= b.length ? [new Set(a), new Set(b)] : [new Set(b), new Set(a)];
  const number = [...short].filter((one) => long.has(one)).length;
  return [number, short.size === 0 ? 0 : number / short.size];
};

const sharedOf = (
  kind: 'shared-places' | 'shared-contacts' | 'same-words',
  a: readonly string[],
  b: readonly string[],
  least: number,
): readonly Found[] => {
  const [number, part] = shared(a, b);
  return number < least ? [] : [{ kind, share: part, detail: `${String(number)} shared` }];
};

/** The cosine of two counts by the hour. */
const alike = (a: readonly number[], b: readonly number[]): number => {
  const product = (x: readonly number[], y: readonly number[]): number =>
    x.reduce((sum, count, hour) => sum + count * (y[hour] ?? 0), 0);
  const length = Math.sqrt(product(a, a) * product(b, b));
  return length === 0 ? 0 : product(a, b) / length;
};

const total = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

const habitEvidence = (a: Habits, b: Habits): readonly Found[] => {
  const words = sharedOf('same-words', [...a.words.keys()], [...b.words.keys()], fewest.words);
  if (Math.min(total(a.hours), total(b.hours)) < fewest.messages) return words;
  const hours = alike(a.hours, b.hours);
  return hours < 0.8
    ? words
    : [...words, { kind: 'same-hours', share: hours, detail: `alike by ${hours.toFixed(2)}` }];
};

/** With whom, where, when and in which words somebody talks: weak evidence, all of it. */
export const companyEvidence = (a: AccountProfile, b: AccountProfile): readonly Found[] => [
  ...sharedOf('shared-places', a.placeIds, b.placeIds, fewest.places),
  ...sharedOf('shared-contacts', a.contactIds, b.contactIds, fewest.contacts),
  ...(a.habits === null || b.habits === null ? [] : habitEvidence(a.habits, b.habits)),
];
