import { sensitivityOf } from '#safety';
import { isTransient } from '../../grammar/object.js';
import { isIn } from '../../words/lexicon.js';
import { concrete, said, verbs } from './found.js';
import type { Finding, Saying } from './frame.js';

/** What happens to people, or what they do with their own lives; the other verbs are what clerks and nurses do to somebody else. */
const lived = new Set(
  verbs(
    'lose get take start begin stop quit break leave undergo suffer test apply attend enter convert file face fight recover battle struggle beat survive inherit borrow default hand resign go pray practise practice celebrate fast observe join become divorce date cheat fall earn owe repay gamble spend receive need use drink smoke miss fail serve await expect try inject eat swap change grow feel live work',
  ),
);
const tenses = new Set([
  'present',
  'past',
  'perfect',
  'progressive',
  'past-progressive',
  'perfect-progressive',
]);

/**
 * What no other frame knows, told of oneself or of somebody certainly meant, in words of health, money, law, faith,
 * work or love: worth keeping because it must never be told on to the wrong people.
 */
export const delicate = (s: Saying): Finding | null => {
  const { p, c } = s;
  if (!(s.self || s.told) || !tenses.has(p.tense) || !lived.has(p.lemma)) return null;
  if (!concrete(c) || c.words.length > 14 || isTransient(c.words)) return null;
  if (c.words.some((word) => isIn('systems', word) || isIn('transientNouns', word))) return null;
  const content = said(s);
  const { sensitivity } = sensitivityOf(content);
  if (sensitivity === 0) return null;
  return { type: p.tense === 'past' ? 'event' : 'context', confidence: 0.74, importance: 0.6, content };
};
