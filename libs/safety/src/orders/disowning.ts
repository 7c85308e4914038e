import { z } from 'zod';
import { anyCase } from '../text/any-case.js';
import { lastOf } from '../text/last-of.js';
import { oneOfByFirstWord } from '../text/phrases.js';
import { readWords, words } from '../word-lists.js';

/** How somebody says that another one wrote under their name. A slot (`<that>`) stands for any of its words. */
export const disowningSchema = z.strictObject({
  slots: z.record(z.string(), words),
  openers: words,
  /** "That was not me": enough when nothing but courtesy is said besides, for it may be the beginning of another matter. */
  denials: words,
  /** "I never wrote that": clear by itself. */
  words,
  /** "Not me": of anything that somebody may have done, unless it is told who wrote instead. */
  unsure: words,
  /** Who wrote instead, or how they could. */
  stories: words,
  courtesies: words,
});
export const disowning = readWords('disowning', disowningSchema);

const longestFirst = (phrases: readonly string[]): readonly string[] =>
  [...phrases].sort((one, other) => other.length - one.length);
const slots = Object.fromEntries(
  Object.entries(disowning.slots).map(([name, fills]) => [name, longestFirst(fills)]),
);
/** Where what this pattern says ends, when it stands here; null where it does not. */
type Step = (text: string, from: number) => number | null;
const step = (source: string): Step => {
  const pattern = new RegExp(source, 'uy');
  return (text, from) => {
    pattern.lastIndex = from;
    return pattern.test(text) ? pattern.lastIndex : null;
  };
};
const wordAt = /[\p{L}\p{N}]*/uy;
const phrase = (phrases: readonly string[]): Step => {
  const steps = new Map(
    [...oneOfByFirstWord(longestFirst(phrases), slots)].map(([first, source]) => [first, step(source)]),
  );
  return (text, from) => {
    wordAt.lastIndex = from;
    return steps.get(wordAt.exec(text)?.[0] ?? '')?.(text, from) ?? null;
  };
};

const opener = phrase(disowning.openers);
const clear = phrase(disowning.words);
const denial = phrase(disowning.denials);
const unsure = phrase(disowning.unsure);
const story = phrase(disowning.stories);
const courtesy = phrase(disowning.courtesies);
const pause = step(String.raw`[\s,;:.!\u2026()\u2013\u2014-]{1,6}|\s?\p{Extended_Pictographic}\uFE0F?\s?`);
const because = step(String.raw`(?:and|as|because|since|cuz|but|i think|i guess)\s{1,4}`);
const called = step(String.raw`(?:<@!?\w+>|@[\p{L}\p{N}_.-]{1,60})[\s,:]{1,4}`);
const space = step(String.raw`\s{0,8}`);
/** Where a sentence ends, and no question is asked. */
const ends = step(String.raw`(?=[\s)]{0,4}(?:$|[.!\u2026\n]|\p{Extended_Pictographic}))(?![.!\s)]{0,6}\?)`);
const nothingElse = step(String.raw`[\s.!)\u2026]{0,8}(?:\p{Extended_Pictographic}|\uFE0F|\s){0,8}$`);

const afterOpening = (text: string): number => {
  let at = space(text, 0) ?? 0;
  for (let more = 0; more < 4; more += 1) {
    const opened = opener(text, at);
    const next = called(text, at) ?? (opened === null ? null : pause(text, opened));
    if (next === null) break;
    at = next;
  }
  return at;
};

/** The end of all excuses and courtesy from here on, and whether it was told who wrote instead. */
const afterExcuses = (text: string, from: number): { readonly at: number; readonly isTold: boolean } => {
  let at = from;
  let isTold = false;
  for (let more = 0; more < 6; more += 1) {
    const next = pause(text, at);
    if (next === null) break;
    const told = story(text, because(text, next) ?? next);
    const end = told ?? courtesy(text, next);
    if (end === null) break;
    isTold ||= told !== null;
    at = end;
  }
  return { at, isTold };
};

const hint = anyCase(/\bnot\b|n['\u2019]?t\b|\bnever\b|['\u2019]s not\b|\b(?:my|some)\s?\p{L}+/u);

/** The words, from the beginning of the text, by which the speaker says that somebody else wrote what they seemed to write. */
export const disownedIn = lastOf((said: string): string | null => {
  if (!hint.test(said)) return null;
  const lower = said.toLowerCase();
  const text = lower.length === said.length ? lower : said;
  const from = afterOpening(text);
  const isClear = clear(text, from) !== null;
  const isDenial = denial(text, from) !== null;
  const denied = clear(text, from) ?? denial(text, from) ?? unsure(text, from);
  if (denied === null) return null;
  const { at, isTold } = afterExcuses(text, denied);
  if ((isClear || isTold) && ends(text, at) !== null) return said.slice(0, at);
  return isDenial && nothingElse(text, at) !== null ? said : null;
});
