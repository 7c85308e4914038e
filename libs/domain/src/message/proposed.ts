import { z } from 'zod';
import { id } from '../event-fields.js';
import { memoryTypes } from '../words.js';

export const modalities = ['is', 'is-not', 'will'] as const;

/** Out of the closed list of those who can be meant where something was said. */
const proposedSubjectSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('author') }),
  /** Somebody of the place, or whom the message points at. */
  z.object({ kind: z.literal('person'), entityId: id }),
  /** Somebody whom the quote names and nobody knows. */
  z.object({ kind: z.literal('named'), name: z.string() }),
  /** Nobody: what is so where it was said. */
  z.object({ kind: z.literal('place') }),
]);
export type ProposedSubject = z.output<typeof proposedSubjectSchema>;

/** What a language model holds to be said in a message. It carries no date, no rank and no name of its own. */
export const proposedFactSchema = z.object({
  /** Word for word out of the message. */
  quote: z.string(),
  subject: proposedSubjectSchema,
  /** Without its subject: "Allergic to figs", "Favorite color: red". */
  content: z.string(),
  memoryType: z.enum(memoryTypes),
  modality: z.enum(modalities),
  /** When, in the words of the quote. */
  timeWords: z.string().nullable(),
});
export type ProposedFact = z.output<typeof proposedFactSchema>;
