import { Cron } from 'croner';

/** When it was to run last by now, if that was after `after`; times are UTC. What was missed more than once runs once. */
export const dueSlot = (pattern: string, after: Date, now: Date): Date | null => {
  const cron = new Cron(pattern, { timezone: 'UTC', paused: true });
  const first = cron.nextRun(after);
  if (first === null || first > now) return null;
  const [last] = cron.previousRuns(1, new Date(now.getTime() + 1_000));
  return last !== undefined && last > first && last <= now ? last : first;
};
