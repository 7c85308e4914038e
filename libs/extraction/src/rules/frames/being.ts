import { sensitivityOf, proven } from '#safety';
import { isIn } from '../../words/lexicon.js';
import { sentence } from '../../grammar/render.js';
import { verbs } from './found.js';
import { isDenied, valueOf, type Finding, type Frame, type Saying } from './frame.js';
import { phrases } from './being-phrases.js';
import { affirmed, role, withIs } from './role.js';

/** "is" goes where the rest reads alone: "Allergic to peanuts", "Not married", but "Is a nurse". */
const complementOnly = ({ p, c }: Saying): string => {
  const when = p.adverbs.filter((adverb) => adverb !== 'just');
  if (p.tense === 'past') return sentence('was', p.negated ? 'not' : '', ...when, c.text);
  if (p.tense === 'perfect') return sentence('has', p.negated ? 'not' : '', ...when, 'been', c.text);
  return sentence(p.negated ? 'not' : '', ...when, c.text);
};
const marital = new Set(['married', 'single', 'divorced', 'engaged', 'widowed', 'separated']);
const moods = new Set(
  'a-bit tired bored hungry sleepy busy sorry glad happy sad sure afraid-to confused lost stuck done ready back here fine good great ok okay new able unable about late early right wrong curious wondering not just only'.split(
    ' ',
  ),
);

const adjective = (saying: Saying): Finding | null => {
  const { c } = saying;
  const first = c.words[0] ?? '';
  const content = complementOnly(saying);
  if (isIn('diet', first))
    return {
      type: 'preference',
      confidence: 0.9,
      importance: 0.7,
      topic: 'diet',
      value: affirmed(saying, first),
      content,
    };
  if (first === 'allergic' || first === 'intolerant') {
    const to = c.words.slice(2).join(' ');
    return c.words[1] === 'to' && to !== ''
      ? {
          type: 'identity',
          confidence: 0.92,
          importance: 0.9,
          topic: `allergy:${valueOf(to)}`,
          value: isDenied(saying.p) ? 'no' : 'yes',
          content,
        }
      : null;
  }
  if (
    marital.has(first) &&
    (c.words.length === 1 || /^(?:to|since|with|for|and|now|again|in|twice|at)$/u.test(c.words[1] ?? ''))
  )
    return {
      type: 'relationship',
      confidence: 0.88,
      topic: 'relationship-status',
      value: affirmed(saying, first),
      content,
    };
  if (first === 'pregnant')
    return {
      type: 'identity',
      confidence: 0.88,
      importance: 0.8,
      topic: 'pregnancy',
      value: affirmed(saying, first),
      content,
    };
  if (!isIn('adjectives', first)) return null;
  if (
    c.words.length > 1 &&
    !/^(?:and|but|by|in|as|since|from|at|now|these|of|,)$/u.test(c.words[1] ?? '') &&
    !isIn('adjectives', c.words[1] ?? '')
  )
    return null;

  return {
    type: 'identity',
    confidence: 0.85,
    importance: 0.7,
    topic: `is:${first}`,
    value: isDenied(saying.p) ? 'no' : 'yes',
    content,
  };
};

/** "I'm undocumented", "she is HIV positive": what is sensitive says enough by itself. */
const delicate = (saying: Saying): Finding | null => {
  const { c } = saying;
  if (
    c.words.length > 5 ||
    c.words.length === 0 ||
    c.deictic ||
    sensitivityOf(c.lower).sensitivity < 2 ||
    /^(?:at|about|for|not|so|too|the)\b/u.test(c.lower)
  )
    return null;
  return { type: 'identity', confidence: 0.76, importance: 0.7, content: complementOnly(saying) };
};

const phrase = (saying: Saying): Finding | null => {
  if (saying.c.deictic) return null;
  for (const { pattern, finding: found } of phrases) {
    if (saying.p.negated && /^(?:responsible|in charge|afraid|scared|interested)/u.test(saying.c.lower))
      return null;
    if (pattern.test(saying.c.lower)) {
      const topic = found.topic === undefined ? {} : { value: affirmed(saying, valueOf(saying.c.lower)) };
      return { confidence: 0.8, ...found, ...topic, content: complementOnly(saying) };
    }
  }
  return null;
};

const agePattern = proven({
  id: 'agePattern',
  pattern:
    /^(?:only |almost |nearly )?(\d{1,3})(?: ?(?:years?|yrs?|y)(?: old|\/o)?|yo)?(?: now| today)?$|^(\d{1,3}) (?:years?|yrs?) old\b/u,
  yes: ['34', '34 years old', 'almost 40 now'],
  no: ['340 km', 'old'],
});

const ageFinding = (saying: Saying): Finding | null => {
  const { c } = saying;
  const match = agePattern.exec(c.lower);
  const age = Number(match?.[1] ?? match?.[2]);
  if (!match || age < (saying.self ? 5 : 1) || age > 120) return null;
  return {
    type: 'identity',
    confidence: /year|yr|yo/u.test(c.lower) ? 0.9 : 0.78,
    topic: 'age',
    value: String(age),
    sensitivity: 1,
    content: complementOnly(saying),
  };
};

const ofStay = / (?:after|for|till|until|since|this|next|with|now|again|from|on|at|today|tomorrow)\b.*$/u;
const place = (saying: Saying): Finding | null => {
  const { c } = saying;
  const isBack = c.tokens[0]?.lower === 'back';
  const [first, second] = isBack ? c.tokens.slice(1) : c.tokens;
  if (first?.lower !== 'in' || !second || c.words.length > (isBack ? 9 : 5)) return null;
  const words = isBack ? c.words.slice(1) : c.words;
  const known = isIn('countries', second.lower) || isIn('countries', words.slice(1, 3).join(' '));
  if (!known && !/^\p{Lu}\p{Ll}/u.test(second.text)) return null;
  if (isIn('systems', second.lower)) return null;
  return {
    type: saying.p.tense === 'future' ? 'event' : 'context',
    confidence: 0.74,
    // Nobody is in two places: "back in Lisbon" ends "in Porto".
    ...(saying.p.tense === 'present' && !saying.p.negated
      ? { topic: 'whereabouts', value: valueOf(words.slice(1).join(' ').replace(ofStay, '')) }
      : {}),
    content: saying.p.tense === 'future' ? withIs(saying) : complementOnly(saying),
  };
};

const kindOfPerson = proven({
  id: 'kindOfPerson',
  pattern:
    /^(?:\S+ ){0,2}(?:system|software|person|team|shift|night|morning|cat|dog|tea|coffee|people|beach|mountain)s? (?:person|owl|lead|guy|girl|people|shift)$/u,
  yes: ['a morning person', 'night owl', 'the system guy'],
  no: ['a person of note', 'an owl'],
});

const pair = (saying: Saying): Finding | null => {
  const { c } = saying;
  if (!kindOfPerson.test(c.lower)) return null;
  return { type: 'preference', confidence: 0.75, content: withIs(saying) };
};

const related = proven({
  id: 'related',
  pattern:
    /^(?:(?:identical |fraternal |best |close |old |half |step)?-?(?:siblings|twins|brothers|sisters|cousins|roommates|flatmates|housemates|neighbou?rs|colleagues|coworkers|classmates|friends|partners|spouses|teammates|bandmates)|an? couple|a couple|dating|together|married|engaged)(?: (?:since|for|from|in|now)\b.*)?$/u,
  yes: ['best friends', 'twins', 'together since may'],
  no: ['a friend', 'friendly'],
});
/** "Ana and Bo are siblings": a fact with both as its subjects. */
const kinOfEachOther = (saying: Saying): Finding | null =>
  saying.told && related.test(saying.c.lower)
    ? { type: 'relationship', confidence: 0.82, importance: 0.65, content: complementOnly(saying) }
    : null;

export const beingFrames: readonly Frame[] = [
  { id: 'be-age', verbs: ['be'], tenses: ['present'], find: (s) => (s.p.negated ? null : ageFinding(s)) },
  {
    id: 'be-adjective',
    verbs: ['be'],
    tenses: ['present', 'past', 'perfect'],
    personal: true,
    find: (s) => (moods.has(s.c.words[0] ?? '') ? null : adjective(s)),
  },
  {
    id: 'be-phrase',
    verbs: ['be'],
    tenses: ['present', 'past', 'perfect', 'future'],
    personal: true,
    find: phrase,
  },
  { id: 'be-related', verbs: ['be'], tenses: ['present', 'past'], personal: true, find: kinOfEachOther },
  { id: 'be-habit', verbs: ['be'], tenses: ['present'], find: pair },
  {
    id: 'be-role',
    verbs: ['be'],
    tenses: ['present', 'past', 'perfect', 'future'],
    personal: true,
    find: role,
  },
  { id: 'be-place', verbs: ['be'], tenses: ['present', 'future'], find: place },
  {
    id: 'be-delicate',
    verbs: verbs('be feel'),
    tenses: ['present', 'past', 'perfect', 'progressive'],
    personal: true,
    find: delicate,
  },
];
