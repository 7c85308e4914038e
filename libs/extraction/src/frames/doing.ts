import { isIn } from '../lexicon.js';
import { sensitivityOf } from '../sensitivity.js';
import { isTransient, nounPhrase } from '../grammar/object.js';
import { sentence, verbPhrase } from '../grammar/render.js';
import { done, isDenied, now, valueOf, type Finding, type Frame, type Saying } from './frame.js';

const content = ({ p, c }: Saying): string => sentence(verbPhrase(p), c.text);
const concrete = ({ c }: Saying): boolean => c.words.length > 0 && c.words.length <= 22 && !c.deictic;
const proper = (text: string): boolean => /^(?:the |a |an )?\p{Lu}/u.test(text);
const determined =
  /^(?:a|an|the|my|our|his|her|their|two|three|four|five|six|seven|eight|nine|ten|several|\d{1,3})\b/u;
const dated =
  /\b(?:today|tonight|tomorrow|yesterday|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:next|last|this|every|each) (?:week|weekend|month|year|summer|winter|spring|fall|autumn|day|morning|evening|night|semester|quarter)|in (?:january|february|march|april|may|june|july|august|september|october|november|december|\d{4})|\d+ (?:days?|weeks?|months?|years?) ago|a (?:week|month|year) ago|since \d{4}|on the \d|\d{1,2}(?::\d\d)? ?(?:am|pm)|by (?:eod|noon|midnight|eow|friday|monday)|january \d|february \d|march \d|april \d|may \d|june \d|july \d|august \d|september \d|october \d|november \d|december \d)/u;
export const isDated = (lower: string): boolean => dated.test(lower);

const find =
  (test: (s: Saying) => boolean, give: (s: Saying) => Omit<Finding, 'content'>) =>
  (s: Saying): Finding | null =>
    concrete(s) && test(s) ? { content: content(s), ...give(s) } : null;

const liked: Readonly<Record<string, 'likes' | 'dislikes'>> = {
  like: 'likes',
  love: 'likes',
  enjoy: 'likes',
  adore: 'likes',
  prefer: 'likes',
  miss: 'likes',
  hate: 'dislikes',
  dislike: 'dislikes',
  detest: 'dislikes',
  despise: 'dislikes',
  loathe: 'dislikes',
  crave: 'likes',
};
const taste = (s: Saying): Finding | null => {
  const { p, c } = s;
  const first = c.words[0] ?? '';
  if (
    !concrete(s) ||
    c.words.length > 12 ||
    /^(?:how|the (?:way|idea|fact|sound|look|new one)|being able|my (?:life|luck)|your|to (?:see|know|hear|think|say|get|be able|point|mention|do)|a lot|if|you|self|seeing|god|ya)\b/u.test(
      c.lower,
    )
  )
    return null;
  if (isTransient(c.words) && first !== 'to') return null;
  const feeling = liked[p.lemma] ?? 'likes';
  const negative = isDenied(p);
  const value = (feeling === 'likes') === negative ? 'dislikes' : 'likes';
  if (p.lemma === 'prefer') return { type: 'preference', confidence: 0.86, content: content(s) };
  return {
    type: 'preference',
    confidence: p.lemma === 'miss' ? 0.72 : 0.86,
    topic: `taste:${valueOf(c.text)}`,
    value,
    content: content(s),
  };
};

const foodTopic = (s: Saying): Partial<Finding> => {
  const head = nounPhrase(s.c.words).at(-1) ?? '';
  return isIn('animalFood', head) ? { topic: 'diet', value: isDenied(s.p) ? `no ${head}` : head } : {};
};

const consumable = find(
  (s) =>
    !isTransient(s.c.words) &&
    s.p.tense !== 'past' &&
    s.p.tense !== 'perfect' &&
    s.c.words.length <= 9 &&
    (s.p.tense !== 'progressive' || isDenied(s.p)) &&
    !/^(?:a|an|the|some|my) (?!lot)/u.test(s.c.lower),
  (s) => ({ type: 'preference', confidence: 0.8, ...foodTopic(s) }),
);

const gardenPath =
  /^(?:in|at|on|near|outside|with|by|alone|out|around|between|off|under|abroad|upstairs|here in)\b/u;
const residence = find(
  ({ c, p }) =>
    (gardenPath.test(c.lower) &&
      !/^(?:in|with|on) (?:fear|hope|peace|the (?:moment|past|real world|future|terminal|command)|this|that|it|here)\b/u.test(
        c.lower,
      )) ||
    (p.lemma === 'live' && c.words[0] === 'alone'),
  ({ c, p }) => {
    const where =
      /^(?:in|at|near|outside|on)\b/u.test(c.lower) && (p.tense === 'present' || p.tense === 'progressive');
    const since = c.lower
      .replace(/ (?:since|for|with|now)\b.*$/u, '')
      .replace(/^(?:in|at|near|outside|on) /u, '');
    return {
      type: 'identity',
      confidence: 0.87,
      importance: 0.7,
      ...(where ? { topic: 'residence', value: isDenied(p) ? `not ${since}` : valueOf(since) } : {}),
    };
  },
);

const workplace = find(
  ({ c }) =>
    /^(?:at|for|as|with|remotely|from home|part[- ]time|full[- ]time|night|nights|the night|weekends|shifts|in (?:a|an|the|tech|finance|retail|marketing|sales|healthcare|education|hr|it|construction|hospitality|film|music|publishing|advertising|logistics|customer|software|security|data|research|biotech|government|insurance|law|medicine|real estate|support|qa|devops|\p{Lu}))\b/u.test(
      c.lower,
    ) &&
    !/^(?:as (?:expected|well|root|intended|advertised|it|i|a (?:charm|workaround))|for (?:now|me|you|some|most|everyone|the (?:moment|time|most))|with (?:it|this|that|the same))\b/u.test(
      c.lower,
    ),
  ({ c, p }) => ({
    type: 'identity',
    confidence: 0.87,
    importance: 0.75,
    ...(/^(?:at|for)\b/u.test(c.lower) && p.tense !== 'past'
      ? { topic: 'workplace', value: isDenied(p) ? 'none' : valueOf(c.lower.replace(/^(?:at|for) /u, '')) }
      : {}),
  }),
);

const project = find(
  ({ c }) =>
    /^on (?:a|an|my|our|the|\p{L}+ (?:project|app|game|book|feature))\b/u.test(c.lower) &&
    !isTransient(c.words.slice(1)) &&
    !/^on (?:the|a|my) (?:same|other|laptop|computer|machine|desktop|pc|ubuntu|fix|solution|box|server|live)/u.test(
      c.lower,
    ),
  () => ({ type: 'context', confidence: 0.8 }),
);

const moved = find(
  ({ c }) =>
    /^(?:to|from|back to|out of|into|in with|away from|here from|over to|in to|out|back)\b/u.test(c.lower) &&
    (proper(c.text.replace(/^(?:back |over |out |in |here )?(?:to|from|into|of) /u, '')) ||
      isDated(c.lower) ||
      /^(?:to|into|in with|out of|from|back)\b (?:a|an|the|my|boyfriend|girlfriend|partner|parents|wife|husband|mom|dad|new|another|france|\p{L}+ (?:last|next|in|with|for|from)\b)/u.test(
        c.lower,
      ) ||
      (c.words.length <= 3 && /^(?:to|from) \p{L}{4,}$/u.test(c.lower))) &&
    !/^(?:to|into|from) (?:the|a) (?:next|other|new|end|right|left|top|same|trash|bottom|folder|directory|another)/u.test(
      c.lower,
    ),
  ({ c, p }) => {
    const to =
      /^(?:back |over |in )?to ([^,]+?)(?: (?:from|in|last|next|with|for|on|two|three|a|this|\d).*)?$/u.exec(
        c.lower,
      )?.[1];
    const complete = (p.tense === 'past' || p.tense === 'perfect') && !p.negated && to !== undefined;
    return complete
      ? { type: 'identity', confidence: 0.86, importance: 0.7, topic: 'residence', value: valueOf(to) }
      : { type: p.tense === 'past' ? 'knowledge' : 'event', confidence: 0.84 };
  },
);

const possession = (s: Saying): Finding | null => {
  const { c, p } = s;
  if (
    !concrete(s) ||
    (/^(?:been|to|had|never|not|just|no (?:idea|clue|way|problem|choice|sound|time|luck|option|internet|need|intention|longer)|a (?:lot|few|bit|couple|look|go|read|feeling|hard|question|quick|good|nice|great|bad)|the (?:same|latest|newest|right|wrong)|all|any|some|only|more|nothing|enough|good|fun|trouble|problems?|issues?|access|been|this|that)\b/u.test(
      c.lower,
    ) &&
      !/^(?:the (?:day|week|weekend|night|flu)|been)/u.test(c.lower))
  )
    return null;
  const phrase = c.phrase;
  const head = phrase.at(-1) ?? '';
  const known =
    isIn('possessions', head) ||
    isIn('possessions', phrase[0] ?? '') ||
    phrase.some((word) => isIn('possessions', word));
  const event =
    /\b(?:appointment|meeting|exam|interview|flight|surgery|class|lesson|deadline|wedding|shift|party|dinner|lunch|date|call|session|presentation|test|concert|game|practice|rehearsal|checkup|visit)\b/u.test(
      phrase.join(' '),
    );
  if (event)
    return isDated(c.lower) || p.tense === 'future'
      ? { type: 'event', confidence: 0.84, content: content(s) }
      : null;
  if (p.tense === 'past' && !known) return null;
  if (isTransient(c.words)) return null;
  if (!known && !(determined.test(c.lower) && p.tense === 'present' && c.words.length <= 10)) return null;
  const kin = phrase.some(
    (word) =>
      /^(?:son|daughter|kid|child|twin|brother|sister|wife|husband|girlfriend|boyfriend|partner|fiancee?|nephew|niece|cousin|grandson|granddaughter|sibling|stepson|stepdaughter|roommate)s?$/u.test(
        word,
      ) || /^(?:dog|cat|puppy|kitten|parrot|hamster|rabbit|pet)s?$/u.test(word),
  );
  const type = kin ? 'relationship' : sensitivityOf(c.lower).rank === 2 ? 'identity' : 'knowledge';
  return { type, confidence: known ? 0.86 : 0.66, content: content(s) };
};

const using = (s: Saying): Finding | null => {
  const { c } = s;
  if (!concrete(s) || isTransient(c.words) || c.words.length > 12) return null;
  const system = c.words.slice(0, 5).some((word) => isIn('systems', word.replace(/[\d.]+$/u, '')));
  if (
    !system &&
    !/^(?:a|an|my|the) [^ ]+ (?:keyboard|camera|laptop|phone|wheelchair|mac|pc|thinkpad|printer|monitor|hearing)/u.test(
      c.lower,
    )
  )
    return null;
  if (/^(?:the )?(?:apt|sudo|dpkg|grep|ls|cd)\b/u.test(c.lower)) return null;
  return { type: 'knowledge', confidence: 0.77, importance: 0.4, content: content(s) };
};

const running = (s: Saying): Finding | null => {
  const { c } = s;
  if (/^(?:\d|a marathon|marathons|every|half|ultra|track|cross)/u.test(c.lower))
    return { type: 'preference', confidence: 0.8, content: content(s) };
  if (using(s) !== null) return using(s);
  return concrete(s) &&
    !isTransient(c.words) &&
    determined.test(c.lower) &&
    c.words.length >= 2 &&
    !/\b(?:command|test|tests|line|program|server side|update|upgrade|query|fsck|live|vm|kernel|gui|check|scan|machine|game|app|process)\b/u.test(
      c.lower,
    )
    ? { type: 'knowledge', confidence: 0.8, importance: 0.7, content: content(s) }
    : null;
};

const achieved = find(
  ({ c }) =>
    !isTransient(c.words) &&
    (determined.test(c.lower) ||
      proper(c.text) ||
      isDated(c.lower) ||
      /^(?:from|as|out|off|smoking|drinking|work|job|married|engaged|divorced|promoted|fired|laid off|accepted|hired|into|covid|sick|diagnosed|vaccinated|baptized|surgery)\b/u.test(
        c.lower,
      )) &&
    !/^(?:the (?:same|following|latest|install|update|file|system|whole)|up|down|rid|to|through|all|any|there|a (?:new one|couple|few|lot|bit|reply|copy|better|message|response|blank|black|fresh)|an? (?:error|warning|message)|back|off|out of the)\b/u.test(
      c.lower,
    ),
  ({ c, p }) => ({
    type:
      isDated(c.lower) || ['buy', 'get', 'lose', 'break', 'see', 'visit', 'attend', 'win'].includes(p.lemma)
        ? 'event'
        : 'knowledge',
    confidence: 0.78,
  }),
);
const lifeGot = (s: Saying): Finding | null => {
  const phrase = nounPhrase(s.c.words);
  const change =
    /^(?:married|engaged|divorced|promoted|fired|laid off|hired|accepted|diagnosed|vaccinated|baptized|into|pregnant|sober|a (?:new )?(?:job|raise|promotion|degree|scholarship|divorce|tattoo|haircut))\b/u.test(
      s.c.lower,
    );
  return change || phrase.some((word) => isIn('possessions', word)) ? achieved(s) : null;
};

const planned = find(
  ({ c, p }) =>
    (c.words.length > 1 || p.lemma === 'leave') &&
    (isDated(c.lower) ||
      /^(?:to (?!the (?:next|end)|do\b|be\b|get\b|try\b|have\b|use\b|install\b|run\b|find\b|say\b|see\b)|a (?:party|wedding|trip|surprise|event|concert|dinner|bbq|meetup|workshop)|the (?:party|wedding|trip|event|dinner|meetup|workshop)|on (?:a|my|the))/u.test(
        c.lower,
      )) &&
    !isTransient(c.words),
  () => ({ type: 'event', confidence: 0.82 }),
);

const doingNow = find(
  ({ c, p }) =>
    !isTransient(c.words) &&
    (p.tense !== 'progressive' || c.words.length >= 1) &&
    !/^(?:to|about|the (?:same|command|install|update)|with|up|on it|out|off|down|through)\b/u.test(c.lower),
  ({ c }) => ({ type: isDated(c.lower) ? 'event' : 'context', confidence: 0.78 }),
);

const seeking = find(
  ({ c }) =>
    /^(?:for|at) (?:a |an |my |some )?(?:new |better |first |second |remote |part[- ]time |bigger |used |cheap )*(?:job|jobs|work|apartment|flat|house|place to (?:live|rent)|roommate|flatmate|car|co-?founder|internship|position|role|contract|gig|therapist|girlfriend|boyfriend|house|puppy|tutor|band|bassist|drummer)\b/u.test(
      c.lower,
    ),
  () => ({ type: 'goal', confidence: 0.82, importance: 0.6 }),
);

const goalVerbs =
  /^to (?:learn|become|visit|travel|move|buy|start|write|run a|run my|quit|save|study|build|adopt|open|finish|lose|master|publish|climb|see the|get (?:married|fit|a (?:dog|cat|degree|tattoo|job|phd|promotion)|better at|into)|join|teach|live|retire|have (?:kids|a baby)|work (?:at|as|for|in)|play the|host|organi[sz]e|launch|switch|apply|go to|go (?:back|vegan|hiking|camping|skiing)|eat less|drink less|be (?:a|an|the)|make (?:a|an|my)|release|read (?:more|\d+)|walk|cycle|hike|paint|plant|sell|rent|renovate|propose|celebrate|take (?:a|up|the)|change (?:jobs|careers))\b/u;
const wanting = find(
  ({ c }) =>
    goalVerbs.test(c.lower) &&
    !isTransient(c.words.slice(2)) &&
    !/\b(?:package|terminal|grub|boot|ubuntu|sudo|partition|script|command)\b/u.test(c.lower),
  ({ c }) => ({ type: isDated(c.lower) ? 'event' : 'goal', confidence: 0.8, importance: 0.6 }),
);

const obliged = (s: Saying): Finding | null => {
  const { p, c } = s;
  if (!concrete(s) || (p.tense === 'modal' && p.modal !== 'must')) return null;
  const life = c.words.some((word) => isIn('lifeNouns', word));
  const when = isDated(c.lower);
  if (!life && !(when && !isIn('techVerbs', p.lemma))) return null;
  return { type: 'task', confidence: 0.8, content: content(s), ...(when ? {} : { importance: 0.4 }) };
};

const able = new Set(
  'eat drink drive swim cook dance sing speak read play ride stand tolerate sleep smell hear attend ski surf knit sew handle digest'.split(
    ' ',
  ),
);
const ability = (s: Saying): Finding | null => {
  const { p, c } = s;
  if (p.modal !== 'can' && p.modal !== 'could') return null;
  if (p.modal === 'could' || !able.has(p.lemma) || c.deictic || (isTransient(c.words) && c.words.length > 0))
    return null;
  if (p.lemma === 'stand')
    return p.negated && c.words.length > 0 && c.words.length < 8
      ? {
          type: 'preference',
          confidence: 0.84,
          topic: `taste:${valueOf(c.text)}`,
          value: 'dislikes',
          content: content(s),
        }
      : null;
  if (p.lemma === 'attend')
    return p.negated && c.words.length > 0 ? { type: 'event', confidence: 0.78, content: content(s) } : null;
  if (
    /^(?:read|play|hear|sleep|handle)$/u.test(p.lemma) &&
    !/^(?:music|sheet|the (?:piano|guitar|violin|drums|flute)|guitar|piano|in (?:my|one|the left)|braille|arabic|hebrew)/u.test(
      c.lower,
    )
  )
    return null;
  return {
    type: /^(?:eat|drink|digest|tolerate)$/u.test(p.lemma) ? 'preference' : 'knowledge',
    confidence: 0.82,
    content: content(s),
    ...foodTopic(s),
  };
};

const habitVerbs =
  'play collect drive ride cook bake smoke vape read speak teach own study knit sew paint draw sing brew roast grow garden hike climb jog swim cycle dance ski surf skate fish hunt moderate coach mentor tutor volunteer stream craft farm code meditate pray worship fast commute homeschool foster breed train practice practise lift row bike walk box wrestle bowl golf major specialize specialise freelance'.split(
    ' ',
  );
const play =
  /^(?:(?:the |some )?(?:piano|guitar|bass|drums|violin|cello|flute|sax\w*|trumpet|clarinet|ukulele|banjo|harp|organ|keyboard|keys|accordion|chess|tennis|golf|soccer|football|basketball|baseball|hockey|cricket|rugby|badminton|volleyball|poker|d&d|dnd|go|bridge|squash|pool|darts|softball|lacrosse|minecraft|video games|board games|card games)|mostly|as|for|in (?:a|the)|\p{L}+ (?:on|in|with|every|main|competitively|professionally))\b/u;
const habit = (s: Saying): Finding | null => {
  const { p, c } = s;
  if (!concrete(s) || c.words.length > 10 || isTransient(c.words)) return null;
  if (p.lemma === 'play')
    return play.test(c.lower) || proper(c.text)
      ? { type: 'preference', confidence: 0.82, content: content(s) }
      : null;
  if (p.lemma === 'speak')
    return c.words.some((word) => isIn('languages', word))
      ? { type: 'knowledge', confidence: 0.88, importance: 0.7, content: content(s) }
      : null;
  if (p.lemma === 'read')
    return /\b(?:books|novels|manga|comics|poetry|fiction|fantasy|sci-fi|every)\b/u.test(c.lower) &&
      p.tense !== 'past'
      ? { type: 'preference', confidence: 0.78, content: content(s) }
      : null;
  if (
    p.lemma === 'draw' ||
    p.lemma === 'code' ||
    p.lemma === 'train' ||
    p.lemma === 'box' ||
    p.lemma === 'lift'
  )
    return /^(?:in \p{L}+|comics|portraits|manga|every|for|with|weights|at|as|bjj)/u.test(c.lower)
      ? { type: 'preference', confidence: 0.74, content: content(s) }
      : null;
  return {
    type:
      p.lemma === 'teach' || p.lemma === 'own' || p.lemma === 'study' || p.lemma === 'major'
        ? 'identity'
        : 'preference',
    confidence: 0.8,
    content: content(s),
  };
};

const lifelong = find(
  ({ c }) => !isTransient(c.words),
  ({ c }) => ({ type: isDated(c.lower) ? 'event' : 'knowledge', confidence: 0.8 }),
);

export const doingFrames: readonly Frame[] = [
  {
    id: 'taste',
    verbs: Object.keys(liked),
    tenses: ['present', 'perfect', 'past'],
    personal: true,
    find: (s) =>
      s.p.tense === 'past' && !/^(?:hate|love|like)$/u.test(s.p.lemma)
        ? null
        : s.p.tense === 'past' && !s.self
          ? null
          : s.p.tense === 'past'
            ? null
            : taste(s),
  },
  {
    id: 'eats',
    verbs: ['eat', 'drink', 'avoid', 'smoke', 'vape'],
    tenses: [...now],
    personal: true,
    find: consumable,
  },
  {
    id: 'lives',
    verbs: ['live', 'reside'],
    personal: true,
    tenses: ['present', 'past', 'progressive', 'perfect', 'perfect-progressive', 'used-to'],
    find: residence,
  },
  {
    id: 'grew-up',
    verbs: ['grow'],
    tenses: ['past'],
    personal: true,
    find: find(
      ({ c }) => /^up (?:in|on|near|with|as|speaking|without)\b/u.test(c.lower),
      () => ({ type: 'identity', confidence: 0.87, topic: 'grew-up', value: 'said' }),
    ),
  },
  {
    id: 'moves',
    verbs: ['move', 'relocate'],
    tenses: ['past', 'perfect', 'progressive', 'future'],
    personal: true,
    find: moved,
  },
  {
    id: 'works',
    verbs: ['work'],
    tenses: [...now, 'past', 'used-to'],
    personal: true,
    find: (s) => workplace(s) ?? project(s),
  },
  { id: 'studies', verbs: ['study', 'major', 'graduate', 'enroll', 'enrol'], personal: true, find: lifelong },
  {
    id: 'has',
    verbs: ['have', 'own'],
    tenses: ['present', 'past', 'future', 'used-to'],
    personal: true,
    find: possession,
  },
  { id: 'runs', verbs: ['run'], tenses: [...now, 'used-to'], find: running },
  {
    id: 'leads',
    verbs: [
      'manage',
      'operate',
      'maintain',
      'found',
      'cofound',
      'co-found',
      'lead',
      'moderate',
      'admin',
      'administer',
      'organize',
      'organise',
      'host',
      'chair',
      'supervise',
      'oversee',
      'sponsor',
      'coach',
      'mentor',
      'rent',
      'lease',
    ],
    find: find(
      ({ c, p }) =>
        p.tense !== 'modal' && (determined.test(c.lower) || proper(c.text)) && !isTransient(c.words),
      () => ({ type: 'knowledge', confidence: 0.8, importance: 0.65 }),
    ),
  },
  { id: 'uses', verbs: ['use'], tenses: [...now], find: using },
  {
    id: 'switches',
    verbs: ['switch', 'migrate', 'convert'],
    tenses: ['past', 'perfect', 'progressive', 'future'],
    find: find(
      ({ c }) => /\b(?:to|from|over to)\b/u.test(c.lower) && c.words.length > 1 && c.words.length <= 12,
      () => ({ type: 'context', confidence: 0.8, importance: 0.5 }),
    ),
  },
  {
    id: 'achieved',
    verbs: [
      'buy',
      'adopt',
      'sell',
      'lose',
      'break',
      'finish',
      'start',
      'quit',
      'join',
      'leave',
      'win',
      'visit',
      'build',
      'publish',
      'launch',
      'pass',
      'fail',
      'retire',
      'attend',
      'inherit',
      'donate',
      'release',
      'complete',
      'earn',
      'sprain',
      'fracture',
      'injure',
      'rescue',
      'ship',
      'teach',
      'become',
      'paint',
      'knit',
      'restore',
      'renovate',
      'rebuild',
      'bake',
      'design',
      'compose',
      'record',
      'plant',
      'craft',
      'found',
      'beat',
    ],
    tenses: [...done],
    find: achieved,
  },
  { id: 'got', verbs: ['get', 'make', 'write', 'meet', 'see'], tenses: [...done], find: (s) => lifeGot(s) },
  {
    id: 'goes-through',
    verbs: ['go'],
    personal: true,
    tenses: ['progressive', 'past', 'perfect', 'past-progressive'],
    find: find(
      ({ c }) =>
        /^through (?:a|an|some|her|his|their|my|the)\b/u.test(c.lower) &&
        !isTransient(c.words.slice(1)) &&
        !/\b(?:list|docs|menu|logs?|steps|manual|settings|tutorial|wiki|forum)\b/u.test(c.lower),
      () => ({ type: 'context', confidence: 0.84, importance: 0.65 }),
    ),
  },
  {
    id: 'life',
    verbs: ['marry', 'divorce', 'propose', 'date', 'engage'],
    personal: true,
    tenses: ['past', 'perfect', 'progressive', 'perfect-progressive', 'future'],
    find: find(
      () => true,
      () => ({ type: 'relationship', confidence: 0.84 }),
    ),
  },
  {
    id: 'planned',
    verbs: [
      'fly',
      'travel',
      'visit',
      'go',
      'leave',
      'start',
      'host',
      'attend',
      'present',
      'perform',
      'meet',
      'bring',
      'arrive',
      'return',
      'come',
      'throw',
      'celebrate',
      'plan',
      'organize',
      'organise',
      'launch',
      'release',
      'speak',
      'join',
      'move',
      'take',
      'finish',
      'give',
      'marry',
      'be',
      'get',
      'quit',
      'resign',
      'defend',
      'play',
      'run',
      'teach',
      'work',
    ],
    tenses: ['future', 'progressive'],
    find: (s) => (s.p.lemma === 'be' ? null : planned(s)),
  },
  {
    id: 'seeks',
    verbs: ['look', 'search', 'hunt', 'apply'],
    tenses: ['progressive', 'perfect-progressive'],
    personal: true,
    find: seeking,
  },
  {
    id: 'interviews',
    verbs: ['interview'],
    tenses: ['progressive', 'perfect-progressive', 'past', 'future'],
    personal: true,
    find: find(
      () => true,
      () => ({ type: 'context', confidence: 0.86, importance: 0.6, rank: 1 }),
    ),
  },
  {
    id: 'doing',
    verbs: [
      'build',
      'learn',
      'study',
      'train',
      'plan',
      'write',
      'organize',
      'organise',
      'read',
      'watch',
      'save',
      'renovate',
      'prepare',
      'teach',
      'develop',
      'design',
      'research',
      'translate',
      'expect',
      'rebuild',
      'restore',
      'paint',
      'knit',
      'grow',
      'raise',
      'recover',
      'launch',
      'quit',
      'leave',
      'sell',
      'buy',
      'hire',
      'host',
      'practice',
      'practise',
      'redesign',
      'refactor',
      'date',
      'see',
      'take',
      'rehearse',
      'volunteer',
      'coach',
      'monitor',
      'moderate',
    ],
    tenses: ['progressive', 'perfect-progressive'],
    find: (s) =>
      /^(?:see|take|leave|buy|read|watch)$/u.test(s.p.lemma) &&
      !/^(?:\p{Lu}|a therapist|someone|somebody|somebody new|maternity|paternity|medication|.*\b(?:mg|daily|twice|class|classes|lessons|course|for\b)|the (?:job|company|team|country)|a (?:house|flat|new house|novel|book))/iu.test(
        s.c.text,
      )
        ? null
        : doingNow(s),
  },
  {
    id: 'medicine',
    verbs: ['take'],
    tenses: ['present', 'progressive'],
    personal: true,
    find: find(
      ({ c }) =>
        /\b(?:mg|milligrams?|micrograms?|mcg|ml|daily|twice a day|every (?:day|morning|night|evening)|pills?|tablets?|vitamins?|insulin|medication|meds|antibiotics|supplements?)\b/u.test(
          c.lower,
        ),
      () => ({ type: 'identity', confidence: 0.84, rank: 2, importance: 0.8 }),
    ),
  },
  {
    id: 'wants',
    verbs: ['want', 'plan', 'hope', 'intend', 'aim'],
    tenses: ['present', 'progressive', 'perfect', 'perfect-progressive'],
    find: wanting,
  },
  { id: 'must', verbs: Object.keys({}).concat(['be']), tenses: ['obligation'], find: () => null },
  { id: 'can', verbs: [...able], tenses: ['modal'], personal: true, find: ability },
  {
    id: 'habit',
    verbs: habitVerbs,
    tenses: ['present', 'perfect-progressive', 'used-to'],
    personal: true,
    find: habit,
  },
  {
    id: 'suffers',
    verbs: ['suffer', 'struggle'],
    tenses: [...now],
    personal: true,
    find: find(
      ({ c }) =>
        /^(?:from|with)\b/u.test(c.lower) &&
        !isTransient(c.words.slice(1)) &&
        !/\b(?:install\w*|driver|ubuntu|config\w*|setup|code)\b/u.test(c.lower),
      () => ({ type: 'identity', confidence: 0.78 }),
    ),
  },
  {
    id: 'diagnosed',
    verbs: ['diagnose'],
    personal: true,
    find: find(
      ({ c }) => /^with\b/u.test(c.lower),
      () => ({ type: 'identity', confidence: 0.86, rank: 2 }),
    ),
  },
  {
    id: 'wakes',
    verbs: ['wake', 'sleep', 'commute'],
    tenses: ['present', 'used-to'],
    personal: true,
    find: find(
      ({ c }) => /\b(?:at \d|every|early|late|by (?:train|bus|bike|car)|from)\b/u.test(c.lower),
      () => ({ type: 'preference', confidence: 0.76 }),
    ),
  },
  {
    id: 'brings',
    verbs: ['bring'],
    tenses: ['present', 'future', 'progressive'],
    find: find(
      ({ c }) => c.words.length <= 8,
      () => ({ type: 'event', confidence: 0.76 }),
    ),
  },
  {
    id: 'earns',
    verbs: ['earn', 'make', 'owe', 'pay'],
    tenses: ['present', 'progressive'],
    find: find(
      ({ c }) => /[$£€]\s?\d|\b\d+k\b/u.test(c.lower) || /[$£€]/u.test(c.text),
      () => ({ type: 'identity', confidence: 0.82, rank: 2 }),
    ),
  },
];

export const obligation = (s: Saying): Finding | null => obliged(s);
/** "need to call the dentist": the need is in the second verb. */
export const needTo = (s: Saying): Finding | null => {
  const [to, verb] = s.c.words;
  if (to !== 'to' || verb === undefined || s.c.deictic) return null;
  const life = s.c.words.some((word) => isIn('lifeNouns', word));
  if (!life && !(isDated(s.c.lower) && !isIn('techVerbs', verb))) return null;
  return { type: 'task', confidence: 0.8, content: content(s) };
};
