import { proven } from '#safety';
import { readable } from '../../grammar/object.js';
import { lemmaOf } from '../../words/verbs.js';
import { aboutSelf, labelled, type FactDraft } from '../statements/fact-draft.js';
import { isWord, type Token } from '../../text/tokens.js';
import type { MentionResolver } from '../../mentions/mention-resolver.js';
import type { Unit } from './unit.js';
import { isNoteWord } from '../../words/note-words.js';

const polite = /^(?:please|pls|plz|kindly|ty|thanks|thx)$/u;
const withoutCourtesy = (tokens: readonly Token[]): readonly Token[] =>
  tokens.filter((token) => !polite.test(token.lower));

const standing = proven({
  id: 'standing',
  pattern:
    /\b(?:always|never|from now on|going forward|in (?:the )?future|by default|every time|each time|at all times|until i say|unless i)\b/u,
  yes: ['always', 'from now on', 'every time'],
  no: ['sometimes', 'now'],
});
const sweeping = proven({
  id: 'sweeping',
  pattern:
    /\b(?:ever|at work|outside|after \d|before \d|during|on (?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends?|weekdays?|mornings?|evenings?|nights?)\b/u,
  yes: ['at work', 'on fridays', 'after 6'],
  no: ['at home', 'after lunch'],
});

/** How the agent shall speak to whoever says so: its words, or the way it is to speak to them, at what times. */
const manner = proven({
  id: 'manner',
  pattern:
    /\b(?:your|ur) (?:answers|replies|responses|messages|explanations|summaries|reminders|texts)\b|\b(?:to|with|for) me (?:in|as|like)\b|\b(?:use|avoid|skip) .+ (?:for|with|to) me\b|\bin the (?:mornings|evenings)\b|\b(?:weekends|weekdays|(?:mon|tues|wednes|thurs|fri|satur|sun)days)\b/u,
  yes: [
    'keep your answers short',
    'talk to me in plain english',
    'use metric units for me',
    'remind me on fridays',
  ],
  no: ['keep it short', 'send me the messages of yesterday', 'remind me on friday', 'use the big pan'],
});

/** Of one thing, or in words that a memory cannot have. */
const once = /\b(?:this|that|it|these|those|i|now|today|tomorrow)\b/u;

/** Alone with the agent such a sentence needs no courtesy to be meant for it. */
export const saysHow = (who: MentionResolver, text: string): boolean =>
  who.context.place.type === 'dm' && manner.test(text.toLowerCase());

const wish = (unit: Unit, words: readonly Token[], confidence: number): readonly FactDraft[] => {
  const shown = readable(words).replace(/[.!,;]+$/u, '');
  return [
    aboutSelf(
      unit,
      {
        content: labelled('Wants', shown),
        finding: { type: 'preference', confidence, importance: 0.7 },
        pattern: 'standing-request',
      },
      0.9,
    ),
  ];
};

const shrugs = proven({
  id: 'shrugs',
  pattern:
    /^(?:thanks|thank|worries|problem|problems|need|idea|clue|one|way|rush|pressure|more|longer|offence|offense|comment|hurry|such|not|u|you|it|that|this)$/u,
  yes: ['thanks', 'rush', 'longer'],
  no: ['coffee', 'long'],
});

/** Where the sentence that asks ends: ", im doing the school run" gives a reason. */
const asked = (tokens: readonly Token[]): readonly Token[] => {
  const end = tokens.findIndex(
    (token, index) =>
      index > 1 &&
      (/^(?:because|cause|since|so|lol|thx|thanks|or)$/u.test(token.lower) ||
        (token.text === ',' &&
          /^(?:i|my|it|that|this|the|he|she|thanks|thx|or)$/u.test(tokens[index + 1]?.lower ?? ''))),
  );
  return end < 0 ? tokens : tokens.slice(0, end);
};

/** "always answer in german", "no calls please", "sms only": how somebody wants to be treated, from now on. */
export const requestsIn = (unit: Unit, who: MentionResolver): readonly FactDraft[] => {
  const whole = requestIn(unit, who);
  if (whole.length > 0) return whole;
  const at = unit.plain.findIndex(
    (token, index) => index > 1 && index < unit.plain.length - 2 && /^(?:so|,)$/u.test(token.lower),
  );
  if (at < 0) return [];
  for (const plain of [unit.plain.slice(0, at), unit.plain.slice(at + 1)]) {
    const found = requestIn({ ...unit, plain, tokens: plain }, who);
    if (found.length > 0) return found;
  }
  return [];
};

const requestIn = (unit: Unit, who: MentionResolver): readonly FactDraft[] => {
  const isToAgent = who.context.place.type === 'dm';
  const courteous = unit.tokens.some((token) => polite.test(token.lower));
  const words = withoutCourtesy(asked(unit.plain.length > 0 ? unit.plain : unit.tokens));
  const told = words.filter(isWord);
  const lower = told.map((token) => token.lower).join(' ');
  const first = told[0]?.lower ?? '';
  if (
    told.length < 2 ||
    told.length > 16 ||
    /\b(?:you|u|your|that|this|it) (?:are|is|were|was)\b/u.test(lower)
  )
    return [];
  const forSelf = /\b(?:me|my|us)\b/u.test(lower);
  const own = isToAgent || forSelf;
  const verb = told.find(
    (token) =>
      !/^(?:always|never|do|not|just|only|from|now|on|in|future|by|default|going|forward|also|and|then|,)$/u.test(
        token.lower,
      ),
  );
  const communicates = verb !== undefined && isNoteWord('communicating', verb.lower);
  const asks = communicates && lemmaOf(verb.lower, 'base') !== null;
  if (
    standing.test(unit.tokens.map((token) => token.lower).join(' ')) &&
    asks &&
    own &&
    told.indexOf(verb) < 6 &&
    /^(?:always|never|from|going|in|by|do|every|each)$|/u.test(first)
  )
    return /^(?:i|we|he|she|they|it)$/u.test(first) ? [] : wish(unit, words, 0.84);
  if (
    first === 'do' &&
    told[1]?.lower === 'not' &&
    asks &&
    own &&
    (sweeping.test(lower) || /\b(?:again|anymore|any more)\b/u.test(lower))
  )
    return wish(unit, words, 0.78);
  if (isToAgent && communicates && told[0] === verb && !once.test(lower) && manner.test(lower))
    return wish(unit, words, 0.8);
  if (
    first === 'no' &&
    told.length <= 12 &&
    !shrugs.test(told[1]?.lower ?? '') &&
    (forSelf
      ? /\bfor (?:me|us)\b/u.test(lower) && (courteous || sweeping.test(lower))
      : isToAgent && courteous)
  )
    return wish(unit, words, 0.78);
  // "only cotton for me pls": what somebody takes.
  if (first === 'only' && courteous && told.length <= 8 && /\bfor (?:me|us)\b/u.test(lower))
    return wish(unit, words, 0.76);
  const only = told.findIndex((token) => token.lower === 'only');
  if (
    only > 0 &&
    only <= 3 &&
    only >= told.length - 3 &&
    isToAgent &&
    (courteous || isNoteWord('channels', first)) &&
    !/^(?:the|this|that|it|if|not|i|one)$/u.test(first)
  )
    return wish(unit, words, 0.78);
  if (
    told.length <= 5 &&
    courteous &&
    isToAgent &&
    /^(?:short|brief|concise|detailed|longer|shorter|formal|informal|simple|plain)$/u.test(first) &&
    /s$/u.test(told.at(-1)?.lower ?? '')
  )
    return wish(unit, words, 0.76);
  return [];
};
