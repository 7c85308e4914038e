import { proven, senseOfNoun } from '#safety';
import { isTransient } from '../../grammar/object.js';
import { isIn } from '../../words/lexicon.js';
import type { Frame, Saying } from './frame.js';
import { verbs, when } from './found.js';

const technical = ({ c }: Saying): boolean =>
  c.words.some(
    (word) =>
      isIn('systems', word) ||
      (isIn('transientNouns', word) && word !== 'key' && word !== 'keys') ||
      word.startsWith('/'),
  );

/** "The drum kit in the cellar", "my bike at my sister's": a thing, and where it is. */
const somewhere = proven({
  id: 'somewhere',
  pattern:
    /^(?!getting|trying|going|having|on\b|up\b|it\b)\S+(?: \S+){0,5}? (?:in|inside|under|underneath|behind|below|beneath|above|beside|next to|on top of|at|near|on) (?:the|a|an|my|our|his|her|their|own|\p{Lu}|\p{L}+'s)\b/u,
  yes: ['spare key under the mat', 'an axe in her shed', "bike at ana's"],
  no: ['on the table', 'spare key'],
});
const stores = when(
  (s) =>
    somewhere.test(s.c.text.replace(/^\p{Lu}/u, (first) => first.toLowerCase())) &&
    !technical(s) &&
    s.c.words.length <= 14,
  () => ({ type: 'knowledge', confidence: 0.79, importance: 0.55 }),
);

const kept = proven({
  id: 'kept',
  pattern:
    /^(?:kosher|halal|shabbat|lent|ramadan|an? (?:\p{L}+ )?(?:diary|journal|garden|allotment|log|dream journal|scrapbook|sourdough))\b/u,
  yes: ['kosher', 'a garden', 'an old diary'],
  no: ['a bee', 'quiet'],
});
const isAnimal = (word: string): boolean => senseOfNoun(word) === 'animal' || isIn('animals', word);
/** "Bees", "two old goats in the orchard": not "the goats out", nor "cats from scratching". */
const herd = ({ c }: Saying): boolean =>
  isAnimal(c.phrase.at(-1) ?? '') &&
  c.phrase.length <= 3 &&
  !/ (?:from|off|out|away|up|down) /u.test(`${c.lower} `);
const keepsAnimals = when(
  (s) => (kept.test(s.c.lower) || herd(s)) && !technical(s) && s.c.words.length <= 10,
  () => ({ type: 'preference', confidence: 0.8 }),
);

/** "I main Zarya": which one somebody plays. */
const mains = when(
  ({ c }) => c.words.length <= 4 && !isTransient(c.words),
  () => ({ type: 'preference', confidence: 0.82, importance: 0.55 }),
);

export const keepingFrames: readonly Frame[] = [
  {
    id: 'keeps',
    verbs: verbs('keep store stash hide park hang put leave'),
    tenses: ['present'],
    find: (s) => (s.p.negated ? null : (stores(s) ?? (s.p.lemma === 'keep' ? keepsAnimals(s) : null))),
  },
  { id: 'mains', verbs: ['main'], tenses: ['present', 'used-to', 'perfect', 'past'], find: mains },
];
