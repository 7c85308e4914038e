import { kinshipOf } from '#identity';
import type { Predicate } from '../../grammar/predicate.js';
import { complementOf } from '../../grammar/object.js';
import { isAsked } from '../../text/asked.js';
import { timeRunAt } from '../../text/times.js';
import { isWord, tokenize, type Token } from '../../text/tokens.js';
import { isCommonWord, isGivenName, isIn } from '../../words/lexicon.js';
import type { MentionResolver } from '../../mentions/mention-resolver.js';
import type { WindowMessage } from '../../fact-extractor.js';
import type { Subject } from './fact-draft.js';

/** What nobody says of themselves. */
const neverOfSelf = new Set(['die', 'perish', 'expire', 'drown']);
const ofAnother = new Set('himself herself itself themselves themself'.split(' '));
const others = new Set('he she it they his her their its hers theirs him them'.split(' '));
const asked = new Set('you u ya your ur yours yourself'.split(' '));
/** They tell all that there is to tell, with no more than a time. */
const tellsAlone = new Set(
  'retire graduate marry remarry elope divorce separate resign quit relapse convert enlist emigrate'.split(
    ' ',
  ),
);

/** "On his own", "herself": the one who did it is spoken of as he, she or it. */
const speaksOfAnother = (tokens: readonly Token[]): boolean =>
  tokens.some(
    ({ lower }, at) =>
      ofAnother.has(lower) || (/^(?:his|her|its|their)$/u.test(lower) && tokens[at + 1]?.lower === 'own'),
  );

/** "Came last friday", "went live thursday": who or what came is not said. */
const tellsOnlyWhen = (p: Predicate): boolean => {
  if (tellsAlone.has(p.lemma) || p.tense !== 'past') return false;
  const words = complementOf(p.rest).tokens.filter(isWord);
  const time = timeRunAt(words, 0);
  return words.length === 0 || (time !== null && time.end >= words.length);
};

const wordsOf = (message: WindowMessage): readonly Token[] => tokenize(message.text, 0).filter(isWord);

/** Whether somebody or something else is spoken of there, and not whoever reads it. */
const isOfAnother = (tokens: readonly Token[]): boolean =>
  tokens.some(({ lower }) => others.has(lower)) && !tokens.some(({ lower }) => asked.has(lower));

const pets = new Set('dog cat puppy pup kitten hamster rabbit parrot horse pony tortoise'.split(' '));
const isPerson = (word: string): boolean => kinshipOf(word.replace(/'s$/u, '')) !== null || pets.has(word);

/** "How's your dad?" asks of him, "how is jonas" of somebody or something; "did you see him?" does not. */
const asksOf = (message: WindowMessage): 'another' | 'something' | 'reader' => {
  const words = wordsOf(message);
  if (!isAsked(message.text) || words.some(({ lower }) => /^(?:you|u|ya)$/u.test(lower))) return 'reader';
  return words.some(
    ({ lower }, at) =>
      others.has(lower) ||
      isGivenName(lower.replace(/'s$/u, '')) ||
      (/^(?:your|ur)$/u.test(lower) && isPerson(words[at + 1]?.lower ?? '')),
  )
    ? 'another'
    : 'something';
};

/** "Renate. 61, divorced": a name alone is what the next words are about. */
const isNameAlone = (tokens: readonly Token[]): boolean => {
  const words = tokens.filter(isWord);
  return (
    words.length <= 2 &&
    words.every(({ lower }) => isGivenName(lower) || !(isCommonWord(lower) || isIn('fillers', lower)))
  );
};

/**
 * Whether the subject that a predicate lacks is its speaker.
 * INVARIANT: where another one is spoken of, it may be that one: then it is about nobody, and no fact.
 */
export const isOfSpeaker = (
  p: Predicate,
  tokens: readonly Token[],
  who: MentionResolver,
  previous: Subject | null,
): boolean => {
  if (neverOfSelf.has(p.lemma) || (p.lemma === 'pass' && p.rest[0]?.lower === 'away')) return false;
  if (speaksOfAnother(tokens) || tellsOnlyWhen(p)) return false;
  if (previous?.kind === 'people' || previous?.kind === 'kin') return false;
  const before = who.lastHeard();
  if (before !== null) return !others.has(before[0]?.lower ?? '') && !isNameAlone(before);
  const last = who.saidJustBefore();
  if (last === null) return true;
  const about = asksOf(last);
  return p.third ? about === 'reader' && !isOfAnother(wordsOf(last)) : about !== 'another';
};
