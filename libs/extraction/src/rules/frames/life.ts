import { isSum, sensitivityOf, proven } from '#safety';
import { isTransient } from '../../grammar/object.js';
import { isIn } from '../../words/lexicon.js';
import { isDenied, now, valueOf, type Finding, type Frame, type Saying } from './frame.js';
import { determined, isDated, proper, said, verbs, when } from './found.js';

const somewhere = /^(?:in|at|on|near|outside|with|by|alone|around|between|off|under|abroad|here in)\b/u;
const lives = when(
  ({ c, p }) => somewhere.test(c.lower) || (p.lemma === 'live' && c.words[0] === 'alone'),
  ({ c, p }) => {
    const located =
      /^(?:in|at|near|outside|on)\b/u.test(c.lower) && (p.tense === 'present' || p.tense === 'progressive');
    const place = c.lower
      .replace(/ (?:since|for|with|now)\b.*$/u, '')
      .replace(/^(?:in|at|near|outside|on) /u, '');
    return {
      type: 'identity',
      confidence: 0.87,
      importance: 0.7,
      ...(located
        ? { topic: 'residence', value: isDenied(p) ? `not ${valueOf(place)}` : valueOf(place) }
        : {}),
    };
  },
);

const toward =
  /^(?:back |over |in |here |out )*(?:to|from|into|out of|away from|in with|abroad|home|back|out)\b/u;
const homeward = proven({
  id: 'homeward',
  pattern:
    /^(?:to|into|in with|out of|back|from)\b.*\b(?:apartment|flat|house|place|city|country|town|village|parents|boyfriend|girlfriend|partner|wife|husband|mom|mum|dad|dorm|farm|abroad|campus|state)\b/u,
  yes: ['to a flat in brno', 'back with my parents', 'in with her boyfriend'],
  no: ['to brno', 'to the left'],
});

const destination = (s: Saying): boolean => {
  const { c } = s;
  const where = c.text.replace(/^(?:(?:back|over|in|out|here|away) )*(?:to|from|into|of|with) /u, '');
  if (proper(where) || isDated(c.lower)) return true;
  if (homeward.test(c.lower)) return true;
  return (
    /^(?:to|from) \p{L}{4,}(?: (?:last|next|in|with|for|from)\b.*)?$/u.test(c.lower) &&
    !isTransient(c.words.slice(1))
  );
};
const moves = when(
  (s) => toward.test(s.c.lower) && destination(s),
  ({ c, p }) => {
    const to =
      /^(?:back |over |in |here )*to ([^,]+?)(?: (?:from|in|last|next|with|for|on|two|three|a|this|when|yesterday|\d).*)?$/u.exec(
        c.lower,
      )?.[1];
    // People move between cities and between systems: only the first is where they live.
    const system = c.words.some((word) => isIn('systems', word));
    if (system) return { type: 'context', confidence: 0.78, importance: 0.4 };
    const arrived = (p.tense === 'past' || p.tense === 'perfect') && !p.negated && to !== undefined;
    return arrived
      ? { type: 'identity', confidence: 0.86, importance: 0.7, topic: 'residence', value: valueOf(to) }
      : { type: p.tense === 'past' ? 'knowledge' : 'event', confidence: 0.84 };
  },
);

const field = proven({
  id: 'field',
  pattern:
    /^in (?:an? |the )?(?:tech|finance|retail|marketing|sales|healthcare|education|hr|it|construction|hospitality|film|music|publishing|advertising|logistics|customer|software|security|data|research|biotech|government|insurance|law|medicine|real estate|support|qa|devops|hospital|school|bank|bakery|kitchen|restaurant|factory|lab|office|warehouse|library|clinic|shop|store|bar|cafe|museum|university)\b/u,
  yes: ['in finance', 'in a bakery', 'in customer support'],
  no: ['in brno', 'in a hurry'],
});
const ofTheMoment = proven({
  id: 'ofTheMoment',
  pattern:
    /^(?:for (?:now|self|you|some|most|everyone|sure|every|all|both|the (?:moment|time|most))|at (?:the (?:moment|same time|end|beginning|time|minute|command|prompt|level)|all|least|first|work))\b/u,
  yes: ['for now', 'at the moment', 'at least'],
  no: ['for a bank', 'at the bakery'],
});

const works = when(
  ({ c }) =>
    (/^(?:at|for|remotely|from home|part[- ]time|full[- ]time|night|nights|the night|weekends|shifts)\b/u.test(
      c.lower,
    ) ||
      /^as (?:an?|the) (?!charm|workaround|server|gateway)/u.test(c.lower) ||
      field.test(c.lower) ||
      /^with (?:children|kids|animals|patients|students|horses|clay|wood|metal|the elderly|\p{Lu})/u.test(
        c.text,
      )) &&
    !ofTheMoment.test(c.lower),
  ({ c, p }) => ({
    type: 'identity',
    confidence: 0.87,
    importance: 0.75,
    ...(/^(?:at|for)\b/u.test(c.lower) && p.tense !== 'past' && p.tense !== 'used-to'
      ? { topic: 'workplace', value: isDenied(p) ? 'none' : valueOf(c.lower.replace(/^(?:at|for) /u, '')) }
      : {}),
  }),
);
const onMachines = proven({
  id: 'onMachines',
  pattern:
    /^on (?:the|a|my) (?:same|other|(?:new |old |own )?(?:brothers?|sisters?|friends?|laptop|computer|machine|desktop|pc|box|server|ubuntu|install\w*|system|version|one|way|command)|fix|solution|live)\b/u,
  yes: ['on my laptop', 'on the new server', 'on a fix'],
  no: ['on a novel', 'on my garden'],
});

const worksOn = when(
  ({ c }) =>
    c.words.length > 1 &&
    (/^on (?:a|an|my|our|the|project|\p{L}+ (?:project|app|game|book|feature))\b/u.test(c.lower) ||
      /^on \p{Lu}\p{L}/u.test(c.text)) &&
    !isTransient(c.words.slice(1)) &&
    !c.words.some((word) => isIn('systems', word)) &&
    !onMachines.test(c.lower),
  () => ({ type: 'context', confidence: 0.8 }),
);
const studies = when(
  ({ c }) => !isTransient(c.words),
  ({ c }) => ({ type: isDated(c.lower) ? 'event' : 'identity', confidence: 0.82 }),
);

const leads = when(
  ({ c, p }) => p.tense !== 'modal' && (determined.test(c.lower) || proper(c.text)) && !isTransient(c.words),
  () => ({ type: 'knowledge', confidence: 0.8, importance: 0.65 }),
);

const courtship = (s: Saying): Finding | null => {
  const { p, c } = s;
  if (p.lemma === 'propose' && !/^to (?!the|a|use|make|whoever)\S+/u.test(c.lower)) return null;
  if (p.lemma === 'engage' && !/^to\b/u.test(c.lower)) return null;
  return when(
    () => true,
    () => ({ type: 'relationship', confidence: 0.84 }),
  )(s);
};

const hardship = proven({
  id: 'hardship',
  pattern:
    /^through (?:an? |the |some |her |his |their |my )?(?:\p{L}+ )?(?:divorce|breakup|break-up|separation|time|times|patch|treatment|chemo\w*|ivf|bankruptcy|burnout|surgery|therapy|training|phase|grief|menopause|depression|withdrawal|rehab|transition|custody|probation|interview|review|immigration|adoption|loss)\b/u,
  yes: ['through a messy divorce', 'through chemo'],
  no: ['through the door', 'through brno'],
});
const goesThrough = when(
  ({ c }) => hardship.test(c.lower),
  () => ({ type: 'context', confidence: 0.84, importance: 0.65 }),
);

const suffers = when(
  ({ c }) => /^(?:from|with)\b/u.test(c.lower) && sensitivityOf(c.lower).sensitivity > 0,
  () => ({ type: 'identity', confidence: 0.82 }),
);
const dose = proven({
  id: 'dose',
  pattern:
    /\b(?:mg|milligrams?|micrograms?|mcg|daily|twice a day|pills?|tablets?|vitamins?|insulin|medication|meds|antibiotics|supplements?)\b/u,
  yes: ['20 mg', 'two pills', 'insulin'],
  no: ['a pillow', 'a taxi'],
});
const takes = when(
  (s) => dose.test(s.c.lower) || sensitivityOf(`takes ${s.c.lower}`).category === 'health',
  () => ({ type: 'identity', confidence: 0.84, sensitivity: 2, importance: 0.8 }),
);
/** Sums and debts; "owe a favour" is none, "make 40k" is one. */
const money = when(
  (s) =>
    isSum(s.c.text) ||
    /[$£€]\s?\d|\b\d+k\b/u.test(s.c.text) ||
    sensitivityOf(`${s.p.lemma}s ${s.c.lower}`).category === 'money' ||
    sensitivityOf(said(s)).category === 'money',
  () => ({ type: 'identity', confidence: 0.82, sensitivity: 2 }),
);

/** "Broke up with girlfriend": the end of something, or the start. */
const partsFrom = when(
  (s) =>
    /^up(?: with (?!it\b|that\b|this\b|the\b|an? )\S.*| (?:last|in|after|two|three|a|yesterday|recently)\b.*)?$/u.test(
      s.c.lower,
    ),
  () => ({ type: 'relationship', confidence: 0.84, sensitivity: 1, importance: 0.65 }),
);

export const lifeFrames: readonly Frame[] = [
  {
    id: 'votes',
    verbs: ['vote'],
    tenses: ['past', 'perfect'],
    personal: true,
    find: when(
      ({ c }) => /^for (?!option|it|this|that|number|the (?:first|second|last|other))\S/u.test(c.lower),
      () => ({ type: 'knowledge', confidence: 0.74, sensitivity: 2 }),
    ),
  },
  {
    id: 'lives',
    verbs: verbs('live reside'),
    tenses: ['present', 'past', 'progressive', 'perfect', 'perfect-progressive', 'used-to'],
    personal: true,
    find: lives,
  },
  {
    id: 'grew-up',
    verbs: ['grow'],
    tenses: ['past'],
    personal: true,
    find: when(
      ({ c }) => /^up (?:in|on|near|with|as|speaking|without)\b/u.test(c.lower),
      () => ({ type: 'identity', confidence: 0.87 }),
    ),
  },
  {
    id: 'moves',
    verbs: verbs('move relocate'),
    tenses: ['past', 'perfect', 'progressive', 'future'],
    personal: true,
    find: moves,
  },
  {
    id: 'works',
    verbs: ['work'],
    tenses: [...now, 'past', 'used-to'],
    personal: true,
    find: (s) => works(s) ?? worksOn(s),
  },
  {
    id: 'studies',
    verbs: verbs('study major graduate enroll enrol specialize specialise'),
    personal: true,
    find: studies,
  },
  {
    id: 'teaches',
    verbs: verbs('teach tutor coach mentor volunteer freelance babysit intern'),
    tenses: [...now, 'used-to', 'past'],
    personal: true,
    find: when(
      ({ c }) => !isTransient(c.words),
      () => ({ type: 'identity', confidence: 0.82 }),
    ),
  },
  {
    id: 'leads',
    verbs: verbs(
      'manage operate maintain found cofound co-found lead moderate admin administer organize organise host supervise oversee sponsor rent lease',
    ),
    find: leads,
  },
  {
    id: 'courtship',
    verbs: verbs('marry divorce propose date engage'),
    tenses: ['past', 'perfect', 'progressive', 'perfect-progressive', 'future'],
    personal: true,
    find: courtship,
  },
  {
    id: 'goes-through',
    verbs: ['go'],
    tenses: ['progressive', 'past', 'perfect', 'past-progressive', 'perfect-progressive'],
    personal: true,
    find: goesThrough,
  },
  { id: 'suffers', verbs: verbs('suffer struggle'), tenses: now, personal: true, find: suffers },
  {
    id: 'medicine',
    verbs: ['take'],
    tenses: ['present', 'progressive', 'perfect-progressive'],
    personal: true,
    find: takes,
  },
  {
    id: 'money',
    verbs: verbs('earn make owe pay lose borrow lend inherit save gamble win repay'),
    tenses: ['present', 'progressive', 'past', 'perfect', 'past-progressive'],
    find: money,
  },
  {
    id: 'parts',
    verbs: verbs('break split'),
    tenses: ['past', 'perfect', 'progressive'],
    personal: true,
    find: partsFrom,
  },
];
