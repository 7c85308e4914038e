import { z } from 'zod';
import type { SubjectRef } from '#identity';
import { anyCase } from '../text/any-case.js';
import { phraseFinder } from '../text/phrase-finder.js';
import { proven } from '../text/proven.js';
import { senseOfNoun } from '../text/senses.js';
import { sentencesOf } from '../text/sentences.js';
import { readWords, words } from '../word-lists.js';
import type { Mentions } from './mentions.js';
import { personCalled, type Withholding } from './withholding.js';

/** The words by which people speak of keeping something from somebody, without apostrophes; `<who>` is the one. */
export const secrecySchema = z.strictObject({
  /** Beside somebody they are enough, unless they are `harmless`. */
  secret: words,
  harmless: words,
  /** What somebody does who learns of it; `knows` only before `afterKnows`, and neither before `openly`. */
  findsOut: words,
  knows: words,
  afterKnows: words,
  spokenOf: words,
  openly: words,
  denials: words,
  /** After a denial: none is meant ("don't forget to tell them"). */
  undenied: words,
  wishes: words,
  fears: words,
  asks: words,
  tells: words,
  quietly: words,
  around: words,
  speakers: words,
  anybody: words,
  pronouns: words,
  /** Words that are names only when they are written as such. */
  notNames: words,
  /** Words that tell nothing of what it is about. */
  idle: words,
});
const secrecy = readWords('secrecy', secrecySchema);

/** What sounds as if it was to be kept from somebody, and is no order that was understood. */
export interface Secrecy {
  /** None: from whoever was not there. */
  readonly from: readonly SubjectRef[];
  readonly what: string | null;
  /** Words that may say what it is about. */
  readonly nouns: readonly string[];
}

const escaped = (phrase: string): string => phrase.replaceAll(' ', String.raw`\s{1,4}`);
const gateOf = (...lists: readonly (readonly string[])[]): string =>
  [...new Set(lists.flat().map((phrase) => phrase.replace(/<who>.*$/u, '').trim()))].map(escaped).join('|');
/** Cheap to tell: most messages speak of nothing like that. */
const mayBeSecret = anyCase(
  new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${gateOf(secrecy.secret, secrecy.findsOut, secrecy.knows, secrecy.asks, secrecy.tells, secrecy.quietly)}|mum['\u2019]s the word)(?![\\p{L}\\p{N}])`,
    'u',
  ),
);

type Words = readonly string[];
const who = '<who>';

const isSecret = phraseFinder(secrecy.secret);
const isHarmless = phraseFinder(secrecy.harmless);
const isFinding = phraseFinder(secrecy.findsOut);
const isKnowing = phraseFinder(secrecy.knows);
const isTelling = phraseFinder(secrecy.tells);
const has = (list: Words): ((word: string | undefined) => boolean) => {
  const set = new Set(list);
  return (word) => word !== undefined && set.has(word);
};
const isDenying = has(secrecy.denials);
const isUndenied = has(secrecy.undenied);
const isWish = has(secrecy.wishes);
const isFear = has(secrecy.fears);
const isOpen = has(secrecy.openly);
const leadsToMatter = has(secrecy.spokenOf);
const isAfterKnowing = has(secrecy.afterKnows);
const isAsking = has(secrecy.asks);
const isSpeaker = has(secrecy.speakers);
const isAround = has(secrecy.around);
const isQuiet = has(secrecy.quietly);
const isAnybody = has(secrecy.anybody);

const places = (all: Words, is: (word: string | undefined) => boolean): readonly number[] =>
  all.flatMap((word, at) => (is(word) ? [at] : []));
/** Where a word denies what follows. */
const denialsIn = (all: Words): readonly number[] =>
  places(all, isDenying).filter((at) => !isUndenied(all[at + 1]));
const within = (at: number, from: number, to: number): boolean => from <= at && at <= to;

/** Where somebody is said to learn of it. */
const learned = (all: Words, isKnown: boolean): readonly number[] =>
  all.flatMap((_, at) => {
    const found = isFinding(all, at);
    if (found > 0) return isOpen(all[at + found]) ? [] : [at];
    const known = isKnown ? isKnowing(all, at) : 0;
    const next = all[at + known];
    return known > 0 && (next === undefined || isAfterKnowing(next)) ? [at] : [];
  });

/** "I hope they never find out", "they mustn't know", "they don't know about it". */
const isDenied = (all: Words, at: number): boolean =>
  learned(all, true).some((learns) => {
    if (!within(learns, at + 1, at + 6) || all.slice(at + 1, learns).some(isSpeaker)) return false;
    const denials = denialsIn(all).filter((denial) => within(learns, denial + 1, denial + 8));
    const isTold =
      !isAnybody(all[at]) &&
      (all[learns] === 'told' || ['about', 'abt', 'of', 'yet'].includes(all[learns + 1] ?? ''));
    return (denials.length > 0 || isNobody(all[at])) && (isTold || all.slice(0, learns).some(isWish));
  });
const isNobody = has(['nobody', 'noone']);

/** "Before they find out". */
const isFeared = (all: Words, at: number): boolean =>
  all.slice(Math.max(0, at - 2), at).some(isFear) &&
  learned(all, false).some((learns) => within(learns, at + 1, at + 3));

/** "If they ask, I was at home", "if they ask i never did". */
const isCovered = (all: Words, at: number): boolean => {
  if (!all.slice(Math.max(0, at - 2), at).some(isFear)) return false;
  const asked = all.findIndex((word, index) => within(index, at + 1, at + 2) && isAsking(word));
  if (asked < 0) return false;
  const rest = all.slice(asked + 1, asked + 14);
  const isClaimed = (word: string, index: number): boolean =>
    /^(?:i|we|you|it|u)$/u.test(word) && /^(?:was|were|had)$/u.test(rest[index + 1] ?? '');
  return denialsIn(rest).length > 0 || rest.some(isClaimed);
};

/** "I never told them", "nobody mentions it to them"; and not those of whom it is: "don't tell Tom that they moved". */
const isUntold = (all: Words, at: number): boolean =>
  !isOpen(all[at + 1]) &&
  all.some((_, tells) => {
    const length = isTelling(all, tells);
    const between = all.slice(tells + length, at);
    const isToThem = between.at(-1) === 'to';
    const isToOthers =
      between.some((word) => isSpeaker(word) || word === ',') || (!isToThem && between.some(leadsToMatter));
    return (
      length > 0 &&
      !isToOthers &&
      within(at, tells + length, tells + length + 4) &&
      !between.slice(0, isToThem ? -1 : undefined).some(isOpen) &&
      denialsIn(all).some((denial) => within(tells, denial + 1, denial + 4))
    );
  });

/** "Careful around them", "not a word of it round them". */
const isHushedAround = (all: Words, at: number): boolean =>
  isAround(all[at - 1]) &&
  all.slice(Math.max(0, at - 9), at - 1).some(isQuiet) &&
  (/^(?:quiet|discreet|normal|natural)$/u.test(all.slice(Math.max(0, at - 9), at - 1).find(isQuiet) ?? '') ||
    denialsIn(all.slice(0, at)).length > 0);

const isSpokenOf = (all: Words): boolean =>
  all.some((_, at) => isSecret(all, at) > 0 && isHarmless(all, at) === 0 && isHarmless(all, at - 1) === 0);

/** Whether words that name somebody at these places speak of keeping something from them. */
const isKept = (all: Words, canBeMarked: boolean): boolean =>
  places(all, (word) => word === who || isAnybody(word)).some(
    (at) =>
      isDenied(all, at) ||
      isFeared(all, at) ||
      isCovered(all, at) ||
      isUntold(all, at) ||
      isHushedAround(all, at),
  ) ||
  (canBeMarked && all.includes(who) && isSpokenOf(all));

const wordPattern = /<@!?\w+>|@?[\p{L}\p{N}_](?:[\p{L}\p{N}_.'\u2019-]*[\p{L}\p{N}_])?|[,:;]/gu;
/** "Mal, …" and "…, Mal": said to them. */
const isCalled = (tokens: Words, at: number): boolean =>
  (at === 0 && /^[,:]$/u.test(tokens[1] ?? '')) || (at === tokens.length - 1 && tokens[at - 1] === ',');

const plain = (word: string): string => word.toLowerCase().replace(/['\u2019]/gu, '');
const isNotName = has(secrecy.notNames);
const isPronoun = has(secrecy.pronouns);
const isIdle = has([
  ...secrecy.idle,
  ...Object.values(secrecy)
    .flat()
    .flatMap((phrase) => phrase.split(' ')),
]);

const isSameRef = (one: SubjectRef | null, other: SubjectRef | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

interface Named {
  readonly ref: SubjectRef | null;
  readonly at: number;
}

/** Whom the words of a sentence name, and where; where they name nobody, whom its pronouns mean. */
const namedIn = (mentions: Mentions, tokens: Words): readonly Named[] => {
  const named = tokens.flatMap((token, at): readonly Named[] => {
    const name = token.replace(/['\u2019]s?$/u, '');
    if (name.length < 2 || isCalled(tokens, at) || (isNotName(name) && name === name.toLowerCase()))
      return [];
    const ref = personCalled(mentions, name);
    return ref === null ? [] : [{ ref, at }];
  });
  const pronouns = places(tokens.map(plain), isPronoun);
  const [first, ...more] = named;
  if (first !== undefined)
    return more.every(({ ref }) => isSameRef(ref, first.ref))
      ? [...named, ...pronouns.filter((at) => at > first.at).map((at) => ({ ref: first.ref, at }))]
      : named;
  return pronouns.flatMap((at): readonly Named[] => {
    const heard = mentions.antecedent(plain(tokens[at] ?? '')).who;
    const refs = heard.flatMap(({ ref }) => (ref === null ? [] : [ref]));
    return refs.length === 0 ? [{ ref: null, at }] : refs.map((ref) => ({ ref, at }));
  });
};

const about = proven({
  id: 'matterOfSecret',
  pattern:
    /\b(?:about|abt|regarding|re)\s+((?:the|my|our|his|her|their)\s+[\p{L}-]+(?:\s+(?!(?:and|or|but|so|if|i|we|he|she|they|is|was|will|would|he'll|to|or|before|until|when|on|in|at|ever|yet|pls|please|again|too|either|anymore|ok)\b)[\p{L}-]+){0,2})/iu,
  yes: ['if he hears about the ring', 'not a word re my new job'],
  no: ['about it', 'the ring'],
});
const nounsOf = (tokens: Words, named: readonly Named[]): Words => [
  ...new Set(
    tokens
      .filter(
        (token, at) => token.length > 2 && /^[\p{L}-]+$/u.test(token) && !named.some((one) => one.at === at),
      )
      .map(plain)
      .filter((word) => !isIdle(word) && senseOfNoun(word) !== null),
  ),
];

/**
 * What in a message sounds as if it was to be kept from somebody whom it names, besides those of whom it says so in words
 * that were understood. INVARIANT: such words are never put before those people, whatever they meant.
 */
export const secrecyOf = (mentions: Mentions, kept: Withholding): Secrecy | null => {
  const { message } = mentions;
  if (message.authorKind === 'agent' || message.text.length > 4_000 || !mayBeSecret.test(message.text))
    return null;
  const from: SubjectRef[] = [];
  let isOfAnybody = false;
  let what: string | null = null;
  const nouns = new Set<string>();
  for (const { text } of sentencesOf(message.text)) {
    if (!mayBeSecret.test(text)) continue;
    const tokens = text.match(wordPattern) ?? [];
    const lower = tokens.map(plain);
    const named = namedIn(mentions, tokens);
    const canBeMarked = kept.from.length === 0;
    const found = named.filter(({ at }) =>
      isKept(
        lower.map((word, index) => (index === at ? who : word)),
        canBeMarked,
      ),
    );
    const isOfAll = found.length === 0 && isKept(lower, false);
    if (found.length === 0 && !isOfAll) continue;
    isOfAnybody ||= isOfAll;
    from.push(...found.flatMap(({ ref }) => (ref === null ? [] : [ref])));
    isOfAnybody ||= found.some(({ ref }) => ref === null);
    what ??= about.exec(text)?.[1] ?? null;
    for (const noun of nounsOf(tokens, named)) nouns.add(noun);
  }
  const news = from.filter((ref) => !kept.from.some((other) => isSameRef(ref, other)));
  if (news.length === 0 && (!isOfAnybody || from.length > 0 || kept.spans.length > 0)) return null;
  return { from: news, what, nouns: [...nouns] };
};
