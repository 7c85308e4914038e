import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { sentencesOf } from '#safety';
import { blank } from './quoted.js';

/** The little words that every sentence of a language has. One that English has as well tells nothing. */
export const functionWordsSchema = z.strictObject({
  english: z.array(z.string().min(1)),
  german: z.array(z.string().min(1)),
  spanish: z.array(z.string().min(1)),
  french: z.array(z.string().min(1)),
});
type Foreign = Exclude<keyof z.output<typeof functionWordsSchema>, 'english'>;

const file = new URL('../../data/function-words.json', import.meta.url);
const { english, ...others } = functionWordsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
const englishWords: ReadonlySet<string> = new Set(english);
const foreignWords = (Object.entries(others) as readonly (readonly [Foreign, readonly string[]])[]).map(
  ([language, words]) => ({ language, words: new Set(words) }),
);
/** Stand in English as well, in names and elsewhere: "La Paz", "Der Spiegel", "9am EST". None of them tells a language alone. */
const borrowed = new Set('la le les el los las der das des de du den est con mag mon von van und'.split(' '));
/** A letter that French drops before the next word: "j'ai", "l'eau"; not "c'mon". */
const elided = /^(?:j|c|l|n|qu|d|s|m|t)['\u2019](?=\p{L}{2})(?!mon(?!\p{L})|you|clock|all)/u;

/** Words that tell of one of these languages, whichever; most texts have none. */
const telling: ReadonlySet<string> = new Set(
  Object.values(others)
    .flat()
    .filter((word) => word.length > 2 && !englishWords.has(word) && !borrowed.has(word)),
);
const isElided = (word: string): boolean => /['\u2019]/u.test(word) && elided.test(word);

const wordsOf = (text: string): readonly string[] =>
  text.toLowerCase().match(/\p{L}+(?:['\u2019]\p{L}+)*/gu) ?? [];

/** How many of these words only the language has, and how many English has that it has not. */
const counted = (
  said: readonly string[],
  { language, words }: (typeof foreignWords)[number],
): { readonly own: number; readonly telling: number; readonly english: number } => {
  const own = said.filter(
    (word) => (words.has(word) && !englishWords.has(word)) || (language === 'french' && isElided(word)),
  );
  return {
    own: own.length,
    telling: own.filter((word) => telling.has(word) || isElided(word)).length,
    english: said.filter((word) => englishWords.has(word) && !words.has(word)).length,
  };
};

/** A little word that every English sentence may have, in small letters. */
export const isLittleWord = (word: string): boolean => englishWords.has(word);

/** In which of these languages a sentence is; null where it is English, or may be. */
export const languageOf = (sentence: string): Foreign | null => {
  const said = wordsOf(sentence);
  if (!said.some((word) => telling.has(word) || isElided(word))) return null;
  let best: { readonly language: Foreign; readonly own: number } | null = null;
  for (const candidate of foreignWords) {
    const { own, telling: sure, english: inEnglish } = counted(said, candidate);
    const isIt = sure > 0 && own > inEnglish && (own > 1 || (inEnglish === 0 && said.length > 2));
    if (isIt && own > (best?.own ?? 0)) best = { language: candidate.language, own };
  }
  return best?.language ?? null;
};

/** The text with gaps in the place of its sentences in other languages: rules of English read none of their words. */
export const inEnglishOnly = (text: string): string =>
  sentencesOf(text).reduce(
    (left, { text: sentence, offset }) =>
      languageOf(sentence) === null
        ? left
        : left.slice(0, offset) + blank(sentence) + left.slice(offset + sentence.length),
    text,
  );
