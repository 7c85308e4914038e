import { distance } from 'fastest-levenshtein';
import type { EvidenceKind } from './evidence.js';
import type { HandleForms } from './handle.js';
import { areNicknames, givenNamesOf, isCommonName } from './nicknames.js';

/** Words that handles are hung with and that name nobody. */
const nobodysNames = new Set(
  'admin afk android archlinux away bnc bot debian dev fedora gentoo guest guy home irc kubuntu laptop linux live mac mail man mint mobile official oem phone pro real root support team test the ubuntu user web windows work xubuntu'.split(
    ' ',
  ),
);

const shareGivenName = (a: string, b: string): boolean =>
  givenNamesOf(a).some((given) =>
    givenNamesOf(b).some(
      (other) =>
        areNicknames(given, other) &&
        a.slice(given.length) === b.slice(other.length) &&
        a.length > given.length + 1,
    ),
  );

const isNobodys = (text: string): boolean => [...nobodysNames].some((word) => word.includes(text));

const commonStart = (a: string, b: string): number => {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
};
const commonEnd = (a: string, b: string): number => {
  let length = 0;
  while (length < a.length && length < b.length && a.at(-1 - length) === b.at(-1 - length)) length += 1;
  return length;
};

type Within = 'within' | 'two-names' | null;

/** Whether the handle of the one begins or ends with that of the other. */
const within = (short: HandleForms, long: HandleForms): Within => {
  const core = short.respelled;
  if (core === long.respelled || isNobodys(core)) return null;
  const isFirst = long.respelled.startsWith(core);
  if (!isFirst && !long.respelled.endsWith(core)) return null;
  // "jack" and "jack_mathew": whose rest is a name as well bears two of them.
  const rest = isFirst ? long.respelled.slice(core.length) : long.respelled.slice(0, -core.length);
  if (isCommonName(rest)) return 'two-names';
  // Three letters are a name where something was taken off them: `lub|afk` and `lubmil`.
  const isName = core.length >= 4 || (core.length === 3 && isFirst && short.written !== core);
  return isName ? 'within' : null;
};

const overlaps = (a: string, b: string): boolean => {
  const shorter = Math.min(a.length, b.length);
  const isMost = (length: number): boolean =>
    (length >= 5 && length >= shorter * 0.6) || (length >= 4 && length >= shorter * 0.75);
  const says = (run: string, restOfA: string, restOfB: string): boolean =>
    isMost(run.length) &&
    !isNobodys(run) &&
    !isCommonName(run) &&
    !(isCommonName(restOfA) || isCommonName(restOfB));
  const [start, end] = [commonStart(a, b), commonEnd(a, b)];
  return (
    says(a.slice(0, start), a.slice(start), b.slice(start)) ||
    (end >= 5 && says(a.slice(-end), a.slice(0, -end), b.slice(0, -end)))
  );
};

/** A word of a handle by which one may be known again: many people are called Paul. */
const namesSomebody = (word: string): boolean =>
  word.length > 3 && !nobodysNames.has(word) && !isCommonName(word);

/** Emma and Egbert of one family are two people. */
const haveOtherGivenNames = (a: HandleForms, b: HandleForms): boolean => {
  const [ofA, ofB] = [a.words.filter(isCommonName), b.words.filter(isCommonName)];
  const isOneName = (one: string): boolean => ofB.some((other) => one === other || areNicknames(one, other));
  return ofA.length > 0 && ofB.length > 0 && !ofA.some(isOneName);
};

/** How alike two handles are, as the kind of evidence that it is; null: not enough to speak of. */
export const likenessOf = (a: HandleForms, b: HandleForms): EvidenceKind | null => {
  // Pictures and marks alone name nobody.
  if (a.undecorated === '' || b.undecorated === '') return null;
  if (a.written === b.written) return 'same-handle';
  if (a.undecorated === b.undecorated) return 'same-handle-undecorated';
  if (a.respelled.length > 1 && a.respelled === b.respelled)
    return isCommonName(a.respelled) ? 'same-given-name' : 'same-handle-respelled';
  const [short, long] = a.respelled.length <= b.respelled.length ? [a, b] : [b, a];
  const place = within(short, long);
  if (place === 'within') return isCommonName(short.respelled) ? 'same-given-name' : 'handle-within';
  if (place === 'two-names') return null;
  if (haveOtherGivenNames(a, b)) return null;
  const shorter = short.respelled.length;
  const edits = distance(a.respelled, b.respelled);
  const sharesAnEnd = commonStart(a.respelled, b.respelled) >= 3 || commonEnd(a.respelled, b.respelled) >= 4;
  if (sharesAnEnd && shorter >= 5 && edits <= Math.floor(shorter / 5)) return 'similar-handle';
  if (shareGivenName(a.respelled, b.respelled)) return 'nickname';
  if (overlaps(a.respelled, b.respelled)) return 'handles-overlap';
  if (a.words.some((word) => namesSomebody(word) && b.words.includes(word))) return 'handle-word-shared';
  return null;
};
