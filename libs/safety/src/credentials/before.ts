import { codeAt, digitsOf, isLettered } from './codes.js';
import type { Found } from './heads.js';
import { endsSentence, isSign, quotedFrom, type Token } from './tokens.js';
import { isMixed, isPlaceholder, type Line, type Value } from './values.js';
import { isListed } from './words.js';

/** Several words within quotes that close at a token. */
const quotedUpTo = (line: Line, at: number): Value | null => {
  if (!/["\u201d\u201c\u00bb]/u.test(line.tokens[at]?.tail ?? '')) return null;
  for (let from = at; from >= 0 && from > at - 12; from--) {
    const opening = line.tokens[from];
    const quoted = opening ? quotedFrom(line.plain, opening) : null;
    if (quoted && quoted[1] >= (line.tokens[at]?.to ?? 0))
      return { start: quoted[0], end: quoted[1], next: at + 1 };
  }
  return null;
};

/** A value that ends at a token, as a head wants it. */
const valueEndingAt = (line: Line, at: number, { kind }: Found): Value | null => {
  const token = line.tokens[at];
  if (!token) return null;
  const isCode =
    kind === 'pin' || kind === 'code' || kind === 'onetime' || kind === 'device' || kind === 'lock';
  for (let from = isCode ? Math.max(0, at - 5) : at; isCode && from <= at; from++) {
    const value = codeAt(line, from);
    if (value?.next === at + 1 && digitsOf(line, value) + (isLettered(line, value) ? 1 : 0) >= 3)
      return value;
  }
  if (kind === 'code' || kind === 'device' || kind === 'lock') return null;
  const quoted = quotedUpTo(line, at);
  if (quoted) return quoted;
  const text = line.plain.text.slice(token.from, token.to);
  return isMixed(text) && !isPlaceholder(text) ? { start: token.from, end: token.to, next: at + 1 } : null;
};

const isSkipped = (token: Token | undefined): boolean =>
  token !== undefined && (isSign(token) || /^(?:that|this|which|it|and)$/u.test(token.key));

/** "X is my password", "use X as the password", "it's X, that's the pin". */
export const valueBefore = (line: Line, head: Found): Value | null => {
  const { tokens } = line;
  if (head.kind === 'door' || head.kind === 'device' || head.kind === 'lock' || head.kind === 'phrase')
    return null;
  const after = tokens[head.to + 1];
  if (after && tokens[head.to]?.tail === '' && isListed('compounds', after.key)) return null;
  for (let at = head.from - 1; at >= 0 && at >= head.from - 5; at--) {
    const token = tokens[at];
    if (!token) return null;
    const isLinked = isListed('reversed', token.key);
    const isApposed = /[,]$/u.test(token.tail) || isSign(token);
    if (isLinked || (isApposed && isListed('owners', tokens[at + 1]?.key ?? ''))) {
      let left = isLinked ? at - 1 : isSign(token) ? at - 1 : at;
      // "marmalade9 — that's my password"; "that" of "that is".
      while (left > at - 4 && isSkipped(tokens[left])) left -= 1;
      const isAny = /^(?:an?|ein|eine|une?|una|um|uma|een|en|ett)$/u.test(tokens[at + 1]?.key ?? '');
      if (isAny && !/^(?:as|als|como|comme|come|som)$/u.test(token.key)) return null;
      return left >= 0 ? valueEndingAt(line, left, head) : null;
    }
    if (endsSentence(token) || token.tail !== '') return null;
  }
  return null;
};
