import { z } from 'zod';
import { uuid } from './fields.js';
import { view } from './view.js';

const reviewStatuses = ['pending', 'approved', 'rejected', 'undone'] as const;

export const decideReviewSchema = z.strictObject({ note: z.string().max(1024).optional() });
export type DecideReview = z.output<typeof decideReviewSchema>;

export const reviewVerdicts = ['approve', 'reject', 'undo'] as const;
export type ReviewVerdict = (typeof reviewVerdicts)[number];

/** How an item stands after what was decided. */
export const decidedReview = view(z.object({ id: uuid, status: z.enum(reviewStatuses) }));
export type DecidedReview = z.output<typeof decidedReview>;
