import { isTitle, nameIndexOf, type NameForm as Call, type NameIndex } from '#identity';
import { everydayWords, grammarWords } from './common-words.js';

export interface CalledPerson {
  readonly entityId: string;
  /** Every name they go by here: handles, display names, aliases. */
  readonly names: readonly string[];
}

export type NameMatchForm = 'mention' | 'name' | 'first-name';

/** A stretch of the query that names somebody, or one of several people of that name. */
export interface NameSpan {
  readonly start: number;
  readonly end: number;
  readonly bearers: readonly { readonly entityId: string; readonly how: NameMatchForm }[];
  /** An everyday word in a place where a person could stand; dropped when the query names somebody for certain. */
  readonly unsure: boolean;
}

interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const wordPattern = /[\p{L}\p{N}\p{M}_]+(?:#\d+)?/gu;
/** Scripts written without spaces: a name is found inside a run of them. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]/u;
const longestInWords = 8;

/** One spelling for what is written and what is looked up. */
export const tidyQuery = (query: string): string =>
  query
    .normalize('NFKC')
    .replaceAll(/[’‘ʼ]/gu, "'")
    .replaceAll(/\p{Co}/gu, ' ');

const wordsOf = (text: string): readonly Word[] =>
  [...text.matchAll(wordPattern)].map((match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));

const keyOf = (text: string): string => text.toLowerCase().replaceAll(/\s+/gu, ' ');

interface Directory {
  readonly index: NameIndex;
  /** Names that are looked for as they are written: in scripts without spaces, and of signs alone. */
  readonly unspaced: ReadonlyMap<string, ReadonlySet<string>>;
}

const directoryOf = (people: readonly CalledPerson[]): Directory => {
  const run = new Map<string, Set<string>>();
  for (const { entityId, names } of people)
    for (const name of names) {
      const text = tidyQuery(name).trim();
      const [head] = wordsOf(text);
      const isRun = head === undefined ? text !== '' : unspaced.test(head.text) && head.text.length > 1;
      if (isRun) run.set(keyOf(text), (run.get(keyOf(text)) ?? new Set<string>()).add(entityId));
    }
  return { index: nameIndexOf(people), unspaced: run };
};

const months = new Set(['may', 'june', 'april', 'august', 'march', 'summer', 'winter', 'autumn', 'sunday']);
const timeBefore = /\b(?:in|since|until|till|by|before|after|during|last|next|this|of)\s+$/iu;
const personBefore =
  /\b(?:about|did|does|has|who\s+is|who's|ask|asked|told|tell|by|know|remember|met|called|named|told\s+me|according\s+to|and|or)\s+$/iu;
const personAfter = /^\s+(?:thinks|likes|loves|hates|wants|lives|plays|works|prefers|knows|plans)\b/iu;
const speaksBefore = /\b(?:did|does|has|had|was|is)\s+$/iu;
const speaksAfter =
  /^\s+(?:ever\s+|also\s+|just\s+|already\s+)?(?:say|saying|said|says|tell|telling|told|tells|mention\w*|ask|asked|asks|wrote|write|promise\w*|suggest\w*|think|know|want|like|live)\b/iu;
const saidAfter = /^\s+(?:said|says|told|mentioned|mentions|asked|wrote|promised|suggested|announced)\b/iu;

const isShouted = (text: string): boolean => {
  const words = wordsOf(text).filter((word) => /\p{L}/u.test(word.text));
  return words.length > 2 ? words.every((word) => /^\p{Lu}/u.test(word.text)) : !/\p{Ll}/u.test(text);
};

const beginsSentence = (text: string, start: number): boolean =>
  /(?:^|[.?!:;"\n])\s{0,20}$/u.test(text.slice(0, start));

type Meant = 'yes' | 'unsure' | 'no';

const inSentence = (before: string, after: string): Meant => {
  if (/^'s\b/iu.test(after) || saidAfter.test(after)) return 'yes';
  if (speaksBefore.test(before) && speaksAfter.test(after)) return 'yes';
  return personBefore.test(before) || personAfter.test(after) ? 'unsure' : 'no';
};

/** Whether a stretch spelled like a name is meant as one here, and not as the ordinary word it may also be. */
const meant = (text: string, start: number, end: number, shouted: boolean): Meant => {
  const key = keyOf(text.slice(start, end));
  if (key === 'i') return 'no';
  if (/[\s_]/u.test(key) || (/\p{N}/u.test(key) && /\p{L}/u.test(key))) return 'yes';
  const isGrammar = grammarWords.has(key);
  const isEveryday = everydayWords.has(key) || Array.from(key).length === 1 || /^\p{N}+$/u.test(key);
  if (!isGrammar && !isEveryday) return 'yes';
  const before = text.slice(0, start);
  if (months.has(key) && timeBefore.test(before)) return 'no';
  if (/^\p{Lu}/u.test(text.slice(start)) && !shouted && !beginsSentence(text, start)) return 'yes';
  if (isGrammar) return 'no';
  const after = text.slice(end);
  return /[\p{L}\p{N}]/u.test(before + after) ? inSentence(before, after) : 'unsure';
};

/** A name is not part of a longer word: `foo` is not in `foo-bar` or `foo's-bar`. */
const standsAlone = (text: string, start: number, end: number): boolean =>
  !/^-[\p{L}\p{N}_]/u.test(text.slice(end, end + 3)) &&
  !/[\p{L}\p{N}_]-$/u.test(text.slice(Math.max(0, start - 3), start));

const longestTitle = 12;
const titleBefore = (text: string, start: number): string | null => {
  const word = /(?<!\p{L})(\p{L}+)\.?\s$/u.exec(text.slice(Math.max(0, start - longestTitle), start))?.[1];
  return word !== undefined && isTitle(word) ? word : null;
};

const weekday = /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$/u;
/** "Stefan Roth" is not Stefan Kuhn: a first name with another family name behind it. */
const isOtherFamily = (text: string, end: number, shouted: boolean, index: NameIndex): boolean => {
  const next = /^ (\p{Lu}[\p{L}\p{M}'-]*)/u.exec(text.slice(end, end + 40))?.[1];
  if (next === undefined || shouted) return false;
  const key = keyOf(next);
  return !grammarWords.has(key) && !months.has(key) && !weekday.test(key) && index.find(next)[0].length === 0;
};

const formOf: Readonly<Record<Call, NameMatchForm>> = {
  name: 'name',
  undecorated: 'name',
  'first-name': 'first-name',
  'short-form': 'first-name',
};

interface Written {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly shouted: boolean;
}

/** Who is called so here; a short form that fits several is nobody's. */
const bearersOf = (
  { text, start, end, shouted }: Written,
  name: string,
  index: NameIndex,
): NameSpan['bearers'] => {
  const [exact, loose, short] = index.find(name, titleBefore(text, start));
  // What a title stands before is found by itself, and judged as the word it is.
  const isTitled = isTitle(wordsOf(name)[0]?.text ?? '');
  const surest = isTitled || exact.length > 0 ? exact : loose.length > 0 ? loose : short;
  if (surest.length > 1 && surest.some(({ how }) => how === 'short-form')) return [];
  const isMention = text[start - 1] === '@';
  // After an @ stands a handle, whole; a first name would be a guess.
  const handles = surest.filter(({ how }) => how === 'name' || how === 'undecorated');
  const meantSo = isMention && handles.length > 0 ? handles : surest;
  const isOther = !isMention && isOtherFamily(text, end, shouted, index);
  return meantSo
    .filter(({ how, length }) => !isOther || how === 'name' || length < 2)
    .map(({ entityId, how }) => ({ entityId, how: isMention ? ('mention' as const) : formOf[how] }))
    .sort((a, b) => (a.entityId < b.entityId ? -1 : 1));
};

const found = (
  text: string,
  start: number,
  end: number,
  { index }: Directory,
  shouted: boolean,
): NameSpan | null => {
  if (!standsAlone(text, start, end)) return null;
  const written = text.slice(start, end);
  if (/'s$/iu.test(written)) return null;
  const isMention = text[start - 1] === '@';
  const keys = [written];
  // People leave the apostrophe out: "bobs website".
  const bare = /^(?<name>\p{L}{3,})s$/u.exec(keyOf(written))?.groups?.['name'];
  if (bare !== undefined && !grammarWords.has(bare) && !everydayWords.has(bare)) keys.push(bare);
  for (const key of keys) {
    const bearers = bearersOf({ text, start, end, shouted }, key, index);
    if (bearers.length === 0) continue;
    const certainty = isMention ? 'yes' : meant(text, start, end, shouted);
    if (certainty === 'no') return null;
    return { start: isMention ? start - 1 : start, end, bearers, unsure: certainty === 'unsure' };
  }
  return null;
};

const inRuns = (text: string, directory: Directory, taken: readonly NameSpan[]): readonly NameSpan[] => {
  const spans: NameSpan[] = [];
  const lower = text.toLowerCase();
  for (const [name, entityIds] of [...directory.unspaced].sort(([a], [b]) => b.length - a.length)) {
    const start = lower.indexOf(name);
    const end = start + name.length;
    if (start < 0 || [...taken, ...spans].some((span) => start < span.end && span.start < end)) continue;
    spans.push({
      start,
      end,
      bearers: [...entityIds].sort().map((entityId) => ({ entityId, how: 'name' })),
      unsure: false,
    });
  }
  return spans;
};

/** Where the query names people it could mean; the longest name wins, and every bearer of it is given. */
export const findNames = (text: string, people: readonly CalledPerson[]): readonly NameSpan[] => {
  const directory = directoryOf(people);
  const words = wordsOf(text);
  const shouted = isShouted(text);
  const spans: NameSpan[] = [];
  let next = 0;
  while (next < words.length) {
    const from = words[next];
    let last = Math.min(next + longestInWords, words.length) - 1;
    let span: NameSpan | null = null;
    const isHead =
      from !== undefined &&
      (directory.index.begins(from.text) || directory.index.begins(from.text.replace(/s$/iu, '')));
    for (; isHead && span === null && last >= next; last -= 1)
      span = found(text, from.start, words[last]?.end ?? from.end, directory, shouted);
    if (span !== null) spans.push(span);
    next = span === null ? next + 1 : last + 2;
  }
  const all = [...spans, ...inRuns(text, directory, spans)].sort((a, b) => a.start - b.start);
  return all.some((span) => !span.unsure) ? all.filter((span) => !span.unsure) : all;
};
