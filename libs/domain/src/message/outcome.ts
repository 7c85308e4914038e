import { z } from 'zod';
import { id } from '../event-fields.js';

const outcomeWords = ['ADD', 'SUPERSEDE', 'NOOP', 'PENDING', 'REJECTED', 'FORGOTTEN'] as const;

/** What became of one fact that a message or a call offered. */
export const factOutcomeSchema = z.object({
  memoryId: id.nullable(),
  outcome: z.enum(outcomeWords),
  reason: z.string().optional(),
  /** Of what was forgotten at the message's own word. */
  count: z.number().int().nonnegative().optional(),
});
export type FactOutcome = z.output<typeof factOutcomeSchema>;
