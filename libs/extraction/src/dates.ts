import * as chrono from 'chrono-node';
import { anyCase, proven } from '#safety';
import { dayNear, isoDay, plusDays, startOfDay, weekdayBefore } from './text/calendar.js';
import { directionAfter, type Direction } from './text/directions.js';

const weekday = '(?:mon|tues|wednes|thurs|fri|satur|sun)day';
const short = String.raw`(?:mon|tues?|weds?|thu(?:rs?)?|fri|sat|sun)(?![\p{L}'\u2019-])`;
const number = String.raw`(?:\d+|a|an|one|two|three|four|five|six|seven|eight|nine|ten)`;

const relative = new RegExp(
  String.raw`\b(?:the )?(?:day before yesterday|day after tomorrow|night before last)\b` +
    String.raw`|\b${number} weeks? (?:from|on) (?:today|tomorrow|${weekday})\b` +
    String.raw`|\b(?:today|tonight|this (?:morning|afternoon|evening)|last night|tomorrow|yesterday)\b` +
    String.raw`|\b(?:next|last|this|past|coming) (?:week|weekend|month|year|${weekday})\b` +
    String.raw`|\b(?:next|last|this|past|coming) ${short}|(?<=\b(?:on|by|until|till|til|before|since|for) )${short}` +
    String.raw`|\b${weekday}\b` +
    String.raw`|\b(?:${number}|couple of|few) (?:days?|weeks?|months?|years?) ago\b` +
    // "The first time in four years" looks back over them, and is no day.
    String.raw`|(?<!\b(?:time|once|twice) )\bin (?:\d+|a|an|two|three|four|five|six) (?:days?|weeks?|months?|years?)\b`,
  'iu',
);
const anyRelative = anyCase(new RegExp(relative.source, 'u'));

const month =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const nth = String.raw`\d{1,2}(?:st|nd|rd|th)?`;
const range = String.raw`(?:(?:from )?(${nth})(?: ?(?:-|\u2013|to|till|until|and|&) ?))?(?:the )?`;
/** "The 3rd of may", "june 30", "20 to 26 june", "on the 18th". No year: that is what is to be found. */
const named = new RegExp(
  String.raw`(?<![\p{L}\p{N}.:/-])(?:${range}(?<day>${nth}) (?:of )?(?<month>${month})(?![\p{L}]|\.?,? ?(?:of )?(?:19|20)\d\d)` +
    String.raw`|(?<month2>${month})\.? (?:the )?(?<day2>${nth})(?: ?(?:-|\u2013|to|till|until) ?(?<last>${nth}))?(?![\p{L}\p{N}:]|[./-]\d|,? ?(?:19|20)\d\d)` +
    String.raw`|(?<=\b(?:on|until|till|til|by|before|from|since|to|for|is|was|starts|ends|from) )the (?<day3>\d{1,2}(?:st|nd|rd|th))(?=\s*$|\s*[,.;:!()]|\s+(?:at|in|and|with|for|from|then|now|so|instead|btw|because|if|till|until|to|of this month)\b))`,
  'iu',
);
const anyNamed = anyCase(new RegExp(named.source, 'u'));

/** A date that needs no resolving. */
const withYear = anyCase(/\b\d{4}-\d\d-\d\d\b|\b(?:19|20)\d\d\b/u);
/** What comes again each year: the day that a month names is of no one year. */
const yearly = anyCase(/\b(?:yearly|annual(?:ly)?|birthdays?|b-?days?|born|anniversar(?:y|ies)|name day)\b/u);
const repeating = anyCase(
  proven({
    id: 'repeating',
    pattern:
      /\b(?:every|each|most|some|on (?:mon|tues|wednes|thurs|fri|satur|sun)days|(?:mon|tues|wednes|thurs|fri|satur|sun)days)\b/u,
    yes: ['every day', 'on mondays'],
    no: ['someday', 'on monday'],
  }),
);

const opening = new RegExp(`^(?:${relative.source})`, 'iu');
/** The words of a relative date that a text begins with. */
export const relativeDateAt = (text: string): string => opening.exec(text)?.[0] ?? '';

/** When something is, as far as its words say, and the last day of it. */
interface When {
  readonly shown: string;
  readonly end: Date;
}
const onDay = (day: Date | null): When | null => day && { shown: isoDay(day), end: day };

const counts = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const countOf = (word: string): number =>
  /^\d/u.test(word) ? Number(word) : Math.max(1, counts.indexOf(word.toLowerCase()));

const parsed = (words: string, sentAt: Date, direction: Direction): When | null => {
  const reference = { instant: sentAt, timezone: 0 };
  // Only the words of the date are parsed: the rest of a long statement would be gone through by every parser.
  const [found] = chrono.parse(words, reference, { forwardDate: direction === 'ahead' });
  const [year, of, day] = (['year', 'month', 'day'] as const).map((part) => found?.start.get(part) ?? null);
  if (!found || typeof year !== 'number' || typeof of !== 'number' || typeof day !== 'number') return null;
  const at = new Date(Date.UTC(year, of - 1, day));
  if (/\byears?\b/iu.test(found.text)) return { shown: String(year), end: new Date(Date.UTC(year, 11, 31)) };
  if (/\bmonths?\b/iu.test(found.text))
    return { shown: isoDay(at).slice(0, 7), end: new Date(Date.UTC(year, of, 0)) };
  if (/\bweeks?\b/iu.test(found.text)) return { shown: `week of ${isoDay(at)}`, end: plusDays(at, 7) };
  return onDay(at);
};

const weeksOn = new RegExp(String.raw`^(${number}) weeks? (?:from|on) (.+)$`, 'iu');

const resolvedRelative = (words: string, sentAt: Date, direction: Direction): When | null => {
  const lower = words.toLowerCase();
  if (/^(?:the )?(?:day before yesterday|night before last)$/u.test(lower))
    return onDay(plusDays(startOfDay(sentAt), -2));
  if (/^(?:the )?day after tomorrow$/u.test(lower)) return onDay(plusDays(startOfDay(sentAt), 2));
  const on = weeksOn.exec(words);
  if (on) {
    const base = resolvedRelative(on[2] ?? '', sentAt, 'ahead');
    return base && onDay(plusDays(base.end, 7 * countOf(on[1] ?? '')));
  }
  const [first = '', second = ''] = lower.split(' ');
  if (first === 'last' || first === 'past') {
    const before = weekdayBefore(second, sentAt);
    if (before && !/^(?:month|week)/u.test(second)) return onDay(before);
  }
  if (second === '' && direction === 'back') {
    const before = weekdayBefore(first, sentAt);
    if (before && new RegExp(`^(?:${weekday}|${short})$`, 'u').test(first)) return onDay(before);
  }
  return parsed(words, sentAt, direction);
};

const resolvedNamed = (found: RegExpExecArray, sentAt: Date, direction: Direction): When | null => {
  const { day, day2, day3, month: of, month2, last } = found.groups ?? {};
  const numberOf = (text: string | undefined): number => Number.parseInt(text ?? '', 10);
  const name = of ?? month2 ?? null;
  const end = dayNear(numberOf(last ?? day ?? day2 ?? day3), name, sentAt, direction);
  const since = found[1] ?? (last === undefined ? undefined : day2);
  const start = since === undefined || end === null ? null : dayNear(numberOf(since), null, end, 'back');
  return end && { shown: start ? `${isoDay(start)} to ${isoDay(end)}` : isoDay(end), end };
};

/** When a text says that something is; null where it says so of no one day, or names its year. */
const whenOf = (text: string, sentAt: Date): When | null => {
  if (repeating.test(text) || withYear.test(text)) return null;
  const near = anyNamed.test(text) ? named.exec(text) : null;
  if (near && yearly.test(text)) return null;
  if (near) return resolvedNamed(near, sentAt, directionAfter(text.slice(0, near.index)));
  const found = anyRelative.test(text) ? relative.exec(text) : null;
  if (!found) return null;
  return resolvedRelative(found[0], sentAt, directionAfter(text.slice(0, found.index)));
};

/** The statement with the day it means, so that it stays readable later. */
export const withDate = (content: string, sentAt: Date): string => {
  const when = whenOf(content, sentAt);
  return when === null ? content : `${content} (${when.shown})`;
};

/** The day of what is said to be ahead: until then it is not over. Null: none is named. */
export const lastDayOf = (content: string, sentAt: Date): Date | null => {
  const end = whenOf(content, sentAt)?.end ?? null;
  return end !== null && end > sentAt ? end : null;
};
