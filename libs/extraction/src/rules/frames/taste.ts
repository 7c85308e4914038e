import { proven } from '#safety';
import { isTransient } from '../../grammar/object.js';
import { isIn } from '../../words/lexicon.js';
import { isDenied, now, valueOf, type Finding, type Frame, type Saying } from './frame.js';
import { concrete, proper, said, verbs, when } from './found.js';

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
};
/** Moods, turns of speech and opinions of the moment: not tastes. */
const notTaste = proven({
  id: 'notTaste',
  pattern:
    /^(?:how|when|where|i|we|he|she|they|is|are|was|as|the (?:way|idea|fact|sound|look|new one|feel|concept|smell of)|being able|my (?:life|luck)|your|to (?:see|know|hear|think|say|get|be|point|mention|do|have|bother|admit|break|tell|ask|burst|interrupt|thank|keep|try)|a lot|if|you|and|or|but|in|on|at|to be|asking|self|seeing|god|ya|a \w+ (?:of|to|that)|doing|everything|every time|having to|in the|on the|at the|me|u|one|dealing|using|ur|ubuntus?'|to go (?:the|so)\b.*)\b/u,
  yes: ['how it ends', 'to see it', 'the way she sings'],
  no: ['jazz', 'tomatoes'],
});

const lasting = /^(?:always|never)$/u;
const taste = (s: Saying): Finding | null => {
  const { p, c } = s;
  if (!concrete(c) || c.words.length > 12) return null;
  // "I have enjoyed our chat": once, unless they always did.
  if (
    p.tense === 'perfect' &&
    !p.adverbs.some((adverb) => lasting.test(adverb)) &&
    !/\b(?:since|for|years?)\b/u.test(c.lower)
  )
    return null;
  if (notTaste.test(c.lower) && !(p.lemma === 'prefer' && /^(?:to be|being) \S+ed\b/u.test(c.lower)))
    return null;
  if (isTransient(c.words) && c.words[0] !== 'to') return null;
  if (p.lemma === 'prefer') return { type: 'preference', confidence: 0.86, content: said(s) };
  const value = (liked[p.lemma] === 'likes') === isDenied(p) ? 'dislikes' : 'likes';
  const confidence = p.lemma === 'miss' ? (proper(c.text) || c.words.length > 1 ? 0.72 : 0.6) : 0.86;
  return { type: 'preference', confidence, topic: `taste:${valueOf(c.text)}`, value, content: said(s) };
};

/** What somebody eats decides, of whatever kind it is: "eats fish" and "is vegan" speak of the same. */
export const dietOf = ({ p, c }: Saying): Partial<Finding> => {
  const head = c.phrase.at(-1) ?? '';
  return isIn('animalFood', head) ? { topic: 'diet', value: isDenied(p) ? `no ${head}` : head } : {};
};

const consumes = when(
  ({ p, c }) => !isTransient(c.words) && c.words.length <= 9 && (p.tense === 'present' || isDenied(p)),
  (s) => ({ type: 'preference', confidence: 0.8, ...dietOf(s) }),
);

const games = proven({
  id: 'games',
  pattern:
    /^(?:(?:the |some )?(?:piano|guitar|bass|drums|violin|cello|flute|sax\w*|trumpet|clarinet|ukulele|banjo|harp|organ|keys|accordion|chess|tennis|golf|soccer|football|basketball|baseball|hockey|cricket|rugby|badminton|volleyball|poker|d&d|dnd|bridge|squash|pool|darts|softball|lacrosse|minecraft|video ?games|board ?games|card games|games)|mostly|as|for|in (?:a|the)|\p{L}+ (?:on|in|with|every|main|competitively|professionally))\b/u,
  yes: ['the piano', 'video games', 'goalie on weekends'],
  no: ['a part', 'dead'],
});
const instrument = proven({
  id: 'instrument',
  pattern:
    /^(?:the |an? )?\p{L}+ (?:kit|drums?|bass|horn|guitar|organ|whistle|piano|recorder|pipes|flute|sax|saxophone|fiddle|lute|accordion|clarinet|trombone)(?: (?:in|at|for|with|and|since)\b|$)/u,
  yes: ['the drum kit', 'double bass in a band'],
  no: ['chess', 'bass'],
});
const plays = when(
  ({ c }) =>
    c.words.length <= 10 &&
    !isTransient(c.words) &&
    (games.test(c.lower) ||
      /^the (?!game|song|video|file|sound|music|cd|dvd|role|track|long|part|same)\p{L}+(?: (?:in|at|for|with|and|since)\b|$)/u.test(
        c.lower,
      ) ||
      instrument.test(c.lower) ||
      proper(c.text)),
  () => ({ type: 'preference', confidence: 0.82 }),
);
const speaks = when(
  ({ c }) => c.words.length <= 10 && c.words.some((word) => isIn('languages', word)),
  () => ({ type: 'knowledge', confidence: 0.88, importance: 0.7 }),
);
const pastime = when(
  ({ c }) => c.words.length <= 8 && !isTransient(c.words),
  () => ({ type: 'preference', confidence: 0.8 }),
);
/** "I build furniture", "I write crime novels": things in the plural, or stuff. */
const wares = proven({
  id: 'wares',
  pattern:
    /^(?!sure|sense|use|mistakes|things|sites?|notes|backups?|changes|mods?|scripts?|tests?|docs|bugs?|errors|copies|cds|dvds|lists|lots|it|do|up|out|off|in|on|at|to|from|with|code\b|your|no\b)(?:my own |own )?(?:[\p{L}-]+ ){0,2}?(?:[\p{L}-]{3,}s|furniture|music|poetry|jewel(?:le)?ry|pottery|beer|cider|wine|cheese|bread|honey|fiction|art|soap|vegetables|calligraphy|lace)(?: (?:from|out of|for|about|in|at) (?!it\b|the\b|this\b|that\b).*)?$/u,
  yes: ['furniture', 'crime novels', 'my own beer'],
  no: ['mistakes', 'it'],
});
const makes = when(
  ({ c, p }) =>
    !p.negated &&
    wares.test(c.lower) &&
    c.words.length <= 7 &&
    !isTransient(c.words) &&
    !c.words.some((word) => isIn('systems', word) || isIn('transientNouns', word)),
  () => ({ type: 'preference', confidence: 0.77 }),
);
const keepsHours = when(
  ({ c }) =>
    /\b(?:at \d|every|early|late|by (?:train|bus|bike|car)|\d+ hours)\b/u.test(c.lower) &&
    c.words.length <= 8,
  () => ({ type: 'preference', confidence: 0.76 }),
);

export const tasteFrames: readonly Frame[] = [
  {
    id: 'taste',
    verbs: Object.keys(liked),
    tenses: ['present', 'perfect', 'modal'],
    personal: true,
    find: (s) => (s.p.tense === 'modal' ? null : taste(s)),
  },
  { id: 'eats', verbs: verbs('eat drink avoid smoke vape'), tenses: now, personal: true, find: consumes },
  {
    id: 'plays',
    verbs: ['play'],
    tenses: ['present', 'perfect-progressive', 'used-to'],
    personal: true,
    find: plays,
  },
  { id: 'speaks', verbs: ['speak'], tenses: ['present'], personal: true, find: speaks },
  {
    id: 'habit',
    verbs: verbs(
      'collect cook bake paint knit sew sing brew roast grow garden hike climb jog swim cycle dance ski surf skate hunt craft farm breed foster meditate pray worship homeschool bowl golf wrestle row drive ride bike stream restore repair refurbish mend carve weld forge pickle ferment crochet embroider quilt sculpt illustrate translate tinker busk juggle forage compost upholster whittle weave',
    ),
    tenses: ['present', 'perfect-progressive', 'used-to'],
    personal: true,
    find: pastime,
  },
  {
    id: 'makes',
    verbs: verbs('build make write design produce sell record publish'),
    tenses: ['present', 'used-to', 'perfect-progressive'],
    personal: true,
    find: makes,
  },
  {
    id: 'hours',
    verbs: verbs('wake sleep commute'),
    tenses: ['present', 'used-to'],
    personal: true,
    find: keepsHours,
  },
];
