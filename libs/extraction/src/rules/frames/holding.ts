import { proven } from '#safety';
import { lemmaOf } from '../../words/verbs.js';
import { isDenied, valueOf, type Finding, type Frame, type Saying } from './frame.js';
import { verbs } from './found.js';

/** Verbs of doing and having. "Rows" and "no longer rows" share a topic, so that the later one replaces the other. */
const lasting = new Set(
  verbs(
    'play eat drink smoke vape speak use have own drive ride collect support watch sing ski surf knit fish hunt swim climb box',
  ),
);
const ended = new Set(verbs('stop quit cease'));
const still = new Set(['present', 'progressive', 'perfect-progressive', 'used-to']);

/** "Coffee black": how it is had, after what. */
const served = /^(?:black|neat|straight|raw|hot|cold|iced|daily|fluently|well|badly|regularly|lots?)$/u;

/** When it ended, after what ended. */
const atEnd = proven({
  id: 'atEnd',
  pattern:
    /^(?:last|this|next|yesterday|today|ago|in|since|for|on|after|when|because|and|tbh|entirely|completely|altogether|now|recently|lately)$/u,
  yes: ['last', 'tbh', 'recently'],
  no: ['lasting', 'brno'],
});

/** "Into jazz", "a fan of golf": tastes, without a verb of taste. */
const fond = proven({
  id: 'fond',
  pattern:
    /^(?:really |very |so |totally |quite |big )*(?:into|fond of|keen on|crazy about|mad about|obsessed with|an? (?:\p{L}+ )?(?:fan|lover) of) (?!it\b|this\b|that\b|you\b)(\S.*)$/u,
  yes: ['really into pottery', 'a big fan of axes', 'fond of soup'],
  no: ['into it', 'into'],
});

const objectOf = (said: readonly string[]): string => {
  const phrase = said.filter((word) => !/^(?:any ?more|anymore|longer)$/u.test(word));
  const end = phrase.findIndex((word, index) => index > 0 && served.test(word));
  return valueOf((end < 0 ? phrase : phrase.slice(0, end)).join(' '));
};

/** Whether it says more of the thing than its name: "a cat called Mia". */
const isDetailed = ({ c }: Saying): boolean =>
  c.words.length > 0 &&
  valueOf(c.lower.replace(/^(?:no|any|\d+|two|three|four|five) /u, '')) !== valueOf(c.phrase.join(' '));

const topicFor = (lemma: string, object: string, holds: boolean): Partial<Finding> => ({
  topic: `does:${lemma === 'own' ? 'have' : lemma}:${object}`,
  value: holds ? 'yes' : 'no',
});

const isGivenUp = ({ p, c }: Saying): boolean => p.lemma === 'give' && c.words[0] === 'up';

/** The car of everyday: a new one takes the place of the old, unless it is said to be another. */
const isVehicle = ({ p, c }: Saying): boolean =>
  p.lemma === 'drive' &&
  p.tense === 'present' &&
  c.phrase.length > 0 &&
  c.phrase.length <= 3 &&
  /^(?:an?|my|our)\b/u.test(c.lower) &&
  !p.adverbs.some((adverb) => /^(?:sometimes|occasionally|often)$/u.test(adverb)) &&
  !/\b(?:as well|sometimes|at work|for (?:work|a living))\b/u.test(c.lower);

/**
 * The topic of what somebody does or has, so that "not any more" ends it. What others tell in detail has none: it is not
 * replaced by a word that tells less.
 */
export const holding = (saying: Saying): Partial<Finding> => {
  const { p, c, self } = saying;
  if (p.lemma === 'be' && p.tense === 'present') {
    const liked = fond.exec(c.lower)?.[1];
    return liked === undefined
      ? {}
      : { topic: `taste:${valueOf(liked)}`, value: isDenied(p) ? 'dislikes' : 'likes' };
  }
  if (ended.has(p.lemma) || isGivenUp(saying)) {
    const [verb = '', ...rest] = c.words.slice(p.lemma === 'give' ? 1 : 0);
    const lemma = lemmaOf(verb, 'gerund');
    const end = rest.findIndex((word) => atEnd.test(word));
    const object = objectOf(
      (end < 0 ? rest : rest.slice(0, end)).filter((word) => word !== 'the' && word !== 'a'),
    );
    return lemma !== null && lasting.has(lemma) && !p.negated ? topicFor(lemma, object, false) : {};
  }
  if (isVehicle(saying)) {
    const object = objectOf(c.phrase);
    return { topic: 'vehicle', value: isDenied(p) ? `not ${object}` : object };
  }
  if (p.lemma === 'sell') return p.negated ? {} : topicFor('have', objectOf(c.phrase), false);
  if (!lasting.has(p.lemma) || !still.has(p.tense) || c.phrase.length > 4) return {};
  const holds = !isDenied(p) && p.tense !== 'used-to';
  return holds && !self && isDetailed(saying) ? {} : topicFor(p.lemma, objectOf(c.phrase), holds);
};

/** "I stopped playing the harp": what is so no more is worth knowing where it was. */
export const endingFrames: readonly Frame[] = [
  {
    id: 'ended',
    verbs: verbs('stop quit cease give'),
    tenses: ['past', 'perfect'],
    personal: true,
    find: (saying) =>
      saying.p.negated || holding(saying).topic === undefined ? null : { type: 'knowledge', confidence: 0.8 },
  },
];
