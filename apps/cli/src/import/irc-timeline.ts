import type { IrcClock } from './irc-line.js';

const minute = 60_000;
const halfDay = 12 * 60 * minute;
const day = 2 * halfDay;

const floorOf = (clock: IrcClock): number =>
  (clock.hour * 60 + clock.minute) * minute + (clock.second ?? 0) * 1000;

/** Going back by more than this is another day; by less it is a clock that was set right. */
const setRight = 60 * minute;

/**
 * The start of the minute (or second) of each line, in milliseconds since the file's first midnight, never going
 * back. A line without a clock shares the time of the one before it.
 *
 * A log that never shows an hour past eleven and steps from 11 to 0 was kept with a twelve-hour clock: that step is
 * noon, not midnight (the archive of #ubuntu has such days).
 */
const floors = (clocks: readonly (IrcClock | null)[]): readonly number[] => {
  const first = clocks.find((clock) => clock !== null);
  const isTwelveHour = clocks.every((clock) => clock === null || clock.hour < 12);
  let shift = 0;
  let previous = first ? floorOf(first) : 0;
  let previousHour = first?.hour ?? 0;
  return clocks.map((clock) => {
    if (clock === null) return previous;
    const back = previous - (shift + floorOf(clock));
    if (back > setRight) shift += isTwelveHour && previousHour === 11 && clock.hour === 0 ? halfDay : day;
    previousHour = clock.hour;
    previous = Math.max(previous, shift + floorOf(clock));
    return previous;
  });
};

/**
 * Strictly increasing times for the lines of one file. Lines that show the same minute are spread over it evenly, so
 * their order survives; the same file always gives the same times.
 */
export const spreadTimes = (clocks: readonly (IrcClock | null)[]): readonly number[] => {
  const starts = floors(clocks);
  const showsSeconds = clocks.some((clock) => clock?.second != null);
  const unit = showsSeconds ? 1000 : minute;
  const sizes = new Map<number, number>();
  for (const start of starts) sizes.set(start, (sizes.get(start) ?? 0) + 1);
  const seen = new Map<number, number>();
  let previous = -1;
  return starts.map((start) => {
    const index = seen.get(start) ?? 0;
    seen.set(start, index + 1);
    previous = Math.max(previous + 1, start + Math.floor((index * unit) / (sizes.get(start) ?? 1)));
    return previous;
  });
};

/** Minutes east of UTC: `+02:00`, `-0530`, `UTC`; null when it is not that kind of zone. */
const fixedOffset = (zone: string): number | null => {
  if (/^(?:utc|gmt|z)$/iu.test(zone)) return 0;
  const parts = /^(?<sign>[+-])(?<hours>\d{1,2}):?(?<minutes>\d{2})?$/u.exec(zone)?.groups;
  if (!parts) return null;
  const size = Number(parts['hours']) * 60 + Number(parts['minutes'] ?? 0);
  return parts['sign'] === '-' ? -size : size;
};

/** A function from wall-clock time (as if it were UTC) to the instant, or null for a zone nobody knows. */
export const wallClock = (zone: string): ((wallMs: number) => number) | null => {
  const fixed = fixedOffset(zone);
  if (fixed !== null) return (wallMs) => wallMs - fixed * minute;
  const offsetAt = namedOffset(zone);
  if (!offsetAt) return null;
  // Twice: the first guess may lie on the other side of a change to or from summer time.
  return (wallMs) => wallMs - offsetAt(wallMs - offsetAt(wallMs));
};

const namedOffset = (zone: string): ((utcMs: number) => number) | null => {
  try {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
    return (utcMs) => {
      const part = Object.fromEntries(
        format.formatToParts(utcMs).map(({ type, value }) => [type, Number(value)]),
      );
      const wall = Date.UTC(
        part['year'] ?? 0,
        (part['month'] ?? 1) - 1,
        part['day'],
        part['hour'],
        part['minute'],
      );
      return wall - Math.floor(utcMs / minute) * minute;
    };
  } catch {
    return null;
  }
};
