import { isDeepStrictEqual } from 'node:util';
import type { SubjectRef } from '#identity';
import {
  but,
  isSurprise,
  mayWithhold,
  surprises,
  withholdingPatterns,
  withholdingVerbs,
} from '../confidence/withholding-patterns.js';
import { bearers, isMarked } from './bearers.js';
import type { Mentions } from './mentions.js';
import { proven } from '../text/proven.js';

/** Whom the speaker keeps something from: "don't tell Tom", "keep this from Tom", "Tom mustn't know". */
export interface Withholding {
  readonly from: readonly SubjectRef[];
  /** "Don't tell her": whoever it is about, and whomever that means. */
  readonly fromSpokenOf: readonly string[];
  /** What it is, where these words say so: "keep my surgery from Tom". */
  readonly what: string | null;
  /** Where the message says so. */
  readonly spans: readonly { readonly start: number; readonly end: number }[];
}
export const keptFromNobody: Withholding = { from: [], fromSpokenOf: [], what: null, spans: [] };

const pronouns = new Set(['him', 'her', 'them', 'he', 'she', 'they']);
const nobodys = new Set(
  'i me myself you yourself we us it this that these those anyone anybody everyone everybody no-one nobody noone someone somebody people others anything everything nothing all any one both either the a an my our your his their who what so but and or nor if because please just also know about of to the rest world public outsiders strangers soul other'.split(
    ' ',
  ),
);
const word = String.raw`<@!?\w+>|@?[\p{L}\p{N}_](?:[\p{L}\p{N}_.-]*[\p{L}\p{N}_])?`;
const aWordHere = new RegExp(`(?:${word})`, 'uy');
const wordsAndMarks = new RegExp(String.raw`${word}|[,&]`, 'gu');
/** "My boss Tom", "my wife and Tom": what stands before the name. */
const relation =
  /(?:my|our|your|the)\s+[\p{L}-]+(?:,|,?\s+(?:and|or|nor))?\s+(?:(?:to|with)\s+)?(?=<?@|\p{Lu})/uy;
const moreOfName = /(?: \p{Lu}[\p{L}-]+){1,2}/uy;
const ofTheirs = /'s?\s+(?!ears\b|eyes\b|back\b|business\b)\p{L}/uy;
const endsList = /\s*(?:$|[,.!?\n&]|(?:and|or|nor|know|about|that|yet)\b)/uy;
const anotherName =
  /(?:\s*,\s*(?:and\s+|or\s+|nor\s+)?|\s+(?:and|or|nor|&)\s+(?:to\s+|with\s+)?)(?=<?@|\p{L})/uy;
/** What stands there, of a pattern that looks nowhere else; of a long text nothing is copied for it. */
const standing = (pattern: RegExp, text: string, at: number): string | null => {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
};
const isCapital = (text: string): boolean => /^\p{Lu}/u.test(text);

interface Found {
  readonly names: readonly string[];
  readonly pronoun: string | null;
  /** Where the names begin, or end. */
  readonly edge: number;
}

/** "Tom", "Tom Baker", "@tom, Ana and Bo", "my boss Tom". Not "Tom's wife", and not "Tom, Ana is leaving". */
const namesAfter = (text: string, from: number): Found => {
  const names: string[] = [];
  let pronoun: string | null = null;
  let edge = from;
  let at = from + (standing(relation, text, from) ?? '').length;
  for (;;) {
    const one = standing(aWordHere, text, at);
    const lower = one?.toLowerCase() ?? '';
    if (one === null || nobodys.has(lower)) break;
    const more = isCapital(one) ? (standing(moreOfName, text, at + one.length) ?? '') : '';
    const end = at + one.length + more.length;
    if (standing(ofTheirs, text, end) !== null) break;
    const isListed =
      names.length === 0 || !/,\s*$/u.test(text.slice(edge, at)) || standing(endsList, text, end) !== null;
    if (!isListed) break;
    if (pronouns.has(lower)) pronoun = lower;
    else names.push(one + more);
    edge = end;
    const joint = standing(anotherName, text, end);
    if (joint === null) break;
    at = end + joint.length;
  }
  return { names, pronoun, edge };
};

/** The same, read backwards from the words after them. */
const namesBefore = (text: string, to: number): Found => {
  const sentence = /(?:^|[.!?;:]\s|\n)((?:(?![.!?;:]\s|\n)[^])*)$/u.exec(text.slice(0, to))?.[1] ?? '';
  const tokens = [...sentence.matchAll(wordsAndMarks)].slice(-8);
  const names: string[] = [];
  let pronoun: string | null = null;
  let edge = to;
  let index = tokens.length - 1;
  while (index >= 0) {
    const token = tokens[index]?.[0] ?? '';
    const lower = token.toLowerCase();
    if (/^[,&]$/u.test(token) || nobodys.has(lower)) break;
    if (pronouns.has(lower)) pronoun = lower;
    const earlier = tokens[index - 1]?.[0] ?? '';
    const isTwoWords = isCapital(token) && isCapital(earlier) && !nobodys.has(earlier.toLowerCase());
    if (isTwoWords) index -= 1;
    if (!pronouns.has(lower)) names.unshift(isTwoWords ? `${earlier} ${token}` : token);
    edge = to - sentence.length + (tokens[index]?.index ?? 0);
    if (!/^(?:[,&]|and|or|nor)$/iu.test(tokens[index - 1]?.[0] ?? '')) break;
    index -= 2;
  }
  return { names, pronoun, edge };
};

/** By the whole name, else by its first word; null for a word that nobody bears and that looks like no name. */
const refOf = (who: Mentions, name: string, needsName: boolean): SubjectRef | null => {
  const mention = who.platformMention({ text: name });
  if (mention) return mention;
  const whole = bearers(who, name);
  if (whole.kind !== 'named') return whole;
  const [first = name] = name.split(' ');
  const given = first === name ? whole : bearers(who, first);
  if (given.kind !== 'named') return given;
  return needsName && !isMarked(name) && !isCapital(name) ? null : whole;
};

/** Words that say how, or how long, and not what. */
const afterword = proven({
  id: 'afterword',
  pattern:
    /[\s,]{1,4}(?:please|pls|plz|ok|okay|yet|thanks|thx|though|porfa|por favor|bitte|s'il te plait|(?:until|till|til|before|bis|hasta|jusqu) [^.!?\n]{1,40}|[^\p{L}\p{N}\s]{1,8})$/iu,
  yes: ['the ring please', 'the ring until monday'],
  no: ['the ring', 'please him'],
});
const whatOf = (words: string | undefined): string | null => {
  let what = words?.trimEnd() ?? null;
  for (let left = 4; what !== null && left > 0; left -= 1) what = what.replace(afterword, '').trimEnd();
  return what?.trim() ?? null;
};
const isNamed = proven({
  id: 'isNamed',
  pattern:
    /^\s+(?:(?:about|abt|of|that|von|vom|\u00fcber|dass|de|del|sobre|que|du|des)\s+(?!(?:it|this|that|them|eso|esto|\u00e7a)\b)|(?=(?:where|when|what|who|whom|how|why|which|my|our|his|her|their)\s))([^.!?\n]{2,160})/iu,
  yes: [' about the ring', ' where I live', ' vom Ring'],
  no: [' about it', ' today'],
});
/** "The ring except Mum": whom it is kept from is no part of the matter. */
const exceptSome = new RegExp(String.raw`,?\s+${but}\s.*$`, 'iu');
const goesOn = /^\s+(?!(?:it|this|that|them|any of)\b)([^.!?\n]{2,160})/iu;
/** What it is, after the words that keep it: "about the party", "that I moved", "where I live". */
const whatAfter = (text: string, from: number): string | null =>
  whatOf((/\b(?:about|abt|of)$/iu.test(text.slice(0, from)) ? goesOn : isNamed).exec(text.slice(from))?.[1]);
/** "About the party: …", "re the flat, …": what it is, before them. */
const whatBefore = (text: string): string | null =>
  /^\s*(?:about|abt|re|regarding|concerning|as for)\s+(?!(?:it|this|that|them)\b)([^:,.!?\n]{2,60})[:,]/iu
    .exec(text)?.[1]
    ?.trim() ?? null;
const matterKept = proven({
  id: 'matterKept',
  pattern:
    /\b((?:the|my|our|his|her|their)\s[\p{L} ]{1,60}?|what [^.!?\n]{1,80}?)(?:\s(?:a secret|secret|hidden|quiet|private))?\s{1,4}from\s{1,4}$/iu,
  yes: ['keep the ring from ', 'hide what we planned a secret from '],
  no: ['keep it from ', 'the ring is from Ines'],
});

/** "Bring up the move with Tom", "keep Tom out of the party thing": what stands inside the words that keep it. */
const insideOf = proven({
  id: 'insideOf',
  pattern:
    /\b((?:the|my|our|his|her|their)\s(?!(?:dark|loop|know)\b)(?:[\p{L}-]+\s){0,4}?[\p{L}-]+)(?=\s+(?:up |stuff |thing )?(?:to|with|around|near|before|in front of)\b|,|\s*$)/iu,
  yes: ['mention my job around ', 'out of the party thing', 'asks about the ring, you know nothing'],
  no: ['mention it to ', 'show that to '],
});
const insideSpan = (words: string): string | null => insideOf.exec(words)?.[1] ?? null;

const objectOf = (words: string): string | null => matterKept.exec(words)?.[1] ?? null;

/** "Poor Tom was sacked but doesn't know yet": whoever was spoken of. */
const spokenOfBefore = (found: Found, before: string): Found =>
  found.names.length === 0 && found.pronoun === null && /\b(?:but|and|who|still|just|though)$/iu.test(before)
    ? { ...found, pronoun: 'they', edge: before.length }
    : found;

const isTime = proven({
  id: 'isTime',
  pattern:
    /^(?:mon|tues|wednes|thurs|fri|satur|sun)day|^(?:january|february|march|april|june|july|august|september|october|november|december|christmas|xmas|easter|halloween|thanksgiving|tonight|tomorrow|today)$/iu,
  yes: ['Monday', 'mondays', 'christmas', 'tonight'],
  no: ['Ines', 'May', 'june bug'],
});

/** Whom a surprise is for: "cake for Tom", "Tom's birthday". */
const surprised = (text: string): readonly { readonly found: Found; readonly start: number }[] =>
  isSurprise(text)
    ? [
        ...[...text.matchAll(surprises.before)].map((match) => ({
          found: namesAfter(text, match.index + match[0].length),
          start: match.index,
        })),
        ...[...text.matchAll(surprises.own)].map((match) => ({
          found: namesBefore(text, match.index),
          start: match.index,
        })),
      ].map(({ found, start }) => ({
        found: { ...found, names: found.names.filter((name) => !isTime.test(name)) },
        start,
      }))
    : [];

/** "Don't keep this from Tom" keeps nothing. */
const isDenied = (text: string, start: number): boolean =>
  /(?:n'?t|\bnot|\bnever|\bstop|\bno need to)\s+(?:(?:have|need|want|try|going) to\s+)?$/iu.test(
    text.slice(Math.max(0, start - 30), start),
  );

export const withholdingOf = (who: Mentions): Withholding => {
  const text = who.message.text;
  if (!mayWithhold(text)) return keptFromNobody;
  const from: SubjectRef[] = [];
  const spans: { start: number; end: number }[] = [];
  const fromSpokenOf = new Set<string>();
  let what: string | null = null;
  const take = (found: Found, needsName: boolean, start: number, end: number, about: string | null): void => {
    const refs = found.names.map((name) => refOf(who, name, needsName)).filter((ref) => ref !== null);
    if (refs.length === 0 && found.pronoun === null) return;
    for (const ref of refs) if (!from.some((other) => isDeepStrictEqual(other, ref))) from.push(ref);
    if (found.pronoun !== null) fromSpokenOf.add(found.pronoun);
    what ??= about?.replace(exceptSome, '') ?? null;
    spans.push({ start, end });
  };
  for (const { before, after, needsName = false } of withholdingPatterns)
    for (const match of text.matchAll(before)) {
      const found = namesAfter(text, match.index + match[0].length);
      if (after && !after.test(text.slice(found.edge))) continue;
      if (needsName && isDenied(text, match.index)) continue;
      const end = found.edge + (after?.exec(text.slice(found.edge))?.[0].length ?? 0);
      take(
        found,
        needsName,
        match.index,
        end,
        objectOf(match[0]) ?? whatAfter(text, end) ?? insideSpan(text.slice(match.index, end)),
      );
    }
  for (const match of text.matchAll(withholdingVerbs)) {
    const found = spokenOfBefore(namesBefore(text, match.index), text.slice(0, match.index));
    const end = match.index + match[0].length;
    take(found, true, found.edge, end, whatAfter(text, end));
  }
  // These words are the secret itself ("a cake for Tom"), so no span of them is cut out as an order.
  for (const { found, start } of surprised(text)) take(found, true, start, start, null);
  if (spans.length > 0) what ??= whatBefore(text);
  return { from, fromSpokenOf: [...fromSpokenOf], what, spans };
};

/** Whom a word names, of those who are known here; null: nobody but its author or the agent. */
export const personCalled = (who: Mentions, name: string): SubjectRef | null => {
  if (nobodys.has(name.toLowerCase())) return null;
  const ref = refOf(who, name, true);
  const ids = ref?.kind === 'entity' ? [ref.entityId] : ref?.kind === 'ambiguous' ? ref.candidates : [];
  const others = ids.filter((id) => id !== who.message.authorId && id !== who.context.agentEntityId);
  return others.length === 0 ? null : ref;
};

/** The last one whom the words name, read as anybody's: "I ordered tom a guitar" has no clause that tells of him. */
const lastNamed = (who: Mentions, text: string): readonly SubjectRef[] => {
  const words = text.match(new RegExp(word, 'gu')) ?? [];
  for (const name of words.slice(-16).reverse()) {
    if (name.length < 2 || nobodys.has(name.toLowerCase())) continue;
    const ref = refOf(who, name, true);
    if (ref?.kind === 'entity' && ref.entityId !== who.message.authorId) return [ref];
  }
  return [];
};

/** The same with the people whom its pronouns mean, once the whole message has been heard. */
export const withPronouns = (kept: Withholding, who: Mentions): Withholding => {
  if (kept.fromSpokenOf.length === 0) return kept;
  const heard = kept.fromSpokenOf.flatMap((pronoun) =>
    who.antecedent(pronoun).who.flatMap(({ ref }) => (ref === null ? [] : [ref])),
  );
  const last = Math.max(0, ...kept.spans.map(({ start }) => start));
  const meant = heard.length > 0 ? heard : lastNamed(who, who.message.text.slice(0, last));
  return meant.length === 0 ? kept : { ...kept, from: [...kept.from, ...meant] };
};
