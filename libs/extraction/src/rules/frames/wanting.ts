import { proven } from '#safety';
import { isTransient } from '../../grammar/object.js';
import { isIn } from '../../words/lexicon.js';
import type { Finding, Frame, Saying } from './frame.js';
import { concrete, isDated, said, verbs, when } from './found.js';

const goal = proven({
  id: 'goal',
  pattern:
    /^to (?!start (?:with|iwth|from|over)\b)(?:learn|become|visit|travel|move|buy|start|write|run (?:a|my)|quit|save|study|build|adopt|open|finish|lose|master|publish|climb|see the|get (?:married|fit|a (?:dog|cat|degree|tattoo|job|phd|promotion)|better at|into)|join|teach|live|retire|have (?:kids|a baby)|work (?:at|as|for|in)|play the|host|organi[sz]e|launch|apply|go to|go (?:back to|vegan|hiking|camping|skiing)|eat less|drink less|be (?:a|an|the)|make (?:a|an|my)|release|read (?:more|\d+)|walk|cycle|hike|paint|plant|sell|rent|renovate|propose|celebrate|take (?:a|up|the)|change (?:jobs|careers))\b/u,
  yes: ['to learn welsh', 'to get married', 'to run a bakery'],
  no: ['to start with that', 'to reboot'],
});
const wants = when(
  ({ c }) => goal.test(c.lower) && !isTransient(c.words.slice(2)),
  ({ c }) => ({ type: isDated(c.lower) ? 'event' : 'goal', confidence: 0.8, importance: 0.6 }),
);

const living = proven({
  id: 'living',
  pattern:
    /\b(?:dogs?|puppy|cats?|kittens?|snakes?|rabbits?|hamsters?|pony|horses?|budgies?|fish|baby|allotment|divorce|house|garden|caravan|van|boat|bike|motorbike|piano|tattoo)\b/u,
  yes: ['a dog', 'two budgies', 'another tattoo'],
  no: ['dogged', 'lunch'],
});
/** "Wants a snake", "begging for a dog": what would stay with them. */
const longs = ({ p, c }: Saying): Finding | null =>
  !p.negated &&
  !c.deictic &&
  c.words.length <= 8 &&
  /^(?:for )?(?:an?|another|two|three)\b/u.test(c.lower) &&
  (p.lemma === 'want') !== c.lower.startsWith('for ') &&
  living.test(c.lower)
    ? { type: 'goal', confidence: 0.78 }
    : null;

const task = (s: Saying, verb: string): Finding | null => {
  const { c } = s;
  if (!concrete(c) || /^(?:confirm|flag|check|ask|verify|know|mention|clarify|say)$/u.test(verb)) return null;
  const life = c.words.some((word) => isIn('lifeNouns', word));
  const day = isDated(c.lower);
  if (!life && !(day && !isIn('techVerbs', verb))) return null;
  return { type: 'task', confidence: 0.8, content: said(s), ...(day ? {} : { importance: 0.4 }) };
};

/** "have to renew my passport", "must call the bank tomorrow". */
export const obligation = (s: Saying): Finding | null => task(s, s.p.lemma);
/** "need to call the dentist": the task is in the second verb. */
export const needTo = (s: Saying): Finding | null => {
  const [to, verb] = s.c.words;
  return to === 'to' && verb !== undefined ? task(s, verb) : null;
};

export const wantingFrames: readonly Frame[] = [
  {
    id: 'wants',
    verbs: verbs('want plan hope intend aim'),
    tenses: ['present', 'progressive', 'perfect', 'perfect-progressive'],
    find: wants,
  },
  {
    id: 'longs',
    verbs: verbs('want beg ask pester wish'),
    tenses: ['present', 'progressive', 'perfect-progressive'],
    personal: true,
    find: longs,
  },
];
