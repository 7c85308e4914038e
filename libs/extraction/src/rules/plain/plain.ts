import type { MemoryType } from '#domain';
import { sensitivityOf } from '#safety';
import { isTransient } from '../../grammar/object.js';
import { isIn } from '../../words/lexicon.js';
import { isDated } from '../frames/found.js';
import { holding } from '../frames/holding.js';
import { isDenied, valueOf, type Finding } from '../frames/frame.js';
import { sentence, verbPhrase } from '../../grammar/render.js';
import { readsAlone } from '../alone.js';
import { isPassing } from './passing.js';
import { featuresOf, type Said } from './features.js';
import { confidenceOf, isOfKind, keepScoreOf } from './keep-score.js';

const longest = 26;
/** What says something of somebody by itself: "Ana smokes". */
const practised =
  /^(?:smoke|vape|drink|drive|swim|cook|garden|stutter|stammer|snore|sleepwalk|paint|knit|weld)$/u;
const begun = /^(?:is|are|was|were|am|has|had|does|did|will|would|can|could|should|i|we|he|she|they|said)\b/u;

const typeOf = ({ about, p, c }: Said): MemoryType => {
  const dated = isDated(c.lower);
  if (p.tense === 'obligation' || (p.lemma === 'need' && /^to\b/u.test(c.lower))) return 'task';
  if (isOfKind('verb-like', p.lemma)) return 'preference';
  if (isOfKind('verb-plan', p.lemma) || p.lemma === 'want') return dated ? 'event' : 'goal';
  if (p.tense === 'future') return dated || about !== 'self' ? 'event' : 'goal';
  if (isOfKind('verb-agree', p.lemma)) return 'decision';
  if (p.tense === 'progressive' || p.tense === 'perfect-progressive') return dated ? 'event' : 'context';
  if (p.tense === 'past' || p.tense === 'past-progressive') return dated ? 'event' : 'knowledge';
  const isPersonal = about === 'self' || about === 'person' || about === 'elided';
  if (p.lemma === 'be' && isPersonal)
    return whereabouts.test(c.lower) || /\b(?:until|till|now|today|this week)\b/u.test(c.lower)
      ? 'context'
      : 'identity';
  if (isPersonal && sensitivityOf(c.text).sensitivity > 1) return 'identity';
  return 'knowledge';
};

/** "The kitchen tap is fixed" has a topic, the thing: a later sentence about it replaces this one. */
const topicOf = ({
  about,
  subject,
  p,
  c,
}: Said): { readonly topic: string; readonly value: string } | null => {
  if (p.lemma !== 'be' || p.tense !== 'present' || subject.length === 0) return null;
  if (about !== 'mine' && about !== 'thing' && about !== 'ours') return null;
  const topic = `${about === 'mine' ? 'own' : 'matter'}:${subject.filter((word) => word !== 'new').join(' ')}`;
  return { topic, value: `${isDenied(p) ? 'not ' : ''}${valueOf(c.text)}` };
};

/** Where somebody is, and not what: it changes by the hour. */
const whereabouts = /^(?:at|in|on|by|near|inside|outside|under|behind|with) (?!love\b)/u;

const fromNow = /\b(?:from now on|from here on(?: out)?|going forward|as of (?:now|today))\b/u;
/** "I own search from now on": said to be so and to stay so. */
const isToLast = ({ about, p, clause }: Said): boolean =>
  p.tense === 'present' &&
  about !== 'thing' &&
  fromNow.test(
    clause.tokens
      .slice(-6)
      .map(({ lower }) => lower)
      .join(' '),
  );

/**
 * A full sentence that no frame knows: kept when its features say that a careful reader would. Null when it cannot be
 * read alone. `group` is what its content begins with: the verb group, after its subject where that is a thing.
 * Its confidence is what the features amount to.
 */
export const plainOf = (said: Said, group = verbPhrase(said.p)): Finding | null => {
  const { about, p, c } = said;
  if (c.deictic || c.words.length > longest || begun.test(c.lower)) return null;
  if (
    c.words.length === 0 &&
    about !== 'elided' &&
    about !== 'self' &&
    !(about === 'person' && practised.test(p.lemma))
  )
    return null;
  if (p.lemma === 'be' && c.words.length === 0) return null;
  // "Can't wait to": how glad they will be, not what they do.
  if (p.lemma === 'wait' && p.negated) return null;
  if (!readsAlone(p, c)) return null;
  // What somebody would do tells what they advise, unless they would like it.
  if (
    p.modal !== null &&
    /^(?:would|could|might|should|may)$/u.test(p.modal) &&
    !isOfKind('verb-like', p.lemma)
  )
    return null;
  // "The windows key", "a firefox tab": parts of a program; the frames of machines have refused them before.
  if (isTransient(c.words) && c.phrase.some((word) => isIn('systems', word))) return null;
  const features = featuresOf(said);
  if (isPassing(said, features)) return null;
  const confidence = confidenceOf(keepScoreOf(features), features);
  return {
    type: typeOf(said),
    confidence: confidence > 0.5 && confidence < 0.74 && isToLast(said) ? 0.74 : confidence,
    content: sentence(group, c.text),
    ...(topicOf(said) ?? holding({ p, c, self: about === 'self', told: false })),
    features,
  };
};
