import * as chrono from 'chrono-node';

export interface TimeAsked {
  readonly from: Date;
  /** Not included. */
  readonly to: Date;
}

const monthOf = { spring: 2, summer: 5, autumn: 8, fall: 8, winter: 11 } as const;
type Season = keyof typeof monthOf;
const season =
  /\b(?:(?<which>last|this|next|the|in|over|during|of) (?:the )?)(?:past |coming )?(?<name>spring|summer|autumn|fall|winter)\b(?: (?:of )?(?<year>\d{4}))?/u;

const startOf = (year: number, month: number, day = 1): Date => new Date(Date.UTC(year, month, day));

/** The season that is meant, of the northern half: the last one that has begun, unless another year is said. */
const seasonAsked = (text: string, now: Date): TimeAsked | null => {
  const { name, which, year } = season.exec(text)?.groups ?? {};
  if (name === undefined) return null;
  const month = monthOf[name as Season];
  const begun = startOf(now.getUTCFullYear(), month) <= now ? now.getUTCFullYear() : now.getUTCFullYear() - 1;
  const isRunning = now < startOf(begun, month + 3);
  const meant =
    year === undefined
      ? which === 'last' && isRunning
        ? begun - 1
        : which === 'next'
          ? begun + 1
          : begun
      : Number(year);
  return { from: startOf(meant, month), to: startOf(meant, month + 3) };
};

const yearAsked = (text: string): TimeAsked | null => {
  const year = Number(/\b(?:in|during|of) (?<year>(?:19|20)\d\d)\b/u.exec(text)?.groups?.['year']);
  return Number.isNaN(year) ? null : { from: startOf(year, 0), to: startOf(year + 1, 0) };
};

/** How much time a parsed date leaves open: the day, the month, or the year that it names. */
const rangeOf = (found: chrono.ParsedResult): TimeAsked | null => {
  const { start, end } = found;
  const year = start.get('year') ?? 0;
  const month = (start.get('month') ?? 1) - 1;
  const day = start.get('day') ?? 1;
  if (end) {
    const last = end.date();
    return {
      from: startOf(year, month, day),
      to: startOf(last.getUTCFullYear(), last.getUTCMonth(), last.getUTCDate() + 1),
    };
  }
  const words = found.text.toLowerCase();
  if (/\byears?\b/u.test(words)) return { from: startOf(year, 0), to: startOf(year + 1, 0) };
  if (/\bweekend\b/u.test(words))
    return { from: startOf(year, month, day), to: startOf(year, month, day + 2) };
  if (/\bweeks?\b/u.test(words))
    return { from: startOf(year, month, day - 3), to: startOf(year, month, day + 4) };
  if (
    /\bmonths?\b/u.test(words) ||
    (start.isCertain('month') && !start.isCertain('day') && !start.isCertain('weekday'))
  )
    return { from: startOf(year, month), to: startOf(year, month + 1) };
  return start.isCertain('day') ||
    start.isCertain('weekday') ||
    /\b(?:yesterday|today|night|morning|evening|afternoon|ago)\b/u.test(words)
    ? { from: startOf(year, month, day), to: startOf(year, month, day + 1) }
    : null;
};

const startsOver = ({ from, to }: TimeAsked, years: number): TimeAsked => ({
  from: startOf(from.getUTCFullYear() - years, from.getUTCMonth(), from.getUTCDate()),
  to: startOf(to.getUTCFullYear() - years, to.getUTCMonth(), to.getUTCDate()),
});

/** So many years back a month without a year may be meant. */
const yearsMeant = 10;
const relative = /\b(?:last|this|past|next|coming|ago|yesterday|today|tonight|tomorrow|week|weekend)\b/u;

/**
 * The time that a question names ("in May", "last summer", "on 3 June 2024"), as it is meant at `now`; a month or a day
 * without a year is that of any year. None where it names no time.
 */
export const timesAsked = (query: string, now: Date): readonly TimeAsked[] => {
  const text = query.toLowerCase();
  const [found] = chrono.parse(text, { instant: now, timezone: 0 });
  const range = seasonAsked(text, now) ?? (found === undefined ? null : rangeOf(found)) ?? yearAsked(text);
  if (range === null) return [];
  const isOneYear =
    /\b(?:19|20)\d\d\b/u.test(text) || relative.test(text) || found?.start.isCertain('weekday');
  if (isOneYear === true) return [range];
  return Array.from({ length: yearsMeant + 1 }, (_, years) => startsOver(range, years));
};
