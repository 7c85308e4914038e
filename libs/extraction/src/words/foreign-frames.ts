import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { anyCase } from '#safety';
import { isCommonWord } from './lexicon.js';

const word = z.string().min(1);
const words = z.array(word).min(1);
const table = z.record(word, word);
const foreignLanguageSchema = z.strictObject({
  /** May stand before a frame. */
  leads: words,
  /** May stand within one, and change nothing of it. */
  drops: words,
  denies: words,
  /** Point at what was said elsewhere. */
  pointing: words,
  /** End a statement, or join two. */
  joins: words,
  articles: words,
  /** With one of these at its beginning a sentence states nothing. */
  doubts: words,
  counts: table,
  things: table,
  mine: words,
  kin: table,
  months: table,
  frames: z.array(z.strictObject({ says: word, self: z.array(word), kin: z.array(word) })).min(1),
});
export const foreignSchema = z.record(z.string(), foreignLanguageSchema);
type ForeignLanguage = z.output<typeof foreignLanguageSchema>;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);
const anyOf = (list: readonly string[]): string =>
  [...list]
    .sort((one, other) => other.length - one.length)
    .map(escaped)
    .join('|');

/** One way to say something, of its speaker or of somebody of theirs. */
export interface ForeignFrame {
  readonly language: ForeignLanguage;
  /** In English, with its slots. */
  readonly says: string;
  readonly pattern: RegExp;
}

const slots = ({ mine, kin, counts, things, months }: ForeignLanguage): Readonly<Record<string, string>> => ({
  x: '(?<x>.+)',
  n: String.raw`(?<n>\d{1,3})`,
  kin: String.raw`(?:${anyOf(mine)}) (?<kin>${anyOf(Object.keys(kin))})(?: (?<called>\p{L}+))?`,
  thing: String.raw`(?<count>${anyOf(Object.keys(counts))}|\d+) (?<thing>${anyOf(Object.keys(things))})`,
  name: String.raw`(?<name>\p{L}[\p{L}'-]+(?: \p{L}[\p{L}'-]+)?)`,
  pronouns: String.raw`(?<pronouns>\p{L}+(?:/\p{L}+)+)`,
  day: String.raw`(?<day>\d{1,2})(?:er|º)?(?: de)? (?<month>${anyOf(Object.keys(months))})`,
});

const compiled = (language: ForeignLanguage): readonly ForeignFrame[] => {
  const slot = slots(language);
  const patternOf = (form: string): RegExp => {
    const body = form
      .split(/(\{\w+\})/u)
      .map((part) => (part.startsWith('{') ? (slot[part.slice(1, -1)] ?? '') : escaped(part)))
      .join('');
    return new RegExp(`^(?:(?:${anyOf(language.leads)}) )*${body}$`, 'iu');
  };
  return language.frames.flatMap(({ says, self, kin }) => [
    ...self.map((form) => ({
      language,
      says: says.startsWith('my ') ? says : `I ${says}`,
      pattern: patternOf(form),
    })),
    ...kin.map((form) => ({ language, says: `{kin} ${says}`, pattern: patternOf(form) })),
  ]);
};

/** Made when it is first asked for. */
const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
};

export interface Spoken {
  readonly name: string;
  readonly language: ForeignLanguage;
  readonly frames: readonly ForeignFrame[];
}
interface ForeignFrames {
  readonly languages: readonly Spoken[];
  /** Whether a text could hold any. */
  readonly hint: ReturnType<typeof anyCase>;
}
export const foreignFrames = once((): ForeignFrames => {
  const file = new URL('../../data/foreign.json', import.meta.url);
  const named = Object.entries(foreignSchema.parse(JSON.parse(readFileSync(file, 'utf8'))));
  const languages = named.map(([, language]) => language);
  // Words that English has as well tell nothing by themselves: "me gusta", "no como".
  const begin = (form: string): string => {
    const [first = '', second = ''] = form.split(' ');
    return (isCommonWord(first) || first.length < 3) && !second.startsWith('{')
      ? `${first} ${second}`
      : first;
  };
  const starts = languages.flatMap(({ frames, mine, kin }) => [
    ...frames.flatMap(({ self }) => self.map(begin)),
    ...mine.flatMap((my) => Object.keys(kin).map((of) => `${my} ${of}`)),
  ]);
  return {
    languages: named.map(([name, language]) => ({ name, language, frames: compiled(language) })),
    hint: anyCase(new RegExp(String.raw`(?<!\p{L})(?:${anyOf([...new Set(starts)])})(?!\p{L})`, 'u')),
  };
});
