import { proven } from '#safety';
import { isDated } from '../frames/found.js';
import { valueOf } from '../frames/frame.js';
import { complementOf, readable, type Complement } from '../../grammar/object.js';
import { predicateAt, type Predicate } from '../../grammar/predicate.js';
import { sentence } from '../../grammar/render.js';
import { isVerbForm } from '../../words/verbs.js';
import { isIn } from '../../words/lexicon.js';
import { plainOf } from '../plain/plain.js';
import type { Clause } from '../../text/clauses.js';
import { isWord, type Token } from '../../text/tokens.js';
import { beginsPredicate, pluralVerb } from '../../text/begins.js';
import { aboutPlace, aboutSelf, type FactDraft } from './fact-draft.js';

const thingVerbs = new Set(
  'be remain stay target slip move shift start begin end close open launch ship cost expire happen take release merge go come get land arrive depart require include support meet change run use sail leave stop'.split(
    ' ',
  ),
);
const amountOrTime = proven({
  id: 'amountOrTime',
  pattern:
    /\b(?:\d[\d:.,/-]*(?:am|pm|k|m|h|gb|mb|th|st|nd|rd)?|half|noon|midnight|monday|tuesday|wednesday|thursday|friday|saturday|sunday|weekdays|weekends|tomorrow|tonight|january|february|march|april|june|july|august|september|october|november|december|next week|next month|dawn|dusk|sunrise|sunset|midday|lunchtime|at (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)|eod|eow|q[1-4]|daily|weekly|monthly)\b|[$£€]\d|\d%/u,
  yes: ['7pm', 'friday', '$5', 'daily'],
  no: ['brno', 'someday'],
});
const settledState = proven({
  id: 'settledState',
  pattern:
    /^(?:now |officially |finally |already |currently |been )*(?:cancell?ed|postponed|delayed|approved|rejected|closed|sold out|confirmed|finali[sz]ed|scheduled|booked|cut|deprecated|moved|pushed|signed|renewed|revoked|on hold|open to|due|called|named|in (?:room|building|hall|\p{Lu})|at (?:\d|the|noon|midnight)|on (?:the|floor|hold|\p{L}+day)|under (?:the|a))\b/u,
  yes: ['cancelled', 'now on hold', 'in building 4'],
  no: ['in brno', 'holding'],
});
/** Things that people arrange: only of these does "is off" mean that nothing comes of it. */
const arranged = proven({
  id: 'arranged',
  pattern:
    /^(?:merger|takeover|acquisition|strike|tour|hike|sale|deal|trial|hearing|march|protest|parade|race|regatta|relocation|layoffs?|restructuring|reorg|reorganisation|reorganization|celebration|engagement|wedding|expedition|excursion|outing|sleepover|camp|retreat|reunion|funeral|exhibition|exhibit|raffle|tasting|lesson|lessons|classes|date|negotiations?|talks|boycott|campaign|bid|buyout|ipo|experiment|collaboration|partnership|shoot|filming|recording|walk|run|swim|climb|crossing|voyage|cruise|charter|tea|feast|ball|dance|disco|gala|fair|market|bazaar|quiz)$/u,
  yes: ['merger', 'talks', 'quiz'],
  no: ['mergers', 'axe'],
});
const calledOff = proven({
  id: 'calledOff',
  pattern:
    /^(?:still |now |back |officially |definitely |completely )*(?:on|off|on again|off again|dead|over|happening|going ahead|underway|called off|cancell?ed|postponed|delayed|moved)(?: (?:after all|for good|again|this year|this week|until \S+|because .*))?$/u,
  yes: ['off', 'still on', 'cancelled after all'],
  no: ['offline', 'very dead'],
});
/** Said of the timetable of anything: "The ferry leaves at dawn". */
const timetable = new Set('leave depart sail arrive start begin open close end land come'.split(' '));
const ofClock = proven({
  id: 'ofClock',
  pattern:
    /\b(?:at (?:\d{1,2}(?::\d\d)?(?: ?[ap]m)?\b(?! ?(?:%|percent|fps|mhz|ghz|mb|gb))|dawn|dusk|noon|midnight|midday|sunrise|sunset|lunchtime|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b)|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|tonight|next (?:week|month|\p{L}+day)|\d{1,2}(?::\d\d)? ?[ap]m)\b/u,
  yes: ['at 7', 'on friday', 'next month'],
  no: ['at home', 'at 7 percent'],
});

const identifier = /^(?:https?:\/\/\S+|[\w-]+(?:\.[\w-]+)+(?::\d+)?|#[\w-]+|\S*\d\S*|@\S+)$/u;

const toWhen = proven({
  id: 'toWhen',
  pattern:
    /^(?:been )?(?:(?:moved|pushed|postponed|delayed|rescheduled|scheduled|set|shifted)(?: back| up| out)? )?(?:to|on|at|from|until|till|by|for|in)\s+/u,
  yes: ['moved to friday', 'on friday', 'postponed until may'],
  no: ['friday', 'moved'],
});

const when = (lower: string): string => valueOf(lower.replace(toWhen, ''));

/** "For Atlas, the budget is …": what the thing belongs to must stay with it. */
const frameOf = (tokens: readonly Token[]): { text: string; length: number } | null => {
  if (!/^(?:for|on|in|at|as)$/u.test(tokens[0]?.lower ?? '')) return null;
  const comma = tokens.findIndex((token) => token.text === ',');
  return comma > 1 && comma < 7 ? { text: readable(tokens.slice(0, comma + 1)), length: comma + 1 } : null;
};

const event = proven({
  id: 'event',
  pattern:
    /^(?:appointment|auction|barbecue|bbq|breakfast|brunch|ceremony|concert|conference|demo|deploy|deployment|dinner|election|event|exam|game|gig|hackathon|interview|launch|lecture|lunch|match|meeting|meetup|migration|offsite|party|picnic|play|potluck|practice|premiere|project|recital|rehearsal|release|retro|ride|rollout|screening|session|show|sprint|stand-up|standup|surgery|tournament|training|trip|visit|vote|webinar|workshop)$/u,
  yes: ['appointment', 'meetup', 'webinar'],
  no: ['meetups', 'axe'],
});

const isEvent = (word: string): boolean => isIn('thingNouns', word) && event.test(word);

/** "launch slips to Monday", "the rent is due on the 3rd": a fact of the place, about no person. */
export const aboutThing = (clause: Clause, words: readonly Token[]): readonly FactDraft[] => {
  const thing = clause.plainly ? null : thingIn(clause, words);
  return (thing && framedThing(thing)) ?? [];
};

/** The same of things that no frame knows. */
export const plainlyAboutThing = (clause: Clause, words: readonly Token[]): readonly FactDraft[] => {
  const thing = thingIn(clause, words);
  return thing ? plainThing(thing) : [];
};

const thingIn = (clause: Clause, words: readonly Token[]): Thing | null => {
  const frame = frameOf(words);
  const tokens = frame ? words.slice(frame.length) : words;
  const from = /^(?:the|our|this)$/u.test(tokens[0]?.lower ?? '') ? 1 : 0;
  for (let at = from + 1; at <= from + 8 && at < tokens.length; at += 1) {
    if (!isWord(tokens[at - 1])) return null;
    if (at > from + 5 && !stays.test(tokens[at]?.lower ?? '')) continue;
    if (!beginsPredicate(tokens, at) && !pluralVerb(tokens, at)) continue;
    const p = predicateAt(tokens, at);
    if (!p) return null;
    const c = complementOf(p.rest);
    if (c.words.length === 0 || c.deictic) return null;
    return { clause, frame, tokens, from, at, p, c };
  }
  return null;
};

const stays = /^(?:is|are|was|were|has|have|will|remains?|stays?|becomes?|moves?|uses?|targets?)$/u;
interface Thing {
  readonly clause: Clause;
  /** What the thing belongs to: "For Atlas, …". */
  readonly frame: { readonly text: string; readonly length: number } | null;
  readonly tokens: readonly Token[];
  /** Its words are those from `from` to `at`, where its verb begins. */
  readonly from: number;
  readonly at: number;
  readonly p: Predicate;
  readonly c: Complement;
}

const framedThing = ({ clause, frame, tokens, from, at, p, c }: Thing): readonly FactDraft[] | null => {
  const articled = from === 1;
  const words = tokens.slice(from, at).map((token) => token.lower);
  const head = words.at(-1) ?? '';
  if (!thingVerbs.has(p.lemma) || p.tense === 'modal') return null;
  const off = p.lemma === 'be' && calledOff.test(c.lower) && (arranged.test(head) || isEvent(head));
  const scheduled =
    articled &&
    timetable.has(p.lemma) &&
    ofClock.test(c.lower) &&
    !isIn('transientNouns', head) &&
    !isIn('systems', head);
  if (!off && !scheduled && !words.some((word) => isIn('thingNouns', word))) return null;
  if (c.words.length > 18) return null;
  const timed = amountOrTime.test(c.lower);
  const named =
    p.lemma === 'be' &&
    (/^(?:called |named )?(?:the )?\p{Lu}/u.test(c.text) ||
      (c.words.length === 1 && identifier.test(c.text)));
  const placed = p.lemma === 'be' && articled && /^(?:in|at) (?:the )?\p{Lu}/u.test(c.text);
  if (!timed && !named && !off && !placed && !settledState.test(c.lower)) return null;
  const topic = [...words.filter((word) => word !== 'new'), ...(frame ? [valueOf(frame.text)] : [])].join(
    ' ',
  );
  const finding = {
    type: 'knowledge',
    confidence: articled || isIn('thingNouns', head) ? 0.82 : 0.74,
    importance: 0.6,
    ...(timed || off ? { topic: `matter:${topic}`, value: when(c.lower) } : {}),
  } as const;
  const verb = readable(tokens.slice(at, tokens.length - p.rest.length));
  const about = frame ? `${frame.text} ` : '';
  const content = sentence(`${about}${readable(tokens.slice(from, at))}`, verb, c.text);
  return [aboutPlace(clause, { content, finding, pattern: 'thing' })];
};

const pointing =
  /^(?:it|that|this|there|here|these|those|what|which|who|everything|nothing|something|one|all|some|most)$/u;
const elsewhere = /^(?:them|him|her|it|these|those)$/u;
/** Words of the first person that no article stands for: without them "the people at mine" is cut short. */
const ownWords = /^(?:mine|ours|me|us|myself|ourselves)$/u;
const openWords = /^(?:how|what|when|where|why|who|which)$/u;
const plainThing = (thing: Thing): readonly FactDraft[] => {
  const { clause, frame, tokens, from, at, p, c } = thing;
  const article = tokens[0]?.lower ?? '';
  const words = tokens
    .slice(from, at)
    .filter(isWord)
    .map((token) => token.lower);
  if (article === 'this' || words.length === 0 || words.some((word) => pointing.test(word))) return [];
  // "Forty of them are my cousins", "the flat at mine", "bo how much is it": of what, and whose, is not said.
  if (words.some((word) => elsewhere.test(word) || ownWords.test(word) || openWords.test(word))) return [];
  const about = from === 1 && article === 'our' ? 'ours' : 'thing';
  const before = frame ? `${frame.text} ` : '';
  const name = `${before}${readable(tokens.slice(from, at))}`;
  const verb = readable(tokens.slice(at, tokens.length - p.rest.length));
  const finding = plainOf({ about, subject: words, p, c, clause }, `${name} ${verb}`);
  if (!finding) return [];
  const made = { content: finding.content ?? '', finding, pattern: 'plain-thing' };
  const head = words.at(-1) ?? '';
  const ofSpeaker = from === 0 && (isIn('lifeNouns', head) || isIn('possessions', head));
  return [ofSpeaker ? aboutSelf(clause, made, 0.85) : aboutPlace(clause, made)];
};

const timeOnly = proven({
  id: 'timeOnly',
  pattern:
    /^(?:(?:on|at|every|each|next|this|from|daily|weekly|tomorrow|tonight|today|noon|midnight|morning|evening|\d{1,2}(?::\d\d)?(?:am|pm)?(?:-\d{1,2}(?::\d\d)?(?:am|pm)?)?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekdays?|(?:january|february|march|april|may|june|july|august|september|october|november|december)|\d{1,2}(?:st|nd|rd|th)|am|pm|week|and|to|till|until|in|utc|cet|est|pst|gmt)\b\s*)+$/u,
  yes: ['friday 9am', 'every monday and tuesday', 'tomorrow noon'],
  no: ['friday with ana', 'soup'],
});

/** "standup 9am", "dentist friday 3pm", "dinner with Sarah tonight": a thing and its time, without a verb. */
export const timed = (clause: Clause, tokens: readonly Token[]): readonly FactDraft[] => {
  if (!clause.startsMessage) return [];
  const c = complementOf(tokens);
  if (
    c.words.length < 2 ||
    c.words.length > 9 ||
    !/\d ?[ap]m\b|\d:\d\d|day\b|days\b|tonight|tomorrow|noon|midnight|daily|weekly|\bat \d/u.test(c.lower)
  )
    return [];
  const at = c.words.findIndex((_, index) => index > 0 && timeOnly.test(c.words.slice(index).join(' ')));
  if (at < 1) return [];
  const noun = c.words.slice(0, at).filter((word) => !/^(?:the|our|a|my|is)$/u.test(word));
  const head = noun[noun.includes('with') ? noun.indexOf('with') - 1 : noun.length - 1] ?? '';
  if (noun.length === 0 || noun.length > 5 || noun.some((word) => isVerbForm(word))) return [];
  const own = isIn('lifeNouns', head);
  if (own && (isDated(c.lower) || /\d/u.test(c.lower)))
    return [
      aboutSelf(
        clause,
        { content: sentence(c.text), finding: { type: 'event', confidence: 0.74 }, pattern: 'timed-own' },
        0.85,
      ),
    ];
  if (!isIn('thingNouns', head)) return [];
  const finding = {
    type: 'knowledge',
    confidence: 0.78,
    importance: 0.6,
    topic: `matter:${noun.join(' ')}`,
    value: when(c.words.slice(at).join(' ')),
  } as const;
  return [aboutPlace(clause, { content: sentence(c.text), finding, pattern: 'timed' })];
};

const rulePatterns: readonly RegExp[] = [
  proven({
    id: 'noSuchThing',
    pattern:
      /^(?:no|absolutely no) .{3,80}\b(?:in (?:here|this (?:channel|chat|server|room|thread|group)|#[\w-]+)|on this server|allowed(?: here)?)\b/iu,
    yes: ['No politics in here', 'absolutely no spoilers in #films'],
    no: ['no idea', 'no politics'],
  }),
  proven({
    id: 'keepItWhere',
    pattern:
      /^(?:keep|please keep) .{3,80}\b(?:out of|in|to) (?:here|this (?:channel|chat|server|room|thread)|#[\w-]+|the \p{L}+ channel)\b/iu,
    yes: ['Keep spoilers out of here', 'please keep memes in the memes channel'],
    no: ['keep calm', 'keep it'],
  }),
  proven({
    id: 'forbidden',
    pattern:
      /^.{3,60}\b(?:is|are) (?:not (?:allowed|permitted|welcome)|forbidden|banned|prohibited|off[- ]limits|mandatory for (?:all|every)\p{L}*)\b(?: (?:here|in|on) .{0,40})?$/iu,
    yes: ['Pets are not allowed', 'spoilers are banned in here'],
    no: ['pets are nice', 'banned'],
  }),
  proven({
    id: 'rule',
    pattern:
      /^(?:group |house |server |channel |new |community )?rules?(?: (?:#?\d+|of the (?:house|group|server)))?\s*(?::|is|-)\s*.{4,160}/iu,
    yes: ['House rule: shoes off', 'rule #2 - no shouting'],
    no: ['rules', 'the ruler: broken'],
  }),
  proven({
    id: 'dont',
    pattern:
      /^(?:do not|never|don't) (?:post|share|spam|discuss|ping|deploy|merge|push|swear|advertise) .{3,80}\b(?:here|in this (?:channel|chat|server|room)|in #[\w-]+|on fridays?|after \d|without .{3,40})/iu,
    yes: ["don't post memes here", 'never deploy on a whim on fridays'],
    no: ['never mind', 'deploy on friday'],
  }),
];
/** What holds for everybody in the place. */
export const ruleOf = (clause: Clause, text: string): readonly FactDraft[] => {
  const plain = text.trim();
  if (plain.length > 200 || !rulePatterns.some((pattern) => pattern.test(plain))) return [];
  return [
    aboutPlace(clause, {
      content: sentence(plain.replace(/[.!]+$/u, '')),
      finding: { type: 'knowledge', confidence: 0.78, importance: 0.7, portable: false },
      pattern: 'rule',
    }),
  ];
};

/** "Decision: …", "Correction: …": marked as such by who wrote it. */
export const markedDecision = (clause: Clause, tokens: readonly Token[]): readonly FactDraft[] => {
  const text = tokens
    .map((token) => token.lower)
    .slice(0, 3)
    .join(' ');
  const at = /^(?:final |team |group )?(?:decision|decided|agreed|outcome|resolution) [:=-]/u.test(text)
    ? tokens.findIndex((token) => token.lower === ':' || token.lower === '-' || token.lower === '=')
    : -1;
  if (at < 0) return [];
  const c = complementOf(tokens.slice(at + 1));
  if (c.words.length < 2 || c.deictic) return [];
  return [
    aboutPlace(clause, {
      content: sentence(c.text),
      finding: { type: 'decision', confidence: 0.86, importance: 0.8 },
      pattern: 'decision-mark',
    }),
  ];
};
