import { z } from 'zod';
import { defineEvent } from '../define-event.js';
import { actorSchema, id } from '../event-fields.js';

/** Kinds that somebody raises; links and pending memories are reviewed as they come. */
export const raisedKinds = ['duplicate_merge', 'misattribution'] as const;
export type RaisedKind = (typeof raisedKinds)[number];

/** Of several memories the first stays, and the others say the same. */
export const ReviewRaised = defineEvent(
  'ReviewRaised',
  1,
  z.object({
    reviewId: id,
    kind: z.enum(raisedKinds),
    memoryIds: z.array(id).min(1).max(8),
    /** Who says that it is not so; null: nobody in person. */
    claimantId: id.nullable(),
    confidence: z.number().min(0).max(1),
    /** In the words of whoever raised it. */
    note: z.string().nullable(),
    by: actorSchema,
  }),
  { sealed: ['note'], sealedBy: (data) => data.reviewId },
);

const verdicts = ['approved', 'rejected', 'undone'] as const;
/** `choice`: who is meant, where that was the question. Undone: it is asked again. */
export const ReviewDecided = defineEvent(
  'ReviewDecided',
  1,
  z.object({
    reviewId: id,
    verdict: z.enum(verdicts),
    choice: id.nullable(),
    note: z.string().nullable(),
    by: actorSchema,
  }),
  { sealed: ['note'], sealedBy: (data) => data.reviewId },
);
