/** One spelling for comparison: NFKC, lower case, single spaces, no leading `@`, no possessive ending. */
export const foldName = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/[\u2018\u2019\u02bc]/gu, "'")
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/^@+/u, '')
    .replace(/(?<=\p{L})'s$|(?<=s)'$/u, '');

/** The given name of a multi-word name; null for one word, and for words that are titles. */
export const firstNameOf = (name: string): string | null => {
  const words = foldName(name.replace(/\([^)]*\)/gu, ' ')).split(' ');
  const given = words.find((word) => !titles.has(word.replace(/\.$/u, '')));
  return words.length > 1 && given !== undefined && given.length > 1 ? given : null;
};

const titles = new Set([
  'dr',
  'mr',
  'mrs',
  'ms',
  'miss',
  'prof',
  'professor',
  'doctor',
  'sir',
  'madam',
  'the',
  'nurse',
  'captain',
]);

/** `Linda Park (mother)` is also `Linda Park`: what stands in brackets describes, it does not name. */
export const withoutBrackets = (name: string): string => name.replace(/\([^)]*\)/gu, ' ').trim();
