import { z } from 'zod';

/** Longest message text, in UTF-8 bytes. */
export const maxTextBytes = 32 * 1024;

export const moment = z.iso
  .datetime({ offset: true })
  .transform((value) => new Date(value))
  .refine((at) => at.getTime() >= Date.UTC(1990, 0, 1), { message: 'is before 1990' });

/** An instant with an offset, between 1990 and one day after `now` (clocks differ, but not by days). */
export const instant = (now: () => Date) =>
  moment.refine((at) => at.getTime() <= now().getTime() + 86_400_000, { message: 'is in the future' });
