import { foldName, kinshipOf } from '#identity';
import type { ReadingContext, SubjectRef, WindowMessage } from './extractor.js';
import { isCommonWord, isGivenName } from './lexicon.js';
import { clausesOf } from './text/clauses.js';
import type { Token } from './text/tokens.js';

/** Who reads: looks names up, and notes what the reading rests on. */
interface Reader {
  readonly message: WindowMessage;
  readonly context: ReadingContext;
  usedContext: boolean;
  resolve(name: string, marked: boolean): SubjectRef;
}

const isCapital = (text: string): boolean => /^\p{Lu}/u.test(text);

/** "my wife Sarah": who that is from now on, when the speaker said it just before. */
export const kinNamed = (who: Reader, kin: string): SubjectRef | null => {
  const before = who.context.before.filter((message) => message.authorId === who.message.authorId);
  if (before.length > 0) who.usedContext = true;
  for (const message of [...before].reverse()) {
    for (const clause of clausesOf(message.text)) {
      const at = clause.tokens.findIndex(
        (token, index) => clause.tokens[index - 1]?.lower === 'my' && kinshipOf(token.lower)?.word === kin,
      );
      const named = at < 0 ? null : kinNameAt(who, clause.tokens, at + 1);
      if (named) return named.ref;
    }
  }
  return null;
};

/** The name right after a kinship word: "my wife Sarah", "my brother, Tom,", "my son is called Max". */
export const kinNameAt = (
  who: Reader,
  tokens: readonly Token[],
  at: number,
): { ref: SubjectRef; length: number } | null => {
  const next = tokens[at];
  if (!next) return null;
  const called = /^(?:is|named|called)$/u.test(next.lower)
    ? /^(?:called|named)$/u.test(tokens[at + 1]?.lower ?? '')
      ? 2
      : next.lower === 'is'
        ? 0
        : 1
    : next.lower === ','
      ? 1
      : 0;
  const name = tokens[at + called];
  if (!name || (next.lower === 'is' && called === 0)) return null;
  const folded = foldName(name.text);
  const given = isGivenName(folded) && (isCapital(name.text) || !isCommonWord(folded));
  if (!given && !(isCapital(name.text) && !isCommonWord(folded))) return null;
  const last = tokens[at + called + 1];
  const two = last !== undefined && isCapital(last.text) && !isCommonWord(last.lower) && isCapital(name.text);
  const closing = next.lower === ',' && tokens[at + called + (two ? 2 : 1)]?.lower === ',' ? 1 : 0;
  return {
    ref: who.resolve(two ? `${name.text} ${last.text}` : name.text, false),
    length: called + (two ? 2 : 1) + closing,
  };
};
