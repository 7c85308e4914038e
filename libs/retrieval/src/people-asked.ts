import { grammarWords } from './common-words.js';
import {
  findNames,
  tidyQuery,
  type CalledPerson,
  type NameMatchForm,
  type NameSpan,
} from './person-names.js';

export interface AskedPerson {
  readonly entityId: string;
  readonly how: NameMatchForm;
  /** Asked about, or asked for what they said. */
  readonly role: 'subject' | 'speaker';
  /** Others here go by the name that was used. */
  readonly ambiguous: boolean;
}

export interface PeopleAskedAbout {
  readonly asked: readonly AskedPerson[];
  /** "me", "my", "I", or the viewer's own name. */
  readonly aboutSelf: boolean;
  /** Only what these people said is wanted; all bearers of an ambiguous name. */
  readonly saidBy: readonly string[];
  /** "What do you know about X": all that is held, not what resembles the question. */
  readonly attribution: boolean;
  /** The query without names and words of asking; a nudge for lexical search, never instead of the whole text. */
  readonly residualQuery: string;
}

const frameWords = new Set(
  `know known knew remember remembers remembered recall tell told show give list find describe summarize summarise explain info
  information details detail facts fact memories memory notes note stored saved store save hold held heard hear learned learn spoke
  spoken speak talk talked mention mentioned mentions saying says tells stuff summary profile background rundown overview person
  according people guy update ask asked s t m re ve d`.split(/\s+/u),
);

const person = '\uE000\\d+\uE001';
const who = `(?:${person}|\\bi\\b)`;
const those = `(${who}(?:(?:\\s*,\\s*(?:and\\s+|or\\s+)?|\\s+and\\s+|\\s+or\\s+|\\s*&\\s*)${who}){0,7})`;
const adverb = String.raw`(?:(?:ever|also|just|already|once|then|first|last|still|even|not|(?!already\b)[a-z]{1,20}ly)\s+){0,4}`;
const plainVerb = String.raw`(?:say|mention|tell|write|post|claim|announce|suggest|propose|recommend|promise|report|state|argue|explain|comment|talk|speak|answer|reply|complain|share|admit|warn|remark|declare|note)`;
const pastVerb = String.raw`(?:said|mentioned|told|wrote|written|posted|claimed|announced|suggested|proposed|recommended|promised|reported|stated|argued|explained|commented|talked|spoke|spoken|answered|replied|complained|shared|admitted|warned|remarked|declared|noted)`;
const presentVerb = String.raw`(?:says|mentions|tells|writes|posts|claims|announces|suggests|proposes|recommends|promises|reports|states|argues|explains)`;
const runningVerb = String.raw`(?:saying|mentioning|telling|writing|posting|claiming|announcing|suggesting|proposing|recommending|talking|arguing|explaining|complaining)`;
const words = String.raw`(?:words?|statements?|messages?|comments?|remarks?|opinions?|thoughts|claims?|answers?|suggestions?|posts?|take|view|views)`;

/** Ways of asking for what somebody said; the first group holds the people. A passive ("was I told") asks for something else. */
const saidByForms = [
  `\\b(?:did|do|does|has|had|have)(?:n't)?\\s+${those}\\s+${adverb}(?:${plainVerb}|${pastVerb}|been\\s+${runningVerb})\\b`,
  `\\b(?:was|were|is|are|am)\\s+${those}\\s+${adverb}${runningVerb}\\b`,
  `(?<!\\b(?:was|were|am|is|are|been|being|get|got)\\s{1,4})${those}\\s+(?:has\\s+|have\\s+|had\\s+)?${adverb}(?:${pastVerb}|${presentVerb})\\b`,
  `\\baccording\\s+to\\s+${those}`,
  `\\b${pastVerb}\\s+by\\s+${those}`,
  `\\b(?:hear|heard|learn|learned|learnt|quote|quotes)\\s+(?:(?:from|by|of)\\s+)?${those}`,
  `${those}(?:'s?)?\\s+(?:own\\s+|exact\\s+)?${words}\\b(?=\\s+(?:on|about|regarding|of)\\b|\\s{0,4}[?.!]?\\s*$)`,
].map((form) => new RegExp(form, 'gu'));

/** Asking somebody to answer is not asking about oneself. */
const addressing = new RegExp(
  [
    String.raw`\b(?:tell|remind|show|give|help|let|send|teach|inform|update|fill)\s+me\b`,
    String.raw`\b(?:can|could|may|should|might)\s+i\s+(?:ask|know|see|get|find|hear|have)\b`,
    String.raw`\bi(?:'d|\s+would)?\s+(?:\w+\s+)?(?:wonder|wondering|want\s+to\s+know|need\s+to\s+know|like\s+to\s+know|forgot|forget|heard|mean|guess)\b`,
  ].join('|'),
  'gu',
);
const selfWord = /\b(?:me|my|mine|myself|i|im|ive)\b/u;

/** Each name replaced by a mark of one word, so that the forms above see people and nothing else of them. */
const masked = (text: string, spans: readonly NameSpan[]): string => {
  let out = '';
  let from = 0;
  spans.forEach((span, index) => {
    out += `${text.slice(from, span.start)}\uE000${String(index)}\uE001`;
    from = span.end;
  });
  return (out + text.slice(from)).toLowerCase();
};

interface Speakers {
  readonly spans: ReadonlySet<number>;
  readonly viewer: boolean;
}

const speakersIn = (mask: string): Speakers => {
  const spans = new Set<number>();
  let viewer = false;
  for (const form of saidByForms)
    for (const match of mask.matchAll(form)) {
      const list = match[1] ?? '';
      for (const [, index] of list.matchAll(/\uE000(\d+)\uE001/gu)) spans.add(Number(index));
      viewer ||= /\bi\b/u.test(list);
    }
  return { spans, viewer };
};

const isTopical = (word: string): boolean => {
  const key = word.toLowerCase();
  return !grammarWords.has(key) && !frameWords.has(key);
};

const topicWords = (text: string): readonly string[] =>
  [...text.replaceAll(new RegExp(person, 'gu'), ' ').matchAll(/[\p{L}\p{N}\p{M}_]+/gu)]
    .map(([word]) => word)
    .filter(isTopical);

const isSelf = (mask: string): boolean => selfWord.test(mask.replaceAll(addressing, ' '));

/** A sentence that names somebody and nothing to know about them asks for everything. */
const asksForAll = (mask: string): boolean =>
  mask
    .split(/[.?!\n]+/u)
    .some(
      (sentence) =>
        (new RegExp(person, 'u').test(sentence) || isSelf(sentence)) && topicWords(sentence).length === 0,
    );

/**
 * Who a question is about, and whose words it asks for. Names decide nothing about what may be read: they choose
 * lanes and order. A name that several people bear gives all of them, marked, and picks none.
 */
export const findPeopleAskedAbout = (
  query: string,
  people: readonly CalledPerson[],
  viewerIds: readonly string[],
): PeopleAskedAbout => {
  const text = tidyQuery(query);
  const spans = findNames(text, people);
  const mask = masked(text, spans);
  const speakers = speakersIn(mask);
  const asked = new Map<string, AskedPerson>();
  spans.forEach((span, index) => {
    const role = speakers.spans.has(index) ? 'speaker' : 'subject';
    for (const { entityId, how } of span.bearers)
      if (!asked.has(entityId))
        asked.set(entityId, { entityId, how, role, ambiguous: span.bearers.length > 1 });
  });
  const named = [...asked.values()];
  const saidBy = [
    ...named.filter((one) => one.role === 'speaker').map((one) => one.entityId),
    ...(speakers.viewer ? viewerIds : []),
  ];
  const marks = new RegExp(person, 'gu');
  return {
    asked: named,
    aboutSelf: isSelf(mask) || named.some((one) => viewerIds.includes(one.entityId)),
    saidBy: [...new Set(saidBy)],
    attribution: asksForAll(mask),
    residualQuery: topicWords(mask.replaceAll(marks, ' ')).join(' '),
  };
};
