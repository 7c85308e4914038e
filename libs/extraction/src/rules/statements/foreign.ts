import { sentence } from '../../grammar/render.js';
import { clausesOf, type Clause } from '../../text/clauses.js';
import { maskForeign } from '../../text/mask.js';
import { tokenize } from '../../text/tokens.js';
import { foreignFrames, type ForeignFrame, type Spoken } from '../../words/foreign-frames.js';
import { thirdOf } from '../../words/verbs.js';
import type { MentionResolver } from '../../mentions/mention-resolver.js';
import { aboutSelf, type FactDraft } from './fact-draft.js';
import { readClause } from './read-clause.js';

/** A run of words between two stops. */
interface Run {
  readonly text: string;
  readonly start: number;
}
const longest = 6;
/** Longer runs of letters hold no frame. */
const farthest = 160;

const wordsOf = (text: string): readonly string[] => text.split(/\s+/u).filter((word) => word !== '');

/** The sentences of a text that state something, in their runs. "8. März" has no end in it. */
const sentencesOf = (text: string): readonly (readonly Run[])[] =>
  [...text.replace(/(?<=\d)\.(?=\s\p{L})/gu, ' ').matchAll(/[^.!?…\n]+[.!?…\n]*/gu)]
    .filter(([sentence]) => !/\?/u.test(sentence))
    .map((sentence) =>
      [...sentence[0].matchAll(/[^,;:()—.!…\n]+/gu)].map((run) => ({
        text: run[0],
        start: sentence.index + run.index,
      })),
    );

/** The parts of a run, at the words that join two statements: "vivo en Zaragoza | y | trabajo en un hospital". */
const partsOf = ({ text, start }: Run, { language }: Spoken): readonly Run[] => {
  const parts: Run[] = [];
  let from = 0;
  for (const word of text.matchAll(/\S+/gu)) {
    if (!language.joins.includes(word[0].toLowerCase()) || word.index <= from) continue;
    parts.push({ text: text.slice(from, word.index), start: start + from });
    from = word.index + word[0].length;
  }
  parts.push({ text: text.slice(from), start: start + from });
  return parts.filter((part) => part.text.trim() !== '' && part.text.length <= farthest);
};

const third = (says: string): string => {
  const [first = '', ...rest] = says.split(' ');
  const verb = /^(?:am|are)$/u.test(first) ? 'is' : first === 'do' ? 'does' : thirdOf(first);
  return [/^(?:was|moved)$/u.test(first) ? first : verb, ...rest].join(' ');
};

/** What stands in the slot of a thing: not what was said elsewhere, and nothing that turns it round. */
const thingOf = (
  said: string,
  { articles, counts, pointing, denies }: ForeignFrame['language'],
): string | null => {
  const words = wordsOf(said.replace(/^l'/iu, ''));
  const lower = words.map((word) => word.toLowerCase());
  const [first = ''] = lower;
  if (words.length === 0 || words.length > longest || pointing.includes(first)) return null;
  if (lower.some((word) => denies.includes(word))) return null;
  const rest = words.slice(1).join(' ');
  if (articles.includes(first)) return rest === '' ? null : rest;
  return Object.hasOwn(counts, first) && rest !== '' ? `${counts[first] ?? ''} ${rest}` : words.join(' ');
};

const isName = (text: string): boolean => text.split(' ').every((word) => /^\p{Lu}/u.test(word));
const plural = (count: string): string => (count === '1' ? 'a' : count);

/** What a frame says in English of these words; null where they do not fill it. */
const toldBy = ({ language, says, pattern }: ForeignFrame, said: string): string | null => {
  const match = pattern.exec(said);
  if (!match) return null;
  const slots: Readonly<Record<string, string | undefined>> = match.groups ?? {};
  const { x, n, kin, called, count = '', thing, name, pronouns, day = '', month } = slots;
  if ((called !== undefined && !isName(called)) || (name !== undefined && !isName(name))) return null;
  const object = x === undefined ? '' : thingOf(x, language);
  if (object === null) return null;
  const whose = kin === undefined ? '' : (language.kin[kin.toLowerCase()] ?? '');
  const owned = thing === undefined ? '' : (language.things[thing.toLowerCase()] ?? '');
  const english = says.startsWith('{kin} ')
    ? `my ${whose}${called === undefined ? '' : ` ${called}`} ${third(says.slice('{kin} '.length))}`
    : says;
  return english
    .replace('{x}', () => object)
    .replace('{n}', () => n ?? '')
    .replace('{name}', () => name ?? '')
    .replace('{pronouns}', () => pronouns ?? '')
    .replace('{thing}', () => `${plural(language.counts[count.toLowerCase()] ?? count)} ${owned}`)
    .replace('{day}', () => `${day} ${language.months[(month ?? '').toLowerCase()] ?? ''}`);
};

const englishOf = (part: Run, { language, frames }: Spoken): string | null => {
  const said = wordsOf(part.text)
    .filter((word, index) => index === 0 || index > 3 || !language.drops.includes(word.toLowerCase()))
    .join(' ');
  for (const frame of frames) {
    const english = toldBy(frame, said);
    if (english !== null) return english;
  }
  return null;
};

/** Every frame says something that lasts: what the grammar does not weigh so is told as it stands. */
const asItStands = (english: string, clause: Clause): readonly FactDraft[] => {
  const ofKin = /^my (\p{L}+) (?!\p{Lu})(.+)$/u.exec(english);
  const content = ofKin
    ? sentence(ofKin[1] ?? '', ofKin[2] ?? '')
    : sentence(third(english.replace(/^I /u, '')).replace(/^is /u, ''));
  return [
    aboutSelf(clause, { content, finding: { type: 'identity', confidence: 0.78 }, pattern: 'foreign' }),
  ];
};

const read = (english: string, part: Run, who: MentionResolver): readonly FactDraft[] => {
  const [clause, more] = clausesOf(english);
  if (!clause || more || clause.doubtful) return [];
  const found = readClause(clause, who, null, false).statements.filter(
    ({ finding }) => finding.confidence >= 0.7,
  );
  const tokens = tokenize(part.text, part.start);
  return (found.length > 0 ? found : asItStands(english, clause)).map((one) => ({ ...one, tokens }));
};

const isDoubted = ([first]: readonly Run[], { language }: Spoken): boolean =>
  language.doubts.some((word) => ` ${first?.text.toLowerCase() ?? ''} `.includes(` ${word} `));

/**
 * What is said in Spanish, German or French in one of the common frames: turned into the English of the grammar, whose
 * frames then read it. What no frame knows stays a message.
 */
export const foreignIn = (who: MentionResolver, text: string): readonly FactDraft[] => {
  const { hint, languages } = foreignFrames();
  if (!hint.test(text)) return [];
  const sentences = sentencesOf(maskForeign(text));
  return languages.flatMap((spoken) =>
    sentences
      .filter((runs) => !isDoubted(runs, spoken))
      .flatMap((runs) => runs.flatMap((run) => partsOf(run, spoken)))
      .flatMap((part) => {
        const english = englishOf(part, spoken);
        return english === null ? [] : read(english, part, who);
      }),
  );
};

/** "Ich in Kiel wohne", as a clause of German stands: its verb where a sentence has it, wherever that may be. */
const asSentences = (clause: string): readonly string[] => {
  const words = wordsOf(clause);
  const [verb = ''] = words.slice(-1);
  return words
    .slice(1)
    .map((_, at) => [...words.slice(0, at + 1), verb, ...words.slice(at + 1, -1)].join(' '));
};

/** What a clause of one of these languages states, in English; null where no frame reads it. */
export const clauseInEnglish = (clause: string, name: string): string | null => {
  const spoken = foreignFrames().languages.find((language) => language.name === name);
  if (!spoken || clause.length > farthest) return null;
  for (const text of [clause, ...(name === 'german' ? asSentences(clause) : [])]) {
    const english = englishOf({ text, start: 0 }, spoken);
    if (english !== null) return english;
  }
  return null;
};
