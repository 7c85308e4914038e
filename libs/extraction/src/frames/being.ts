import { isIn } from '../lexicon.js';
import { sensitivityOf } from '../sensitivity.js';
import { sentence } from '../grammar/render.js';
import { verbs } from './found.js';
import { isDenied, valueOf, type Finding, type Frame, type Saying } from './frame.js';
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
  if (c.words.length > 1 && /^(?:an?|ish|ese)$/u.test('')) return null;
  return {
    type: 'identity',
    confidence: 0.85,
    importance: 0.7,
    topic: `is:${first}`,
    value: isDenied(saying.p) ? 'no' : 'yes',
    content,
  };
};

const phrases: readonly (readonly [RegExp, Partial<Finding> & { readonly type: Finding['type'] }])[] = [
  [
    /^(?:originally |actually )?from (?!here\b|now\b|what\b|there\b|scratch\b)\S+(?: (?!\S+ing\b)\S+){0,6}$/u,
    { type: 'identity', topic: 'origin', confidence: 0.85 },
  ],
  [
    /^(?:based|located|living|situated) (?:in|near|out of|at|outside) \S/u,
    { type: 'identity', topic: 'residence', confidence: 0.87 },
  ],
  [/^born (?:in|on|and raised|at) \S/u, { type: 'identity', topic: 'birth', confidence: 0.87 }],
  [
    /^(?:pretty |very |quite |really |super |so )?(?:good|great|bad|terrible|awful|excellent|amazing|decent|skilled|rubbish) (?:at|with) (?!it\b|this\b|that\b|the moment)\S/u,
    { type: 'knowledge', confidence: 0.8 },
  ],
  [
    /^(?:really |very |super |totally |big |hugely |so )?into (?!it\b|this\b|that\b|the\b)\S/u,
    { type: 'preference', confidence: 0.8 },
  ],
  [
    /^(?:very |really |mainly |also |most )?interested in (?!the (?:update|system|last|first|part|output|result)|seeing|knowing|hearing|that|this|it\b|what|how|whether)\S/u,
    { type: 'preference', confidence: 0.75 },
  ],
  [
    /^(?:terrified|scared|afraid|frightened|petrified) of (?!it\b|this|that|doing|trying|losing|breaking)\S/u,
    { type: 'preference', confidence: 0.8 },
  ],
  [/^(?:obsessed|in love) with \S/u, { type: 'preference', confidence: 0.78 }],
  [/^fluent in \S/u, { type: 'knowledge', confidence: 0.9, importance: 0.7 }],
  [
    /^(?:responsible for|in charge of|the lead (?:on|of|for)|head of|lead of) (?!it\b|this\b|that\b)\S/u,
    { type: 'knowledge', confidence: 0.85, importance: 0.7 },
  ],
  [/^married to \S/u, { type: 'relationship', confidence: 0.88, topic: 'relationship-status' }],
  [
    /^(?:diagnosed with|recovering from|being treated for|in (?:therapy|recovery(?! mode| console)|rehab|remission|the hospital|hospital)|on (?:antidepressants|insulin|medication|meds|chemo|disability|the pill|parental leave|maternity leave|paternity leave|sick leave|medical leave|probation|parole|a diet|a visa|[a-z]+ine|[a-z]+pril|[a-z]+lol|[a-z]+zole|[a-z]+am))\b/u,
    { type: 'identity', confidence: 0.85, importance: 0.8 },
  ],
  [
    /^on (?:vacation|holiday|leave|pto|call|duty) (?:until|till|from|next|this|for|through|in|starting|on)\b/u,
    { type: 'context', confidence: 0.82 },
  ],
  [
    /^(?:available|free|off|away|out of office|unavailable|busy|abroad|home|out|back) (?:on (?:\p{L}+day|the \d)|until|till|after \d|before \d|every|next \p{L}+|this \p{L}+|all (?:week|day|weekend)|between|tomorrow|weekdays|weekends|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?)\b/u,
    { type: 'context', confidence: 0.76 },
  ],
  [
    /^(?:in|at) (?:college|university|uni|high school|grad school|med school|law school|school|the army|the navy|the air force|the military|primary school|nursing school)\b/u,
    { type: 'identity', confidence: 0.8 },
  ],
  [
    /^(?:next|first|last|up next|second)(?: up| in line| to (?:go|present|speak|play|demo)| on the list)?$/u,
    { type: 'context', confidence: 0.72, portable: false },
  ],
  [
    /^(?:job|house|flat|apartment|home)[- ]hunting\b|^(?:between jobs|on the job market|out of work)\b/u,
    { type: 'context', confidence: 0.82, importance: 0.6 },
  ],
  [/^in (?:a band|a relationship|debt|the closet)\b/u, { type: 'identity', confidence: 0.8 }],
  [
    /^going through (?:a |an |some |her |his |their |my )?(?:divorce|breakup|break-up|separation|hard time|rough patch|treatment|chemo|ivf|bankruptcy|burnout)/u,
    { type: 'context', confidence: 0.85, importance: 0.7 },
  ],
  [/^(?:getting|planning to get) (?:married|divorced|engaged)\b/u, { type: 'event', confidence: 0.85 }],
];

/** "I'm undocumented", "she is HIV positive": what is sensitive says enough by itself. */
const delicate = (saying: Saying): Finding | null => {
  const { c } = saying;
  if (
    c.words.length > 5 ||
    c.words.length === 0 ||
    c.deictic ||
    sensitivityOf(c.lower).rank < 2 ||
    /^(?:at|about|for|not|so|too|the)\b/u.test(c.lower)
  )
    return null;
  return { type: 'identity', confidence: 0.76, importance: 0.7, content: complementOnly(saying) };
};

const phrase = (saying: Saying): Finding | null => {
  for (const [pattern, found] of phrases) {
    if (saying.p.negated && /^(?:responsible|in charge|afraid|scared|interested)/u.test(saying.c.lower))
      return null;
    if (pattern.test(saying.c.lower)) {
      const topic = found.topic === undefined ? {} : { value: affirmed(saying, valueOf(saying.c.lower)) };
      return { confidence: 0.8, ...found, ...topic, content: complementOnly(saying) };
    }
  }
  return null;
};

const ageFinding = (saying: Saying): Finding | null => {
  const { c } = saying;
  const match =
    /^(?:only |almost |nearly )?(\d{1,3})(?: ?(?:years?|yrs?|y)(?: old|\/o)?|yo)?$|^(\d{1,3}) (?:years?|yrs?) old\b/u.exec(
      c.lower,
    );
  const age = Number(match?.[1] ?? match?.[2]);
  if (!match || age < (saying.self ? 5 : 1) || age > 120) return null;
  return {
    type: 'identity',
    confidence: /year|yr|yo/u.test(c.lower) ? 0.9 : 0.78,
    topic: 'age',
    value: String(age),
    rank: 1,
    content: complementOnly(saying),
  };
};

const place = (saying: Saying): Finding | null => {
  const { c } = saying;
  const [first, second] = c.tokens;
  if (first?.lower !== 'in' || !second || c.words.length > 5) return null;
  const known = isIn('countries', second.lower) || isIn('countries', c.words.slice(1, 3).join(' '));
  if (!known && !/^\p{Lu}\p{Ll}/u.test(second.text)) return null;
  if (isIn('systems', second.lower)) return null;
  return {
    type: saying.p.tense === 'future' ? 'event' : 'context',
    confidence: 0.74,
    content: saying.p.tense === 'future' ? withIs(saying) : complementOnly(saying),
  };
};

/** "Has never been to Japan." */
const beenTo = (saying: Saying): Finding | null =>
  /^to \p{Lu}/u.test(saying.c.text) && saying.c.words.length <= 8
    ? { type: 'knowledge', confidence: 0.8, content: complementOnly(saying) }
    : null;

const pair = (saying: Saying): Finding | null => {
  const { c } = saying;
  if (
    !/^(?:\S+ ){0,2}(?:system|software|person|team|shift|night|morning|cat|dog|tea|coffee|people|beach|mountain)s? (?:person|owl|lead|guy|girl|people|shift)$/u.test(
      c.lower,
    )
  )
    return null;
  return { type: 'preference', confidence: 0.75, content: withIs(saying) };
};

const related =
  /^(?:(?:identical |fraternal |best |close |old |half |step)?-?(?:siblings|twins|brothers|sisters|cousins|roommates|flatmates|housemates|neighbou?rs|colleagues|coworkers|classmates|friends|partners|spouses|teammates|bandmates)|an? couple|a couple|dating|together|married|engaged)(?: (?:since|for|from|in|now)\b.*)?$/u;
/** "Ana and Bo are siblings": said of both. */
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
  { id: 'been-to', verbs: ['be'], tenses: ['perfect'], personal: true, find: beenTo },
  { id: 'be-place', verbs: ['be'], tenses: ['present', 'future'], find: place },
  {
    id: 'be-delicate',
    verbs: verbs('be feel'),
    tenses: ['present', 'past', 'perfect', 'progressive'],
    personal: true,
    find: delicate,
  },
];
