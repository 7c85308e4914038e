import { timeIn } from '../../text/times.js';
import { isWord, tokenize, type Token } from '../../text/tokens.js';
import { denialPhraseAt, isDenialWord } from '../../words/denial-words.js';
import { isCommonWord } from '../../words/lexicon.js';
import { lemmaOf } from '../../words/verbs.js';

/** What a few words say was meant in the place of something said before: "*Rupert", "no, Lund", "it's hall D". */
export interface Meant {
  readonly value: readonly Token[];
  /** They say so; else they may say something else, and what they stand for has to be of the same kind. */
  readonly isSure: boolean;
  /** "It's hall D": of what it is it says "it". */
  readonly isNamed: boolean;
  /** Its speaker paused before it: "no, lund" and not "no worries". */
  readonly isApart: boolean;
  /** "Rupert, not Rufus": what it was said in the place of. */
  readonly not: readonly string[];
  /** "Mimi!" */
  readonly isCalledOut: boolean;
  /** "Only ibuprofen": of several, this one alone. */
  readonly isOnly: boolean;
  /** "The party was moved to sunday": another time, of what these words name; no words: "it was". Null: no such thing. */
  readonly shifted: readonly string[] | null;
}

const longestText = 160;
const longestValue = 6;
const isPause = ({ text }: Pick<Token, 'text'>): boolean => /^[,.!;:()\u2026\u2013\u2014-]+$/u.test(text);

const lowerFrom = (tokens: readonly Token[], at: number): readonly string[] =>
  tokens
    .slice(at, at + longestValue)
    .filter(isWord)
    .map(({ lower }) => lower);

interface Begun {
  readonly at: number;
  readonly isSure: boolean;
  readonly isWrong: boolean;
  readonly isNamed: boolean;
}

/** Where the words begin that were meant, and by what they are announced. */
const begunAt = (tokens: readonly Token[]): Begun => {
  let begun: Begun = { at: 0, isSure: false, isWrong: false, isNamed: false };
  while (begun.at < tokens.length) {
    const { at } = begun;
    if (!isWord(tokens[at])) {
      begun = { ...begun, at: at + 1 };
      continue;
    }
    const words = lowerFrom(tokens, at);
    const [sure, named, wrong, opens] = (['corrected', 'named', 'wrong', 'opens'] as const).map((list) =>
      denialPhraseAt(list, words),
    );
    const length = [sure, named, wrong, opens].find((one) => one !== undefined && one > 0);
    if (length === undefined) break;
    begun = {
      at: at + length,
      isSure: begun.isSure || (sure ?? 0) > 0,
      isNamed: begun.isNamed || (!sure && (named ?? 0) > 0),
      isWrong: begun.isWrong || (!sure && !named && (wrong ?? 0) > 0),
    };
  }
  return begun;
};

/** Up to where its speaker pauses, or says what it is not, or that this was meant. */
const endOf = (tokens: readonly Token[], from: number): number => {
  const end = tokens.findIndex(
    (token, at) =>
      at > from &&
      (isPause(token) || token.lower === 'not' || denialPhraseAt('after', lowerFrom(tokens, at)) > 0),
  );
  return end < 0 ? tokens.length : end;
};

const withoutClosing = (tokens: readonly Token[]): readonly Token[] => {
  const last = tokens.findLastIndex((token) => isWord(token) && !isDenialWord('closes', token.lower));
  return tokens.slice(0, last + 1);
};

/** Words that make a clause of it, and no name for anything. */
const clausal = new Set(
  'i you he she we they it me him her us them who what which when where why how is are was were am be been do does did have has had can could will would should might must not no yes if that this there so and or but because just very really too also still'.split(
    ' ',
  ),
);

/** "Rupert, not Rufus", "not Rufus but Rupert". */
const notIn = (tokens: readonly Token[], from: number): readonly string[] => {
  const at = tokens.findIndex((token, index) => index >= from && token.lower === 'not');
  if (at < 0) return [];
  const end = tokens.findIndex((token, index) => index > at && (isPause(token) || token.lower === 'but'));
  return tokens
    .slice(at + 1, end < 0 ? tokens.length : end)
    .filter(isWord)
    .map(({ lower }) => lower);
};

const unstarred = (text: string): string | null => {
  const said = text.trim();
  if ((said.match(/\*/gu) ?? []).length === 0 || /\n/u.test(said)) return null;
  const starred = /^\*{1,2}(?=[^\s*])([^*]+)$|^([^*]+)(?<=[^\s*])\*$/u.exec(said);
  return starred ? (starred[1] ?? starred[2] ?? null) : null;
};

const ofShift = new Set(
  'it that this the a an our my got gets was is are were has have had been be being just actually but and so now we they he she they have all'.split(
    ' ',
  ),
);
/** "It was moved to friday", "the party got pushed, it's on the 19th". */
const shiftIn = (tokens: readonly Token[]): Meant | null => {
  const verb = tokens.findIndex(({ lower }) =>
    isDenialWord('shifts', lemmaOf(lower, 'past') ?? lemmaOf(lower, 'participle') ?? ''),
  );
  const before = tokens.slice(0, Math.max(verb, 0)).filter(isWord);
  if (
    verb < 0 ||
    before.length > 8 ||
    before.some(({ lower }) => /^(?:i|you|not|never|if|who|when)$/u.test(lower))
  )
    return null;
  const when = timeIn(tokens, verb + 1);
  if (when === null) return null;
  const isIt = before.some(({ lower }) => lower === 'it');
  const named = isIt ? [] : before.map(({ lower }) => lower).filter((word) => !ofShift.has(word));
  const value = tokens.slice(when.at, when.run.end);
  return {
    value,
    isSure: true,
    isNamed: true,
    isApart: false,
    isCalledOut: false,
    isOnly: false,
    not: [],
    shifted: named,
  };
};

/** "Mimi!": a name, and nothing else; whom it calls, or what is really called so. */
const calledOut = (tokens: readonly Token[]): Token | null => {
  const [name, ...after] = tokens;
  const isName = name !== undefined && /^\p{Lu}\p{Ll}{2,}$/u.test(name.text) && !isCommonWord(name.lower);
  return isName && after.length > 0 && after.every(({ text }) => /^[!*]+$/u.test(text)) ? name : null;
};

/** What these words say was meant; null where they say nothing of the kind. */
export const meantBy = (text: string): Meant | null => {
  if (text.length > longestText || /\?\s*$/u.test(text) || /\n/u.test(text.trim())) return null;
  const all = tokenize(text, 0);
  const shift = shiftIn(all);
  if (shift !== null) return shift;
  const starred = unstarred(text);
  const called = calledOut(all);
  if (called !== null)
    return {
      value: [called],
      isSure: false,
      isNamed: false,
      isApart: true,
      isCalledOut: true,
      isOnly: false,
      not: [],
      shifted: null,
    };
  const tokens = starred === null ? all : tokenize(starred, text.indexOf(starred));
  const begun = begunAt(tokens);
  const denied = notIn(tokens, begun.at);
  const isTurned = tokens[begun.at]?.lower === 'not';
  const from = isTurned
    ? tokens.findIndex((token, at) => at > begun.at && (isPause(token) || token.lower === 'but')) + 1
    : begun.at;
  if (isTurned && from === 0) return null;
  const end = endOf(tokens, from);
  const spoken = withoutClosing(tokens.slice(from, end)).filter((token, at) => at > 0 || isWord(token));
  const value = spoken.filter(
    ({ lower }, at) => !(lower === 'only' && (at === 0 || at === spoken.length - 1)),
  );
  const after = tokens.slice(end).find((token) => isWord(token));
  const isAfter =
    after !== undefined && denialPhraseAt('after', lowerFrom(tokens, tokens.indexOf(after))) > 0;
  const isSure = starred !== null || begun.isSure || isAfter || denied.length > 0;
  if (!isSure && !begun.isWrong && !begun.isNamed) return null;
  const words = value.filter(isWord);
  if (words.length === 0 || words.length > longestValue || words.some(({ lower }) => clausal.has(lower)))
    return null;
  const isApart = from > 0 && isPause(tokens[from - 1] ?? { text: '' });
  const isOnly = value.length < spoken.length;
  return {
    value,
    isSure,
    isNamed: begun.isNamed,
    isApart,
    isCalledOut: false,
    isOnly,
    not: denied,
    shifted: null,
  };
};
