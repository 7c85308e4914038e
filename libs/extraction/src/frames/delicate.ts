import { isTransient } from '../grammar/object.js';
import { isIn } from '../lexicon.js';
import { sensitivityOf } from '../sensitivity.js';
import { concrete, said } from './found.js';
import type { Finding, Saying } from './frame.js';

/** Verbs of the mind and of talk: what follows them is not what happened to anybody. */
const remote = new Set(
  'think know say tell ask read see hear look watch find mean guess hope believe understand wonder wish remember forget explain search google want need like love hate try help support talk write use check show send mention recommend suggest play worry'.split(
    ' ',
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
  if (
    !(s.self || s.told) ||
    !tenses.has(p.tense) ||
    remote.has(p.lemma) ||
    p.lemma === 'be' ||
    p.lemma === 'have'
  )
    return null;
  if (!concrete(c) || c.words.length > 14 || isTransient(c.words)) return null;
  if (c.words.some((word) => isIn('systems', word) || isIn('transientNouns', word))) return null;
  const content = said(s);
  const { rank } = sensitivityOf(content);
  if (rank === 0) return null;
  return { type: p.tense === 'past' ? 'event' : 'context', confidence: 0.74, importance: 0.6, content };
};
