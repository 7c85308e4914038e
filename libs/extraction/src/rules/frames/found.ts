import { proven } from '#safety';
import type { Complement } from '../../grammar/object.js';
import { sentence, verbPhrase } from '../../grammar/render.js';
import type { Finding, Saying } from './frame.js';

export const said = ({ p, c }: Saying): string => sentence(verbPhrase(p), c.text);

/** Readable alone, and not a whole paragraph. */
export const concrete = (c: Complement): boolean =>
  c.words.length > 0 &&
  !/^(?:in|on|at|from|to|with|for|of|by|into|about|as)$/u.test(c.lower) &&
  c.words.length <= 22 &&
  !c.deictic;

/** A rule in two halves: what the complement must be like, and what is then found. */
export const when =
  (test: (s: Saying) => boolean, give: (s: Saying) => Omit<Finding, 'content'>) =>
  (s: Saying): Finding | null =>
    concrete(s.c) && test(s) ? { content: said(s), ...give(s) } : null;

export const verbs = (list: string): readonly string[] => list.split(' ');

/** Begins with a name: "Astro", "the Louvre". */
export const proper = (text: string): boolean => /^(?:the |a |an )?\p{Lu}/u.test(text);
export const determined = proven({
  id: 'determined',
  pattern:
    /^(?:a|an|the|my|our|his|her|their|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\p{L}+teen|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-\p{L}+)?|hundreds? of|dozens? of|a dozen|several|some|\d{1,3})\b/u,
  yes: ['an axe', 'thirteen axes', 'dozens of axes', '7 axes'],
  no: ['axes', 'antique axes'],
});

const dated = proven({
  id: 'dated',
  pattern:
    /\b(?:today|tonight|tomorrow|yesterday|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:next|last|this|every|each) (?:week|weekend|month|year|summer|winter|spring|fall|autumn|day|morning|evening|night|semester|quarter)|in (?:january|february|march|april|may|june|july|august|september|october|november|december|\d{4})|in (?:\d+|a|an|two|three|four|five|six) (?:days?|weeks?|months?|years?)|\d+ (?:days?|weeks?|months?|years?) ago|(?:a|one|two|three|four|five|six) (?:day|week|month|year)s? ago|since \d{4}|on the \d|\d{1,2}(?::\d\d)? ?(?:am|pm)|by (?:eod|noon|midnight|eow|friday|monday)|(?:january|february|march|april|may|june|july|august|september|october|november|december) \d)/u,
  yes: ['next week', 'in 2031', 'two days ago', 'by noon'],
  no: ['next door', 'in brno'],
});
export const isDated = (lower: string): boolean => dated.test(lower);
