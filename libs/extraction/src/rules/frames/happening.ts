import { proven } from '#safety';
import { isTransient } from '../../grammar/object.js';
import { isIn } from '../../words/lexicon.js';
import { done, type Finding, type Frame, type Saying } from './frame.js';
import { concrete, determined, isDated, proper, said, verbs, when } from './found.js';

/** What somebody begins, ends or loses that is worth keeping. */
const undertaken = proven({
  id: 'undertaken',
  pattern:
    /\b(?:my|company|team|band|club|class(?:es)?|lessons?|course|marathon|novel|thesis|draft|collection|series|exam|test)\b/u,
  yes: ['my voice', 'the course', 'a novel'],
  no: ['the dishes', 'myself'],
});

const technical = (s: Saying): boolean =>
  s.c.words.some((word) => isIn('systems', word) || isIn('transientNouns', word));
const change = proven({
  id: 'change',
  pattern:
    /^(?:from|as|smoking|drinking|work|job|my job|married|engaged|divorced|promoted|fired|laid off|accepted|hired|covid|sick|diagnosed|vaccinated|baptized|surgery|law school|college|university|school|therapy|chemo|rehab)\b/u,
  yes: ['law school', 'laid off today'],
  no: ['lawn', 'a laid table'],
});

const bought = new Set([
  'buy',
  'adopt',
  'sell',
  'win',
  'inherit',
  'donate',
  'visit',
  'attend',
  'rescue',
  'join',
  'retire',
  'publish',
  'marry',
]);
const achieved = (s: Saying): Finding | null => {
  const { p, c } = s;
  if (!concrete(c) || c.words.length > 16 || isTransient(c.words)) return null;
  const when = isDated(c.lower);
  const phraseful = (determined.test(c.lower) && c.phrase.length > 0 && c.words.length > 1) || proper(c.text);
  if (!phraseful && !when && !change.test(c.lower)) return null;
  if (technical(s) && !when && !bought.has(p.lemma)) return null;
  const mine = c.phrase.some((word) => isIn('possessions', word) || isIn('lifeNouns', word));
  if (
    /^(?:break|lose|start|finish|leave|fail|pass|complete|record|quit)$/u.test(p.lemma) &&
    !mine &&
    !when &&
    !change.test(c.lower) &&
    !undertaken.test(c.lower)
  )
    return null;
  if (/^(?:leave|quit)$/u.test(p.lemma) && !change.test(c.lower) && !proper(c.text)) return null;
  const passing = when || /^(?:buy|lose|break|visit|attend|win|sell)$/u.test(p.lemma);
  return {
    type: passing ? 'event' : 'knowledge',
    confidence: p.lemma === 'buy' && c.words.length < 3 && !mine ? 0.66 : 0.78,
    content: said(s),
  };
};

const changed = proven({
  id: 'changed',
  pattern:
    /^(?:married|engaged|divorced|promoted|fired|laid off|hired|accepted|diagnosed|vaccinated|baptized|into (?!the|this|it|a)|pregnant|sober|an? (?:new )?(?:job|raise|promotion|degree|scholarship|divorce|tattoo|haircut|puppy|kitten|dog|cat)|(?:an? |the |that )(?:\p{L}+ ){0,2}(?:job|room|flat|part|role|lead|grant|scholarship|contract|apprenticeship|placement|internship|mortgage|promotion|place (?:at|in|on)))\b/u,
  yes: ['married', 'a new job', 'into pottery'],
  no: ['into the car', 'an axe'],
});
const got = (s: Saying): Finding | null => {
  if (!concrete(s.c)) return null;
  if (changed.test(s.c.lower)) return { type: 'event', confidence: 0.82, content: said(s) };
  if (s.p.tense === 'progressive' || s.p.tense === 'future') return null;
  const owned = s.c.phrase.some((word) => isIn('possessions', word));
  if (s.p.lemma === 'get')
    return owned && !technical(s) && determined.test(s.c.lower)
      ? { type: 'event', confidence: 0.76, content: said(s) }
      : null;
  return isDated(s.c.lower) && !technical(s) && !isTransient(s.c.words)
    ? { type: 'event', confidence: 0.76, content: said(s) }
    : null;
};

const travels = /^(?:to|from|home|back|abroad|for) /u;
const occasion = proven({
  id: 'occasion',
  pattern:
    /^(?:an?|the|my|our) (?:\S+ ){0,2}(?:party|wedding|trip|surprise|event|concert|dinner|bbq|barbecue|meetup|workshop|potluck|conference|talk|tournament|raid|fundraiser|marathon|hackathon)\b/u,
  yes: ['a birthday party', 'the surprise', 'our annual dinner'],
  no: ['a part', 'party'],
});
const planned = (s: Saying): Finding | null => {
  const { p, c } = s;
  if (!concrete(c) || isTransient(c.words)) return null;
  const dated = isDated(c.lower);
  const trip =
    /^(?:fly|travel|visit|go|move|return)$/u.test(p.lemma) &&
    ((travels.test(c.lower) && /^(?:to|from|back to|home to) (?:the )?\p{Lu}\p{Ll}/u.test(c.text)) ||
      (p.lemma === 'visit' && proper(c.text)));
  if (!trip && !dated && !occasion.test(c.lower)) return null;
  if (technical(s)) return null;
  return { type: 'event', confidence: 0.82, content: said(s) };
};
const scheduled =
  /^(?:start|begin|leave|arrive|fly|graduate|finish|turn|perform|travel|return|retire|defend|present|move)$/u;
/** Any plain future with a day to it; a present of the calendar ("starts school on Monday"). */
export const dated = (s: Saying): Finding | null => {
  const { p, c } = s;
  if (p.tense !== 'future' && !(p.tense === 'present' && scheduled.test(p.lemma))) return null;
  if (
    !concrete(c) ||
    !isDated(c.lower) ||
    (p.tense === 'future' && isIn('techVerbs', p.lemma)) ||
    isTransient(c.words) ||
    technical(s)
  )
    return null;
  return /\b(?:now|back)\b/u.test(c.lower) ? null : { type: 'event', confidence: 0.78, content: said(s) };
};

const careful =
  /^(?:see|take|leave|buy|read|watch|launch|write|develop|prepare|research|record|sell|design|rebuild|expect)$/u;
const worthTelling = proven({
  id: 'worthTelling',
  pattern:
    /^(?:therapist|an? (?:\S+ ){0,3}(?:therapist|course|class|house|flat|novel|book|company|startup|product|shop|store|game|album|website|thesis|play|movie|film|series|memoir|cabin|boat|car|business|newsletter|podcast|channel|brand|collection|baby|child|app)|someone|somebody|maternity|paternity|medication|.*\b(?:mg|daily|class|classes|lessons|course)\b|the (?:job|company|country)|my (?:\S+ ){0,2}(?:job|house|car|novel|book|thesis|dissertation|company|startup|shop|album|website|memoir|first)|twins|a baby|secret)/iu,
  yes: ['a cello course', 'my first axe', 'twins'],
  no: ['an axe', 'my axe'],
});
const passingOn = proven({
  id: 'passingOn',
  pattern:
    /^(?:to|about|the (?:same|command|install|update)|with|up|on it|out|off|down|through|is|are|and|but|over|around|for the|now|right now)\b/u,
  yes: ['to brno', 'for the win', 'right now'],
  no: ['brno', 'a tower'],
});

const doing = when(
  (s) =>
    !isTransient(s.c.words) &&
    !technical(s) &&
    !passingOn.test(s.c.lower) &&
    (!careful.test(s.p.lemma) || worthTelling.test(s.c.text) || proper(s.c.text)),
  ({ c, p }) => ({
    type: isDated(c.lower) && p.tense === 'progressive' ? 'event' : 'context',
    confidence: 0.78,
  }),
);
const learning = when(
  ({ c }) => !isTransient(c.words) && c.words.length <= 10,
  () => ({ type: 'context', confidence: 0.78 }),
);

const aim = proven({
  id: 'aim',
  pattern:
    /^(?:up )?(?:for|to) (?!it\b|this\b|that\b|now\b|you\b|me\b|self\b|everyone\b|the (?:moment|time|future|first|next|same)\b)\S/u,
  yes: ['for the marathon', 'up to six', 'to brno'],
  no: ['for it', 'for the moment'],
});

/** "Training for the Lisbon marathon", "saving up for a van". */
const preparing = when(
  (s) =>
    aim.test(s.c.lower) &&
    !isTransient(s.c.words.slice(s.c.words[0] === 'up' ? 2 : 1)) &&
    !technical(s) &&
    (s.p.lemma !== 'save' || /^up (?:for|to)|^for\b/u.test(s.c.lower)) &&
    / (?:for|to) /u.test(` ${s.c.lower} `) &&
    s.c.words.length <= 12,
  ({ c }) => ({ type: /^(?:up )?for/u.test(c.lower) ? 'goal' : 'context', confidence: 0.8 }),
);

const seeking = proven({
  id: 'seeking',
  pattern:
    /^(?:for|at) (?:an? |my |some |another |any )?(?:(?!cron|batch|print|nose)[\p{L}-]+ ){0,2}?(?:job|jobs|work|apartments?|flats?|houses?|places? to (?:live|rent)|place (?:in|near|of our own)|roommate|flatmate|car|co-?founder|internship|position|role|contract|gig|therapist|girlfriend|boyfriend|puppy|tutor|band|bassist|drummer)\b/u,
  yes: ['for a new job', 'for an apartment', 'at some place to rent'],
  no: ['for the bus', 'for a cron job'],
});

export const happeningFrames: readonly Frame[] = [
  {
    id: 'got',
    verbs: verbs('get make write meet see'),
    tenses: [...done, 'progressive', 'future'],
    personal: true,
    find: got,
  },
  {
    id: 'achieved',
    verbs: verbs(
      'buy adopt sell lose break finish start quit join leave win visit build publish launch pass fail retire attend inherit donate release complete sprain fracture injure rescue ship become paint knit restore renovate rebuild bake compose record plant craft beat repair mend refurbish carve weld forge pickle harvest illustrate film sculpt upholster repaint tile crochet embroider quilt brew sew weave donate grow stitch tune distill translate photograph dig assemble transplant',
    ),
    tenses: done,
    find: achieved,
  },
  {
    id: 'planned',
    verbs: verbs(
      'fly travel visit go leave start host attend present perform meet bring arrive return come throw celebrate plan organize organise speak join move take finish give marry get quit resign defend play teach have',
    ),
    tenses: ['future', 'progressive'],
    find: planned,
  },
  {
    id: 'quits',
    verbs: verbs('quit resign'),
    tenses: ['progressive', 'future', 'past', 'perfect'],
    personal: true,
    find: (s) =>
      s.c.words.length === 0 ? { type: 'event', confidence: 0.74, sensitivity: 1, content: said(s) } : null,
  },
  {
    id: 'seeks',
    verbs: verbs('look search hunt apply'),
    tenses: ['progressive', 'perfect-progressive'],
    personal: true,
    find: when(
      ({ c }) => seeking.test(c.lower),
      () => ({ type: 'goal', confidence: 0.82, importance: 0.6 }),
    ),
  },
  {
    id: 'interviews',
    verbs: ['interview'],
    tenses: ['progressive', 'perfect-progressive', 'past', 'future'],
    personal: true,
    find: when(
      () => true,
      () => ({ type: 'context', confidence: 0.86, importance: 0.6, sensitivity: 1 }),
    ),
  },
  {
    id: 'learns',
    verbs: verbs('learn study practice practise'),
    tenses: ['progressive', 'perfect-progressive'],
    find: learning,
  },
  {
    id: 'doing',
    verbs: verbs(
      'build train plan write organize organise read watch save renovate prepare teach develop design research translate expect rebuild restore paint knit grow raise recover launch quit leave sell buy hire host redesign date see take rehearse volunteer coach moderate rewrite refactor port migrate implement illustrate edit compose digitise digitize catalogue crochet sew brew convert transcribe animate',
    ),
    tenses: ['progressive', 'perfect-progressive'],
    find: doing,
  },
  {
    id: 'prepares',
    verbs: verbs('train prepare study revise practice practise rehearse save'),
    tenses: ['progressive', 'perfect-progressive', 'present'],
    personal: true,
    find: preparing,
  },
  {
    id: 'brings',
    verbs: ['bring'],
    tenses: ['present', 'future', 'progressive'],
    find: when(
      ({ c }) =>
        c.words.length <= 8 &&
        !/\b(?:back|up|now|down|in for|over)\b/u.test(c.lower) &&
        !/^\p{Lu}/u.test(c.text),
      () => ({ type: 'event', confidence: 0.76 }),
    ),
  },
];
