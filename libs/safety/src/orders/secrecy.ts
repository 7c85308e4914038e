import { z } from 'zod';
import type { SubjectRef } from '#identity';
import { anyCase } from '../text/any-case.js';
import { lastOf } from '../text/last-of.js';
import { mostWords, phraseFinder } from '../text/phrase-finder.js';
import { proven } from '../text/proven.js';
import { senseOfNoun } from '../text/senses.js';
import { sentencesOf } from '../text/sentences.js';
import { readWords, words } from '../word-lists.js';
import type { Mentions } from './mentions.js';
import { Heard, type Words } from './heard-words.js';
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

/** A message is asked twice: whether it says nothing at all, and once more when its people have been heard. */
const mayBeSecretIn = lastOf((text) => mayBeSecret.test(text));

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
const within = (at: number, from: number, to: number): boolean => from <= at && at <= to;
/** A word that denies what follows. */
const isDenial = (all: Words, at: number): boolean => isDenying(all[at]) && !isUndenied(all[at + 1]);
const denies = (all: Words): boolean => all.some((_, at) => isDenial(all, at));
const isDeniedBefore = (all: Words, at: number, reach: number): boolean => {
  for (let before = Math.max(0, at - reach); before < at; before += 1) if (isDenial(all, before)) return true;
  return false;
};

/** Whether somebody is said there to learn of it. */
const isLearned = ({ words: all, phrase }: Heard, at: number, isKnown: boolean): boolean => {
  const found = phrase(isFinding, at);
  if (found > 0) return !isOpen(all[at + found]);
  const known = isKnown ? phrase(isKnowing, at) : 0;
  const next = all[at + known];
  return known > 0 && (next === undefined || isAfterKnowing(next));
};

/** "I hope they never find out", "they mustn't know", "they don't know about it". */
const isDenied = (heard: Heard, at: number): boolean => {
  const { words: all } = heard;
  for (let learns = at + 1; learns <= at + 6 && learns < all.length; learns += 1) {
    if (isSpeaker(all[learns - 1]) && learns - 1 > at) return false;
    if (!isLearned(heard, learns, true)) continue;
    const isTold =
      !isAnybody(all[at]) &&
      (all[learns] === 'told' || ['about', 'abt', 'of', 'yet'].includes(all[learns + 1] ?? ''));
    if (
      (isDeniedBefore(all, learns, 8) || isNobody(all[at])) &&
      (isTold || all.slice(0, learns).some(isWish))
    )
      return true;
  }
  return false;
};
const isNobody = has(['nobody', 'noone']);

/** "Before they find out". */
const isFeared = (heard: Heard, at: number): boolean =>
  heard.words.slice(Math.max(0, at - 2), at).some(isFear) &&
  [1, 2, 3].some((step) => isLearned(heard, at + step, false));

/** "If they ask, I was at home", "if they ask i never did". */
const isCovered = ({ words: all }: Heard, at: number): boolean => {
  if (!all.slice(Math.max(0, at - 2), at).some(isFear)) return false;
  const asked = [at + 1, at + 2].find((next) => isAsking(all[next]));
  if (asked === undefined) return false;
  const rest = all.slice(asked + 1, asked + 14);
  const isClaimed = (word: string, index: number): boolean =>
    /^(?:i|we|you|it|u)$/u.test(word) && /^(?:was|were|had)$/u.test(rest[index + 1] ?? '');
  return denies(rest) || rest.some(isClaimed);
};

/** "I never told them", "nobody mentions it to them"; and not those of whom it is: "don't tell Tom that they moved". */
const isUntold = ({ words: all, phrase }: Heard, at: number): boolean => {
  if (isOpen(all[at + 1])) return false;
  for (let tells = Math.max(0, at - 4 - mostWords); tells < at; tells += 1) {
    const length = phrase(isTelling, tells);
    if (length === 0 || !within(at, tells + length, tells + length + 4)) continue;
    const between = all.slice(tells + length, at);
    const isToThem = between.at(-1) === 'to';
    const isToOthers =
      between.some((word) => isSpeaker(word) || word === ',') || (!isToThem && between.some(leadsToMatter));
    if (
      !isToOthers &&
      !between.slice(0, isToThem ? -1 : undefined).some(isOpen) &&
      isDeniedBefore(all, tells, 4)
    )
      return true;
  }
  return false;
};

/** "Careful around them", "not a word of it round them". */
const isHushedAround = ({ words: all }: Heard, at: number): boolean =>
  isAround(all[at - 1]) &&
  all.slice(Math.max(0, at - 9), at - 1).some(isQuiet) &&
  (/^(?:quiet|discreet|normal|natural)$/u.test(all.slice(Math.max(0, at - 9), at - 1).find(isQuiet) ?? '') ||
    denies(all.slice(0, at)));

const isSpokenOf = ({ words: all, phrase }: Heard): boolean =>
  all.some(
    (_, at) => phrase(isSecret, at) > 0 && phrase(isHarmless, at) === 0 && phrase(isHarmless, at - 1) === 0,
  );

/** Whether words speak of keeping something from whom they name there. */
const isKeptAt = (heard: Heard, at: number): boolean =>
  isDenied(heard, at) ||
  isFeared(heard, at) ||
  isCovered(heard, at) ||
  isUntold(heard, at) ||
  isHushedAround(heard, at);

/** From somebody at that place, or from anybody at these. */
const isKeptFrom = (heard: Heard, at: number, anybody: readonly number[], canBeMarked: boolean): boolean => {
  const calling = heard.calling(at, who);
  return (
    isKeptAt(calling, at) ||
    anybody.some((other) => other !== at && isKeptAt(calling, other)) ||
    (canBeMarked && isSpokenOf(calling))
  );
};

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
  if (message.authorKind === 'agent' || message.text.length > 4_000 || !mayBeSecretIn(message.text))
    return null;
  const from: SubjectRef[] = [];
  let isOfAnybody = false;
  let what: string | null = null;
  const nouns = new Set<string>();
  for (const { text } of sentencesOf(message.text)) {
    if (!mayBeSecret.test(text)) continue;
    const tokens = text.match(wordPattern) ?? [];
    const heard = new Heard(tokens.map(plain));
    const named = namedIn(mentions, tokens);
    const canBeMarked = kept.from.length === 0;
    const anybody = places(heard.words, isAnybody);
    const found = named.filter(({ at }) => isKeptFrom(heard, at, anybody, canBeMarked));
    const isOfAll = found.length === 0 && anybody.some((at) => isKeptAt(heard, at));
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
