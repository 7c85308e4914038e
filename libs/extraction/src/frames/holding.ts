import { lemmaOf } from '../grammar/verbs.js';
import { isDenied, valueOf, type Finding, type Saying } from './frame.js';
import { verbs } from './found.js';

/** What one does or has, or does or has no more: either replaces the other. */
const lasting = new Set(
  verbs(
    'play eat drink smoke vape speak use have own drive ride collect support watch sing ski surf knit fish hunt swim climb box',
  ),
);
const ended = new Set(verbs('stop quit cease'));
const still = new Set(['present', 'progressive', 'perfect-progressive', 'used-to']);

/** "Coffee black": how it is had, after what. */
const served = /^(?:black|neat|straight|raw|hot|cold|iced|daily|fluently|well|badly|regularly|lots?)$/u;

/** "Into jazz", "a fan of golf": tastes, without a verb of taste. */
const fond =
  /^(?:really |very |so |totally |quite |big )*(?:into|fond of|keen on|crazy about|mad about|obsessed with|an? (?:\p{L}+ )?(?:fan|lover) of) (?!it\b|this\b|that\b|you\b)(\S.*)$/u;

const objectOf = (phrase: readonly string[]): string => {
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
  if (ended.has(p.lemma)) {
    const lemma = lemmaOf(c.words[0] ?? '', 'gerund');
    const object = objectOf(c.phrase.slice(1).filter((word) => word !== 'the' && word !== 'a'));
    return lemma !== null && lasting.has(lemma) && !p.negated ? topicFor(lemma, object, false) : {};
  }
  if (p.lemma === 'sell') return p.negated ? {} : topicFor('have', objectOf(c.phrase), false);
  if (!lasting.has(p.lemma) || !still.has(p.tense) || c.phrase.length > 4) return {};
  const holds = !isDenied(p) && p.tense !== 'used-to';
  return holds && !self && isDetailed(saying) ? {} : topicFor(p.lemma, objectOf(c.phrase), holds);
};
