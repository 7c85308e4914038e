import { z } from 'zod';
import { anyCase } from '../text/any-case.js';
import { lastOf } from '../text/last-of.js';
import { sentencesOf } from '../text/sentences.js';
import { once, readWords, words } from '../word-lists.js';

/** How people ask in another language that something be forgotten. */
export const forgettingAbroadSchema = z.record(
  z.string(),
  z.strictObject({
    greetings: words,
    /** Ask by themselves: "vergiss". */
    asked: words,
    /** Ask before `led`: "kannst du … vergessen". */
    leads: words,
    led: words,
    /** What is led stands at the end: "kannst du das vergessen". */
    isVerbLast: z.boolean(),
    courtesies: words,
    denials: words,
    /** All that is known of who asks. */
    me: words,
    that: words,
    it: words,
    everywhere: words,
    except: words,
    /** Not all of it: what was said here, or yesterday. */
    partly: words,
    clause: words,
    about: words,
    /** End what is told about: "was ich über Lena gesagt habe". */
    ofTelling: words,
    mine: words,
    never: words,
    /** Tell nothing of what is meant. */
    idle: words,
  }),
);
type Words = z.output<typeof forgettingAbroadSchema>[string];

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);
const anyOf = (list: readonly string[]): string =>
  `(?:${[...list]
    .sort((one, other) => other.length - one.length)
    .map((entry) =>
      escaped(entry)
        .replaceAll("'", "['\u2019]")
        .replaceAll(' ', String.raw`,?\s{1,3}`),
    )
    .join('|')})`;
const end = String.raw`(?![\p{L}\p{N}])`;
const called = String.raw`(?:<@!?\w+>|@[\p{L}\p{N}_.-]+|[\p{L}\p{N}_.-]{1,30}(?=[,:]))[,:]?\s+`;

interface Language {
  readonly name: string;
  readonly words: Words;
  /** What stands before an order, and may name whom it is put to. */
  readonly opening: RegExp;
  readonly orders: readonly RegExp[];
  readonly never: RegExp;
  readonly whole: (list: readonly string[]) => RegExp;
}

const languageOf = (name: string, list: Words): Language => {
  const pause = String.raw`[\s,;:!-]{1,4}`;
  const greeting = `${anyOf([...list.greetings, ...list.courtesies])}${end}${pause}`;
  const lead = `(?:${anyOf(list.leads)}${end}[\\s,]{1,3}(?:${anyOf(list.courtesies)}${end}\\s+)?)`;
  const led = anyOf(list.led);
  const asked = anyOf(list.asked);
  return {
    name,
    words: list,
    opening: new RegExp(`^[\\s\u00bf\u00a1]*(?:(?!${asked}${end})(?:${called}|${greeting}))*`, 'iu'),
    orders: [
      `^${lead}{0,2}${asked}${end}(?<what>.{1,200})$`,
      `^${lead}{1,2}${led}${end}(?<what>.{1,200})$`,
      ...(list.isVerbLast ? [`^${lead}{1,2}(?<what>.{1,200}?)[\\s,]+${led}$`] : []),
    ].map((order) => new RegExp(order, 'iu')),
    never: new RegExp(`^${anyOf(list.never)}${end}`, 'iu'),
    whole: (phrases) => new RegExp(`^${anyOf(phrases)}$`, 'iu'),
  };
};
const languages = once(() => {
  const all = Object.entries(readWords('forgetting-abroad', forgettingAbroadSchema)).map(([name, list]) =>
    languageOf(name, list),
  );
  const verbs = all.flatMap(({ words: list }) => [...list.asked, ...list.led, ...list.never, ...list.it]);
  const first = new Set(verbs.map((verb) => verb.split(' ')[0] ?? verb).filter((verb) => verb.length > 3));
  const hint = anyCase(new RegExp(anyOf([...first]), 'u'));
  return { all, hint };
});

/** A clause of one of these languages as the grammar would say it in English; null where no frame reads it. */
export type InEnglish = (clause: string, language: string) => string | null;

const withoutCourtesies = (text: string, { courtesies }: Words): string => {
  const around = new RegExp(
    String.raw`^(?:[\s,]*${anyOf(courtesies)}${end})+|(?:[\s,]+${anyOf(courtesies)})+$`,
    'giu',
  );
  return text.replace(around, '').replace(/^[\s,:]+|[\s,]+$/gu, '');
};

/** The words of it that tell what is meant. */
const tellingWords = (text: string, { idle }: Words): string =>
  text
    .replace(/(?<=\p{L})['\u2019]/gu, ' ')
    .split(/[\s,;:"]+/u)
    .filter((word) => word !== '' && !idle.includes(word.toLowerCase()))
    .join(' ');

const begins = (text: string, list: readonly string[]): string | null => {
  const found = new RegExp(`^${anyOf(list)}(?:${end}|(?<=['\u2019]))`, 'iu').exec(text);
  return found ? text.slice(found[0].length).replace(/^[\s,]+/u, '') : null;
};
const endsWith = (text: string, list: readonly string[]): string | null =>
  list.length === 0 ? null : (new RegExp(`^(.*?)[\\s,]+${anyOf(list)}$`, 'iu').exec(text)?.[1] ?? null);

const meOf = (what: string, { words: list, whole }: Language): string | null => {
  const widely = endsWith(what, list.everywhere);
  const said = widely ?? what;
  if (whole(list.me).test(said)) return `everything about me${widely === null ? '' : ' everywhere'}`;
  const isOfMe = new RegExp(`^${anyOf(list.me)}${end}`, 'iu').test(said);
  if (!isOfMe) return null;
  const more = new RegExp(`^${anyOf(list.me)}[\\s,]+${anyOf([...list.except, ...list.partly])}${end}`, 'iu');
  return more.test(said) ? 'everything about me except for something' : null;
};

const aboutOf = (text: string, list: Words): string | null => {
  const telling = tellingWords(text, list);
  return telling === '' ? null : `everything about ${telling}`;
};

/** What an order names, in English. */
const namedOf = (what: string, language: Language, inEnglish: InEnglish): string | null => {
  const { words: list, whole } = language;
  if (whole(list.that).test(what)) return 'that';
  if (whole(list.it).test(what)) return 'it';
  const clause = begins(what, list.clause);
  if (clause !== null) {
    const english = inEnglish(clause, language.name);
    return english === null ? aboutOf(clause, list) : `that ${english}`;
  }
  const about = begins(what, list.about);
  if (about !== null) return aboutOf(endsWith(about, list.ofTelling) ?? about, list);
  const mine = begins(what, list.mine);
  return mine === null ? null : aboutOf(mine, list);
};

const orderIn = (said: string, language: Language, inEnglish: InEnglish): string | null => {
  const { words: list, orders, never, whole } = language;
  if (never.test(said)) return 'Do not store anything about me';
  if (whole(list.it).test(withoutCourtesies(said, list))) return 'Forget it';
  for (const order of orders) {
    const found = order.exec(said)?.groups?.['what'];
    if (found === undefined) continue;
    const what = withoutCourtesies(found, list);
    const isDenied = new RegExp(`^${anyOf(list.denials)}${end}|[\\s,]${anyOf(list.denials)}$`, 'iu').test(
      what,
    );
    if (isDenied) return null;
    const named = meOf(what, language) ?? namedOf(what, language, inEnglish);
    if (named !== null) return `Forget ${named}`;
  }
  return null;
};

/** Nobody takes more words than these to ask for it. */
const longest = 400;

const inSentence = (sentence: string, inEnglish: InEnglish): string => {
  if (sentence.length > longest) return sentence;
  const isAsked = /\?\W*$/u.test(sentence);
  for (const language of languages().all) {
    const opening = language.opening.exec(sentence)?.[0] ?? '';
    const rest = sentence.slice(opening.length);
    const said = rest
      .replace(/[\s.!?\u2026]+$/u, '')
      .replace(/(?:\s*\p{Extended_Pictographic}\uFE0F?)+$/u, '');
    const order = orderIn(said, language, inEnglish);
    if (order === null) continue;
    const to = /<@!?\w+>|@[\p{L}\p{N}_.-]+|[\p{L}\p{N}_.-]+(?=[,:])/u.exec(opening)?.[0] ?? '';
    const isCalled =
      to !== '' &&
      !new RegExp(`^${anyOf([...language.words.greetings, ...language.words.courtesies])}$`, 'iu').test(to);
    return `${isCalled ? `${to}${to.startsWith('@') || to.startsWith('<') ? '' : ','} ` : ''}${isAsked ? `Can you ${order.charAt(0).toLowerCase()}${order.slice(1)}?` : `${order}.`}`;
  }
  return sentence;
};

const mayAsk = lastOf((text: string): boolean => languages().hint.test(text));

/**
 * The text with each order to forget that it gives in German, Spanish or French in the words of the English one, whose rules
 * then read it: what it does, to whom it is put and what it leaves undone is one thing in every language.
 */
export const ordersInEnglish = (text: string, inEnglish: InEnglish): string => {
  if (!mayAsk(text)) return text;
  let read = '';
  let from = 0;
  for (const { text: sentence, offset } of sentencesOf(text)) {
    read += text.slice(from, offset) + inSentence(sentence, inEnglish);
    from = offset + sentence.length;
  }
  return read + text.slice(from);
};
