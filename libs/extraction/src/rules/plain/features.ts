import { anyCase, senseOfNoun, senseOfVerb, sensitivityOf, type Occurs } from '#safety';
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

const complementKinds: readonly (readonly [string, RegExp])[] = [
  ['a', /^(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|several|\d+)\b/u],
  ['the', /^the\b/u],
  ['own', /^(?:my|our)\b/u],
  ['other', /^(?:his|her|their|this|that|these|those|some|any|no|all|every)\b/u],
  ['to-do', /^to \p{Ll}+/u],
  ['place', /^(?:in|at|on|from|near|to|into|around|across|under|behind|between|off)\b/u],
  ['with', /^(?:with|for|by|about|of|as|like|through|without|over|after|before|since|until|till)\b/u],
  ['doing', /^\p{L}+ing\b/u],
  ['that', /^(?:that|how|what|why|where|when|who|whether|if|because|so|than)\b/u],
  ['up', /^(?:up|down|out|off|back|away|over|in|on)\b/u],
  ['too', /^(?:so|too|very|pretty|quite|really|super|a bit|kinda|more|less|as)\b/u],
];

const textual: readonly (readonly [string, RegExp])[] = [
  [
    'since',
    /\b(?:since|for (?:\d+|a|an|two|three|four|five|six|seven|eight|nine|ten|many|several|some|about|over|almost|like|the last|the past) \S*\s?(?:years?|yrs?|months?|weeks?|decades?|ages)|\d+ (?:years|yrs|months) (?:now|already)|years?\b)/u,
  ],
  [
    'recurring',
    /\b(?:every|each|daily|weekly|monthly|yearly|biweekly|fortnightly|twice a|once a|\d+ (?:times|days?|hours?) (?:a|per)|per (?:week|day|month)|(?:mon|tues|wednes|thurs|fri|satur|sun)days|mornings|evenings|weekends|weekdays|nights)\b/u,
  ],
  [
    'until',
    /\b(?:until|till|from now on|as of|starting|effective|by (?:eod|eow|the end|\p{L}+day|next|\d))\b/u,
  ],
  ['clock', /\b\d{1,2}(?::\d\d)? ?(?:am|pm|h|uhr)\b|\b\d{1,2}:\d\d\b|\bat \d{1,2}\b|\bnoon\b|\bmidnight\b/u],
  [
    'day',
    /\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:mon|tue|wed|thu|fri|sat|sun)\b|\b\d{1,2}(?:st|nd|rd|th)\b|\b(?:jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec)(?:uary|ruary|ch|il|e|y|ust|tember|ober|ember)?\b/u,
  ],
  [
    'soon',
    /\b(?:now|atm|at the moment|right now|today|tonight|this (?:morning|evening|afternoon)|in a (?:bit|sec|minute|moment)|again|yet|first|later|soon)\b/u,
  ],
  ['year', /\b(?:19|20)\d\d\b/u],
  ['digit', /\d/u],
  [
    'unit',
    /\b\d+(?:[.,]\d+)?\s?(?:mg|ml|kg|g|km|mi|miles|m|cm|gb|tb|mb|w|kw|v|euros?|dollars?|usd|eur|gbp|percent|k)\b|[$£€%]/u,
  ],
  [
    'good',
    /\b(?:good|bad|great|nice|cool|awesome|funny|weird|annoying|terrible|awful|amazing|stupid|crazy|insane|fun|lovely|best|worst|better|worse|perfect|horrible|ugly|cute|hilarious|wild|boring|easy|hard|difficult|impossible|wrong|right|fine|true|ok|okay)\b/u,
  ],
  [
    'hedge',
    /\b(?:maybe|perhaps|probably|guess|think|suppose|might|possibly|somehow|apparently|seems?|kinda|sort of|kind of|not sure|dunno|idk)\b/u,
  ],
  ['someone', /\b(?:somebody|someone|everybody|everyone|people|they|anybody|anyone|nobody|guys|folks)\b/u],
  [
    'error',
    /\b(?:errors?|bugs?|crash\w*|fail\w*|broken|breaks?|freez\w+|hang\w*|segfault\w*|not (?:work|found|show|start|load|boot)\w*|works?|working|problems?|issues?|wrong|logs?|output|settings?|config\w*|package|version|command|terminal|file|files|folder|line|driver\w*|kernel|screen)\b/u,
  ],
  ['you', /\b(?:you|your|yours|u|ur)\b/u],
  ['cause', /\b(?:because|so that|otherwise|then|instead|anyway|though|but)\b/u],
];

const messageKinds: readonly (readonly [string, Occurs])[] = [
  [
    'm-help',
    anyCase(
      /\b(?:help|how (?:do|can|to|would)|anyone|anybody|any ideas?|trying|tried|does(?:n'?t| not)|can(?:'t|not)|won'?t|try|should|need to|if)\b/u,
    ),
  ],
  [
    'm-trouble',
    anyCase(
      /\b(?:errors?|problems?|issues?|fail\w*|crash\w*|broken|stuck|work(?:s|ing)?|install\w*|boot\w*|command|package|driver|config\w*|terminal|kernel|server|file|files|folder|disk|partition)\b/u,
    ),
  ],
  ['m-addressed', /^\S{2,20}[:,]\s/u],
  ['m-long', /^.{140,}/su],
  ['m-caps', /^\p{Lu}/u],
  ['m-stop', /[.!]\s*$/u],
  ['m-question', /\?/u],
  ['m-shout', /!/u],
  ['m-laugh', anyCase(/\b(?:lol|lmao|haha\w*|hehe\w*|rofl|xd|jk)\b|😂|🤣/u)],
  ['m-fyi', anyCase(/\b(?:fyi|btw|reminder|heads up|note|update|ps|for the record|about me|ooo)\b/u)],
  ['m-link', anyCase(/https?:|www\./u)],
  ['m-you', anyCase(/\b(?:you|your|u|ur)\b/u)],
  ['m-thanks', anyCase(/\b(?:thanks|thx|thank you|ty|please|pls|plz|hi|hello|hey)\b/u)],
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
  const kinds = complementKinds.filter(([, pattern]) => pattern.test(c.lower)).map(([kind]) => kind);
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

/** Of the last message, whose sentences are weighed one after the other. */
let lastMessage = { text: '', kinds: [] as readonly string[] };
const kindsOfMessage = (text: string): readonly string[] => {
  if (lastMessage.text !== text)
    lastMessage = {
      text,
      kinds: messageKinds.filter(([, pattern]) => pattern.test(text)).map(([feature]) => feature),
    };
  return lastMessage.kinds;
};

/** What speaks for and against keeping a sentence, by name. The names are the keys of data/keep-score.json. */
export const featuresOf = (said: Said): readonly string[] => {
  const { p, c, clause, about } = said;
  const own = joined(clause.tokens).toLowerCase();
  const told = [
    ...textual.filter(([, pattern]) => pattern.test(own)).map(([feature]) => feature),
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
