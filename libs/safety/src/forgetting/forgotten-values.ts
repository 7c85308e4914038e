import { unmarked } from '../credentials/find.js';
import { anyCase } from '../text/any-case.js';
import { proven } from '../text/proven.js';

/** What stands where something was that somebody asked to forget. */
export const forgottenMark = '[forgotten]';

const hint = anyCase(
  /delet|remov|eras|forg[eo]t|purg|wipe|scrub|expung|retir|retain|restor|restat|reviv|unavailable|obsolete/u,
);

const order = 'delete|remove|erase|forget|purge|wipe|scrub|expunge|retire';
const done = 'deleted|removed|erased|forgotten|purged|wiped|scrubbed|expunged|retired';
/** "Delete …", "please remove …", "you should forget …", "do not retain …", "deletion request entered for …". */
const ordered = new RegExp(
  String.raw`(?:^\W*|[,;:]\s+(?:and\s+|or\s+)?|\b(?:and|please|pls|kindly|also|now|then|just|you (?:can|could|should|may|must)|(?:want|need|like|ask|asked|asking|told) (?:you )?to)\s+)(?:${order})\b` +
    String.raw`|\b(?:do not|don['’]?t|never|must not|not to) (?:retain|keep|store|hold|restore|restate|revive|reuse|repeat|hold on to)\b` +
    String.raw`|\b(?:deletion|removal|erasure)(?: (?:request|order|entered|recorded|received|logged|executed|completed|confirmed|done))+(?: for| of)?\b:?` +
    String.raw`|^\W*(?:confirmed\W+)?(?:${done})\b`,
  'giu',
);
/** "The deleted …", "I removed …", "we can delete …": told of, not asked for. */
const mentioned = new RegExp(
  String.raw`(?<!n['’]t |dont |not |never )\b(?:${order}|${done}|deleting|removing|erasing|purging|retiring)\b`,
  'giu',
);
const wanted = new RegExp(
  String.raw`\b(?:i|we)(?:['’]d)? (?:\w+ ){0,2}(?:want|need|like) (.{3,120}?) (?:to be )?(?:${done})\b`,
  'iu',
);
const gone = `(?:${done}|unavailable|obsolete|void|historical|withdrawn)`;
const judged = new RegExp(
  String.raw`^(.*?)\s(?:(?:should|must|can|is to|are to|shall|will)(?: now)? (?:be|stay|remain) (?:(?:treated|considered|marked|regarded|kept) as )?${gone}` +
    String.raw`|(?:should|must|may|shall|can)(?:n['’]t| not|not) be (?:restated|repeated|reused|retained|restored|revived|mentioned again|brought back|used again)` +
    String.raw`|(?:is|are|was|were|has been|have been|remains?|stays?)(?: now)? ${gone})\b`,
  'iu',
);
/** Where a sentence stops to speak of what shall go. */
const stop = proven({
  id: 'stop',
  pattern:
    /\s(?:but|except|while|although|however|instead|because|so that|and (?:keep|left|leave|use|retain|only|stop)|keep(?:ing)? only|retain only|leaving|now that|once|unless)\b|;/giu,
  yes: ['the old one but keep the new', 'it; she left', 'that now that he moved'],
  no: ['the old number', 'butter and jam'],
});

/** Words that show that it is what is remembered which shall go. */
const memory = proven({
  id: 'memory',
  pattern:
    /\b(?:memory|memories|notes?|records?|chart|profile|history|going forward|future (?:answers?|retrieval|summaries)|later answers?|treated as|for good|any ?more)\b|\bforg[eo]t/iu,
  yes: ['from memory', 'in later answers', 'I forgot'],
  no: ['from home', 'as of today'],
});
const kept = proven({
  id: 'kept',
  pattern:
    /\b(?:numbers?|phones?|lines?|extension|address(?:es)?|emails?|birthday|alias(?:es)?|nicknames?|names?|contacts?|codes?|labels?|mapping|identifiers?|routes?|details|mobile|cell)\b/iu,
  yes: ['her number', 'the alias', 'two emails'],
  no: ['her dog', 'numbering'],
});

const phone = /(?<![\w-])\+?\(?\d{2,4}\)?[ .-]\d{3,4}(?:[ .-]\d{2,5})?(?![\w-])/gu;
const email = /[\w.+-]+@[\w-]+\.[\w.]+\w/gu;
const code = /(?<![\w@./-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)+(?![\w-])/gu;
const counted = proven({
  id: 'counted',
  pattern:
    /(?<![\w-])(?:extension|ext|room|unit|apartment|apt|suite|(?:gate |door )?code|gate|pin|box|desk|floor|locker|badge|case|ticket)\.? \d+[A-Za-z]?(?![\w-])/giu,
  yes: ['room 12', 'gate code 4411', 'ext. 207b'],
  no: ['twelve rooms', 'desk lamp'],
});
const quoted = /["“”]([^"“”]{2,80})["“”]|(?<![\p{L}\p{N}])['‘]([^'‘’]{2,80})['’](?!\p{L})/gu;
const properName = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}]+(?: \p{Lu}[\p{L}\p{N}]+)+(?!['’]s)(?![\p{L}\p{N}])/gu;
const calledSo = proven({
  id: 'calledSo',
  pattern:
    /\b(?:alias(?:es)?|nick(?:name)?|named?|called|ask(?:ing)? for|under) (?:the name )?["'“‘]?(\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)*)(?![\p{L}\p{N}]|['’]s)/gu,
  yes: ['alias "Falcon"', 'asking for Ines Novak', 'called Bao'],
  no: ['called twice', 'nickname is short'],
});
const listed = /(?:,|,? and|,? or)\s+(\p{Lu}\p{L}+)(?=\s*(?:,|and\b|or\b|from\b|remain|stay|[.;]|$))/gu;
const mapped = proven({
  id: 'mapped',
  pattern:
    /(?:=|->|→|\b(?:corresponds to|maps to|stands for|refers to|is really|means)\b)\s*(\p{Lu}[\p{L}\p{N}]+(?: \p{Lu}[\p{L}\p{N}]+)*)/gu,
  yes: ['x = Falcon', 'Q9 refers to Ines Novak'],
  no: ['x = 12', 'it refers to nobody'],
});

const title = proven({
  id: 'title',
  pattern:
    /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december|dr|mr|mrs|ms|prof|project|team)\b/iu,
  yes: ['Monday morning', 'Dr. Novak', 'project Falcon'],
  no: ['Ines Novak', 'a team'],
});
const leading =
  /^(?:the|an?|our|my|your|their|this|that|old|former|deleted|removed|retired|please|confirmed) (?=\p{Lu})/iu;
/** "For Project Atlas", "of the Acme Corp": what a thing belongs to is not the thing. */
const belonging = /\b(?:for|of|about|in|on|by|per|with|regarding)\s+(?:the\s+)?(?:project\s+)?$/iu;

const all = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([whole, ...parts]) => parts.find((part) => Boolean(part)) ?? whole);

const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(properName)].flatMap((match) =>
    title.test(match[0]) || belonging.test(text.slice(0, match.index)) ? [] : [match[0]],
  );

/** "A = B" is about what A stands for: B is forgotten, and A may be spoken of. */
const valueOf = (phrase: string): string => all(phrase, mapped)[0] ?? phrase;

const literalsIn = (object: string): readonly string[] => {
  const plain = object.replace(quoted, ' ');
  const mappings = all(plain, mapped);
  const found = [
    ...all(object, quoted).map(valueOf),
    ...mappings,
    ...[phone, email, code, counted, calledSo].flatMap((pattern) => all(plain, pattern)),
    ...(mappings.length > 0 ? [] : namesIn(plain)),
  ];
  return found.length > 0 ? [...found, ...all(plain, listed)] : found;
};

const sentencesOf = (text: string): readonly string[] =>
  text.split(/(?<=[.!?])\s+(?=["'“‘]?[\p{Lu}\d])|\n+/u).filter((part) => part.trim() !== '');

const isQuestion = (sentence: string): boolean => /\?["'’”)\s]*$/u.test(sentence);

/** What each of the words speaks of; of those that speak of the same end of a sentence, what the first and the last do. */
const objectsAfter = (sentence: string, pattern: RegExp): readonly string[] => {
  const stops = [...sentence.matchAll(stop)].map(({ index }) => index);
  const byEnd = new Map<number, number[]>();
  for (const { 0: words, index } of sentence.matchAll(pattern)) {
    const start = index + words.length;
    while (stops[0] !== undefined && stops[0] < start) stops.shift();
    const end = stops[0] ?? sentence.length;
    byEnd.set(end, [...(byEnd.get(end) ?? []).slice(0, 1), start]);
  }
  return [...byEnd].flatMap(([end, starts]) => starts.map((start) => sentence.slice(start, end)));
};

const askedIn = (sentence: string): readonly string[] => {
  if (/^\W*(?:if|when|once|unless|before|after)\b/iu.test(sentence)) return [];
  // "b-12 is the new one, b-11 is to be deleted": only the clause of the verb is what it speaks of.
  const clauses = sentence.split(/[:;,]\s/u);
  return [
    ...objectsAfter(sentence, ordered),
    ...clauses.flatMap((clause) => judged.exec(clause)?.[1] ?? []),
    ...sentence.split(/[:;]\s/u).flatMap((clause) => wanted.exec(clause)?.[1] ?? []),
  ];
};

const valuesIn = (
  text: string,
  objectsOf: (sentence: string) => readonly string[],
  isPerson: (name: string) => boolean,
): readonly string[] => {
  const isAboutMemory = memory.test(text);
  const values = sentencesOf(text)
    .filter((sentence) => !isQuestion(sentence))
    .flatMap((sentence) => objectsOf(sentence))
    .filter((object) => isAboutMemory || kept.test(object) || all(object, phone).length > 0)
    .flatMap(literalsIn)
    .map((value) => value.trim().replace(leading, ''))
    .filter((value) => value.length > 2 && namesSomething(value) && !title.test(value) && !isPerson(value));
  return [...new Set(values)].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
};

/** Words that name nothing: taken out of what a place said, nothing of it could be read. */
const idleWords = new Set(
  'a an the this that these those i me my mine we us our you your he him his she her it its they them their who whom whose what which when where why how and or but nor so if then than as at by for from in into of off on onto out over to under up with without about is are was were be been being am do does did have has had will would can could may might must shall should not no yes all any some each every here there just only also too very'.split(
    ' ',
  ),
);
const namesSomething = (value: string): boolean =>
  (value.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).some((word) => !idleWords.has(word));

export interface Forgettable {
  /** To be forgotten, by who asks for it. */
  readonly asked: readonly string[];
  /** Only spoken of as gone. */
  readonly told: readonly string[];
}

/**
 * The very things that a message asks to forget: numbers, codes, what stands in quotes, names of places and aliases.
 * Names of people who are known here are theirs, and none of these.
 */
export const valuesToForget = (written: string, isPerson: (name: string) => boolean): Forgettable => {
  // "[password removed]" asks for nothing.
  const text = unmarked(written);
  if (!hint.test(text)) return { asked: [], told: [] };
  const asked = valuesIn(text, askedIn, isPerson);
  const told = valuesIn(text, (sentence) => objectsAfter(sentence, mentioned), isPerson);
  return { asked, told: told.filter((value) => !asked.includes(value)) };
};

const escaped = (text: string): string =>
  text
    .replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')
    .replace(/\s+/gu, '\\s+')
    .replace(/['\u2019]/gu, "['\u2019]");

/** As it stands in a text, and not as a part of a longer word or code. */
const standing = (value: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}_-])${escaped(value)}(?![\\p{L}\\p{N}_]|-[\\p{L}\\p{N}])`, 'giu');

/** The sentences of a text that hold one of these. */
export const sentencesWith = (text: string, values: readonly string[]): readonly string[] =>
  sentencesOf(text).filter((sentence) => values.some((value) => standing(value).test(sentence)));

/** The text without these. */
export const withoutValues = (text: string, values: readonly string[]): string =>
  values.reduce((left, value) => left.replace(standing(value), forgottenMark), text);
