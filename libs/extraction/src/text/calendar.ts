/** Days of the calendar, as they are counted: without hours, in UTC. */

const dayMs = 86_400_000;

export const startOfDay = (at: Date): Date =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()));
export const plusDays = (at: Date, days: number): Date => new Date(at.getTime() + days * dayMs);
export const isoDay = (at: Date): string => at.toISOString().slice(0, 10);

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
/** The last such day before, never the same one. */
export const weekdayBefore = (word: string, at: Date): Date | null => {
  const wanted = weekdays.indexOf(word.toLowerCase().slice(0, 3));
  if (wanted < 0) return null;
  const day = startOfDay(at);
  return plusDays(day, -((day.getUTCDay() - wanted + 7) % 7 || 7));
};

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** A day that exists: no 31st of june. */
const dayOf = (year: number, month: number, day: number): Date | null => {
  const at = new Date(Date.UTC(year, month, day));
  return at.getUTCDate() === day ? at : null;
};

/** The nearest day of this number and month, or of this number alone, on that side of a moment. */
export const dayNear = (
  day: number,
  month: string | null,
  at: Date,
  direction: 'back' | 'ahead',
): Date | null => {
  const today = startOfDay(at);
  const step = direction === 'back' ? -1 : 1;
  const wanted = month === null ? null : months.indexOf(month.toLowerCase().slice(0, 3));
  for (let moved = 0; moved <= 13; moved += 1) {
    const first = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + step * moved, 1));
    if (wanted !== null && first.getUTCMonth() !== wanted) continue;
    const found = dayOf(first.getUTCFullYear(), first.getUTCMonth(), day);
    if (found && (found.getTime() - today.getTime()) * step >= 0) return found;
  }
  return null;
};

export const lastOfMonth = (at: Date): Date =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0));

/** The first day of the nearest such month on that side of a moment; the one that runs now is on both. */
export const firstOfMonth = (month: string, at: Date, direction: 'back' | 'ahead'): Date | null => {
  const wanted = months.indexOf(month.toLowerCase().slice(0, 3));
  if (wanted < 0) return null;
  const moved = (wanted - at.getUTCMonth() + 12) % 12;
  const away = direction === 'ahead' || moved === 0 ? moved : moved - 12;
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + away, 1));
};
