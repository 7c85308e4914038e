import { proven, senseOfNoun, type PatternRow } from '#safety';
import { isTransient } from '../../grammar/object.js';
import { timeIn } from '../../text/times.js';
import { isWord } from '../../text/tokens.js';
import { lemmaOf } from '../../words/verbs.js';
import { isIn } from '../../words/lexicon.js';
import { done, type Finding, type Frame, type Saying } from './frame.js';
import { concrete, said, verbs } from './found.js';

/** What is no activity and no food, whatever is done with it. */
const idle = new Set(
  'on hope it that this trying waiting looking fighting caring counting arguing control space room time everything everyone now half completely already altogether because again'.split(
    ' ',
  ),
);
/** "Fencing", "dairy", "sign language": a kind of thing that is done or had, and no single thing. */
const pursuit = (words: readonly string[]): boolean => {
  const [first = ''] = words;
  if (first === '' || idle.has(first) || isIn('transientNouns', first)) return false;
  return lemmaOf(first, 'gerund') !== null || senseOfNoun(words.at(-1) ?? '') !== null;
};
const after = new Set(
  'in at on for since last this next again too after two three a an the because and with now instead entirely completely recently ago year years until til till'.split(
    ' ',
  ),
);
const nounsOf = ({ c }: Saying, from: number): readonly string[] => {
  const words = c.words.slice(from);
  const end = words.findIndex((word, at) => at > 0 && after.has(word));
  return end < 0 ? words : words.slice(0, end);
};

/** "Physics", "art history": what is taught. */
const isSubject = (nouns: readonly string[]): boolean =>
  senseOfNoun(nouns.at(-1) ?? '') === 'cognition' && !/^(?:an?|the|my|some|this|that)$/u.test(nouns[0] ?? '');

const notice = proven({
  id: 'notice',
  pattern:
    /^(?:in |through )?(?:(?:my|his|her|their|the) )?(?:notice|resignation|letter of resignation)\b(?! period)/u,
  yes: ['in my notice this morning', 'my notice in', 'her resignation'],
  no: ['in my essay', 'notice period'],
});
const turned: readonly PatternRow[] = [
  {
    id: 'gone',
    pattern:
      /^(?:vegan|veggie|vegetarian|pescatarian|plant-based|keto|sober|teetotal|freelance|solo|self-employed|part[- ]time|full[- ]time|(?:gluten|dairy|sugar|meat)[- ]free|(?:off|on) (?:meat|dairy|sugar|gluten|alcohol|coffee|caffeine)|back to (?:school|college|uni|university|nursing|teaching|studying))\b/u,
    yes: ['freelance', 'gluten-free in may', 'off dairy', 'back to uni'],
    no: ['back to work', 'part of the way', 'off'],
  },
];
const someone = proven({
  id: 'someone',
  pattern:
    /^(?:someone|somebody|an? (?:new |lovely |nice )?(?:guy|girl|man|woman|bloke|lad|lass|lady|boy)|(?:a )?\p{L}+ from (?:work|church|uni|school|the \p{L}+))(?: (?:new|else|from|in|at|since|called|who|for)\b.*)?$/u,
  yes: ['someone', 'a woman from church', 'somebody new'],
  no: ['someone about it', 'a doctor', 'a bird'],
});
const enlisted = proven({
  id: 'enlisted',
  pattern:
    /^(?:up )?(?:for|to|on|in|with|as) (?:an? |the |my |our )?(?!(?:it|that|this|them|you|an?|the)\b)(?!(?:\p{L}+ )?(?:account|accounts|forum|forums|newsletter|site|website|list|trial|service|program|app|email|nothing|something|updates?|beta)\b)\p{L}/u,
  yes: ['up for the half marathon', 'on a pottery course', 'to volunteer at the hospice'],
  no: ['up for it', 'up for an account', 'up'],
});

const turns = (test: (saying: Saying) => boolean, give: Omit<Finding, 'content'>) => (saying: Saying) =>
  concrete(saying.c) && saying.c.words.length <= 16 && test(saying) && !saying.p.negated
    ? { content: said(saying), ...give }
    : null;
const habit: Omit<Finding, 'content'> = { type: 'knowledge', confidence: 0.78 };

/** A turn that somebody's life takes, told in a plain sentence: what they begin, give up, hand in or join. */
export const turningFrames: readonly Frame[] = [
  {
    id: 'gives-notice',
    verbs: verbs('hand give put serve'),
    tenses: [...done, 'progressive', 'future'],
    personal: true,
    find: turns(({ c }) => notice.test(c.lower), { type: 'event', confidence: 0.8, sensitivity: 1 }),
  },
  {
    id: 'takes-up',
    verbs: verbs('take give pack cut'),
    tenses: [...done, 'progressive', 'perfect-progressive'],
    personal: true,
    find: turns((saying) => {
      const { p, c } = saying;
      const particle = c.words[0] ?? '';
      const fits =
        p.lemma === 'take' || p.lemma === 'give'
          ? particle === 'up'
          : p.lemma === 'pack'
            ? particle === 'in'
            : particle === 'out';
      return fits && pursuit(nounsOf(saying, 1));
    }, habit),
  },
  {
    id: 'drops',
    verbs: verbs('drop do'),
    tenses: [...done, 'progressive'],
    personal: true,
    find: turns((saying) => {
      const nouns = nounsOf(saying, 0);
      return (
        (saying.p.lemma === 'drop' && /^out of (?:an? |the |my )?\p{L}{3,}/u.test(saying.c.lower)) ||
        (nouns.length <= 2 &&
          (saying.p.lemma === 'drop' || saying.p.tense === 'progressive') &&
          isSubject(nouns))
      );
    }, habit),
  },
  {
    id: 'changes-over',
    verbs: verbs('switch change move swap'),
    tenses: [...done, 'progressive'],
    personal: true,
    find: turns((saying) => {
      const to = /^(?:over )?(?:to|from) /u.exec(saying.c.lower);
      const nouns = to ? nounsOf(saying, to[0].trim().split(' ').length) : [];
      return /^(?:food|cognition|act)$/u.test(senseOfNoun(nouns.at(-1) ?? '') ?? '') && !isTransient(nouns);
    }, habit),
  },
  {
    id: 'goes-over',
    verbs: ['go'],
    tenses: [...done, 'progressive'],
    personal: true,
    find: turns(({ c }) => turned.some(({ pattern }) => pattern.test(c.lower)), habit),
  },
  {
    id: 'signs-up',
    verbs: verbs('sign enrol enroll register enlist'),
    tenses: [...done, 'progressive'],
    personal: true,
    find: turns(
      ({ c }) =>
        enlisted.test(c.lower) &&
        !isTransient(c.words.slice(2)) &&
        !c.words.some((word) => isIn('systems', word)),
      { type: 'knowledge', confidence: 0.78 },
    ),
  },
  {
    id: 'retires',
    verbs: ['retire'],
    tenses: [...done, 'progressive', 'future'],
    personal: true,
    find: (saying) =>
      saying.c.deictic || saying.p.negated || saying.c.words.length > 12
        ? null
        : { content: said(saying), type: 'knowledge', confidence: 0.8 },
  },
  {
    id: 'sees',
    verbs: verbs('see date'),
    tenses: ['progressive', 'perfect-progressive'],
    personal: true,
    find: turns(({ c }) => someone.test(c.lower), {
      type: 'relationship',
      confidence: 0.8,
      importance: 0.65,
      sensitivity: 1,
    }),
  },
];

const thinking = new Set(
  'think say know mean feel guess hope love hate like prefer dislike enjoy wish swear see get forget remember be have use want need miss'.split(
    ' ',
  ),
);
const tinkering = (lemma: string): boolean =>
  isIn('techVerbs', lemma) && !/^(?:go|come|do|run|give|make|start|leave|read|help)$/u.test(lemma);
/** "Only goes in on tuesdays", "can't do thursdays any more": what somebody does, or not, week by week. */
export const regular = (saying: Saying): Finding | null => {
  const { p, c } = saying;
  const isAble = p.tense === 'modal' && (p.modal === 'can' || p.modal === 'will');
  if (!(p.tense === 'present' || p.tense === 'progressive' || isAble) || thinking.has(p.lemma)) return null;
  if (c.deictic || c.words.length > 14 || isTransient(c.words)) return null;
  const run = timeIn(c.tokens.filter(isWord))?.run;
  if (run?.recurs !== true || !run.hasDay) return null;
  if (tinkering(p.lemma) || c.words.some((word) => isIn('systems', word))) return null;
  return { type: 'knowledge', confidence: 0.78, content: said(saying) };
};
