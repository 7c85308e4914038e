import unhomoglyph from 'unhomoglyph';
import { foldName, unadorned, undecorated } from '../names.js';
import { spellingsOf } from '../spelling.js';

/** No handle is longer; what comes behind is not looked at. */
const longest = 64;

const invisible = /[\p{Cf}\p{Cc}\p{M}]+/gu;
const notAscii = /[^\x20-\x7E]/gu;

// The table says that `m` looks like `rn`; two of our own letters that look alike are told apart.
const lookAlike = (char: string): string => {
  const seen = unhomoglyph(char);
  return seen === 'rn' ? 'm' : seen;
};

/** As the eye reads it: letters of other alphabets as the Latin ones that they look like. */
const asSeen = (name: string): string =>
  name.normalize('NFKC').replaceAll(notAscii, lookAlike).normalize('NFKD').replaceAll(invisible, '');

const digitLetters: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
};
const inLetters = /(?<=\p{L})[0134578@$!]+(?=\p{L})|^[0134578@$!](?=\p{L}{2})/gu;
const withLetters = (text: string): string =>
  text.replaceAll(inLetters, (digits) => digits.replaceAll(/./gu, (digit) => digitLetters[digit] ?? digit));

// A number that stands alone at the end is a number; between letters a digit is one of them.
const numberAtEnd = /(?<!\d)\d+$/u;
const alone = /[^\p{L}\p{N}]+/gu;
/** A client's sign that its owner is asleep or away, before the handle. */
const statusBefore = /^(?:zz+|away|afk|off|bnc)[_|`-]+(?=\p{L})/u;

const bareOf = (written: string): string =>
  undecorated(written.replace(statusBefore, '')).replaceAll(alone, '');

const humps = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu;
const wordsOf = (seen: string): readonly string[] => [
  ...new Set(
    withLetters(seen)
      .replaceAll(humps, ' ')
      .toLowerCase()
      .split(/[^\p{L}]+/u)
      .filter((word) => word.length > 2),
  ),
];

/** One handle, from as it is written to what is left of it. Each form is the same wherever the one before is. */
export interface HandleForms {
  /** Without case, marks and what cannot be seen. */
  readonly written: string;
  /** Without a status, separators and decoration. */
  readonly undecorated: string;
  /** Also without numbers at the end, and with letters for digits and for letters that look like them. */
  readonly respelled: string;
  readonly words: readonly string[];
  /** Whether letters of another alphabet stand where Latin ones seem to stand. */
  readonly seemsLatin: boolean;
}

const isLatinOrPlain = /^[\p{sc=Latn}\p{sc=Zyyy}\p{sc=Zinh}]*$/u;
const hasName = /\p{L}{2}|[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u;

export const handleFormsOf = (handle: string): HandleForms => {
  const cut = unadorned(handle.slice(0, longest)).replaceAll(/\p{Cf}+/gu, '');
  const written = spellingsOf(foldName(cut))[0] ?? '';
  const bare = bareOf(written);
  const plain = bare === '' ? written.replaceAll(alone, '') : bare;
  const looks = asSeen(cut);
  const seen = bareOf(looks.toLowerCase());
  const numberless = withLetters(seen.replace(numberAtEnd, ''));
  return {
    written,
    undecorated: plain,
    respelled: hasName.test(numberless) ? numberless : seen === '' ? plain : seen,
    words: wordsOf(looks),
    seemsLatin: !isLatinOrPlain.test(plain) && /^[a-z0-9]+$/u.test(seen),
  };
};
