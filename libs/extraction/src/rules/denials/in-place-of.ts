import { kinshipOf } from '#identity';
import type { MentionResolver } from '../../mentions/mention-resolver.js';
import { timeRunAt } from '../../text/times.js';
import { isWord, tokenize, type Token } from '../../text/tokens.js';
import { isCommonWord, isIn, lexiconNames } from '../../words/lexicon.js';
import type { Meant } from './meant.js';

/** A text with what was meant in the place of what was said. */
export interface Replaced {
  readonly text: string;
  /** The words that it takes the place of. */
  readonly old: readonly string[];
  /** Those that take it. */
  readonly value: string;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

const leading =
  /^(?:a|an|the|my|our|your|his|her|their|in|at|on|to|from|by|for|with|of|near|is|are|was|called|named|until|till)$/u;
const isLeading = (token: Token | undefined): boolean => token !== undefined && leading.test(token.lower);
const withoutLead = (tokens: readonly Token[]): readonly Token[] => {
  const at = tokens.findIndex((token) => !isLeading(token));
  return at < 0 ? tokens : tokens.slice(at);
};
const isCapital = ({ text }: Token): boolean => /^\p{Lu}[\p{L}'\u2019.-]+$/u.test(text);
const lowerOf = (tokens: readonly Token[]): readonly string[] => tokens.map(({ lower }) => lower);

/** All rows of words of this length, the last first. */
const rowsOf = (tokens: readonly Token[], length: number): readonly Span[] =>
  tokens
    .flatMap((_, from) => (from + length <= tokens.length ? [{ from, to: from + length }] : []))
    .reverse();
const among = (tokens: readonly Token[], { from, to }: Span): readonly Token[] => tokens.slice(from, to);

/** "Hall D" for "hall C": a word of it stands there as well. */
const sharing = (tokens: readonly Token[], value: readonly Token[]): readonly Span[] =>
  value.length < 2
    ? []
    : rowsOf(tokens, value.length).filter((span) => {
        const same = among(tokens, span).filter(({ lower }, at) => lower === value[at]?.lower);
        return (
          same.some(({ lower }) => lower.length > 2 && !leading.test(lower)) && same.length < value.length
        );
      });

const isTimeOf = (tokens: readonly Token[], like: { hasDay: boolean; hasClock: boolean }): boolean => {
  const run = timeRunAt(tokens, 0);
  return run?.end === tokens.length && run.hasDay === like.hasDay && run.hasClock === like.hasClock;
};
/** "The 19th" for "the 12th", "friday" for "thursday". */
const timed = (tokens: readonly Token[], value: readonly Token[]): readonly Span[] => {
  const like = timeRunAt(value, 0);
  if (like?.end !== value.length) return [];
  return [5, 4, 3, 2, 1]
    .flatMap((length) => rowsOf(tokens, length))
    .filter((span) => !isLeading(tokens[span.from]) && isTimeOf(among(tokens, span), like));
};

const numeral = /^[£$€]?\d[\d.,]*(\p{L}*)$/u;
/** "79" for "78", "74 kg" for "80 kilos". */
const counted = (tokens: readonly Token[], value: readonly Token[]): readonly Span[] => {
  const unit = numeral.exec(value[0]?.lower ?? '')?.[1];
  if (unit === undefined || value.length > 2) return [];
  const own = unit === '' ? (value[1]?.lower ?? '') : unit;
  return rowsOf(tokens, 1).flatMap(({ from }): Span[] => {
    const stuck = numeral.exec(tokens[from]?.lower ?? '')?.[1];
    if (stuck === undefined) return [];
    const next = stuck === '' ? (tokens[from + 1]?.lower ?? '') : stuck;
    if (own === '') return stuck === '' ? [{ from, to: from + 1 }] : [];
    return next !== '' && next.charAt(0) === own.charAt(0)
      ? [{ from, to: from + (stuck === '' ? 2 : 1) }]
      : [];
  });
};

const isKnownPerson = (who: MentionResolver, tokens: readonly Token[]): boolean =>
  who.resolve(
    tokens
      .map(({ text }) => text)
      .join(' ')
      .replace(/['\u2019]s$/u, ''),
    false,
  ).kind === 'entity';
/** "Lund" for "Malmö", "Cid" for "Ana": a name, of a person for that of a person. */
const nameLike = (
  tokens: readonly Token[],
  value: readonly Token[],
  who: MentionResolver,
): readonly Span[] => {
  if (!value.every(isCapital)) return [];
  const ofPerson = isKnownPerson(who, value);
  const isName = (token: Token | undefined, at: number): boolean =>
    token !== undefined && isCapital(token) && (at > 0 || !isCommonWord(token.lower));
  return tokens
    .flatMap((token, from): Span[] => {
      if (!isName(token, from) || isName(tokens[from - 1], from - 1)) return [];
      const end = tokens.findIndex((next, at) => at > from && !isName(next, at));
      return [{ from, to: end < 0 ? tokens.length : end }];
    })
    .reverse()
    .filter((span) => isKnownPerson(who, among(tokens, span)) === ofPerson);
};

const suffix = 4;
const isOfKind = (one: string, other: string): boolean =>
  one !== other &&
  (lexiconNames.some(
    (list) => list !== 'fillers' && list !== 'adjectives' && isIn(list, one) && isIn(list, other),
  ) ||
    (kinshipOf(one) !== null && kinshipOf(other) !== null) ||
    (one.length > suffix && one.slice(-suffix) === other.slice(-suffix)));
/** "Nurse" for "doctor", "boyfriend" for "girlfriend". */
const ofKind = (tokens: readonly Token[], [word, more]: readonly Token[]): readonly Span[] =>
  word === undefined || more !== undefined
    ? []
    : rowsOf(tokens, 1).filter(({ from }) => isOfKind(word.lower, tokens[from]?.lower ?? ''));

const likeness = (one: string, other: string): number => {
  const length = Math.min(one.length, other.length);
  let before = 0;
  while (before < length && one[before] === other[before]) before += 1;
  let behind = 0;
  while (behind < length - before && one.at(-1 - behind) === other.at(-1 - behind)) behind += 1;
  return (before + behind) / Math.max(one.length, other.length);
};
/** "Rupert" for "Ruprt". */
const spelt = (tokens: readonly Token[], [word, more]: readonly Token[]): readonly Span[] =>
  word === undefined || more !== undefined || word.lower.length < 4
    ? []
    : rowsOf(tokens, 1).filter(({ from }) => {
        const other = tokens[from]?.lower ?? '';
        return other !== word.lower && likeness(word.lower, other) >= 0.6;
      });

const joining = /^(?:and|or|plus|&)$/u;
/** "Only ibuprofen" for "amoxicillin and ibuprofen": the row that it stands in. */
const listed = (tokens: readonly Token[], value: readonly Token[]): readonly Span[] => {
  const said = lowerOf(value).join(' ');
  return rowsOf(tokens, value.length)
    .filter((span) => lowerOf(among(tokens, span)).join(' ') === said)
    .flatMap(({ from, to }): Span[] => {
      if (joining.test(tokens[from - 1]?.lower ?? '') && from >= 2) return [{ from: from - 2, to }];
      return joining.test(tokens[to]?.lower ?? '') && to + 1 < tokens.length ? [{ from, to: to + 2 }] : [];
    });
};

/** What a text ends in, from its last small word on. */
const ending = (tokens: readonly Token[]): readonly Span[] => {
  const from =
    tokens.findLastIndex(
      (token) => isLeading(token) || /^(?:is|are|am|was|be|have|has|had)$/u.test(token.lower),
    ) + 1;
  return from > 0 && from < tokens.length && tokens.length - from <= 3 ? [{ from, to: tokens.length }] : [];
};
const isUncommon = (tokens: readonly Token[]): boolean =>
  tokens.length === 1 && tokens.every(({ lower }) => !isCommonWord(lower) && /^\p{L}{3,}$/u.test(lower));

const spansOf = (tokens: readonly Token[], meant: Meant, value: readonly Token[], who: MentionResolver) => {
  const { isSure, isApart, isNamed, not, shifted } = meant;
  if (shifted !== null) {
    const said = lowerOf(tokens).map((word) => word.replace(/['\u2019]s$/u, ''));
    const isOfIt =
      shifted.length === 0 || shifted.some((word) => said.includes(word.replace(/['\u2019]s$/u, '')));
    return isOfIt ? timed(tokens, value) : [];
  }
  if (not.length > 0) {
    const said = withoutLead(tokenize(not.join(' '), 0)).map(({ lower }) => lower);
    return rowsOf(tokens, said.length).filter(
      (span) =>
        lowerOf(among(tokens, span))
          .join(' ')
          .replace(/['\u2019]s$/u, '') === said.join(' '),
    );
  }
  if (meant.isOnly) {
    const whole = listed(tokens, value);
    if (whole.length > 0) return whole;
  }
  // A name that is called out puts right one like it, and calls somebody else.
  if (meant.isCalledOut)
    return nameLike(tokens, value, who).filter(
      ({ from }) => tokens[from]?.lower.charAt(0) === value[0]?.lower.charAt(0),
    );
  const alike = [
    ...sharing(tokens, value),
    ...timed(tokens, value),
    ...counted(tokens, value),
    ...nameLike(tokens, value, who),
    ...ofKind(tokens, value),
    ...spelt(tokens, value),
  ];
  const [last] = ending(tokens);
  const mayEnd = last !== undefined && !isNamed && !isKnownPerson(who, value);
  if (alike.length > 0 || !mayEnd) return alike;
  return isSure || (isApart && isUncommon(value) && isUncommon(among(tokens, last))) ? [last] : [];
};

const articled = (before: string, value: string): string =>
  before.replace(
    /\b(a|an)(\s+)$/iu,
    (_, _article: string, space: string) => `${/^[aeiou]/iu.test(value) ? 'an' : 'a'}${space}`,
  );

/** The texts that a message may have been meant to be, likeliest first. */
export const replacedIn = (
  said: string,
  text: string,
  meant: Meant,
  who: MentionResolver,
): readonly Replaced[] => {
  const tokens = tokenize(said, 0).filter(isWord);
  const value = withoutLead(meant.value.filter(isWord));
  const [first] = value;
  const last = value.at(-1);
  if (!first || !last) return [];
  const written = text.slice(first.start, last.end);
  return spansOf(tokens, meant, value, who).flatMap((span): Replaced[] => {
    const old = among(tokens, span);
    const [start] = old;
    const end = old.at(-1);
    if (!start || !end || lowerOf(old).join(' ') === lowerOf(value).join(' ')) return [];
    const possessive = /['\u2019]s$/u.exec(end.text)?.[0] ?? '';
    const before = articled(said.slice(0, start.start), written);
    return [
      { text: `${before}${written}${possessive}${said.slice(end.end)}`, old: lowerOf(old), value: written },
    ];
  });
};
