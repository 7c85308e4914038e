import { anyCase, senseOfNoun, senseOfVerb, sensitivityOf, type PatternRow } from '#safety';
import { isDated, proper } from '../frames/found.js';
import { isTransient, type Complement } from '../../grammar/object.js';
import type { Predicate } from '../../grammar/predicate.js';
import { isIn, lexiconNames } from '../../words/lexicon.js';
import type { Clause } from '../../text/clauses.js';
import { joined } from '../../text/tokens.js';
import { isOfKind, kindsOfVerb } from './keep-score.js';

/** What the sentence is about: the speaker, the speaker unnamed, those of the place, something of the speaker, … */
export type About = 'self' | 'elided' | 'we' | 'mine' | 'ours' | 'thing' | 'person' | 'kin';

/** A clause with subject and verb, before anybody says whether it is worth keeping. */
export interface Said {
  readonly about: About;
  /** The words of a subject that is a thing: "kitchen tap". */
  readonly subject: readonly string[];
  readonly p: Predicate;
  readonly c: Complement;
  readonly clause: Clause;
}

const numbers = [1, 2, 4, 7, 11, 16] as const;
const sizeOf = (length: number): string =>
  `size:${String(numbers.filter((bound) => length >= bound).at(-1) ?? 0)}`;

export const complementKinds: readonly PatternRow[] = [
  {
    id: 'a',
    pattern: /^(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|several|\d+)\b/u,
    yes: ['a kettle', 'two cats', '12 plums'],
    no: ['the kettle'],
  },
  { id: 'the', pattern: /^the\b/u, yes: ['the kettle'], no: ['a kettle'] },
  { id: 'own', pattern: /^(?:my|our)\b/u, yes: ['my kettle', 'our car'], no: ['his car'] },
  {
    id: 'other',
    pattern: /^(?:his|her|their|this|that|these|those|some|any|no|all|every)\b/u,
    yes: ['his car', 'every day', 'this one'],
    no: ['my car'],
  },
  { id: 'to-do', pattern: /^to \p{Ll}+/u, yes: ['to repair it'], no: ['to Oslo'] },
  {
    id: 'place',
    pattern: /^(?:in|at|on|from|near|to|into|around|across|under|behind|between|off)\b/u,
    yes: ['in oslo', 'near the sea'],
    no: ['with ana'],
  },
  {
    id: 'with',
    pattern: /^(?:with|for|by|about|of|as|like|through|without|over|after|before|since|until|till)\b/u,
    yes: ['with ana', 'since may'],
    no: ['ana'],
  },
  { id: 'doing', pattern: /^\p{L}+ing\b/u, yes: ['repairing bikes'], no: ['a ring'] },
  {
    id: 'that',
    pattern: /^(?:that|how|what|why|where|when|who|whether|if|because|so|than)\b/u,
    yes: ['that it rains', 'because of it'],
    no: ['the rain'],
  },
  {
    id: 'up',
    pattern: /^(?:up|down|out|off|back|away|over|in|on)\b/u,
    yes: ['up early', 'off'],
    no: ['early'],
  },
  {
    id: 'too',
    pattern: /^(?:so|too|very|pretty|quite|really|super|a bit|kinda|more|less|as)\b/u,
    yes: ['too late', 'very tired'],
    no: ['late'],
  },
];

export const textual: readonly PatternRow[] = [
  {
    id: 'since',
    pattern:
      /\b(?:since|for (?:\d+|a|an|two|three|four|five|six|seven|eight|nine|ten|many|several|some|about|over|almost|like|the last|the past) \S*\s?(?:years?|yrs?|months?|weeks?|decades?|ages)|\d+ (?:years|yrs|months) (?:now|already)|years?\b)/u,
    yes: ['since 2019', 'for six years', 'for the last months'],
    no: ['for two minutes', 'now'],
  },
  {
    id: 'recurring',
    pattern:
      /\b(?:every|each|daily|weekly|monthly|yearly|biweekly|fortnightly|twice a|once a|\d+ (?:times|days?|hours?) (?:a|per)|per (?:week|day|month)|(?:mon|tues|wednes|thurs|fri|satur|sun)days|mornings|evenings|weekends|weekdays|nights)\b/u,
    yes: ['every morning', 'twice a week', 'on mondays'],
    no: ['in the end', 'on monday'],
  },
  {
    id: 'until',
    pattern:
      /\b(?:until|till|from now on|as of|starting|effective|by (?:eod|eow|the end|\p{L}+day|next|\d))\b/u,
    yes: ['until friday', 'from now on', 'by eod'],
    no: ['by hand', 'as usual'],
  },
  {
    id: 'clock',
    pattern: /\b\d{1,2}(?::\d\d)? ?(?:am|pm|h|uhr)\b|\b\d{1,2}:\d\d\b|\bat \d{1,2}\b|\bnoon\b|\bmidnight\b/u,
    yes: ['at 9', '10:30', 'around 8pm', 'at noon'],
    no: ['a dozen', '9 lives'],
  },
  {
    id: 'day',
    pattern:
      /\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:mon|tue|wed|thu|fri|sat|sun)\b|\b\d{1,2}(?:st|nd|rd|th)\b|\b(?:jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec)(?:uary|ruary|ch|il|e|y|ust|tember|ober|ember)?\b/u,
    yes: ['on thursday', 'the 3rd', 'in february'],
    no: ['some time', '3 cats'],
  },
  {
    id: 'soon',
    pattern:
      /\b(?:now|atm|at the moment|right now|today|tonight|this (?:morning|evening|afternoon)|in a (?:bit|sec|minute|moment)|again|yet|first|later|soon)\b/u,
    yes: ['right now', 'later', 'in a minute'],
    no: ['in the kitchen', 'once'],
  },
  { id: 'year', pattern: /\b(?:19|20)\d\d\b/u, yes: ['in 1998', '2031'], no: ['in 98', 'a year'] },
  { id: 'digit', pattern: /\d/u, yes: ['3 cats'], no: ['three cats'] },
  {
    id: 'unit',
    pattern:
      /\b\d+(?:[.,]\d+)?\s?(?:mg|ml|kg|g|km|mi|miles|m|cm|gb|tb|mb|w|kw|v|euros?|dollars?|usd|eur|gbp|percent|k)\b|[$£€%]/u,
    yes: ['20 mg', '8gb', '$5'],
    no: ['20 cats'],
  },
  {
    id: 'good',
    pattern:
      /\b(?:good|bad|great|nice|cool|awesome|funny|weird|annoying|terrible|awful|amazing|stupid|crazy|insane|fun|lovely|best|worst|better|worse|perfect|horrible|ugly|cute|hilarious|wild|boring|easy|hard|difficult|impossible|wrong|right|fine|true|ok|okay)\b/u,
    yes: ['a great idea', 'it is annoying'],
    no: ['a red idea'],
  },
  {
    id: 'hedge',
    pattern:
      /\b(?:maybe|perhaps|probably|guess|think|suppose|might|possibly|somehow|apparently|seems?|kinda|sort of|kind of|not sure|dunno|idk)\b/u,
    yes: ['maybe', 'i guess so', 'kinda'],
    no: ['surely'],
  },
  {
    id: 'someone',
    pattern: /\b(?:somebody|someone|everybody|everyone|people|they|anybody|anyone|nobody|guys|folks)\b/u,
    yes: ['somebody took it', 'they left'],
    no: ['ana took it'],
  },
  {
    id: 'error',
    pattern:
      /\b(?:errors?|bugs?|crash\w*|fail\w*|broken|breaks?|freez\w+|hang\w*|segfault\w*|not (?:work|found|show|start|load|boot)\w*|works?|working|problems?|issues?|wrong|logs?|output|settings?|config\w*|package|version|command|terminal|file|files|folder|line|driver\w*|kernel|screen)\b/u,
    yes: ['it crashes', 'no such file', 'the driver'],
    no: ['the garden'],
  },
  { id: 'you', pattern: /\b(?:you|your|yours|u|ur)\b/u, yes: ['your turn', 'u there'], no: ['his turn'] },
  {
    id: 'cause',
    pattern: /\b(?:because|so that|otherwise|then|instead|anyway|though|but)\b/u,
    yes: ['because of rain', 'anyway'],
    no: ['of rain'],
  },
];

export const messageKinds: readonly PatternRow[] = [
  {
    id: 'm-help',
    pattern: anyCase(
      /\b(?:help|how (?:do|can|to|would)|anyone|anybody|any ideas?|trying|tried|does(?:n'?t| not)|can(?:'t|not)|won'?t|try|should|need to|if)\b/u,
    ),
    yes: ['How do I open it', 'Anyone here'],
    no: ['The tap drips'],
  },
  {
    id: 'm-trouble',
    pattern: anyCase(
      /\b(?:errors?|problems?|issues?|fail\w*|crash\w*|broken|stuck|work(?:s|ing)?|install\w*|boot\w*|command|package|driver|config\w*|terminal|kernel|server|file|files|folder|disk|partition)\b/u,
    ),
    yes: ['An error again', 'it is broken'],
    no: ['the tap is red'],
  },
  { id: 'm-addressed', pattern: /^\S{2,20}[:,]\s/u, yes: ['Ana: come', 'bo, look'], no: ['come here'] },
  { id: 'm-long', pattern: /^.{140,}/su, yes: ['x'.repeat(140)], no: ['x'.repeat(139)] },
  { id: 'm-caps', pattern: /^\p{Lu}/u, yes: ['Come here'], no: ['come here'] },
  { id: 'm-stop', pattern: /[.!]\s*$/u, yes: ['Come here.', 'wait! '], no: ['come here'] },
  { id: 'm-question', pattern: /\?/u, yes: ['really?'], no: ['really'] },
  { id: 'm-shout', pattern: /!/u, yes: ['wow! it works'], no: ['wow'] },
  {
    id: 'm-laugh',
    pattern: anyCase(/\b(?:lol|lmao|haha\w*|hehe\w*|rofl|xd|jk)\b|😂|🤣/u),
    yes: ['LOL', 'hahaha'],
    no: ['the dog'],
  },
  {
    id: 'm-fyi',
    pattern: anyCase(/\b(?:fyi|btw|reminder|heads up|note|update|ps|for the record|about me|ooo)\b/u),
    yes: ['FYI the office is closed', 'reminder'],
    no: ['the office'],
  },
  {
    id: 'm-link',
    pattern: anyCase(/https?:|www\./u),
    yes: ['see https://example.org', 'WWW.example.org'],
    no: ['see the site'],
  },
  {
    id: 'm-you',
    pattern: anyCase(/\b(?:you|your|u|ur)\b/u),
    yes: ['are you in', 'your turn'],
    no: ['is he in'],
  },
  {
    id: 'm-thanks',
    pattern: anyCase(/\b(?:thanks|thx|thank you|ty|please|pls|plz|hi|hello|hey)\b/u),
    yes: ['Thanks a lot', 'hello'],
    no: ['a lot'],
  },
];

const listsUsed = lexiconNames.filter(
  (name) => name !== 'fillers' && name !== 'adjectives' && name !== 'techVerbs',
);

const ofSubject = ({ subject }: Said): readonly string[] => {
  const head = subject.at(-1) ?? '';
  return head === ''
    ? []
    : [
        ...listsUsed.filter((name) => isIn(name, head)).map((name) => `head:${name}`),
        ...(isOfKind('passing', head) ? ['head:passing'] : []),
        `head-sense:${senseOfNoun(head) ?? 'none'}`,
        `subject-size:${String(Math.min(subject.length, 3))}`,
      ];
};

const sensesOfVerb = (lemma: string): readonly string[] => [senseOfVerb(lemma) ?? 'none'];

const ofVerb = ({ p, about }: Said): readonly string[] => [
  `tense:${p.tense}`,
  `lemma:${p.lemma}`,
  ...kindsOfVerb(p.lemma).flatMap((kind) => [`verb:${kind}`, `verb:${kind}:${p.tense}`]),
  ...sensesOfVerb(p.lemma).flatMap((sense) => [`verb-sense:${sense}`, `verb-sense:${sense}:${about}`]),
  ...(p.modal === null ? [] : [`modal:${p.modal}`]),
  ...(p.negated ? ['negated'] : []),
  ...p.adverbs.map((adverb) => `adverb:${adverb}`),
  `about:${about}:${p.tense}`,
  ...(p.lemma === 'be' || p.lemma === 'have' ? [`about:${about}:${p.lemma}`] : []),
];

const kindOfVerb = ({ lemma }: Said['p']): string => (lemma === 'be' || lemma === 'have' ? lemma : 'do');

const ofComplement = ({ p, c, about }: Said): readonly string[] => {
  const kinds = complementKinds.filter(({ pattern }) => pattern.test(c.lower)).map(({ id }) => id);
  const head = c.phrase.at(-1) ?? '';
  const words = new Set(c.words);
  return [
    sizeOf(c.words.length),
    ...kinds.flatMap((kind) => [`then:${kind}`, `${kindOfVerb(p)}-${kind}`]),
    ...(kinds.length === 0 ? [`then:bare`, `${kindOfVerb(p)}-bare`] : []),
    ...(isTransient(c.words) ? ['transient'] : []),
    ...(isOfKind('passing', head) ? ['object:passing'] : []),
    ...listsUsed.flatMap((name) => [
      ...(isIn(name, head) ? [`object:${name}`] : []),
      ...([...words].some((word) => isIn(name, word)) ? [`any:${name}`] : []),
    ]),
    ...(head === ''
      ? []
      : [
          `object-sense:${senseOfNoun(head) ?? 'none'}`,
          `object-sense:${kindOfVerb(p)}:${senseOfNoun(head) ?? 'none'}`,
        ]),
    ...new Set(
      [...words].flatMap((word) =>
        senseOfNoun(word) === null ? [] : [`any-sense:${senseOfNoun(word) ?? ''}`],
      ),
    ),
    ...(isIn('adjectives', c.words[0] ?? '') ? ['object:adjective'] : []),
    ...(isOfKind('mood', c.words[0] ?? '') ? ['object:mood'] : []),
    ...(/\p{Lu}/u.test(
      c.tokens
        .map((token) => token.text)
        .join(' ')
        .replace(/^\p{Lu}/u, ''),
    )
      ? ['name']
      : []),
    ...(proper(c.text) ? ['name-first'] : []),
    ...(c.deictic ? ['deictic', `deictic:${about}`] : []),
    ...(isDated(c.lower) ? ['dated', `dated:${p.tense}`] : []),
  ];
};

const unfinished =
  /\b(?:without|under|but|and|or|is|are|was|to|of|for|with|from|at|in|on|by|the|a|an|not|only|so|that|because|as)$/u;
const innerVerb = /\S \b(?:is|are|was|were|has|have|had|does|do|did|will|can|could|would|wo|am)\b/u;
const subordinate =
  /\b(?:that|which|who|because|when|where|while|if|until|till|so|but|and|as|since|than)\b|,/u;

/** How the sentence is built: whether it looks misread, cut, or passing. */
const ofShape = ({ c, clause }: Said, own: string): readonly string[] => [
  ...(unfinished.test(c.lower) ? ['unfinished'] : []),
  ...(innerVerb.test(c.lower) ? [subordinate.test(c.lower) ? 'inner-verb' : 'inner-verb-bare'] : []),
  ...(/\bjust\b/u.test(own) ? ['just'] : []),
  ...(/^(?:so|well|ah|oh|hmm|hm|yeah|yes|ok|but|and|then)\b/u.test(own) ? ['opener'] : []),
  ...(clause.startsMessage ? ['first'] : []),
  ...(clause.alone ? ['alone'] : []),
  ...(clause.tokens.some((token) => /^(?:\.\.\.|\u2026)$/u.test(token.text)) ? ['dots'] : []),
];

/** The features of the message read last are kept, since its sentences are weighed one after the other. */
let lastMessage = { text: '', kinds: [] as readonly string[] };
const kindsOfMessage = (text: string): readonly string[] => {
  if (lastMessage.text !== text)
    lastMessage = {
      text,
      kinds: messageKinds.filter(({ pattern }) => pattern.test(text)).map(({ id }) => id),
    };
  return lastMessage.kinds;
};

/** What speaks for and against keeping a sentence, by name. The names are the keys of data/keep-score.json. */
export const featuresOf = (said: Said): readonly string[] => {
  const { p, c, clause, about } = said;
  const own = joined(clause.tokens).toLowerCase();
  const told = [
    ...textual.filter(({ pattern }) => pattern.test(own)).map(({ id }) => id),
    ...kindsOfMessage(clause.message),
    ...ofShape(said, own),
  ];
  const kind = about === 'thing' || about === 'ours' || about === 'we' ? 'thing' : 'person';
  return [
    `about:${about}`,
    ...ofSubject(said),
    ...ofVerb(said),
    ...ofComplement(said),
    ...told,
    ...told.map((feature) => `${kind}:${feature}`),
    ...(sensitivityOf(`${p.lemma} ${c.text}`).sensitivity > 0 ? ['sensitive'] : []),
  ];
};
