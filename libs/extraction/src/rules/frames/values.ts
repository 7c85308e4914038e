import { proven } from '#safety';
import { valueOf, type Finding, type Frame, type Saying } from './frame.js';
import { when } from './found.js';

const reached = /^(\d{1,3})(?= (?:today|yesterday|tomorrow|now|last|this|in|on|already|and)\b|$)/u;
/** "Turned 30": an age, which goes on as any other does. */
const turns = (saying: Saying): Finding | null => {
  const age = Number(reached.exec(saying.c.lower)?.[1]);
  if (Number.isNaN(age) || age < (saying.self ? 5 : 1) || age > 120 || saying.p.negated) return null;
  const topic = saying.p.tense === 'past' || saying.p.tense === 'perfect';
  return {
    type: topic ? 'identity' : 'event',
    confidence: 0.85,
    sensitivity: 1,
    ...(topic ? { topic: 'age', value: String(age) } : {}),
  };
};

const measured = proven({
  id: 'measured',
  pattern:
    /^(?:about |around |only |almost |exactly |now )?(\d{2,3}(?:[.,]\d)? ?(?:kg|kgs|kilos?|lbs?|pounds?|st|stone)|\d{1,2} ?(?:st|stone))(?= (?:now|today|again|at the moment|these days|this)\b|$)/u,
  yes: ['74 kg', 'about 160 lbs now', '12 stone'],
  no: ['a ton', '74', '340 g of flour'],
});
const tall = proven({
  id: 'tall',
  pattern:
    /^(?:about |around |only |almost |exactly )?(\d(?:[.,]\d{1,2})? ?(?:m|metres?|meters?)|1\d\d ?cm|\d ?(?:ft|foot|feet|['\u2019])(?: ?\d{1,2}(?: ?(?:in|inches|"))?)?)(?: tall)$/u,
  yes: ['1.84 m tall', 'about 170 cm tall', '6 foot 2 tall'],
  no: ['1.84 m', 'tall'],
});

const weighs = (saying: Saying): Finding | null => {
  const value = measured.exec(saying.c.lower)?.[1];
  return value === undefined || saying.p.negated
    ? null
    : { type: 'identity', confidence: 0.85, sensitivity: 1, topic: 'weight', value: valueOf(value) };
};

export const valueFrames: readonly Frame[] = [
  { id: 'turned', verbs: ['turn'], tenses: ['past', 'perfect', 'progressive'], personal: true, find: turns },
  { id: 'weighs', verbs: ['weigh'], tenses: ['present'], personal: true, find: weighs },
  {
    id: 'height',
    verbs: ['be'],
    tenses: ['present'],
    personal: true,
    find: when(
      ({ c, p }) => tall.test(c.lower) && !p.negated,
      ({ c }) => ({
        type: 'identity',
        confidence: 0.84,
        topic: 'height',
        value: valueOf(tall.exec(c.lower)?.[1] ?? ''),
        content: c.text,
      }),
    ),
  },
  {
    id: 'answers-to',
    verbs: ['report'],
    tenses: ['present', 'progressive'],
    personal: true,
    // Whom somebody reports to is their boss, by another word.
    find: when(
      ({ c }) =>
        /^(?:directly )?to (?:\p{Lu}[\p{L}'.-]+ ?){1,3}(?: ?(?:now|these days|directly))?$/u.test(c.text),
      ({ c, p }) => {
        const name = c.text.replace(/^(?:directly )?to | (?:now|these days|directly)$/giu, '');
        return p.negated
          ? { type: 'relationship', confidence: 0.78 }
          : { type: 'relationship', confidence: 0.84, topic: 'kin:boss', value: valueOf(name) };
      },
    ),
  },
];
