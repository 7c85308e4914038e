import { beginsPredicate } from './begins.js';
import { isIn } from '../words/lexicon.js';
import { isWord, type Token } from './tokens.js';

const compares =
  /^(?:like|unlike|as|too|also|btw|bless|not|who|of|from what|by|another|again|our|obviously|apparently|sadly|lol|haha)$/u;
const described = /^(?:my|our|the|from|at|in|of|an?)$/u;

const closeOf = (tokens: readonly Token[], at: number): number => {
  const mark = tokens[at]?.text === '(' ? ')' : ',';
  const close = tokens.findIndex((token, index) => index > at + 1 && token.text === mark);
  return close < 0 || close > at + 12 ? -1 : close;
};

const semicolon = (like: Token): Token => ({ ...like, text: ';', lower: ';', spaced: false });

/**
 * What stands beside the one a sentence is about: "Theo (like me) hates …" without it, and "Theo, who lives next door,
 * hates …" as two statements.
 */
export const withAsidesApart = (tokens: readonly Token[]): readonly Token[] => {
  let from = 0;
  while (isIn('fillers', tokens[from]?.lower ?? '') || tokens[from]?.text === ',') from += 1;
  if (tokens[from + 1]?.lower === 'here' && isWord(tokens[from]) && beginsPredicate(tokens, from + 2))
    return [...tokens.slice(0, from + 1), ...tokens.slice(from + 2)];
  const at = [from + 1, from + 2].find((index) => /^[,(]$/u.test(tokens[index]?.text ?? '')) ?? -1;
  const open = tokens[at];
  const close = open ? closeOf(tokens, at) : -1;
  if (!open || close < 0 || !beginsPredicate(tokens, close + 1)) return tokens;
  const name = tokens.slice(from, at);
  const inner = tokens.slice(at + 1, close);
  const first = inner[0]?.lower ?? '';
  if (!name.every(isWord)) return tokens;
  const rest = tokens.slice(close + 1);
  if (first === 'who' && beginsPredicate(inner, 1))
    return [...tokens.slice(0, at), ...inner.slice(1), semicolon(open), ...name, ...rest];
  const drops = open.text === '(' ? !described.test(first) : compares.test(first);
  return drops && inner.length <= 8 ? [...tokens.slice(0, at), ...rest] : tokens;
};
