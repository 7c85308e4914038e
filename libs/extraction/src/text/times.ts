import { proven } from '#safety';
import type { Token } from './tokens.js';

/** A run of words that tell when: "tue + thu 20:30 CET", "14-22 aug", "until the 3rd". */
export interface TimeRun {
  readonly end: number;
  /** It names a day, or how often. */
  readonly hasDay: boolean;
  readonly hasClock: boolean;
  readonly recurs: boolean;
}

const weekday =
  /^(?:mon|tues?|weds?|thur?s?|fri|sat|sun)(?:days?)?$|^(?:wednesdays?|thursdays?|saturdays?)$/u;
const month = proven({
  id: 'month',
  pattern:
    /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/u,
  yes: ['sept', 'march', 'may'],
  no: ['marching', 'mon'],
});
const ordinal = /^\d{1,2}(?:st|nd|rd|th)(?:-\d{1,2}(?:st|nd|rd|th))?$/u;
const clock = /^\d{1,2}(?:[:.]\d\d)?(?:am|pm|h|uhr)?(?:-\d{1,2}(?:[:.]\d\d)?(?:am|pm|h|uhr)?)?$/u;
const plainClock = /^\d{1,2}:\d\d$|^\d{1,2}(?:[:.]\d\d)?(?:am|pm|h|uhr)$|-/u;
const calendar = /^(?:\d{4}-\d\d(?:-\d\d)?|\d{1,2}[/.]\d{1,2}(?:[/.]\d{2,4})?|\d{1,2}-\d{1,2})$/u;
const year = /^(?:19|20)\d\d$/u;
const dayWords = proven({
  id: 'dayWords',
  pattern:
    /^(?:tomorrow|tonight|weekends?|weekdays?|daily|nightly|weekly|biweekly|fortnightly|monthly|quarterly|yearly|annually|noon|midnight|mornings?|afternoons?|evenings?|nights?|weeks?|months?|years?|days?|summer|winter|spring|autumn|fall|easter|christmas|xmas|eod|eow|q[1-4])$/u,
  yes: ['tonight', 'weekly', 'q3'],
  no: ['q5', 'week-long'],
});
const joining = proven({
  id: 'joining',
  pattern:
    /^(?:on|at|from|to|until|till|til|by|before|after|every|each|next|this|last|the|of|and|n|&|\+|-|\u2013|through|thru|between|around|starting|as|in|other|odd|even|first|second|third|1st|2nd|3rd|4th|am|pm|sharp|onwards?|local|time|cet|cest|utc|gmt|est|edt|pst|pdt|bst|ist|jst|further|notice|early|late|mid|end|start|both|only|,|\/|a|two|three|half|once|twice|times|per)$/u,
  yes: ['until', '1st', 'cet', '–'],
  no: ['brno', 'untill'],
});
const shaky = /^(?:sun|sat|mar|may|march|fall|spring|sec)$/u;

const isWeekday = (word: string): boolean =>
  weekday.test(word) ||
  (/^[a-z]+[-/&+][a-z]+$/u.test(word) && word.split(/[-/&+]/u).every((part) => weekday.test(part)));

const isTime = (word: string): boolean =>
  isWeekday(word) ||
  month.test(word) ||
  ordinal.test(word) ||
  clock.test(word) ||
  calendar.test(word) ||
  year.test(word) ||
  dayWords.test(word) ||
  joining.test(word);

const often =
  /^(?:every|each|daily|nightly|weekly|biweekly|fortnightly|monthly|yearly|annually|weekdays|weekends)$/u;

const daysSaid = proven({
  id: 'daysSaid',
  pattern:
    /\b(?:tomorrow|daily|nightly|weekly|biweekly|fortnightly|monthly|quarterly|yearly|annually|weekends?|weekdays?|(?:next|every|each|this|until|till) (?:other |two |three )?(?:week|month|year|day|night|morning|evening|summer|winter|spring|autumn|easter|christmas)|until further notice|further notice)\b/u,
  yes: ['tomorrow', 'every other week', 'until further notice'],
  no: ['a week', 'some day'],
});

/** The run of time words that begins at `at`; null when they tell neither a day nor an hour. */
export const timeRunAt = (tokens: readonly Token[], at: number): TimeRun | null => {
  let end = at;
  while (end < tokens.length && isTime(tokens[end]?.lower ?? '')) end += 1;
  while (
    end > at &&
    joining.test(tokens[end - 1]?.lower ?? '') &&
    !/^(?:am|pm|cet|cest|utc|gmt|est|edt|pst|pdt|bst|ist|jst|sharp|onwards?|notice|time)$/u.test(
      tokens[end - 1]?.lower ?? '',
    )
  )
    end -= 1;
  if (end === at) return null;
  const words = tokens.slice(at, end).map((token) => token.lower);
  const isFirm = (word: string, index: number): boolean =>
    !shaky.test(word) ||
    /\d/u.test((words[index - 1] ?? '') + (words[index + 1] ?? '')) ||
    /^(?:on|in|by|until|till|every|next|this|and|\+|&|\/|from|to|-|,)$/u.test(words[index - 1] ?? '') ||
    isWeekday(words[index + 1] ?? '');
  const firm = words.filter((word, index) => isFirm(word, index));
  const hasMonth = firm.some((word) => month.test(word));
  const joined = words.join(' ');
  const hasDay =
    firm.some((word) => isWeekday(word) || ordinal.test(word) || /^\d{4}-\d\d|^\d{1,2}\/\d/u.test(word)) ||
    hasMonth ||
    daysSaid.test(joined);
  const hasClock =
    words.some((word) => (plainClock.test(word) && clock.test(word)) || /^(?:noon|midnight)$/u.test(word)) ||
    /\bat \d{1,2}\b|\b\d{1,2} (?:am|pm|utc|cet)\b|\bfrom \d{1,2}\b/u.test(joined);
  if (!hasDay && !hasClock) return null;
  const recurs = words.some(
    (word) => often.test(word) || (isWeekday(word) && /days$|^(?:mon|tue|wed|thu|fri)s$/u.test(word)),
  );
  return { end, hasDay, hasClock, recurs };
};

/** The first run of time words in a row of tokens. */
export const timeIn = (
  tokens: readonly Token[],
  from = 0,
): { readonly at: number; readonly run: TimeRun } | null => {
  for (let at = from; at < tokens.length; at += 1) {
    const word = tokens[at]?.lower ?? '';
    if (/^(?:,|-|and|&|\+|\/|a|the|as|of|both|only|first|second|third|half|two|three)$/u.test(word)) {
      if (word !== 'the' && word !== 'first' && word !== 'second' && word !== 'third') continue;
    }
    const run = timeRunAt(tokens, at);
    if (run) return { at, run };
  }
  return null;
};
