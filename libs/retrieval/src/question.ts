import { readFileSync } from 'node:fs';
import { stemmer } from 'stemmer';
import { z } from 'zod';
import { grammarWords } from './common-words.js';
import { meaningOf, relatedness } from './related.js';

/** What people ask of each other: by which words it is asked, and by which it is told. */
interface Attribute {
  readonly phrases: readonly RegExp[];
  readonly asked: ReadonlySet<string>;
  readonly told: ReadonlySet<string>;
  /** Told by any word that is a kind of these. */
  readonly kinds: ReadonlySet<string>;
}

export const attributesSchema = z.record(
  z.string(),
  z.strictObject({
    phrases: z.array(z.string()).optional(),
    asked: z.string(),
    told: z.string(),
    kinds: z.string().optional(),
  }),
);

const wordsIn = (list = ''): readonly string[] => list.split(' ').filter((word) => word !== '');

const attributes: readonly Attribute[] = Object.values(
  attributesSchema.parse(
    JSON.parse(readFileSync(new URL('../data/attributes.json', import.meta.url), 'utf8')),
  ),
).map(({ phrases = [], asked, told, kinds }) => ({
  phrases: phrases.map((phrase) => new RegExp(`\\b${phrase}\\b`, 'u')),
  asked: new Set(wordsIn(asked).map((word) => stemmer(word))),
  told: new Set(wordsIn(told).map((word) => stemmer(word))),
  kinds: new Set(wordsIn(kinds)),
}));

/** Words of asking and of no matter: a fact that has them is no better an answer. */
const frame = new Set(
  `know known knew remember remembered recall tell told show give list find describe say said mention mentioned talk ask asked like want
  need think going go make take use new time day lot kind sort name called`.split(/\s+/u),
);

const tidy = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/['’]s\b/gu, '');
const wordsOf = (text: string): readonly string[] => tidy(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
const contentWords = (text: string): readonly string[] => [
  ...new Set(wordsOf(text).filter((word) => word.length > 1 && !grammarWords.has(word) && !frame.has(word))),
];

interface Word {
  readonly text: string;
  readonly stem: string;
  readonly weight: number;
}
/** Long words weigh more than short ones: a stand-in for rarity that, unlike idf, needs no other rows. */
const toWord = (text: string): Word => ({
  text,
  stem: stemmer(text),
  weight: Math.min(8, 2 + text.length),
});

export interface RecallQuestion {
  readonly words: readonly Word[];
  /** Attributes asked by a phrase ("for a living"), which leaves no word behind. */
  readonly phrased: readonly Attribute[];
  readonly attributes: readonly Attribute[];
  readonly wantsTime: boolean;
  readonly wantsNumber: boolean;
  readonly wantsPlace: boolean;
}

interface AskedOf {
  readonly attributes: readonly Attribute[];
  readonly phrased: readonly Attribute[];
  /** The question without the phrases that said which. */
  readonly rest: string;
}

const attributesAsked = (text: string): AskedOf => {
  const byPhrase = attributes.filter(({ phrases }) => phrases.some((phrase) => phrase.test(text)));
  // "What does she do for a living" asks nothing of where she lives.
  const rest = byPhrase
    .flatMap(({ phrases }) => phrases)
    .reduce((left, phrase) => left.replace(phrase, ' '), text);
  const stems = new Set(wordsOf(rest).map((word) => stemmer(word)));
  return {
    attributes: attributes.filter(
      (attribute) => byPhrase.includes(attribute) || [...attribute.asked].some((stem) => stems.has(stem)),
    ),
    phrased: byPhrase,
    rest,
  };
};

/** What a question asks for; `topic` is the question without names and words of asking. */
export const readQuestion = (query: string, topic: string): RecallQuestion => {
  const text = query.normalize('NFKC').toLowerCase();
  const { attributes: asked, phrased, rest } = attributesAsked(text);
  const left = new Set(wordsOf(rest));
  return {
    words: contentWords(topic === '' ? query : topic)
      .filter((word) => left.has(word))
      .map(toWord),
    attributes: asked,
    phrased,
    wantsTime: /\bwhen\b|\bwhat (?:time|day|date|year|month)\b|\bhow old\b|\bdate\b/u.test(text),
    wantsNumber:
      /\bhow (?:many|much|long|far|fast|old|often|tall|big)\b|\bwhat (?:share|percentage|number)\b/u.test(
        text,
      ),
    wantsPlace: /\bwhere\b/u.test(text),
  };
};

const timeTold =
  /\b(?:jan(?:uary)?|feb(?:ruary)?|march|april|may|june|july|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekdays?|weekends?|daily|weekly|monthly|yearly|today|tomorrow|yesterday|noon|midnight|(?:1\d|20)\d\d|\d{1,2}:\d\d|\d+ ?[ap]m|\d+(?:st|nd|rd|th)|morning|evening|afternoon|night|week|spring|summer|autumn|winter|o'clock|(?:at|by|until|from) (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half))\b/iu;
const numberTold =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|hundred|thousand|half|double|twice|once)\b/iu;
const placeTold = /\b(?:in|at|on|under|by|near|from|behind|next|to)\b/iu;

/** What a text has of what a question asks for; each from 0 to 1. */
export interface Met {
  /** Of the question's words, by weight. */
  readonly words: number;
  /** The same, and words that mean the same, or a kind of it. */
  readonly meanings: number;
  /** Of what is asked of people (`attributes.json`), what is told. */
  readonly attributes: number;
  readonly missesAttributes: number;
  readonly missesTime: number;
  readonly number: number;
  readonly missesNumber: number;
  readonly place: number;
}

const sum = (words: readonly Word[], share: (word: Word) => number): number =>
  words.reduce((total, word) => total + word.weight * share(word), 0);

const tells = ({ told, kinds }: Attribute, words: readonly Word[]): boolean =>
  words.some(({ stem }) => told.has(stem)) ||
  words.some(({ text }) => kinds.size > 0 && meaningOf(text).isAnyOf(kinds));

const flag = (is: boolean): number => (is ? 1 : 0);

/** A phrase weighs what a word of middling length does. */
const phraseWeight = 6;
/** What a word that asks for an attribute is answered by, where the attribute is told: "job" by "drives a forklift". */
const byAttribute = 0.7;

export const metBy = (question: RecallQuestion, text: string): Met => {
  const told = contentWords(text).map(toWord);
  const stems = new Set(told.map(({ stem }) => stem));
  const all = sum(question.words, () => 1) + phraseWeight * question.phrased.length || 1;
  const isTold = ({ stem }: Word): boolean => stems.has(stem);
  const every = question.attributes.length === 0 ? [] : wordsOf(text).map(toWord);
  const kept = question.attributes.filter((attribute) => tells(attribute, every));
  const meansTold = (word: Word): number =>
    isTold(word)
      ? 1
      : Math.max(
          kept.some(({ asked }) => asked.has(word.stem)) ? byAttribute : 0,
          ...told.map(({ text: other }) => relatedness(meaningOf(word.text), meaningOf(other))),
        );
  const phrasesTold = question.phrased.filter((attribute) => kept.includes(attribute)).length;
  return {
    words: sum(question.words, (word) => flag(isTold(word))) / all,
    meanings: (sum(question.words, meansTold) + byAttribute * phraseWeight * phrasesTold) / all,
    attributes: question.attributes.length === 0 ? 0 : kept.length / question.attributes.length,
    missesAttributes: flag(question.attributes.length > 0 && kept.length === 0),
    missesTime: flag(question.wantsTime && !timeTold.test(text)),
    number: flag(question.wantsNumber && numberTold.test(text)),
    missesNumber: flag(question.wantsNumber && !numberTold.test(text)),
    place: flag(question.wantsPlace && placeTold.test(text)),
  };
};
