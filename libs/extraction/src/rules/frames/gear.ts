import { isIn } from '../../words/lexicon.js';
import { readable } from '../../grammar/object.js';
import { sentence, verbPhrase } from '../../grammar/render.js';
import { isWord, type Token } from '../../text/tokens.js';
import { valueOf, type Finding, type Frame, type Saying } from './frame.js';
import { verbs } from './found.js';

const version = /^v?\d{1,2}\.\d{1,2}(?:\.\d+)*$/u;
const model = /^(?=.*\d)(?=.*\p{L})[\p{L}\d-]{2,}$|^\d{4,5}$|^\d+(?:\.\d+)?(?:ghz|mhz|gb|mb|tb)?$/iu;
const joints = new Set('on with of as in and at + & / for from'.split(' '));
const describing = new Set(
  'audio hd board a an the my our own old older new newer small little cheap dual quad single core duo usb pci agp pcie wired external internal onboard integrated mobile inch edition lts beta alpha rc bit ghz mhz gb mb ram pro home work lite ultimate professional sp1 sp2 sp3 x64 x86 amd64 i386 64-bit 32-bit 64bit 32bit studio desktop server testing unstable stable fx series plus ultra mini ti gt gs gtx gts rtx xt all-in-one core2 turion m ii iii iv'.split(
    ' ',
  ),
);
/** What may stand after it without changing what it is. */
const follows =
  /^(?:[.,!?;:()\u2026-]|but|so|which|that|to|because|if|when|while|now|here|too|also|though|without|since|cause|cuz|installed|atm|not|where|however|or|i|it|after|until|till|just|only|still|works?|working|using|running|yes|thanks|please|lol|everywhere|daily|myself|tbh|btw|instead|over|again|myself|mostly|right|is|its|for)$/u;

const isSystem = (word: string): boolean =>
  isIn('systems', word) || isIn('systems', word.replace(/[\d.]+$/u, ''));

interface Gear {
  readonly text: string;
  readonly words: readonly string[];
}

/** The words of a machine, a part or a system at the beginning of these: "a dell d620", "hardy on a thinkpad x61". */
export const gearOf = (tokens: readonly Token[], moving = false): Gear | null => {
  let end = 0;
  let solid = 0;
  for (; end < tokens.length; end += 1) {
    const token = tokens[end];
    if (!token) break;
    const { lower } = token;
    const core =
      isSystem(lower) ||
      isIn('brands', lower) ||
      version.test(lower) ||
      model.test(lower) ||
      isIn('parts', lower);
    const said =
      core ||
      (/^\p{Lu}/u.test(token.text) &&
        end > 0 &&
        (isIn('brands', tokens[end - 1]?.lower ?? '') || isSystem(tokens[end - 1]?.lower ?? '')));
    if (said) solid = end + 1;
    else if (!describing.has(lower) && !(end > 0 && (joints.has(lower) || (moving && lower === 'to')))) break;
    else if (describing.has(lower) && end === solid && solid > 0 && !/^(?:a|an|the|my|our|own)$/u.test(lower))
      solid = end + 1;
  }
  if (
    solid > 1 &&
    /^\d+$/u.test(tokens[solid - 1]?.lower ?? '') &&
    joints.has(tokens[solid - 2]?.lower ?? '')
  )
    solid -= 2;
  const next = tokens[solid];
  if (solid === 0 || (next && isWord(next) && !joints.has(next.lower) && !follows.test(next.lower)))
    return null;
  const words = tokens.slice(0, solid).map((token) => token.lower);
  const named = words.some((word) => isSystem(word) || isIn('brands', word) || word === 'mac');
  const part = words.some((word) => isIn('parts', word)) && words.some((word) => model.test(word));
  if (!named && !part && !(words.length === 1 && version.test(words[0] ?? ''))) return null;
  // "Windows open", "the mac address": words for what a screen shows, not systems that somebody owns.
  if (words[0] === 'windows' && words.length === 1 && tokens[0]?.text !== 'Windows') return null;
  if (
    next &&
    /^(?:in|on|at|for|from)$/u.test(next.lower) &&
    /^(?:the|a|this|it|that)$/u.test(tokens[solid + 1]?.lower ?? '') &&
    solid < 2 &&
    !named
  )
    return null;
  return { text: readable(tokens.slice(0, solid)), words };
};

const passing =
  /\b(?:right now|at the moment|atm|for now|today|tonight|currently in|live ?cd|livecd|live (?:session|usb|disk|disc|mode)|recovery|boot ?disk|installer)\b/u;
const isDistro = (word: string): boolean => isIn('distros', word) || version.test(word);

const give = (content: string, gear: Gear, os: boolean): Finding => ({
  type: 'knowledge',
  confidence: 0.78,
  importance: 0.4,
  ...(os ? { topic: 'gear:os', value: valueOf(gear.text) } : {}),
  content,
});

const fitting = ({ c }: Saying): boolean => !passing.test(c.lower);

/** "I have a dell d620", "I bought a radeon 6700". */
const owned = (s: Saying): Finding | null => {
  const gear = fitting(s) && !s.p.negated ? gearOf(s.p.rest) : null;
  if (!gear || gear.words.every((word) => isSystem(word) && !isDistro(word))) return null;
  const first = gear.words[0] ?? '';
  const article =
    /^(?:a|an|my|the|two|three|\d+)$/u.test(first) ||
    isIn('brands', first) ||
    isDistro(first) ||
    model.test(first);
  if (!article || first === 'the') return null;
  return give(sentence(verbPhrase(s.p), gear.text), gear, false);
};

/** "I use gnome", "I'm running 8.04 on a thinkpad". */
const used = (s: Saying): Finding | null => {
  const gear = fitting(s) ? gearOf(s.p.rest) : null;
  if (!gear || (s.p.negated && s.p.tense !== 'present')) return null;
  if (!gear.words.some((word) => isSystem(word) || version.test(word) || isIn('brands', word))) return null;
  const os = s.p.tense === 'progressive' && gear.words.every((word) => isDistro(word));
  // "I only use ubuntu for my server": without what follows it says something else.
  const text = s.p.adverbs.includes('only') ? s.c.text : gear.text;
  return give(sentence(verbPhrase(s.p), text), gear, os && !s.p.negated);
};

/** "I'm on hardy". */
const isOn = (s: Saying): Finding | null => {
  if (s.p.rest[0]?.lower !== 'on' || s.p.negated || !fitting(s)) return null;
  const gear = gearOf(s.p.rest.slice(1));
  if (!gear?.words.some((word) => isDistro(word) || isIn('brands', word) || word === 'mac' || word === 'pc'))
    return null;
  return give(
    sentence(gear.words.some(isDistro) ? 'running' : 'using', gear.text),
    gear,
    gear.words.every((word) => isDistro(word)),
  );
};

const forOthers =
  /\b(?:for|on) (?:someone|somebody|him|her|them|an? (?:friend|customer|client)|(?:my |his |her )?(?:mother|mom|mum|dad|father|brother|sister|wife|husband|friend|parents|girlfriend|boyfriend|neighbou?r)\S*)\b|\bit\b/u;

/** "I upgraded to hardy", "I installed 10.04 yesterday". */
const changed = (s: Saying): Finding | null => {
  const { p } = s;
  const to = /^(?:to|from|over|back)$/u.test(p.rest[0]?.lower ?? '');
  if (p.negated || (p.lemma === 'install') === to || forOthers.test(s.c.lower)) return null;
  const back = /^(?:over|back)$/u.test(p.rest[0]?.lower ?? '') ? 1 : 0;
  const lead = p.lemma === 'install' ? [] : p.rest.slice(0, back + 1);
  const gear = gearOf(p.rest.slice(lead.length), lead.length > 0);
  if (!gear || !isDistro(gear.words.find((word) => !describing.has(word)) ?? '')) return null;
  return {
    type: 'context',
    confidence: 0.76,
    importance: 0.35,
    content: sentence(verbPhrase(p), readable(lead), gear.text),
  };
};

const novice =
  /^(?:(?:a|an|the) )?(?:(?:very|pretty|completely|totally|quite|fairly|relatively|kinda|really|still|bit|rather|complete|total|brand) )*new to (\S+)(?: (?:and|but|so|,)\b.*|$)/u;
const isNew = (s: Saying): Finding | null => {
  const what = novice.exec(s.c.lower)?.[1]?.replace(/[.,!]+$/u, '') ?? '';
  if (
    s.p.negated ||
    !(isSystem(what) || /^(?:programming|coding|unix|bash|c\+\+|php|sql|perl|ruby)$/u.test(what))
  )
    return null;
  return { type: 'context', confidence: 0.76, importance: 0.4, content: sentence('new to', what) };
};

const userOf = (s: Saying): Finding | null => {
  const [article, ...rest] = s.c.words;
  const at = rest.indexOf('user');
  if (!/^an?$/u.test(article ?? '') || at < 1 || at > 3 || !rest.slice(0, at).some(isSystem)) return null;
  if (rest[at + 1] !== undefined && !/^(?:and|but|since|for|too|myself)$/u.test(rest[at + 1] ?? ''))
    return null;
  return {
    type: 'knowledge',
    confidence: 0.78,
    importance: 0.4,
    content: sentence(s.p.negated ? 'is not' : 'is', article ?? '', rest.slice(0, at + 1).join(' ')),
  };
};

export const gearFrames: readonly Frame[] = [
  { id: 'gear-on', verbs: ['be'], tenses: ['present'], find: (s) => isOn(s) ?? isNew(s) ?? userOf(s) },
  {
    id: 'gear-has',
    verbs: verbs('have own buy get'),
    tenses: ['present', 'past', 'perfect'],
    find: (s) =>
      s.p.tense === 'present' || s.p.lemma === 'buy' || (s.p.lemma === 'get' && s.p.tense === 'past')
        ? owned(s)
        : null,
  },
  {
    id: 'gear-uses',
    verbs: verbs('use run dual-boot'),
    tenses: ['present', 'progressive', 'perfect', 'perfect-progressive'],
    find: used,
  },
  {
    id: 'gear-changed',
    verbs: verbs('install upgrade switch migrate move convert downgrade'),
    tenses: ['past', 'perfect'],
    find: changed,
  },
];
