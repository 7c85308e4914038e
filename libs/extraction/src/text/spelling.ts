import { senseOfVerb } from '#safety';
import { isCommonWord, isGivenName, isIn } from '../words/lexicon.js';
import { guessedVerb, isVerbForm } from '../words/verbs.js';

/** Words that carry a statement, and are typed in haste. */
const carrying =
  'live lives work works love loves like likes hate hates have moved allergic vegan vegetarian pescatarian favorite birthday prefer prefers married engaged divorced pregnant diabetic brother sister mother father husband wife daughter girlfriend boyfriend studying working learning playing collect speak speaks bought adopted started switched usually allergies address pronouns nickname'.split(
    ' ',
  );

/** "Leaning" is no "learning" in haste. */
const isFormOfVerb = (word: string): boolean => {
  const guess = guessedVerb(word);
  return guess !== null && senseOfVerb(guess.lemma) !== null;
};

const isWordAlready = (word: string): boolean =>
  isCommonWord(word) ||
  isVerbForm(word) ||
  isGivenName(word) ||
  isFormOfVerb(word) ||
  [
    'adjectives',
    'occupations',
    'possessions',
    'lifeNouns',
    'systems',
    'languages',
    'fillers',
    'countries',
  ].some((list) => isIn(list as Parameters<typeof isIn>[0], word));

/** Two letters in the wrong order; in longer words a letter too few, or one typed twice. Never the first letter. */
const slipsOf = (word: string): readonly string[] => {
  const slips: string[] = [];
  for (let at = 1; at < word.length - 1; at += 1)
    slips.push(word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2));
  if (word.length >= 6)
    for (let at = 1; at < word.length; at += 1) {
      slips.push(word.slice(0, at) + word.slice(at + 1));
      slips.push(word.slice(0, at) + (word[at] ?? '') + word.slice(at));
    }
  return slips;
};

let meant: ReadonlyMap<string, string> | null = null;
const slips = (): ReadonlyMap<string, string> => {
  if (meant) return meant;
  const found = new Map<string, string>();
  for (const word of carrying)
    for (const slip of slipsOf(word))
      if (slip !== word && !carrying.includes(slip) && !isWordAlready(slip)) found.set(slip, word);
  meant = found;
  return found;
};

/** The word that a slip of the fingers stands for, when it can be no other. */
export const respelled = (lower: string): string | undefined =>
  lower.length < 4 ? undefined : slips().get(lower);
