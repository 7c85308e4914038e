import { z } from 'zod';
import { defineEvent } from '../define-event.js';
import { discardReasons } from '../parked.js';

/** An operator had something parked handled once more. */
export const ParkedReplayed = defineEvent(
  'ParkedReplayed',
  1,
  z.object({ parkedId: z.string(), consumer: z.string(), publishedAs: z.string(), keyId: z.string() }),
);
/** Something parked was let go of: by an operator, or because what it says was deleted or asked to be forgotten. */
export const ParkedDiscarded = defineEvent(
  'ParkedDiscarded',
  1,
  z.object({
    parkedId: z.string(),
    consumer: z.string(),
    publishedAs: z.string(),
    reason: z.enum(discardReasons),
    keyId: z.string().nullable(),
  }),
);
