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
  name.replaceAll(notAscii, lookAlike).normalize('NFKD').replaceAll(invisible, '').toLowerCase();

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
// A number that stands alone at the end is a number; between letters a digit is one of them.
const trailingNumber = /\d+$/u;
const inLetters = /(?<=\p{L})[0134578@$!]|[0134578@$!](?=\p{L})/gu;

const alone = /[^\p{L}\p{N}]+/gu;

/** One handle, from as it is written to what is left of it. Each form is the same wherever the one before is. */
export interface HandleForms {
  readonly written: string;
  readonly undecorated: string;
  readonly respelled: string;
  /** Whether letters of another alphabet stand where Latin ones seem to stand. */
  readonly seemsLatin: boolean;
}

const isLatinOrPlain = /^[\p{sc=Latn}\p{sc=Zyyy}\p{sc=Zinh}]*$/u;

export const handleFormsOf = (handle: string): HandleForms => {
  const cut = unadorned(handle.slice(0, longest));
  const written = spellingsOf(foldName(cut.replaceAll(invisible, '')))[0] ?? '';
  const bare = undecorated(written).replaceAll(alone, '');
  const kept = bare === '' ? written.replaceAll(alone, '') : bare;
  const seen = undecorated(asSeen(cut)).replaceAll(alone, '');
  const lettered = seen.replaceAll(inLetters, (char) => digitLetters[char] ?? char);
  const numberless = seen
    .replace(trailingNumber, '')
    .replaceAll(inLetters, (char) => digitLetters[char] ?? char);
  return {
    written,
    undecorated: kept,
    respelled: /\p{L}{2}/u.test(numberless) ? numberless : lettered,
    seemsLatin: !isLatinOrPlain.test(kept) && /^[a-z0-9]+$/u.test(seen),
  };
};
