import { everydayWords, grammarWords } from './common-words.js';

export interface NamedPerson {
  readonly entityId: string;
  /** Every name they go by here: handles, display names, aliases. */
  readonly names: readonly string[];
}

export type NameForm = 'mention' | 'name' | 'first-name';

/** A stretch of the query that names somebody, or one of several people of that name. */
export interface NameSpan {
  readonly start: number;
  readonly end: number;
  readonly bearers: readonly { readonly entityId: string; readonly how: NameForm }[];
  /** An everyday word in a place where a person could stand; dropped when the query names somebody for certain. */
  readonly unsure: boolean;
}

interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const wordPattern = /[\p{L}\p{N}\p{M}_]+/gu;
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
  readonly whole: ReadonlyMap<string, ReadonlySet<string>>;
  readonly first: ReadonlyMap<string, ReadonlySet<string>>;
  readonly unspaced: ReadonlyMap<string, ReadonlySet<string>>;
}

const directoryOf = (people: readonly NamedPerson[]): Directory => {
  const whole = new Map<string, Set<string>>();
  const first = new Map<string, Set<string>>();
  const run = new Map<string, Set<string>>();
  const put = (map: Map<string, Set<string>>, key: string, entityId: string): void => {
    const ids = map.get(key) ?? new Set();
    map.set(key, ids.add(entityId));
  };
  for (const { entityId, names } of people)
    for (const name of names) {
      if (/^[a-z\d_]+$/u.test(name)) {
        put(whole, name, entityId);
        continue;
      }
      const text = tidyQuery(name);
      const words = wordsOf(text);
      const [head, ...rest] = words;
      const tail = rest.at(-1) ?? head;
      if (head === undefined || tail === undefined) continue;
      put(whole, keyOf(text.slice(head.start, tail.end)), entityId);
      if (rest.length > 0 && /\s/u.test(text.slice(head.start, tail.end)) && head.text.length > 1)
        put(first, keyOf(head.text), entityId);
      if (unspaced.test(head.text) && Array.from(head.text).length > 1)
        put(run, keyOf(text.slice(head.start, tail.end)), entityId);
    }
  return { whole, first, unspaced: run };
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
  /(?:^|[.?!:;"\n])\s*$/u.test(text.slice(0, start));

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

const found = (
  text: string,
  start: number,
  end: number,
  directory: Directory,
  shouted: boolean,
): NameSpan | null => {
  if (!standsAlone(text, start, end)) return null;
  const written = text.slice(start, end);
  const isMention = text[start - 1] === '@';
  const keys = [keyOf(written)];
  // People leave the apostrophe out: "bobs website".
  const bare = /^(?<name>\p{L}{3,})s$/u.exec(keys[0] ?? '')?.groups?.['name'];
  if (bare !== undefined && !grammarWords.has(bare) && !everydayWords.has(bare)) keys.push(bare);
  for (const key of keys) {
    const whole = directory.whole.get(key) ?? new Set<string>();
    const first = directory.first.get(key) ?? new Set<string>();
    if (whole.size + first.size === 0) continue;
    const certainty = isMention ? 'yes' : meant(text, start, end, shouted);
    if (certainty === 'no') return null;
    // After an @ stands a handle, whole; a first name would be a guess.
    const entityIds = [...new Set(isMention && whole.size > 0 ? whole : [...whole, ...first])].sort();
    const bearers = entityIds.map((entityId) => ({
      entityId,
      how: isMention
        ? ('mention' as const)
        : whole.has(entityId)
          ? ('name' as const)
          : ('first-name' as const),
    }));
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
export const findNames = (text: string, people: readonly NamedPerson[]): readonly NameSpan[] => {
  const directory = directoryOf(people);
  const words = wordsOf(text);
  const shouted = isShouted(text);
  const spans: NameSpan[] = [];
  let next = 0;
  while (next < words.length) {
    const from = words[next];
    let last = Math.min(next + longestInWords, words.length) - 1;
    let span: NameSpan | null = null;
    for (; from !== undefined && span === null && last >= next; last -= 1)
      span = found(text, from.start, words[last]?.end ?? from.end, directory, shouted);
    if (span !== null) spans.push(span);
    next = span === null ? next + 1 : last + 2;
  }
  const all = [...spans, ...inRuns(text, directory, spans)].sort((a, b) => a.start - b.start);
  return all.some((span) => !span.unsure) ? all.filter((span) => !span.unsure) : all;
};
