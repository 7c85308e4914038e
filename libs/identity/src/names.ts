import { spellingsOf, withPlainHyphens } from './spelling.js';

/** One spelling for comparison: NFKC, lower case, plain hyphens, single spaces, no leading `@`, no possessive ending. */
export const foldName = (name: string): string => (plainWord.test(name) ? name.toLowerCase() : folded(name));

/** Most names that are looked up are words of a text with nothing to fold but capitals. */
const plainWord = /^[A-Za-z]+$/u;
const folded = (name: string): string =>
  withPlainHyphens(name)
    .normalize('NFKC')
    .replace(/[\u2018\u2019\u02bc]/gu, "'")
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/^@+/u, '')
    .replace(/(?<=\p{L})'s$|(?<=s)'$/u, '');

/** The words that stand before names, and for whom; null fits everybody. */
const titles = new Map<string, 'man' | 'woman' | null>([
  ...['mr', 'sir', 'herr', 'monsieur', 'senor', 'signor'].map((word) => [word, 'man'] as const),
  ...['mrs', 'ms', 'miss', 'madam', 'frau', 'madame', 'senora', 'signora'].map(
    (word) => [word, 'woman'] as const,
  ),
  ...['dr', 'prof', 'professor', 'doctor', 'the', 'nurse', 'captain'].map((word) => [word, null] as const),
]);

const titleWord = (word: string): string => spellingsOf(word.replace(/\.$/u, ''))[0] ?? '';
export const isTitle = (word: string): boolean => titles.has(titleWord(word));

/** "Mr." and "Mrs." stand before the names of two people. */
export const titlesDiffer = (one: string | null, other: string | null): boolean => {
  const [a, b] = [one, other].map((word) => (word === null ? null : (titles.get(titleWord(word)) ?? null)));
  return a != null && b != null && a !== b;
};

export interface Titled {
  readonly title: string | null;
  readonly rest: string;
}

/** What is said behind a name as titles are before it; in letters that also end names, only behind a hyphen. */
const honorific =
  /(?<=\p{L})(?:-(?:san|chan|kun|sama|sensei|senpai|ji|nim|ssi)|-?(?:さん|ちゃん|くん|さま|様|先生|님|씨))$/u;

export const withoutHonorific = (folded: string): string => folded.replace(honorific, '');

/** A folded name without the titles before it and behind it. */
export const untitled = (folded: string): Titled => {
  const words = folded.split(' ');
  const given = words.findIndex((word) => !isTitle(word));
  return given < 1
    ? { title: null, rest: withoutHonorific(folded) }
    : { title: words[0] ?? null, rest: withoutHonorific(words.slice(given).join(' ')) };
};

const companies = new Set(
  'band bot club clan crew fan fans foundation gang group guild news project radio shop society squad store studio studios support team tv'.split(
    ' ',
  ),
);

/** The given name of a multi-word name, titles aside; null for one word, for somebody's ("Tove's sister") and for a group. */
export const firstNameOf = (name: string): string | null => {
  const words = foldName(withoutBrackets(name)).split(' ');
  const given = words.find((word) => !isTitle(word));
  if (words.length < 2 || given === undefined || given.length < 2) return null;
  return given.endsWith("'s") || companies.has(words.at(-1) ?? '') ? null : given;
};

/** `Linda Park (mother)` is also `Linda Park`: what stands in brackets describes, it does not name. */
export const withoutBrackets = (name: string): string => name.replace(/\([^()]{0,80}\)/gu, ' ').trim();

const pictures =
  /(?:[\p{So}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\p{Co}]|\u200D|\uFE0E|\uFE0F|\u20E3)+/gu;

/** Without emoji and ornaments around or in it, unless it is made of them. */
export const unadorned = (name: string): string => {
  // Circled and mathematical letters are symbols to Unicode until they are folded.
  const folded = name.normalize('NFKC');
  const plain = folded.replaceAll(pictures, ' ').replaceAll(/\s+/gu, ' ').trim();
  return /[\p{L}\p{N}]/u.test(plain) ? plain : folded.trim();
};

const edges = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;
/** What somebody is doing just now, behind a handle. */
const doing =
  /(?<![|_\-[`^])[|_\-[`^]+(?:away|afk|brb|busy|home|idle|lunch|mobile|off|phone|school|sleep|sleeping|work|working|zzz+)$/u;

/** "xX_Tom_Xx", "彡 Tom 彡": the same on both sides of a name, and no name itself. */
const framed =
  /^(?<frame>(?<l>[a-z])\k<l>{0,2}|[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}])[\s_.~*-]+(?<core>[^\s_.~*-](?:.*[^\s_.~*-])?)[\s_.~*-]+\k<frame>$/u;
const crossed = /^xx+(?<core>(?!x)\p{L}(?:.*[^x])?)xx+$/u;

const withoutFrame = (text: string): string => {
  const { core } = framed.exec(text)?.groups ?? crossed.exec(text)?.groups ?? {};
  return core === undefined ? text : core;
};

/** A folded name without what people hang on their handles: `_tom_`, `tom|away`, `[tom]`, `tom#4471`, `xX_tom_Xx`. */
export const undecorated = (folded: string): string => {
  const alone = folded
    .replace(/#\d+$/u, '')
    .replace(doing, '')
    .replace(/(?<=[\p{L}\p{N}])\s*\|.*$/u, '')
    .replace(/(?<=[\p{L}\p{N}])\s*\[.*\]$/u, '')
    .replaceAll(edges, '');
  return withoutFrame(alone)
    .replaceAll(edges, '')
    .replaceAll(/(?<=\p{L})'(?=\p{L})/gu, '')
    .replaceAll(/[\s_.·-]+/gu, ' ');
};
