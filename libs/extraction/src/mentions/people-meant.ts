import { foldName, formsOfName, pronounGender, spellingsOf } from '#identity';
import type { ReadingContext, WindowMessage } from '../fact-extractor.js';
import { isCommonWord, isGivenName } from '../words/lexicon.js';
import { beginsPredicate } from '../text/begins.js';
import { tokenize, type Token } from '../text/tokens.js';
import { lemmaOf } from '../words/verbs.js';
import { MentionResolver } from './mention-resolver.js';
import type { Named } from './named.js';
import { isOtherThanPerson } from './other-than-person.js';

const isCapital = (token: Token): boolean => /^\p{Lu}/u.test(token.text);
const isMarked = (token: Token | undefined): boolean => /^<?@/u.test(token?.text ?? '');
const isWord = (token: Token): boolean => /^\p{L}[\p{L}\p{N}_.'\u2019-]*$/u.test(token.text);
const longestName = 3;

const within = /^(?:in|into|near|an?)$/u;
const moving = new Set('move go travel fly drive sail cycle relocate head return commute'.split(' '));
const forms = ['third', 'past', 'gerund'] as const;
const being = /^(?:am|'m|is|are|was|were|be|been|come|comes|came|hail|hails)$/u;
const isMoving = ({ lower }: Token): boolean =>
  moving.has(lower) || forms.some((form) => moving.has(lemmaOf(lower, form) ?? ''));

/** "I live in Austin", "moved to Austin", "am from Austin", "an Austin": a place or a thing, whoever is called so. */
const isPlaceHere = (tokens: readonly Token[], at: number): boolean => {
  const [verb, before] = [tokens[at - 2], tokens[at - 1]?.lower ?? ''];
  if (/['\u2019]s$/u.test(tokens[at]?.text ?? '')) return false;
  if (within.test(before)) return true;
  if (verb === undefined) return false;
  return before === 'to' ? isMoving(verb) : before === 'from' && being.test(verb.lower);
};

/** "Will you come?" and "mark my words" speak of nobody; "Will sings" and "Mark's boat" do. */
const isNameHere = (tokens: readonly Token[], at: number): boolean => {
  const token = tokens[at];
  if (!token || !isWord(token)) return false;
  const word = token.lower.replace(/['\u2019]s?$/u, '');
  if (!isCommonWord(word)) return true;
  if (!isCapital(token)) return false;
  const before = tokens[at - 1];
  const startsSentence = before === undefined || /^[.!?\n"\u201c(:]$/u.test(before.text);
  return !startsSentence || word !== token.lower || beginsPredicate(tokens, at + 1);
};

/** In small letters only a name that somebody here bears is taken for one; the longest such name. */
const plainlyNamed = (who: MentionResolver, tokens: readonly Token[], at: number): Named | null => {
  for (let length = longestName; length > 0; length -= 1) {
    const words = tokens.slice(at, at + length);
    if (words.length < length || !words.every(isWord)) continue;
    const ref = who.resolve(words.map(({ text }) => text).join(' '), false);
    if (ref.kind !== 'named') return { ref, length, unknown: false, gender: 'any' };
  }
  return null;
};

/** "Bo Berg", where only a Bo Lund is known: what is written as the rest of a name tells two apart. */
const isOfAnother = (who: MentionResolver, tokens: readonly Token[], at: number): boolean => {
  const [first, next] = [tokens[at], tokens[at + 1]];
  if (!first || !next || !isCapital(first) || !isCapital(next) || !isWord(next) || !next.spaced) return false;
  if (/['\u2019]s?$/u.test(first.text) || isCommonWord(next.lower) || isGivenName(next.lower)) return false;
  return (
    who.resolve(`${first.text} ${next.text}`, false).kind === 'named' &&
    who.resolve(next.text, false).kind === 'named'
  );
};

/** Every word by which somebody here may be called: most words are none, and looking a name up is slow. */
const wordsOfNames = ({ people, pointedAt, kin }: ReadingContext): ReadonlySet<string> =>
  new Set(
    [
      ...[...people, ...pointedAt].flatMap(({ names }) => names.map(({ text }) => text)),
      ...kin.map(({ name }) => name),
    ].flatMap(formsOfName),
  );

const namedAt = (
  who: MentionResolver,
  tokens: readonly Token[],
  at: number,
  called: ReadonlySet<string>,
): Named | null => {
  const token = tokens[at];
  if (!token || token.text.startsWith('@') || token.text.startsWith('<@'))
    return who.nameAt(tokens, at, () => true, false);
  if (!spellingsOf(foldName(token.text)).some((word) => called.has(word))) return null;
  if (token.text.length < 2 || isPlaceHere(tokens, at) || !isNameHere(tokens, at)) return null;
  if (isOfAnother(who, tokens, at)) return null;
  return plainlyNamed(who, tokens, at);
};

const personal = /^(?:he|him|his|himself|she|her|hers|herself)$/u;

/** Of an answer that is for one person, and yet says nothing of them: "thank you", "see you", "you too". */
const courtesyBefore = /^(?:thank|thanks|thx|bless|see|hear)$/u;
const courtesyAfter = /^(?:too|welcome)$/u;
const toThem = /^(?:you|your|yours|yourself|u|ur)(?:['\u2019](?:re|ve|ll|d))?$/u;
/** Whether an answer says "you" of whom it answers: then it speaks of them, as one that names them. */
export const speaksOfAnswered = (text: string): boolean => {
  const tokens = tokenize(text, 0);
  return tokens.some(
    ({ lower }, at) =>
      toThem.test(lower) &&
      !courtesyBefore.test(tokens[at - 1]?.lower ?? '') &&
      !courtesyAfter.test(tokens[at + 1]?.lower ?? ''),
  );
};

/**
 * Everybody whom a message speaks of, whether or not it states anything: by a mark, by a name, or by a pronoun where the
 * messages before name one alone. A name that two people of the place bear counts for neither.
 */
export const peopleMeantIn = (message: WindowMessage, context: ReadingContext): ReadonlySet<string> => {
  const who = new MentionResolver(message, context);
  const meant = new Set(message.mentionIds);
  const tokens = tokenize(message.text, 0);
  const called = wordsOfNames(context);
  let pronoun: string | null = null;
  let speaksOfAnother = false;
  for (let at = 0; at < tokens.length; at += 1) {
    const lower = tokens[at]?.lower ?? '';
    if (!speaksOfAnother && personal.test(lower) && pronounGender(lower) !== null) pronoun ??= lower;
    const named = namedAt(who, tokens, at, called);
    if (named === null) continue;
    if (!isMarked(tokens[at]) && isOtherThanPerson(tokens, at, named.length)) {
      // Whoever is called like a place, a thing or somebody's family is not spoken of, and "she" may be one of these.
      speaksOfAnother = true;
      pronoun = null;
    } else if (named.ref.kind === 'entity') meant.add(named.ref.entityId);
    at += named.length - 1;
  }
  const isNobodyNamed = meant.size === 0 && pronoun !== null;
  for (const { ref } of isNobodyNamed && pronoun !== null ? who.antecedent(pronoun).who : [])
    if (ref?.kind === 'entity') meant.add(ref.entityId);
  return meant;
};
