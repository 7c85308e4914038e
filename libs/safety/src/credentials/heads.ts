import { endsSentence, type Token } from './tokens.js';
import { headOfCompound, headsFrom, isDisguised, isListed, type Head, type HeadClass } from './words.js';

/** A word, or several, for something that opens: where they stand among the tokens. */
export interface Found {
  readonly kind: HeadClass | 'door';
  readonly from: number;
  /** The last token of it. */
  readonly to: number;
  /** "the door's": what comes next may be the value. */
  readonly isPossessive: boolean;
}

const matches = (head: Head, tokens: readonly Token[], at: number, first: string): boolean =>
  head.words.every((word, offset) => {
    const token = tokens[at + offset];
    if (!token || (offset > 0 && token.beginsLine)) return false;
    const isLast = offset === head.words.length - 1;
    return (offset === 0 ? first : token.key) === word && (isLast || token.tail === '');
  });

const headAt = (tokens: readonly Token[], at: number): Found | null => {
  const token = tokens[at];
  if (!token) return null;
  const isPossessive = /\p{L}['\u2019]s$/u.test(token.word);
  const key = isPossessive ? token.key.slice(0, -1) : token.key;
  // "L'alarme", "d'alarme".
  const elided = /^[ld]['\u2019](\p{L}{3,})$/u.exec(token.word)?.[1];
  for (const first of isPossessive ? [token.key, key] : elided === undefined ? [key] : [key, elided])
    for (const head of headsFrom(first))
      if (matches(head, tokens, at, first))
        return { kind: head.kind, from: at, to: at + head.words.length - 1, isPossessive };
  const kind = headOfCompound(key) ?? (isDisguised(token.word) ? 'password' : null);
  return kind === null ? null : { kind, from: at, to: at, isPossessive };
};

/** A code that anybody may know: of an error, a country, a colour. */
const isOtherCode = (tokens: readonly Token[], { from, to }: Found): boolean => {
  const before = tokens[from - 1];
  const isBefore = before !== undefined && !endsSentence(before) && isListed('otherCodes', before.key);
  const [next, what] = [tokens[to + 1], tokens[to + 2]];
  if (isBefore || next === undefined || tokens[to]?.tail !== '') return isBefore;
  const after = isListed('gaps', next.key) ? what : next;
  return after !== undefined && isListed('otherCodes', after.key) && !isListed('doors', after.key);
};

/** All that a text names of them, from left to right. */
export const headsIn = (tokens: readonly Token[]): readonly Found[] => {
  const found: Found[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const head = headAt(tokens, at);
    if (!head || (head.kind === 'code' && isOtherCode(tokens, head))) continue;
    found.push(head);
    at = head.to;
  }
  return found;
};
