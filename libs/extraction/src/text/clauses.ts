import { LRUCache } from 'lru-cache';
import { sentencesOf, proven } from '#safety';
import { isIn } from '../words/lexicon.js';
import { lemmaOf } from '../words/verbs.js';
import { withAsidesApart } from './asides.js';
import { withTimeLast } from './fronted.js';
import { leadInLength } from './lead-in.js';
import { maskForeign } from './mask.js';
import { opensQuestion, piecesOf, subordinates, supposes } from './pieces.js';
import { isWord, tokenize, type Token } from './tokens.js';
import { governs } from './governed.js';
import { staysStaged } from './staged.js';
import { isUnreal } from './unreal.js';

export interface Clause {
  readonly tokens: readonly Token[];
  readonly startsMessage: boolean;
  readonly startsSentence: boolean;
  /** The sentence it stands in, counted through the message. */
  readonly sentence: number;
  /** Begins with a verb and goes on about the subject of the clause before. */
  readonly continues: boolean;
  /** Asked, supposed, played, wished or joked: nothing in it is a statement. */
  readonly doubtful: boolean;
  /** The only clause of its message. */
  readonly alone: boolean;
  /** The speaker's own prose of the whole message. */
  readonly message: string;
  /** Set by the script that fits the weights: the clause is then read by the plain reader alone, without frames. */
  readonly plainly?: true;
}

/** "… if anyone wants": an offer after the statement, which stands without it. */
const offer = proven({
  id: 'offer',
  pattern:
    /^if (?:anyone|anybody|someone|somebody|you|u|needed|any of you|people|yall|y'all|interested|relevant|it (?:helps|matters))\b/u,
  yes: ['if anyone wants', 'if it helps', 'if interested'],
  no: ['if ana wants', 'only if you'],
});
const withoutOffer = (tokens: readonly Token[]): readonly Token[] => {
  const at = tokens.findIndex((token, index) => index > 2 && token.lower === 'if');
  const after = tokens
    .slice(at)
    .map((token) => token.lower)
    .join(' ');
  return at > 0 &&
    offer.test(after) &&
    !conditional.test(
      tokens
        .slice(0, at)
        .map((token) => token.lower)
        .join(' '),
    )
    ? tokens.slice(0, at)
    : tokens;
};
const conditional = /\b(?:would|could|should|might|may|can|will|let|only)\b/u;

const unfinished = proven({
  id: 'unfinished',
  pattern:
    /(?:\b(?:and|or|but|the|an?|my|our|because|than|plus|including|between|except|called|named))\s{0,2}$/iu,
  yes: ['walnuts, hazelnuts and', 'i moved because'],
  no: ['and i moved', 'walnuts'],
});
/** Held by nobody for certain: "supposedly I", "hypothetically we". */
const hedges = proven({
  id: 'hedged-self',
  pattern:
    /^(?:supposedly|allegedly|hypothetically|theoretically|possibly|perhaps|maybe|probably|nearly|almost) (?:i|we)$/u,
  yes: ['supposedly i', 'maybe we'],
  no: ['i', 'supposedly he'],
});
/** "Cooking and singing, that sounds great": talked about, and done by nobody. */
const isTakenUp = (tokens: readonly Token[], next: readonly Token[]): boolean =>
  lemmaOf(tokens[0]?.lower ?? '', 'gerund') !== null &&
  /^(?:that|this|it|those|these)$/u.test(next[0]?.lower ?? '') &&
  lemmaOf(next[1]?.lower ?? '', 'third') !== null;
const tag = new Set('right eh huh yes no correct ok okay ye yeah'.split(' '));

/** "Were looking at flats in Hull", where nothing is asked: "we're", without its sign. */
const withWe = (tokens: readonly Token[], asked: boolean): readonly Token[] => {
  const at = tokens.findIndex((token) => isWord(token) && !isIn('fillers', token.lower));
  const token = tokens[at];
  if (asked || token?.lower !== 'were' || lemmaOf(tokens[at + 1]?.lower ?? '', 'gerund') === null)
    return tokens;
  return [
    ...tokens.slice(0, at),
    { ...token, text: 'we', lower: 'we' },
    { ...token, text: 'are', lower: 'are', spaced: true },
    ...tokens.slice(at + 1),
  ];
};

const clausesOfSentence = (
  text: string,
  offset: number,
  sentence: number,
  first: boolean,
): readonly Omit<Clause, 'alone' | 'message'>[] => {
  const asked =
    /\?["')\s]*$/u.test(text.trimEnd().replace(/[\p{Extended_Pictographic}\s:;()D]+$/u, '')) ||
    /\?[!?]*\s*$/u.test(text);
  const pieces = withTimeLast(piecesOf(withAsidesApart(withWe(tokenize(text, offset), asked)))).map(
    (piece) => ({
      ...piece,
      tokens: withoutOffer(piece.tokens),
    }),
  );
  const open = pieces.map((piece) => opensQuestion(stripFillers(piece.tokens)));
  const lastTag = pieces.at(-1)?.tokens.every((token) => tag.has(token.lower) || !isWord(token)) ?? false;
  // "Akin is allergic to cats, so we meet at yours?": asked is what follows from it.
  const follows = asked
    ? pieces.findLastIndex(({ tokens }) =>
        /\bso,?\s*$/u.test(text.slice(0, (tokens[0]?.start ?? offset) - offset)),
      )
    : -1;
  let supposed = isUnreal(text);
  return pieces.map((piece, index) => {
    const opened = stripFillers(piece.tokens);
    const start = leadInLength(opened) > 0 ? '' : (opened[0]?.lower ?? '');
    const alternative = piece.tokens[0]?.lower === 'or';
    // "Please call me Yu" is asked for, and so.
    const isOfSelf = opened
      .slice(1, 5)
      .some(({ lower }, at) => /^call(?:ing)?$/u.test(lower) && opened[at + 2]?.lower === 'me');
    if (
      supposes.has(start) ||
      (start === 'please' && !isOfSelf) ||
      piece.tokens.some(({ lower }, at) => lower === 'if' && piece.tokens[at - 1]?.lower !== 'even')
    )
      supposed = true;
    const before = pieces[index - 1]?.tokens ?? [];
    const isRunOn =
      /^\s*$/u.test(text.slice((before.at(-1)?.end ?? 0) - offset, (piece.tokens[0]?.start ?? 0) - offset)) &&
      before.length > 0;
    const laterQuestion = open.slice(index + 1).some(Boolean);
    const doubtful =
      supposed ||
      (open[index] ?? false) ||
      subordinates.has(start) ||
      alternative ||
      (isRunOn && governs(before)) ||
      isTakenUp(opened, stripFillers(pieces[index + 1]?.tokens ?? [])) ||
      hedges.test(
        opened
          .slice(0, 2)
          .map(({ lower }) => lower)
          .join(' '),
      ) ||
      (asked && (!laterQuestion || lastTag) && index >= follows);
    return {
      tokens: piece.tokens,
      startsMessage: first && index === 0,
      startsSentence: index === 0,
      sentence,
      continues: piece.continues,
      doubtful,
    };
  });
};

const justSo = (tokens: readonly Token[]): boolean =>
  tokens[0]?.lower === 'just' &&
  tokens[1]?.lower === 'so' &&
  tokens[2]?.lower === 'you' &&
  tokens[3]?.lower === 'know';

/** Without the words that only open a turn: well, so, btw, hey everyone. */
export const stripFillers = (tokens: readonly Token[]): readonly Token[] => {
  let at = justSo(tokens)
    ? 4
    : /^(?:from now on|as of (?:now|today)|by the way|for the record)$/u.test(
          tokens
            .slice(0, 3)
            .map((token) => token.lower)
            .join(' '),
        )
      ? 3
      : 0;
  while (at < tokens.length) {
    const token = tokens[at];
    if (!token || (isWord(token) && !isIn('fillers', token.lower))) break;
    // "No callback changes" denies; "no, I moved" answers.
    if (
      token.lower === 'no' &&
      isWord(tokens[at + 1]) &&
      !isIn('fillers', tokens[at + 1]?.lower ?? '') &&
      !/^i$|^we$|^my$/u.test(tokens[at + 1]?.lower ?? '')
    )
      break;
    at += 1;
  }
  return tokens.slice(at);
};

const clausesIn = (text: string, isStagedBefore: boolean): readonly Clause[] => {
  const masked = maskForeign(text);
  const found: Omit<Clause, 'alone' | 'message'>[] = [];
  let isStaged = isStagedBefore;
  sentencesOf(masked).forEach((sentence, index) => {
    isStaged = staysStaged(sentence.text, isStaged);
    const clauses = clausesOfSentence(sentence.text, sentence.offset, index, found.length === 0);
    found.push(...clauses.map((clause) => (isStaged ? { ...clause, doubtful: true } : clause)));
  });
  // "I am allergic to walnuts and": what was broken off is told whole in the next message, or not at all.
  const last = found.at(-1);
  if (last && unfinished.test(masked)) found[found.length - 1] = { ...last, doubtful: true };
  return found.map((clause) => ({ ...clause, alone: found.length === 1, message: masked }));
};

/** One message, and the few before it, are taken apart for several rules in a row. */
const lately = new LRUCache<string, readonly Clause[]>({ max: 16 });
const longestKept = 2_000;

/**
 * The clauses of a message, in order; what is not the speaker's own prose is left out. `isStagedBefore`: its speaker was
 * telling a dream, or playing a part.
 */
export const clausesOf = (text: string, isStagedBefore = false): readonly Clause[] => {
  if (isStagedBefore || text.length > longestKept) return clausesIn(text, isStagedBefore);
  const known = lately.get(text);
  if (known !== undefined) return known;
  const clauses = clausesIn(text, false);
  lately.set(text, clauses);
  return clauses;
};
