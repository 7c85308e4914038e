import type { Line, Value } from './values.js';
import { endsClause, isSign, type Token } from './tokens.js';
import { isListed } from './words.js';

const digitsIn = (text: string): number => text.replace(/\D/gu, '').length;

/** A date, a time, a span of years: digits with signs that everybody writes. */
const isPlainNumber = (text: string): boolean =>
  /^(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}-\d{1,2}-(?:19|20)\d\d|(?:19|20)\d\d-(?:19|20)?\d\d)$/u.test(text);

const lone = (text: string): boolean =>
  !isPlainNumber(text) &&
  (/^[#*]{0,2}\d[\d#*]{2,11}$/u.test(text) || /^\d{1,4}(?:[-\u2013]\d{1,6}){1,6}#?$/u.test(text)) &&
  digitsIn(text) >= 3;

/** "7C5L-W2GX", "k7fz2-m9qxt", "C15X"; not "2nd", "300m", "2024-ready". */
const lettered = (text: string): boolean =>
  text.length >= 4 &&
  /^[\p{L}\d]{1,12}(?:[-\u2013][\p{L}\d]{1,12}){0,8}#?$/u.test(text) &&
  /\d/u.test(text) &&
  /\p{L}/u.test(text) &&
  !/^\d+\p{Ll}{1,4}$/u.test(text) &&
  !/(?:^|[-\u2013])\p{L}?\p{Ll}{3,}(?:$|[-\u2013])/u.test(text) &&
  !/^v\d|^\p{Lu}?\p{Ll}{3,}-?\d{1,2}$/u.test(text);

const textOf = ({ plain: { text } }: Line, token: Token): string => text.slice(token.from, token.to);

/** "four-seven-one-nine", "four seven one nine". */
const spelledAt = (line: Line, at: number): Value | null => {
  let count = 0;
  let last: Token | null = null;
  let next = at;
  for (; next < line.tokens.length && count < 12; next++) {
    const token = line.tokens[next];
    const parts = token?.word.split(/[-\u2013]/u) ?? [];
    if (!token || !parts.every((part) => /^\d$/u.test(part) || isListed('digits', part))) break;
    count += parts.length;
    last = token;
    if (/[.!?:;]/u.test(token.tail)) {
      next += 1;
      break;
    }
  }
  const first = line.tokens[at];
  return first && last && count >= 3 ? { start: first.from, end: last.to, next } : null;
};

/** "770 318", "4 4 7 1": digits in groups. */
const groupsAt = (line: Line, at: number): Value | null => {
  let digits = 0;
  let last: Token | null = null;
  let next = at;
  for (; next < line.tokens.length && next < at + 8; next++) {
    const token = line.tokens[next];
    if (!token || !/^\d{1,4}$/u.test(token.word) || (next > at && token.lead !== '')) break;
    digits += token.word.length;
    last = token;
    if (token.tail !== '' && token.tail !== ',') {
      next += 1;
      break;
    }
  }
  const first = line.tokens[at];
  return first && last && next - at >= 2 && digits >= 3 ? { start: first.from, end: last.to, next } : null;
};

const readCode = (line: Line, at: number): Value | null => {
  const token = line.tokens[at];
  if (!token || (!/\d/u.test(token.word) && !/[#*]/u.test(token.word)))
    return token ? spelledAt(line, at) : null;
  const grouped = groupsAt(line, at);
  if (grouped) return grouped;
  const text = textOf(line, token);
  return lone(text) || lettered(text)
    ? { start: token.from, end: token.to, next: at + 1 }
    : spelledAt(line, at);
};

/** A code to type, as it stands at a token. */
export const codeAt = (line: Line, at: number): Value | null => {
  const known = line.codes.get(at);
  if (known !== undefined) return known;
  const code = readCode(line, at);
  line.codes.set(at, code);
  return code;
};

export const digitsOf = ({ plain: { text } }: Line, { start, end }: Value): number =>
  digitsIn(text.slice(start, end));
export const isLettered = ({ plain: { text } }: Line, { start, end }: Value): boolean =>
  /\p{L}/u.test(text.slice(start, end)) || /[#*-]/u.test(text.slice(start, end));
/** A word of measure comes after it: "1200 lines". */
export const isMeasured = ({ tokens }: Line, { next }: Value): boolean => {
  const [last, after] = [tokens[next - 1], tokens[next]];
  if (!after || !last || endsClause(last) || after.beginsLine) return false;
  return isListed('units', after.key) || /^%|^\u20ac/u.test(after.word);
};
/** Nothing comes after it that it could count. */
export const standsAlone = ({ tokens }: Line, { next }: Value): boolean => {
  const [last, after] = [tokens[next - 1], tokens[next]];
  if (!after || !last || after.beginsLine || last.tail !== '' || isSign(after) || after.lead !== '')
    return true;
  return isListed('followers', after.key) || isListed('gaps', after.key);
};
