import { proven } from '#safety';
import { isDated } from '../frames/found.js';
import type { Finding } from '../frames/frame.js';
import { framed } from '../frames/index.js';
import { complementOf, isTransient, type Complement } from '../../grammar/object.js';
import type { Predicate } from '../../grammar/predicate.js';
import { sentence, verbPhrase } from '../../grammar/render.js';
import { isIn } from '../../words/lexicon.js';
import { readsAlone } from '../alone.js';
import { isOfKind } from '../plain/keep-score.js';
import { plainOf } from '../plain/plain.js';
import type { Clause } from '../../text/clauses.js';
import { aboutPlace, aboutSelf, type FactDraft } from './fact-draft.js';

interface We {
  readonly id: string;
  readonly when: (p: Predicate, c: Complement) => boolean;
  readonly give: Omit<Finding, 'content'> | ((p: Predicate, c: Complement) => Omit<Finding, 'content'>);
}
const settled = (p: Predicate): boolean => p.tense === 'past' || p.tense === 'perfect';
const is = (p: Predicate, verbs: string): boolean => verbs.split(' ').includes(p.lemma);
const concrete = (c: Complement): boolean => !c.deictic && !isTransient(c.words);

/** What a group says of itself: decisions, habits, tools, plans. The first that fits. */
const ours: readonly We[] = [
  {
    id: 'we-decided',
    when: (p, c) =>
      is(p, 'decide agree vote settle choose pick adopt standardize approve commit') &&
      settled(p) &&
      !c.deictic &&
      !/^to (?:disagree|differ)\b/u.test(c.lower) &&
      (c.words.length > 1 || /^\p{Lu}/u.test(c.text)),
    give: { type: 'decision', confidence: 0.88, importance: 0.8 },
  },
  {
    id: 'we-changed',
    when: (p, c) =>
      is(p, 'switch migrate move convert change drop replace deprecate') &&
      settled(p) &&
      concrete(c) &&
      /\b(?:to|from|with|off|over)\b/u.test(c.lower) &&
      c.words.length > 1,
    give: { type: 'decision', confidence: 0.8, importance: 0.7 },
  },
  {
    id: 'we-go-with',
    when: (p, c) =>
      p.lemma === 'go' && /^with (?!it\b|this\b|that\b)\S/u.test(c.lower) && p.tense !== 'present',
    give: { type: 'decision', confidence: 0.84, importance: 0.75 },
  },
  {
    id: 'we-plan',
    when: (p, c) =>
      p.lemma === 'plan' &&
      p.tense !== 'past' &&
      !c.deictic &&
      c.words.length > 1 &&
      /^(?:a|an|the|to|on)\b/u.test(c.lower),
    give: (_p, c) => ({
      type: 'event',
      confidence: 0.82,
      ...(/^to\b/u.test(c.lower) && !isDated(c.lower) ? { type: 'goal' as const } : {}),
    }),
  },
  {
    id: 'we-will',
    when: (p, c) => p.tense === 'future' && concrete(c) && isDated(c.lower),
    give: { type: 'event', confidence: 0.8 },
  },
  {
    id: 'we-will-use',
    when: (p, c) =>
      p.tense === 'future' &&
      is(p, 'use adopt switch migrate rewrite') &&
      concrete(c) &&
      /\p{Lu}/u.test(c.text),
    give: { type: 'decision', confidence: 0.8 },
  },
  {
    id: 'we-meet',
    when: (p, c) =>
      p.tense === 'present' &&
      is(
        p,
        'meet sync ship deploy release practice practise play rehearse gather close open run host have train',
      ) &&
      concrete(c) &&
      (isDated(c.lower) || /\b(?:every|on \p{L}+days?|at \d)/u.test(c.lower)),
    give: { type: 'knowledge', confidence: 0.84, importance: 0.6 },
  },
  {
    id: 'we-use',
    when: (p, c) =>
      p.lemma === 'use' &&
      (p.tense === 'present' || p.tense === 'progressive') &&
      concrete(c) &&
      (/^\p{Lu}/u.test(c.text) || isIn('systems', c.words[0] ?? '')),
    give: { type: 'knowledge', confidence: 0.8 },
  },
  {
    id: 'we-do-not',
    when: (p, c) =>
      p.negated &&
      p.tense === 'present' &&
      is(p, 'allow accept deploy merge ship use permit tolerate eat serve') &&
      concrete(c),
    give: { type: 'knowledge', confidence: 0.8, importance: 0.65 },
  },
  {
    id: 'we-are-doing',
    when: (p, c) =>
      p.tense === 'progressive' &&
      is(
        p,
        'move switch migrate launch plan host throw organize organise hire ship release build adopt drop deprecate rename cancel postpone meet celebrate close open renovate raise prepare',
      ) &&
      concrete(c) &&
      c.words.length > 1,
    give: (_p, c) => ({ type: isDated(c.lower) ? 'event' : 'context', confidence: 0.8 }),
  },
  {
    id: 'we-did',
    when: (p, c) =>
      settled(p) &&
      concrete(c) &&
      isDated(c.lower) &&
      is(
        p,
        'ship launch release hire sign win lose visit get buy cancel postpone finish start marry open close',
      ),
    give: { type: 'event', confidence: 0.78 },
  },
  {
    id: 'we-need',
    when: (p, c) => p.tense === 'obligation' && concrete(c) && isDated(c.lower),
    give: { type: 'task', confidence: 0.78 },
  },
];

const household = proven({
  id: 'household',
  pattern:
    /\b(?:kids?|children|sons?|daughters?|dogs?|cats?|rabbits?|hens|chickens|puppy|kitten|houses?|apartment|flats?|loft|allotment|mortgage|building work|builders|baby|married|engaged|twins)\b/u,
  yes: ['the kids', 'a flat in Fife', 'building work'],
  no: ['kidding', 'lunch'],
});

/** "We broke up": said of two, and the speaker is one of them. */
const parting = (p: Predicate, c: Complement): boolean =>
  (is(p, 'break split') &&
    /^up(?!\S)(?! (?:the|a|an|our|this|that|into)\b)/u.test(c.lower) &&
    p.tense !== 'present') ||
  (is(p, 'separate divorce') &&
    p.tense !== 'present' &&
    /^(?:last|in|this|two|a|three|after|since)\b/u.test(c.lower));

const kin = proven({
  id: 'kin',
  pattern:
    /\b(?:with|at|to|from|visit(?:ing|ed)?|see(?:ing)?) (?:(?:my|his|her|their|the) )?(?:in-laws|family|parents|grandparents|mum|mom|mother|dad|father|sister|brother|husband|wife|boyfriend|girlfriend|partner|nan|gran|grandma|grandpa|kids|cousins?|aunt|uncle)\b/u,
  yes: ['with my parents', 'visiting the in-laws', 'to uncle bo'],
  no: ['with the team', 'parents'],
});
const privateTimes = proven({
  id: 'privateTimes',
  pattern:
    /\b(?:easter|christmas|xmas|new year(?:'s)?(?: eve)?|thanksgiving|eid|diwali|hanukkah|our honeymoon|honeymoon|our anniversary|holidays?|vacation)\b/u,
  yes: ['over easter', 'our honeymoon', "new year's eve"],
  no: ['eastern', 'a year'],
});
/** Where to, and not what of: "moved to Ghent", and no program or tool. */
const toPlace = (c: Complement): boolean => {
  const [, prep = '', first = ''] =
    /^(to|into|in|back to|near|from) (?:the )?(\p{Lu}[\p{L}'-]+)/u.exec(c.text) ?? [];
  const place = first.toLowerCase();
  return (
    prep !== '' &&
    !(['systems', 'distros', 'brands', 'languages'] as const).some((list) => isIn(list, place)) &&
    !isWeekdayOrMonth.test(place)
  );
};
const isWeekdayOrMonth = proven({
  id: 'isWeekdayOrMonth',
  pattern:
    /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$|^(?:january|february|march|april|may|june|july|august|september|october|november|december|q\d)$/u,
  yes: ['monday', 'q3', 'june'],
  no: ['mondays', 'q33'],
});
const playedFor = proven({
  id: 'playedFor',
  pattern:
    /^(?:the |our )?(?:\p{L}+ )?(?:finals?|semis?|semi-?finals?|match|derby|cup|league|tournament|quarter-?finals?|quiz|playoffs?|title)\b/u,
  yes: ['the semi-final', 'our cup', 'quiz'],
  no: ['brno', 'the house'],
});

/** What a company of people does not do: of the speaker, and of whom else they mean by "we". */
const isPrivate = (p: Predicate, c: Complement): boolean => {
  if (p.negated || c.deictic) return false;
  const happens = settled(p) || p.tense === 'future' || p.tense === 'progressive';
  if (!happens) return false;
  if (kin.test(c.lower) || kin.test(` to ${c.lower}`)) return true;
  if (is(p, 'spend go visit travel stay fly drive celebrate') && (privateTimes.test(c.lower) || toPlace(c)))
    return true;
  if (is(p, 'move relocate emigrate'))
    return toPlace(c) || /^(?:house|home|out|in together|in with)\b/u.test(c.lower);
  if (is(p, 'adopt'))
    return /\b(?:puppy|kitten|dog|cat|rabbit|bunny|hamster|baby|child|boy|girl|greyhound|parrot|donkey|goat|hens?)\b/u.test(
      c.lower,
    );
  return is(p, 'win lose tie draw') && playedFor.test(c.lower);
};
const privately = (clause: Clause, p: Predicate, c: Complement): readonly FactDraft[] | null => {
  const content = sentence(verbPhrase(p), c.text);
  const isOver = settled(p) && !is(p, 'move relocate emigrate adopt');
  // "We moved to Ghent": where the speaker lives from then on, whoever else does.
  const own = is(p, 'move relocate emigrate')
    ? framed({ p, c, self: true, told: false })?.finding
    : undefined;
  const finding = {
    ...(own?.topic === undefined ? {} : { topic: own.topic, value: own.value }),
    type: isOver ? ('event' as const) : ('knowledge' as const),
    confidence: 0.78,
  };
  return [aboutSelf(clause, { content, finding, pattern: 'we-privately' }, 0.85)];
};

/** "We …": a fact of the place; of the speaker's family when it speaks of a household. */
export const sharedBy = (clause: Clause, p: Predicate): readonly FactDraft[] => {
  const c = complementOf(p.rest);
  if (c.words.length === 0 || c.words.length > 24 || !readsAlone(p, c)) return [];
  if (
    household.test(c.lower) &&
    ['have', 'adopt', 'get', 'buy', 'expect', 'live', 'be', 'look', 'rent'].includes(p.lemma)
  ) {
    const found = framed({ p, c, self: true, told: false });
    if (!found) return [];
    const content = found.finding.content ?? sentence(verbPhrase(p), c.text);
    return [
      aboutSelf(
        clause,
        { content, finding: { ...found.finding, confidence: 0.78 }, pattern: 'we-family' },
        0.85,
      ),
    ];
  }
  if (parting(p, c)) {
    const content = sentence(verbPhrase(p), c.text);
    const finding = { type: 'relationship', confidence: 0.8, sensitivity: 1, importance: 0.65 } as const;
    return [aboutSelf(clause, { content, finding, pattern: 'we-parted' }, 0.85)];
  }
  const ofSelf = isPrivate(p, c) ? privately(clause, p, c) : null;
  if (ofSelf) return ofSelf;
  const rule = clause.plainly ? undefined : ours.find((one) => one.when(p, c));
  if (!rule) {
    const finding = plainOf({ about: 'we', subject: [], p, c, clause });
    if (!finding) return [];
    const made = { content: finding.content ?? '', finding, pattern: 'plain-we' };
    // Whom else "we" means is not said; what somebody likes together with others, they like.
    return [isOfKind('verb-like', p.lemma) ? aboutSelf(clause, made, 0.85) : aboutPlace(clause, made)];
  }
  const finding = typeof rule.give === 'function' ? rule.give(p, c) : rule.give;
  const content = rule.id === 'we-plan' ? sentence('planning', c.text) : sentence(verbPhrase(p), c.text);
  return [aboutPlace(clause, { content, finding, pattern: rule.id })];
};
