import type { PlainText } from './plain-text.js';
import { keyOf } from './words.js';

/** What stands between two spaces. */
export interface Token {
  readonly start: number;
  readonly end: number;
  /** Without the quotes, brackets and stops around it; in lower case. */
  readonly word: string;
  readonly key: string;
  /** Where that stands. */
  readonly from: number;
  readonly to: number;
  readonly lead: string;
  readonly tail: string;
  /** A line begins with it. */
  readonly beginsLine: boolean;
}

const isLead = (char: string): boolean =>
  '"\'\u201c\u2018\u201e\u00ab\u2039([{<`_~|>^\u00bf\u00a1'.includes(char);
const isTail = (char: string): boolean =>
  '"\'\u201d\u2019\u201c\u00bb\u203a)]}>`_~|,.;:=!?\u2026\u3002\uff0c'.includes(char);

/** No more of a text than people write in one go to each other. */
export const tokensOf = ({ text, lower }: PlainText): readonly Token[] => {
  const tokens: Token[] = [];
  let last = 0;
  for (const { 0: raw, index: start } of text.matchAll(/\S+/gu)) {
    const end = start + raw.length;
    let [from, to] = [start, end];
    while (from < to && isLead(text.charAt(from))) from += 1;
    while (to > from && isTail(text.charAt(to - 1))) to -= 1;
    const word = lower.slice(from, to);
    tokens.push({
      start,
      end,
      word,
      key: keyOf(word),
      from,
      to,
      lead: text.slice(start, from),
      tail: text.slice(to, end),
      beginsLine: text.slice(last, start).includes('\n'),
    });
    last = end;
  }
  return tokens;
};

/** A sign alone, as in "password - x". */
export const isSign = ({ word, lead, tail }: Token): boolean =>
  !/[\p{L}\p{N}]/u.test(word) && `${lead}${word}${tail}` !== '';
export const endsSentence = ({ tail }: Token): boolean => /[.!?\u2026\u3002]/u.test(tail);
export const endsClause = (token: Token): boolean => /[,;.!?\u2026\u3002\uff0c)]/u.test(token.tail);
export const leadsOn = ({ tail }: Token): boolean => /[:=]/u.test(tail);

const quotes = new Map([
  ['"', '"'],
  ['\u201c', '\u201d'],
  ['\u201e', '\u201c'],
  ['\u2018', '\u2019'],
  ["'", "'"],
  ['\u00ab', '\u00bb'],
  ['`', '`'],
]);
/** What a token begins within quotes, up to where they close. */
export const quotedFrom = ({ text }: PlainText, { start }: Token): readonly [number, number] | null => {
  const close = quotes.get(text.charAt(start));
  if (close === undefined) return null;
  const end = text.slice(start + 1, start + 82).indexOf(close);
  return end < 3 || text.slice(start + 1, start + 1 + end).includes('\n')
    ? null
    : [start + 1, start + 1 + end];
};
