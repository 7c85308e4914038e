import { isAcquaintance, isFamily } from '#identity';
import { beginsPredicate } from '../text/begins.js';
import type { Token } from '../text/tokens.js';
import { attributeOf, isIn } from '../words/lexicon.js';
import { isBeside } from '../words/other-than-person-words.js';
import { lemmaOf } from '../words/verbs.js';

/** A name as it stands in a sentence: its first word, and how many there are. */
interface Standing {
  readonly tokens: readonly Token[];
  readonly at: number;
  readonly length: number;
}
type Frame = (name: Standing) => boolean;

const lower = (tokens: readonly Token[], at: number): string => tokens[at]?.lower ?? '';
const isPossessive = ({ tokens, at, length }: Standing): boolean =>
  /['\u2019]s?$/u.test(lower(tokens, at + length - 1));
const isSubject = ({ tokens, at, length }: Standing): boolean => beginsPredicate(tokens, at + length);
const baseOf = (word: string): string =>
  lemmaOf(word, 'gerund') ?? lemmaOf(word, 'third') ?? lemmaOf(word, 'past') ?? word;

const isBe = /^(?:am|is|are|was|were|been|be)$/u;
/** "In Austin", "moved to Austin", "I am from Austin"; "at Austin's" is with somebody. */
const isPlace: Frame = (name) => {
  const { tokens, at } = name;
  if (isPossessive(name)) return false;
  const before = lower(tokens, at - 1);
  if (isBeside('inside', before)) return !isBeside('ofMind', lower(tokens, at - 2));
  if (!isBeside('reaching', before)) return false;
  const last = lower(tokens, at - 2);
  const verb = isBeside('adverbs', last) || last.endsWith('ly') ? lower(tokens, at - 3) : last;
  return isBe.test(verb) ? before === 'from' : isBeside('going', baseOf(verb));
};

/** "A Volvo", "the Rose". */
const isOneOfAKind: Frame = ({ tokens, at }) => isBeside('articles', lower(tokens, at - 1));

/** "A dog named Max", "our boat is called Max", "its name is Max". */
const isGivenAsName: Frame = ({ tokens, at }) =>
  isBeside('naming', lower(tokens, at - 1)) ||
  (isBe.test(lower(tokens, at - 1)) && /^(?:name|nickname)$/u.test(lower(tokens, at - 2)));

const things = ['animals', 'lifeNouns', 'thingNouns', 'possessions'] as const;
const isThingWord = (word: string): boolean =>
  attributeOf(word) !== null || things.some((list) => isIn(list, word));
/** Whom one knows is called by name as anybody else is; one's family, pets and things are of one's own life. */
const isOfOwnLife = (noun: string): boolean =>
  /^\p{L}/u.test(noun) && !isAcquaintance(noun) && !isIn('occupations', noun);
const reach = 3;
const isBare = ({ lower: word }: Token): boolean => isIn('adjectives', word) || isBeside('qualities', word);
/** "My dog Max", "my dear wife, Max". */
const isAfterOwn: Frame = ({ tokens, at }) => {
  const noun = lower(tokens, at - 1) === ',' ? at - 2 : at - 1;
  if (noun < 1 || !isOfOwnLife(lower(tokens, noun))) return false;
  const before = tokens.slice(Math.max(0, noun - reach), noun);
  const first = before.findLastIndex(({ lower: word }) => isBeside('own', word));
  return first >= 0 && before.slice(first + 1).every(isBare);
};
const isOwned = (noun: string): boolean => isFamily(noun) || (isOfOwnLife(noun) && isThingWord(noun));
/** "Max is my dog", "Max, our dog"; "Max is my hero" is of Max. */
const isBeforeOwn: Frame = ({ tokens, at, length }) => {
  const next = at + length;
  const isTold = lower(tokens, next) === ',' || isBe.test(lower(tokens, next));
  return isTold && isBeside('own', lower(tokens, next + 1)) && isOwned(lower(tokens, next + 2));
};

const isEnd = (token: Token | undefined): boolean => token === undefined || /^[.!?\n]$/u.test(token.text);
/** "Wife: Max", "Dog: Max": what is told of somebody's own life, under a label. */
const isLabelled: Frame = ({ tokens, at, length }) => {
  if (lower(tokens, at - 1) !== ':' || !isEnd(tokens[at + length])) return false;
  const label = lower(tokens, at - 2);
  return isFamily(label) || (!isAcquaintance(label) && isThingWord(label));
};

/** "I like opera", in small letters; "we drive Volvos"; a country, a make or a language wherever it does nothing itself. */
const isThing: Frame = (name) => {
  const { tokens, at, length } = name;
  const word = lower(tokens, at);
  const listed = ['countries', 'brands', 'languages', 'distros'] as const;
  if (isSubject(name) || isPossessive(name)) return false;
  if (length === 1 && listed.some((list) => isIn(list, word))) return true;
  return /^\p{Ll}/u.test(tokens[at]?.text ?? '') && isBeside('tasting', baseOf(lower(tokens, at - 1)));
};

/** "On Monday", "in May". */
const isTime: Frame = ({ tokens, at }) =>
  isBeside('calendar', lower(tokens, at)) && isBeside('timing', lower(tokens, at - 1));

const frames: readonly Frame[] = [
  isPlace,
  isOneOfAKind,
  isGivenAsName,
  isAfterOwn,
  isBeforeOwn,
  isLabelled,
  isThing,
  isTime,
];

/** A word that somebody here is called by, and that stands for a place, a thing, a time, a pet or somebody's family. */
export const isOtherThanPerson = (tokens: readonly Token[], at: number, length: number): boolean =>
  frames.some((isSo) => isSo({ tokens, at, length }));
