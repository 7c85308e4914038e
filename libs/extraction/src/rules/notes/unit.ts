import { sentencesOf, proven } from '#safety';
import { isIn } from '../../words/lexicon.js';
import { maskForeign } from '../../text/mask.js';
import { opensQuestion, subordinates, supposes } from '../../text/pieces.js';
import { stripFillers, type Clause } from '../../text/clauses.js';
import { isWord, tokenize, type Token } from '../../text/tokens.js';
import { isUnreal } from '../../text/unreal.js';

/** One line or sentence of a message, for what is told without a full clause. */
export interface Unit extends Clause {
  /** Without the words that only open a turn. */
  readonly plain: readonly Token[];
  readonly isBullet: boolean;
}

const bullet = /^\s*(?:[-*\u2022\u2013]|\d{1,2}[.)])\s+\S/u;
const closing = /^(?:lol|lmao|haha|hahaha|xd|btw|fyi|tho|though|thx|thanks|guys|folks|ok)$/u;

/** Without what only ends a turn: "lol", ":)", "!!". */
const withoutEnd = (tokens: readonly Token[]): readonly Token[] => {
  let end = tokens.length;
  while (end > 0) {
    const last = tokens[end - 1];
    if (!last || (isWord(last) && !closing.test(last.lower)) || /^[)\]%+#"]$/u.test(last.text)) break;
    end -= 1;
  }
  return tokens.slice(0, end);
};

const isDoubtful = (text: string, tokens: readonly Token[]): boolean =>
  text.includes('?') ||
  isUnreal(text) ||
  opensQuestion(tokens) ||
  supposes.has(tokens[0]?.lower ?? '') ||
  tokens.some((token) => token.lower === 'if' || token.lower === 'imagine');

/** The lines and sentences of a message, in order. */
export const unitsOf = (text: string): readonly Unit[] => {
  const bullets = new Set<number>();
  let offset = 0;
  for (const line of text.split('\n')) {
    if (bullet.test(line)) bullets.add(offset);
    offset += line.length + 1;
  }
  const masked = maskForeign(text);
  return sentencesOf(masked).map((sentence, index, all) => {
    const tokens = tokenize(sentence.text, sentence.offset);
    const plain = withoutEnd(stripFillers(tokens));
    const start = text.lastIndexOf('\n', sentence.offset - 1) + 1;
    return {
      tokens,
      plain,
      startsSentence: true,
      startsMessage: index === 0,
      sentence: index,
      continues: false,
      doubtful: isDoubtful(sentence.text, plain) || subordinates.has(tokens[0]?.lower ?? ''),
      alone: all.length === 1,
      message: masked,
      isBullet: bullets.has(start),
    };
  });
};

const personal = proven({
  id: 'personal',
  pattern:
    /^(?:i|you|your|yours|u|me|my|he|she|it|this|that|these|those|they|them|him|her|someone|somebody|anyone|everyone|nobody)$/u,
  yes: ['yours', 'someone', 'them'],
  no: ['ana', 'theme'],
});
/** Names what it is about by itself: nobody and nothing said elsewhere is meant. */
export const isSelfContained = (tokens: readonly Token[]): boolean =>
  !tokens.some(
    (token, index) =>
      personal.test(token.lower) &&
      !(
        /^(?:this|that)$/u.test(token.lower) &&
        /^(?:week|month|year|season|term|semester|sprint|quarter|weekend|morning|evening|friday|monday)$/u.test(
          tokens[index + 1]?.lower ?? '',
        )
      ),
  );

/** Tells something that can be looked up again: a number, a day, a name. */
export const isSolid = (tokens: readonly Token[]): boolean =>
  tokens.some(
    (token, index) =>
      /\d/u.test(token.text) || (index > 0 && /^\p{Lu}/u.test(token.text)) || isIn('systems', token.lower),
  );
