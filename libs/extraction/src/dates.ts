import * as chrono from 'chrono-node';
import { LRUCache } from 'lru-cache';
import { expiryOf, type MemoryType } from '#domain';
import { anyCase, proven } from '#safety';
import {
  dayNear,
  firstOfMonth,
  isoDay,
  lastOfMonth,
  plusDays,
  startOfDay,
  weekdayBefore,
} from './text/calendar.js';
import { directionAfter, type Direction } from './text/directions.js';

const weekday = '(?:mon|tues|wednes|thurs|fri|satur|sun)day';
const short = String.raw`(?:mon|tues?|weds?|thu(?:rs?)?|fri|sat|sun)(?![\p{L}'\u2019-])`;
const number = String.raw`(?:\d+|a|an|one|two|three|four|five|six|seven|eight|nine|ten)`;

const dayName = String.raw`(?:${weekday}|${short.replace(/\(\?!.*$/u, '')})(?![\p{L}'\u2019])`;
const through = String.raw` ?(?:-|\u2013|to|till|until|through|thru) ?`;

const relative = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:next |this |last )?${dayName}${through}${dayName}` +
    String.raw`|\b(?:the )?end of (?:the |this |next )?(?:week|month|year)\b` +
    String.raw`|\b(?:the )?(?:day before yesterday|day after tomorrow|night before last)\b` +
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
const ordinal = String.raw`\d{1,2}(?:st|nd|rd|th)`;
/** What may follow a number that is a day: "the 3rd", and not "the 3rd floor". */
const atTheEnd = String.raw`(?=\s*$|\s*[,.;:!()]|\s+(?:at|in|and|with|for|from|then|now|so|instead|btw|because|if|till|until|to|of this month)\b)`;
const nth = String.raw`\d{1,2}(?:st|nd|rd|th)?`;
const range = String.raw`(?:(?:from )?(${nth})(?: ?(?:-|\u2013|to|till|until|and|&) ?))?(?:the )?`;
/** "The 3rd of may", "june 30", "20 to 26 june", "on the 18th". No year: that is what is to be found. */
const named = new RegExp(
  String.raw`(?<![\p{L}\p{N}.:/-])(?:${range}(?<day>${nth}) (?:of )?(?<month>${month})(?![\p{L}]|\.?,? ?(?:of )?(?:19|20)\d\d)` +
    String.raw`|(?<month2>${month})\.? (?:the )?(?<day2>${nth})(?: ?(?:-|\u2013|to|till|until) ?(?<last>${nth}))?(?![\p{L}\p{N}:]|[./-]\d|,? ?(?:19|20)\d\d)` +
    String.raw`|(?<first>${ordinal})${through}(?:the )?(?<day4>${ordinal})${atTheEnd}` +
    String.raw`|(?<=\b(?:(?:on|until|till|til|by|before|from|since) (?:the )?|(?:to|for|is|was|starts|ends) the ))(?<day3>${ordinal})${atTheEnd})`,
  'iu',
);
const anyNamed = anyCase(new RegExp(named.source, 'u'));

/** A month without its day, where it says when: "till january", "in may". */
const monthAlone = new RegExp(
  String.raw`(?<=\b(?:in|till|until|til|by|before|since|from|starting|end of|mid|early|late) )${month}(?![\p{L}'\u2019]|\.?,? ?(?:of )?(?:19|20)\d\d)`,
  'iu',
);
const anyMonth = anyCase(new RegExp(monthAlone.source, 'u'));

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

const parsedAnew = (words: string, sentAt: Date, direction: Direction): When | null => {
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

/** The words of a date are asked for again: for a fact's own text, for its end, and by what comes after it. */
const lately = new LRUCache<string, { readonly when: When | null }>({ max: 64 });
const parsed = (words: string, sentAt: Date, direction: Direction): When | null => {
  const key = `${direction} ${String(sentAt.getTime())} ${words}`;
  const known = lately.get(key) ?? { when: parsedAnew(words, sentAt, direction) };
  lately.set(key, known);
  return known.when;
};

/** "Mon to wed", "next thu-sat": from the one to the first such day after it. */
const fromDay = new RegExp(String.raw`^(?:(?:next|this|last) )?(${dayName})${through}(${dayName})$`, 'iu');
const spanOf = (words: string, sentAt: Date, direction: Direction): When | null => {
  const [, first = '', last = ''] = fromDay.exec(words) ?? [];
  const start =
    first === ''
      ? null
      : resolvedRelative(words.replace(new RegExp(`${through}${last}$`, 'iu'), ''), sentAt, direction);
  const end = start && weekdayBefore(last, plusDays(start.end, 8));
  return start && end && { shown: `${start.shown} to ${isoDay(end)}`, end };
};

/** "The end of the month": its last day. */
const endOf = (words: string, sentAt: Date): When | null => {
  const [, which = '', unit = ''] = /end of (the|this|next)? ?(week|month|year)$/iu.exec(words) ?? [];
  const more = which.toLowerCase() === 'next' ? 1 : 0;
  const day = startOfDay(sentAt);
  if (unit === '') return null;
  if (/week/iu.test(unit)) return onDay(plusDays(day, ((7 - day.getUTCDay()) % 7) + 7 * more));
  if (/year/iu.test(unit)) return onDay(new Date(Date.UTC(day.getUTCFullYear() + more, 11, 31)));
  return onDay(lastOfMonth(new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + more, 1))));
};

const weeksOn = new RegExp(String.raw`^(${number}) weeks? (?:from|on) (.+)$`, 'iu');

const resolvedRelative = (words: string, sentAt: Date, direction: Direction): When | null => {
  const lower = words.toLowerCase();
  if (/^(?:the )?(?:day before yesterday|night before last)$/u.test(lower))
    return onDay(plusDays(startOfDay(sentAt), -2));
  if (/^(?:the )?day after tomorrow$/u.test(lower)) return onDay(plusDays(startOfDay(sentAt), 2));
  const spanned = spanOf(words, sentAt, direction) ?? endOf(words, sentAt);
  if (spanned) return spanned;
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
  const { day, day2, day3, day4, month: of, month2, first, last } = found.groups ?? {};
  const numberOf = (text: string | undefined): number => Number.parseInt(text ?? '', 10);
  const name = of ?? month2 ?? null;
  const end = dayNear(numberOf(last ?? day ?? day2 ?? day4 ?? day3), name, sentAt, direction);
  const since = found[1] ?? first ?? (last === undefined ? undefined : day2);
  const start = since === undefined || end === null ? null : dayNear(numberOf(since), null, end, 'back');
  return end && { shown: start ? `${isoDay(start)} to ${isoDay(end)}` : isoDay(end), end };
};

const resolvedMonth = (found: RegExpExecArray, sentAt: Date, direction: Direction): When | null => {
  const first = firstOfMonth(found[0], sentAt, direction);
  if (first === null) return null;
  const upTo = /\b(?:till|until|til|by|before) $/iu.test(found.input.slice(0, found.index));
  return { shown: isoDay(first).slice(0, 7), end: upTo ? first : lastOfMonth(first) };
};

/** A day that words name, and where in the text they stand. */
interface Dated extends When {
  readonly at: number;
  readonly after: number;
}

type Resolve = (found: RegExpExecArray, sentAt: Date, direction: Direction) => When | null;

const datedBy = (pattern: RegExp, resolve: Resolve, text: string, sentAt: Date): Dated | null => {
  const found = pattern.exec(text);
  const when = found && resolve(found, sentAt, directionAfter(text.slice(0, found.index)));
  return found && when && { ...when, at: found.index, after: found.index + found[0].length };
};

const isPassing = (type: MemoryType | null): boolean => type !== null && expiryOf(type, new Date(0)) !== null;

/**
 * When a text says that something is; null where it says so of no one day, or names its year. A month by itself is of one
 * year where it is over or what is told passes: "moves in may", and not "hates the rain in may".
 */
const whenOf = (text: string, sentAt: Date, type: MemoryType | null): When | null => {
  if (repeating.test(text) || withYear.test(text)) return null;
  const isYearly = yearly.test(text);
  if (anyNamed.test(text)) return isYearly ? null : datedBy(named, resolvedNamed, text, sentAt);
  if (anyRelative.test(text)) {
    const first = datedBy(relative, ([words], ...by) => resolvedRelative(words, ...by), text, sentAt);
    return first && besides(first, text, sentAt);
  }
  if (isYearly || !anyMonth.test(text)) return null;
  const direction = directionAfter(text.slice(0, monthAlone.exec(text)?.index));
  return direction === 'back' || isPassing(type) ? datedBy(monthAlone, resolvedMonth, text, sentAt) : null;
};

/** "Can't tonight, exam tomorrow": both days, in the order of their words. */
const besides = (first: Dated, text: string, sentAt: Date): When => {
  const rest = text.slice(first.after);
  const next = anyRelative.test(rest) ? relative.exec(rest) : null;
  const second = next && resolvedRelative(next[0], sentAt, directionAfter(rest.slice(0, next.index)));
  if (!second || second.shown === first.shown) return first;
  return { shown: `${first.shown}, ${second.shown}`, end: second.end > first.end ? second.end : first.end };
};

/** The statement with the day it means, so that it stays readable later. */
export const withDate = (content: string, sentAt: Date, type: MemoryType | null = null): string => {
  const when = whenOf(content, sentAt, type);
  return when === null ? content : `${content} (${when.shown})`;
};

/** The day of what is said to be ahead: until then it is not over. Null: none is named. */
export const lastDayOf = (content: string, sentAt: Date, type: MemoryType | null = null): Date | null => {
  const end = whenOf(content, sentAt, type)?.end ?? null;
  return end !== null && end > sentAt ? end : null;
};
