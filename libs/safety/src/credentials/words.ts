import { z } from 'zod';
import { readWords, words } from '../word-lists.js';
import { plainTextOf } from './plain-text.js';

export const headClasses = [
  'password',
  'pass',
  'pin',
  'code',
  'onetime',
  'token',
  'phrase',
  'device',
  'lock',
] as const;
export type HeadClass = (typeof headClasses)[number];

const listNames = [
  'doors',
  'acts',
  'otherCodes',
  'links',
  'movers',
  'moves',
  'adverbs',
  'gaps',
  'owners',
  'withs',
  'instruments',
  'reversed',
  'articles',
  'compounds',
  'notValues',
  'functionWords',
  'clauseEnds',
  'followers',
  'units',
  'digits',
] as const;
type ListName = (typeof listNames)[number];

/**
 * `heads`: what secrets are called, by what their values look like. The other lists are the words around them, in whatever
 * language: `links` lead to a value, `gaps` begin what stands between, `compounds` make another thing of a head,
 * `notValues` begin prose and no value, `otherCodes` are codes that everybody may know.
 */
export const credentialWordsSchema = z.strictObject({
  heads: z.strictObject(
    Object.fromEntries(headClasses.map((name) => [name, words])) as Record<HeadClass, typeof words>,
  ),
  ...(Object.fromEntries(listNames.map((name) => [name, words])) as Record<ListName, typeof words>),
});

const data = readWords('credential-words', credentialWordsSchema);

/** As words of a text are compared: plain, in lower case, without the signs inside. */
export const keyOf = (word: string): string => word.replace(/['\u2019\u02bc-]/gu, '');
const folded = (entry: string): string => plainTextOf(entry).lower;

const sets = new Map<ListName, ReadonlySet<string>>(
  listNames.map((name) => [name, new Set(data[name].map((entry) => keyOf(folded(entry)) || entry))]),
);
export const isListed = (list: ListName, key: string): boolean => sets.get(list)?.has(key) ?? false;

export interface Head {
  readonly kind: HeadClass | 'door';
  readonly words: readonly string[];
}
const heads: readonly Head[] = [
  ...headClasses.flatMap((kind) => data.heads[kind].map((entry) => ({ kind, entry }))),
  ...data.doors.map((entry) => ({ kind: 'door' as const, entry })),
].map(({ kind, entry }) => ({ kind, words: folded(entry).split(' ').map(keyOf) }));

const byFirst = new Map<string, readonly Head[]>();
for (const head of [...heads].sort((a, b) => b.words.length - a.words.length)) {
  const [first = ''] = head.words;
  byFirst.set(first, [...(byFirst.get(first) ?? []), head]);
}
/** What may begin with a word, the longest first. */
export const headsFrom = (key: string): readonly Head[] => byFirst.get(key) ?? [];

const passwords = data.heads.password.map(folded).filter((entry) => /^\p{L}{6,}$/u.test(entry));
const codes = ['code', 'codes', 'kode', 'koden', 'kod', 'koodi', 'pin'];
const places = [...data.doors, ...data.heads.lock, ...data.heads.device]
  .map((entry) => keyOf(folded(entry)))
  .filter((entry) => /^\p{L}{3,}$/u.test(entry));

/** "WLAN-Passwort", "Haustürcode": a head at the end of a longer word. */
export const headOfCompound = (key: string): HeadClass | null => {
  if (key.length < 7) return null;
  if (passwords.some((word) => key.endsWith(word))) return 'password';
  const code = codes.find((word) => key.endsWith(word));
  if (code === undefined) return null;
  const before = key.slice(0, -code.length);
  return places.some((place) => before === place || (before.endsWith(place) && place.length > 3))
    ? 'pin'
    : null;
};

const signs: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  $: 's',
  '@': 'a',
  '!': 'i',
};
const plainPasswords = new Set(data.heads.password.map((entry) => keyOf(folded(entry))));
/** "p4ssw0rd", "pa$$word". */
export const isDisguised = (word: string): boolean =>
  /[01345$@!]/u.test(word) &&
  /\p{L}/u.test(word) &&
  plainPasswords.has(word.replace(/[01345$@!]/gu, (sign) => signs[sign] ?? sign));
