import { senseOfNoun, sensitivityOf, proven } from '#safety';
import { isTransient } from '../../grammar/object.js';
import { isIn } from '../../words/lexicon.js';
import { now, valueOf, type Finding, type Frame, type Saying } from './frame.js';
import { concrete, determined, isDated, said, verbs, when } from './found.js';
import { dietOf } from './taste.js';

const kin = proven({
  id: 'kin',
  pattern:
    /^(?:son|daughter|kid|child|children|twin|brother|sister|wife|husband|girlfriend|boyfriend|partner|fiancee?|nephew|niece|cousin|grandson|granddaughter|sibling|stepson|stepdaughter|roommate|dog|cat|puppy|kitten|parrot|hamster|rabbit|pet|horse)s?$/u,
  yes: ['daughter', 'twins', 'puppys'],
  no: ['daughterly', 'axe'],
});
const appointment = proven({
  id: 'appointment',
  pattern:
    /\b(?:appointment|meeting|exam|interview|flight|surgery|class|lesson|deadline|wedding|shift|party|dinner|lunch|date|call|session|presentation|test|concert|game|practice|rehearsal|checkup|visit)\b/u,
  yes: ['dentist appointment', 'piano practice'],
  no: ['dentist', 'practical joke'],
});

/** "A few around the house": of what, nobody knows. */
const uncounted = /^a (?:few|lot|bit|couple)\b/u;

/** Parts and machines: told of a problem, seldom to be remembered. */
const hardware = proven({
  id: 'hardware',
  pattern:
    /\d|\b(?:drives?|hd|hdd|ssd|processor|chipset|cpu|gpu|ati|nvidia|intel|amd|radeon|geforce|graphics|vga|usb|lcd|dual-?boot|copy|cd|dvd|sticks?|vm|stack|cards?|router|modem|hub|lan|wlan|wifi|nic|raid|controller|box|computers?|machines?|pc|pcs|stations?|disks?|adapter|cable|mouse|webcam|speakers?|headphones|setup|backup|server|servers|test|theory|clean|fresh|basic|weird|strange|working|friend (?:in|on|with|who)|mac|hp|dell|asus|acer|chip|nas|screen|kitchen|acl|lvm|devices?|accounts?|kernels?|burner|request|xserver|sections?|fix|cure|hds?)\b/u,
  yes: ['an old hdd', '2 cats', 'friend in brno'],
  no: ['an old cat', 'friendly dog'],
});

const isSystem = (word: string): boolean =>
  isIn('systems', word.replace(/[\d.]+$/u, '')) || isIn('systems', word);

/** A thing nobody listed is kept when it is one of a kind told plainly: "a telescope", not "the thing with". */
const anything =
  /^(?:an?|\d{1,2}|two|three|four|five|six|seven) (?!friend|device|request|problem|guy|person|user)\p{L}/u;

const has = (s: Saying): Finding | null => {
  const { c, p } = s;
  if (!concrete(c) || uncounted.test(c.lower)) return null;
  const { phrase } = c;
  if (appointment.test(phrase.join(' ')))
    return isDated(c.lower) || p.tense === 'future'
      ? { type: 'event', confidence: 0.84, content: said(s) }
      : null;
  const isAlive = /^(?:animal|plant)$/u.test(senseOfNoun(phrase.at(-1) ?? '') ?? '');
  const known =
    phrase.some((word) => isIn('possessions', word)) || (isAlive && !hardware.test(phrase.join(' ')));
  const ill =
    sensitivityOf(phrase.join(' ')).sensitivity === 2 || /^\S+ of (?:debts?|loans?)\b/u.test(c.lower);
  if (isTransient(c.words) || ((p.tense === 'past' || p.tense === 'perfect') && !known && !ill)) return null;
  if (
    !known &&
    !ill &&
    !(
      anything.test(c.lower) &&
      !p.negated &&
      p.tense === 'present' &&
      c.phrase.length <= 4 &&
      c.words.length <= 10
    )
  )
    return null;
  const type = phrase.some((word) => kin.test(word)) ? 'relationship' : ill ? 'identity' : 'knowledge';
  return {
    type,
    confidence:
      known || ill
        ? 0.86
        : p.lemma === 'own'
          ? 0.82
          : hardware.test(c.lower) || c.words.some(isSystem)
            ? 0.66
            : 0.74,
    content: said(s),
  };
};

const uses = (s: Saying): Finding | null => {
  const { c, p } = s;
  if (!concrete(c) || isTransient(c.words) || c.words.length > 12 || c.words.includes('to') || p.negated)
    return null;
  return c.words.slice(0, 5).some(isSystem)
    ? { type: 'knowledge', confidence: 0.77, importance: 0.4, content: said(s) }
    : null;
};

const race =
  /^(?:\d+ ?(?:k|km|miles?)\b|a marathon|marathons|every (?:day|morning|evening)|half|ultra|track|cross.country)/u;
const notOwned = proven({
  id: 'notOwned',
  pattern:
    /\b(?:command|tests?|line|program|update|upgrade|query|fsck|live|vm|kernel|gui|check|scan|machine|game|app|process|latest|version|script|box|system|distro|one|problem|risk|laptop|computer|pc)\b/u,
  yes: ['the latest version', 'a live game'],
  no: ['a bakery', 'livelihood'],
});
/** Talk of machines has these as well: "the seed library", "a pottery class" are somebody's doing. */
const undertaking = /^(?:librar(?:y|ies)|class(?:es)?|channel|site|panel)$/u;
const runs = (s: Saying): Finding | null => {
  const { c } = s;
  if (/\bright now\b|\bat the moment\b|\boff (?:of )?\p{L}/u.test(c.lower)) return null;
  if (race.test(c.lower)) return { type: 'preference', confidence: 0.8, content: said(s) };
  const system = uses(s);
  if (system) return system;
  const isUndertaking = c.phrase.length > 1 && undertaking.test(c.phrase.at(-1) ?? '');
  return concrete(c) &&
    (isUndertaking || !isTransient(c.words)) &&
    determined.test(c.lower) &&
    c.words.length >= 2 &&
    !notOwned.test(c.lower)
    ? { type: 'knowledge', confidence: 0.8, importance: 0.7, content: said(s) }
    : null;
};

const able = verbs(
  'eat drink drive swim cook dance sing speak read play ride stand tolerate sleep smell hear attend ski surf knit sew handle digest',
);
const musical = proven({
  id: 'musical',
  pattern:
    /^(?:music|sheet|the (?:piano|guitar|violin|drums|flute)|guitar|piano|in (?:my|one|the left)|braille|arabic|hebrew|crowds|spicy|alcohol|caffeine|dairy)/u,
  yes: ['music', 'the piano', 'spicy food'],
  no: ['magic', 'the axe'],
});
const can = (s: Saying): Finding | null => {
  const { p, c } = s;
  if (p.modal !== 'can' || c.deictic || c.words.length > 10 || (c.words.length > 0 && isTransient(c.words)))
    return null;
  switch (p.lemma) {
    case 'stand':
      return p.negated && c.words.length > 0 && !/^(?:the (?:way|fact)|when|how|in|on|up|out)/u.test(c.lower)
        ? {
            type: 'preference',
            confidence: 0.84,
            topic: `taste:${valueOf(c.text)}`,
            value: 'dislikes',
            content: said(s),
          }
        : null;
    case 'attend':
      return p.negated && c.words.length > 0 ? { type: 'event', confidence: 0.78, content: said(s) } : null;
    case 'speak':
      return c.words.some((word) => isIn('languages', word))
        ? { type: 'knowledge', confidence: 0.86, content: said(s) }
        : null;
    case 'read':
    case 'play':
    case 'hear':
    case 'sleep':
    case 'handle':
      return musical.test(c.lower) ? { type: 'knowledge', confidence: 0.8, content: said(s) } : null;
    default:
      if (!p.negated && c.words.length === 0) return null;
      if (/\b(?:today|tomorrow|tonight|now|monday|tuesday|wednesday|thursday|friday)\b/u.test(c.lower))
        return null;
      return /^(?:eat|drink|digest|tolerate)$/u.test(p.lemma)
        ? { type: 'preference', confidence: 0.82, content: said(s), ...dietOf(s) }
        : { type: 'knowledge', confidence: 0.8, content: said(s) };
  }
};

export const havingFrames: readonly Frame[] = [
  {
    id: 'has',
    verbs: verbs('have own'),
    tenses: ['present', 'past', 'future', 'used-to', 'perfect'],
    personal: true,
    find: has,
  },
  { id: 'runs', verbs: ['run'], tenses: [...now, 'used-to'], find: runs },
  { id: 'can', verbs: able, tenses: ['modal'], personal: true, find: can },
  {
    id: 'switches',
    verbs: verbs('switch migrate convert'),
    tenses: ['past', 'perfect', 'progressive', 'future'],
    find: when(
      ({ c }) =>
        /\b(?:to|from|over to)\b/u.test(c.lower) &&
        c.words.length > 1 &&
        c.words.length <= 12 &&
        !isTransient(c.words.slice(1)),
      () => ({ type: 'context', confidence: 0.8, importance: 0.5 }),
    ),
  },
];
