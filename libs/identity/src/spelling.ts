/** Letters that Unicode does not take apart, as they are written without them. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ı: 'i',
  ς: 'σ',
  ё: 'е',
};

/** Letters for which languages also write two. */
const twoLetters: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };

// In these scripts a mark is left out at will; in others (й, が) it makes another letter.
const isMarkedAtWill = /^[\p{sc=Latn}\p{sc=Grek}\p{sc=Hebr}\p{sc=Arab}]/u;

const plainOf = (char: string): string => {
  const known = plainLetters[char];
  if (known !== undefined) return known;
  return isMarkedAtWill.test(char) ? char.normalize('NFD').replaceAll(/\p{M}/gu, '') : char;
};

const unseen = /[\u00AD\u200B\u2060\uFEFF]+/gu;
const hyphens = /[\u2010-\u2012\uFE63\uFF0D]/gu;

/** Every hyphen is one, and where a word may be broken is no part of it. */
export const withPlainHyphens = (text: string): string =>
  text.replaceAll(unseen, '').replaceAll(hyphens, '-');

const ascii = /^[\x20-\x7E]*$/u;
const apart = /\P{M}\p{M}*/gu;

/**
 * How a name may be spelled, lower case, the plainest first: without its marks, and with two letters for one where a
 * language writes so. Letters of other alphabets that only look alike stay what they are.
 */
export const spellingsOf = (text: string): readonly string[] => {
  if (ascii.test(text)) return [text.toLowerCase()];
  const lower = withPlainHyphens(text).normalize('NFKC').toLowerCase().normalize('NFC');
  const plain = lower.replaceAll(apart, plainOf);
  const long = lower.replaceAll(apart, (char) => twoLetters[char] ?? plainOf(char));
  return plain === long ? [plain] : [plain, long];
};
