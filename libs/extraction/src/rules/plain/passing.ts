import { proven } from '#safety';
import { isDated } from '../frames/found.js';
import { isWord, type Token } from '../../text/tokens.js';
import { isIn } from '../../words/lexicon.js';
import type { Said } from './features.js';
import { isOfKind } from './keep-score.js';

const aboutMachines = /^(?:m-trouble|m-help|any:(?:systems|distros))$/u;
const parts = proven({
  id: 'parts',
  pattern:
    /^(?:a few|a couple|a lot|some|lots|loads|plenty|both|one|none|many|several)(?=$|\s(?:in|on|at|around|here|there|left|lying|from|too|already|of (?:them|those|these|it))\b)/u,
  yes: ['a few', 'some of them', 'several in brno'],
  no: ['some soup', 'a pair'],
});
/** A quotation, a message of a program, or what follows "when": "I get “read error” when …". */
const shownBy = proven({
  id: 'shownBy',
  pattern:
    /^(?:["'\u201c\u2018*]|\d|when\b|this\b|that\b|an? (?:\p{L}+ )?(?:error|warning|message|prompt|popup)\b|(?:no|the (?:\p{L}+ )?)?(?:errors?|warnings?|messages?|prompt)\b)/u,
  yes: ['"not found"', 'an odd error', 'this one'],
  no: ['a cat', 'they say'],
});
const having = /^(?:have|get|use|need|buy|own|want)$/u;

/** "Going to move the car, brb". */
const leaving = /\b(?:brb|bbl|bbs|bbiab|afk|gtg|g2g|ttyl|back in a (?:bit|sec|minute|moment|few))\b/iu;
/** "I'm in a meeting": over within the hour. */
const occupied = proven({
  id: 'occupied',
  pattern:
    /^(?:still )?(?:in|on|at) (?:an? |the )?(?:\p{L}+ )?(?:meeting|call|lecture|class|lesson|queue|line|traffic|hurry|rush|shower|bathroom|break|lunch)(?: (?:right )?now| until \S+| till \S+)?$/u,
  yes: ['in a meeting', 'still on the phone call until 5', 'in line'],
  no: ['in brno', 'in a meeting with ana'],
});
/** Done by tonight, where no day is named. */
const everyday = /^(?:eat|sleep|shower|nap|grab|check|look|see|ask|wait|sit)$/u;
/** "In the same boat" agrees with what it answers and tells nothing of its own. */
const agreeing = /^in the same (?:boat|situation|position|place|spot)\b/u;
const isIntended = (tense: string): boolean => tense === 'future' || tense === 'progressive';
/** "Way more important than this project": this one is not in it. */
const pointing = proven({
  id: 'pointing',
  pattern:
    /\b(?:this|these|those)\s+(?!(?:year|month|week|weekend|morning|afternoon|evening|summer|winter|spring|autumn|fall|season|term|semester|quarter|city|town|village|country|area|neighbou?rhood|street|place|house|flat|building|office|company|firm|team|school|church|club|group|channel|server|guild|room|chat|community|project|january|february|march|april|may|june|july|august|september|october|november|december|\p{L}+day)\b)\p{L}/u,
  yes: ['this thing', 'those old ones'],
  no: ['this week', 'that thing'],
});

/** What the body does while they write; over with it. */
const momentary = proven({
  id: 'momentary',
  pattern:
    /^(?:sit|stand|lie|stare|gaze|cry|laugh|smile|scream|queue|listen|shake|sweat|freeze|yawn|hide|panic|giggle|sob|shiver|sip|nap)$/u,
  yes: ['sit', 'queue', 'yawn'],
  no: ['site', 'build'],
});
const beholds = /^at (?!(?:buying|renting|moving|flats?|houses?|jobs?|schools?|colleges?|universities)\b)/u;
/** "At the shop buying milk", "on the sofa crying": where they are while they do it. */
const whileAt =
  /^(?:at|in|on|by|under|behind|near) (?:\p{L}+[ -]){0,4}?\p{L}+ (?:\p{L}+ \p{L}+ )?\p{L}{2,}ing\b/u;
const isMomentary = ({ p, c }: Said): boolean => {
  if (isDated(c.lower) || /\b(?:every|each|for (?:\d+|two|three|four|five|six|many) )/u.test(c.lower))
    return false;
  if (p.tense === 'progressive')
    return (
      (momentary.test(p.lemma) && !/^(?:down|for|in for|by)\b/u.test(c.lower)) ||
      (p.lemma === 'look' && beholds.test(c.lower))
    );
  return p.lemma === 'be' && p.tense === 'present' && whileAt.test(c.lower);
};

const isPlannedNow = ({ about, p, c }: Said, isOfMachines: boolean): boolean =>
  p.tense === 'future' &&
  (about === 'self' || about === 'elided') &&
  !isDated(c.lower) &&
  (everyday.test(p.lemma) || (isOfMachines && isOfKind('verb-tinker', p.lemma)));

/** What goes on at the moment and says nothing of tomorrow: "my monitor keeps going blank". */
const isOfTheHour = (said: Said, isOfMachines: boolean): boolean => {
  const { about, p, c, clause } = said;
  if (p.lemma === 'keep' && /^(?:on )?\p{L}+ing\b/u.test(c.lower) && about !== 'person' && about !== 'kin')
    return true;
  if (p.lemma === 'try' && p.tense === 'present' && about !== 'we') return true;
  if (p.lemma === 'get' && p.tense === 'present' && (isOfMachines || shownBy.test(c.lower))) return true;
  if (p.lemma === 'be' && p.tense === 'present' && (occupied.test(c.lower) || agreeing.test(c.lower)))
    return true;

  if (isMomentary(said)) return true;
  if (p.lemma === 'hope' && !/^(?:to|for|that|we|i|he|she|they|my|our)\b/u.test(c.lower)) return true;
  if (isPlannedNow(said, isOfMachines)) return true;
  if (
    isIntended(p.tense) &&
    (clause.tokens.findLast((token) => isWord(token))?.lower === 'then' || leaving.test(clause.message))
  )
    return true;
  return isOfMachines && p.lemma === 'do' && /^the\b/u.test(c.lower);
};

/** "Java in Action Downloads Help Center": all of its words begin as names do. */
const isTitle = ({ clause: { tokens } }: Said): boolean => {
  const words = tokens.filter(({ text }) => /^\p{L}{4,}$/u.test(text));
  return words.length >= 4 && words.every(({ text }) => /^\p{Lu}\p{Ll}/u.test(text));
};

/** "'Cause it is old", "like the ports are on top": half of a sentence said before. */
const isHalf = ({ about, subject }: Said): boolean =>
  about === 'thing' && subject.length === 1 && isIn('adjectives', subject[0] ?? '');

const appears = /^(?:look|sound|feel|seem|taste|smell|appear)$/u;
/** What is told of the world and not of anybody's: "greek food offers so much", "the Silk Road was a hub", "a walk can calm". */
const isOfTheWorld = ({ about, p, c, clause }: Said): boolean => {
  if (about !== 'thing' || /\d/u.test(c.lower) || isDated(c.lower)) return false;
  if (appears.test(p.lemma) || p.tense === 'modal') return true;
  const [main = ''] = c.tokens
    .map(({ lower }) => lower)
    .join(' ')
    .split(' ,');
  if (main.split(' ').some((word) => isOfKind('praise', word))) return true;
  const from = clause.tokens.findIndex((token) => isWord(token));
  const [first, second] = clause.tokens.slice(from);
  if (/^an?$/u.test(first?.lower ?? '')) return true;
  const isNamed = /^\p{Lu}/u.test((/^the$/u.test(first?.lower ?? '') ? second : first)?.text ?? '');
  return isNamed && p.lemma === 'be' && /^(?:\p{L}+ )?an? \p{L}/u.test(c.lower) && isTitled(clause.tokens);
};
const isTitled = (tokens: readonly Token[]): boolean =>
  tokens.slice(1, 4).some(({ text }) => /^\p{Lu}\p{Ll}/u.test(text));

const performing =
  /^(?:second|disagree|suggest|recommend|advise|vote|apologi[sz]e|promise|swear|bet|guess|concur)$/u;

/** What nobody keeps, whatever else speaks for it. */
export const isPassing = (said: Said, features: readonly string[]): boolean => {
  const { about, p, c } = said;
  if (having.test(p.lemma) && parts.test(c.lower)) return true;
  if (about === 'self' && p.tense === 'present' && performing.test(p.lemma)) return true;
  return (
    pointing.test(c.lower) ||
    isOfTheHour(
      said,
      features.some((feature) => aboutMachines.test(feature)),
    ) ||
    isOfTheWorld(said) ||
    isTitle(said) ||
    isHalf(said)
  );
};
