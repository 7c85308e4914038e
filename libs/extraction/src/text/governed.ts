import { lemmaOf } from '../words/verbs.js';
import { isWord, type Token } from './tokens.js';

const holding = new Set(
  'think believe assume claim joke insist reckon imagine pretend wish hope suspect doubt'.split(' '),
);
const telling = new Set('say tell'.split(' '));
const self = /^(?:i|we)$/u;
const insists = /^(?:keep|keeps|kept|always)$/u;
const verbIn = (word: string): string =>
  lemmaOf(word, 'base') ?? lemmaOf(word, 'third') ?? lemmaOf(word, 'past') ?? lemmaOf(word, 'gerund') ?? '';

/**
 * Whether these words, that stand right before "I …", make it somebody's opinion or pretence: "my mum thinks", "I keep
 * telling people", "not saying". "Told the office" and "they told me" only say by whom it is known.
 */
export const governs = (tokens: readonly Token[]): boolean => {
  const words = tokens.filter((token) => isWord(token)).map(({ lower }) => lower);
  const at = words.findLastIndex((word) => holding.has(verbIn(word)) || telling.has(verbIn(word)));
  if (at < 0 || words.length - at > 4) return /\bhas it(?: that)?$/u.test(words.join(' '));
  const lemma = verbIn(words[at] ?? '');
  const before = words.slice(0, at);
  if (before.some((word) => word === 'not' || word === 'never')) return true;
  const isOwn = before.length === 0 || before.some((word) => self.test(word));
  if (holding.has(lemma)) return !isOwn || /^(?:joke|pretend|wish|imagine)$/u.test(lemma);
  return isOwn && before.some((word) => insists.test(word));
};
