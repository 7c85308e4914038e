import { tokenize, isWord } from '../../text/tokens.js';
import { lemmaOf } from '../../words/verbs.js';

const liking = new Set('like love hate prefer want wish adore enjoy dislike miss know remember'.split(' '));
const having = new Set('have own drive ride rent keep lease use sail fly play'.split(' '));
const working = /^(?:works?|working|employed|interns?|interning|job|employer|workplace|temps?)\b/iu;
const isLabel = /^[^:]{1,30}: /u;
const isOver = /\b(?:not|no longer|used to|never|stopped|quit|any ?more|former|formerly|until)\b/iu;

/** Whether a statement says how something still is: what somebody does, where they work, or what they have. */
export const statesStill = (content: string, of: 'doing' | 'working' | 'having'): boolean => {
  if (isOver.test(content)) return false;
  if (of === 'working') return working.test(content);
  const first = tokenize(content, 0).find((token) => isWord(token))?.lower ?? '';
  const verb = lemmaOf(first, 'third') ?? lemmaOf(first, 'gerund');
  const isPast = verb === null && lemmaOf(first, 'past') !== null;
  if (isPast || liking.has(verb ?? '')) return false;
  return of === 'doing' || isLabel.test(content) || (verb !== null && having.has(verb));
};
