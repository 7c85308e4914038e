import { z } from 'zod';
import { id } from '../event-fields.js';

const outcomeWords = ['ADD', 'SUPERSEDE', 'NOOP', 'PENDING', 'REJECTED', 'FORGOTTEN'] as const;

/** What became of one fact that a message or a call offered. */
export const factOutcomeSchema = z.object({
  memoryId: id.nullable(),
  outcome: z.enum(outcomeWords),
  reason: z.string().optional(),
  /** Of what was forgotten, kept back or let be known at the message's own word. */
  count: z.number().int().nonnegative().optional(),
});
export type FactOutcome = z.output<typeof factOutcomeSchema>;

/** All that any agent holds of whoever asked is being erased. */
export const erasureOrdered = { memoryId: null, outcome: 'NOOP', reason: 'erasure-ordered' } as const;
/** It was asked for, and brought by a key that has no say in what others hold. */
export const otherAgentsNotReached = {
  memoryId: null,
  outcome: 'NOOP',
  reason: 'other-agents-not-reached',
} as const;

/** Nothing could be told to be meant by an order. */
export const nothingMeant = { memoryId: null, outcome: 'NOOP', reason: 'nothing-meant' } as const;
/** So much was kept back, or let be known: facts, and messages of which no such fact is held. */
export const withheld = (count: number) =>
  ({ memoryId: null, outcome: 'NOOP', reason: 'withheld', count }) as const;
export const letBeKnown = (count: number) =>
  ({ memoryId: null, outcome: 'NOOP', reason: 'shared', count }) as const;

/** Somebody may be told of something of which nothing is held. */
export const nothingHeld = { memoryId: null, outcome: 'NOOP', reason: 'nothing-held' } as const;
/** Somebody may be told of something that is told to nobody but those whom it is about and who said it. */
export const tooSensitive = { memoryId: null, outcome: 'NOOP', reason: 'too-sensitive' } as const;
