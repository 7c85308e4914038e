import { stemmer } from 'stemmer';

/** Words that say nothing about what a text is about. */
const stopWords = new Set(
  `a about above after again against all also am an and any are as at be because been before being below between both
  but by can could did do does doing don down during each few for from further had has have having he her here hers
  herself him himself his i if in into is it its itself just ll me more most my myself no nor not now of off on once only
  or other our ours ourselves out over own re s same she should so some such t than that the their theirs them themselves
  then there these they this those through to too under until up ve very was we were will with would you your yours
  yourself yourselves im ive dont didnt doesnt isnt cant wont thats youre`.split(/\s+/u),
);

/** Words with which one asks; in an answer they may mean something, so they are dropped from questions alone. */
const questionWords = new Set(
  `what when where which who whom whose why how anybody anyone anything ask asked asking ever know known knows let
  mention mentioned please remember remembered remembers remind say said saying says somebody someone something tell
  telling told talk talked thing think whats whos wheres hows`.split(/\s+/u),
);

/** Written without blanks between words: pairs of neighbouring characters stand for words. */
const unspaced =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{M}ー]+$/u;
/** Numbers keep their inner points (`8.04`), words their inner apostrophes until they are joined (`don't`). */
const word = /\p{N}+(?:[.,:]\p{N}+)+|[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu;
const longestWord = 64;

const stems = new Map<string, string>();
const rememberedStems = 50_000;

const stemOf = (token: string): string => {
  const known = stems.get(token);
  if (known !== undefined) return known;
  const stem = /^[a-z]+$/u.test(token) ? stemmer(token) : token;
  if (stems.size >= rememberedStems) stems.clear();
  stems.set(token, stem);
  return stem;
};

const foldMarks = (text: string): string =>
  // eslint-disable-next-line no-control-regex -- plain ASCII, most of what comes, has nothing to fold
  /^[\x00-\x7F]*$/u.test(text)
    ? text
    : text
        .normalize('NFKD')
        .replace(/[\u0300-\u036F]/gu, '')
        .normalize('NFKC');

const pairsOf = (token: string): readonly string[] => {
  const characters = Array.from(token);
  if (characters.length < 3) return [token];
  return characters.slice(1).map((character, index) => `${characters[index] ?? ''}${character}`);
};

const tokensOf = (text: string): readonly string[] =>
  (foldMarks(text.normalize('NFKC').toLowerCase()).match(word) ?? []).flatMap((found) => {
    const token = found
      .replace(/['’]s$/u, '')
      .replace(/['’]/gu, '')
      .slice(0, longestWord);
    return unspaced.test(token) ? pairsOf(token) : [token];
  });

export interface DocumentTerms {
  readonly terms: readonly string[];
  /** How often each of `terms` occurs. */
  readonly counts: readonly number[];
  readonly length: number;
}

/** What lexical search knows of a document. */
export const documentTerms = (text: string): DocumentTerms => {
  const counts = new Map<string, number>();
  let length = 0;
  for (const token of tokensOf(text)) {
    if (stopWords.has(token)) continue;
    const stem = stemOf(token);
    counts.set(stem, (counts.get(stem) ?? 0) + 1);
    length += 1;
  }
  return { terms: [...counts.keys()], counts: [...counts.values()], length };
};

/** What a question asks for: each stem once; a question of stop words alone asks for nothing. */
export const queryTerms = (text: string): readonly string[] => [
  ...new Set(
    tokensOf(text)
      .filter((token) => !stopWords.has(token) && !questionWords.has(token))
      .map(stemOf),
  ),
];
