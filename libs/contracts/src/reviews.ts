import { z } from 'zod';
import { reviewKinds, reviewStatuses } from '#domain';
import { at, limit, unit, uuid } from './fields.js';
import { placeRefSchema, entityRefSchema, namedEntity } from './references.js';
import { view } from './view.js';

const note = z.string().max(1024).optional();

/** `choice`: who is meant, where that is the question. */
export const decideReviewSchema = z.strictObject({ note, choice: entityRefSchema.optional() });
export type DecideReview = z.output<typeof decideReviewSchema>;

export const reviewVerdicts = ['approve', 'reject', 'undo'] as const;
export type ReviewVerdict = (typeof reviewVerdicts)[number];

/** How an item stands after what was decided. */
const decidedFields = { id: uuid, status: z.enum(reviewStatuses) };
export const decidedReview = view(z.object(decidedFields));
export type DecidedReview = z.output<typeof decidedReview>;

/** Many at once: these, or all that wait and fit. */
export const decideReviewsSchema = z
  .strictObject({
    verdict: z.enum(reviewVerdicts),
    ids: z.array(uuid).min(1).max(200).optional(),
    kind: z.enum(reviewKinds).optional(),
    least_confidence: unit.optional(),
    note,
    dry_run: z.boolean().default(false),
  })
  .refine(({ ids, kind }) => (ids === undefined) !== (kind === undefined), {
    path: ['ids'],
    message: 'either ids or kind is required, not both',
  })
  .refine(({ kind, verdict }) => kind === undefined || verdict !== 'undo', {
    path: ['kind'],
    message: 'what was decided is undone by its ids',
  });
export type DecideReviews = z.output<typeof decideReviewsSchema>;

export const decidedReviews = view(
  z.object({
    dry_run: z.boolean(),
    decided: z.array(z.object(decidedFields)),
    refused: z.array(z.object({ id: uuid, reason: z.string() })),
  }),
);
export type DecidedReviews = z.output<typeof decidedReviews>;

/** "That was not me": somebody says of a memory that they did not say it, or that it is not about them. */
const denySchema = z.strictObject({
  kind: z.literal('misattribution'),
  memory_id: uuid,
  agent_id: z.string().min(1).max(512).optional(),
  viewer: entityRefSchema,
  source: placeRefSchema.nullish(),
  note,
});
export type DenyMemory = z.output<typeof denySchema>;

/** Several say the same: the first stays. */
const mergeSchema = z.strictObject({
  kind: z.literal('duplicate_merge'),
  memory_ids: z
    .array(uuid)
    .min(2)
    .max(8)
    .refine((ids) => new Set(ids).size === ids.length, 'names one twice'),
  confidence: unit.default(0.8),
  note,
});
export type MergeMemories = z.output<typeof mergeSchema>;

export const raiseReviewSchema = z.discriminatedUnion('kind', [denySchema, mergeSchema]);
export type RaiseReview = z.output<typeof raiseReviewSchema>;

export const listReviewsSchema = z.strictObject({
  kind: z.enum(reviewKinds).optional(),
  status: z.enum(reviewStatuses).optional(),
  entity_id: uuid.optional(),
  least_confidence: z.coerce.number().min(0).max(1).optional(),
  limit,
  cursor: uuid.optional(),
});
export type ListReviews = z.output<typeof listReviewsSchema>;

const account = z.object({
  platform: z.string(),
  platform_user_id: z.string(),
  handle: z.string().nullable(),
  display_name: z.string().nullable(),
  created_at: at,
});
const side = z.object({
  entity_id: uuid,
  name: z.string().nullable(),
  verified: z.boolean(),
  accounts: z.array(account),
});
const spokenMemory = z.object({
  id: uuid,
  memory: z.string(),
  status: z.string(),
  speaker: namedEntity.nullable(),
  observed_at: at,
  source_type: z.string().nullable(),
  source_name: z.string().nullable(),
});
export type ReviewedMemory = z.output<typeof spokenMemory>;
export type ReviewSide = z.output<typeof side>;

const widening = z.object({
  memories: z.array(
    z.object({
      id: uuid,
      kind: z.enum(['fact', 'message']),
      memory: z.string(),
      source_type: z.string().nullable(),
      readers: z.array(uuid),
    }),
  ),
  readers: z.array(namedEntity),
  more: z.boolean(),
});
export type Widening = z.output<typeof widening>;

const reviewFields = {
  id: uuid,
  kind: z.enum(reviewKinds),
  status: z.enum(reviewStatuses),
  confidence: z.number(),
  proposal: z.object({
    sides: z.array(side),
    memories: z.array(spokenMemory),
    candidates: z.array(namedEntity),
    choice: uuid.nullable(),
    reason: z.string().nullable(),
  }),
  evidence: z.array(z.object({ kind: z.string(), weight: z.number(), detail: z.string().nullable() })),
  suspicions: z.array(z.object({ kind: z.string(), detail: z.string() })),
  widening: widening.nullable(),
  proposed_by: z.string(),
  decided_by: z.string().nullable(),
  note: z.string().nullable(),
  created_at: at,
  decided_at: at.nullable(),
};
export const reviewView = view(z.object(reviewFields));
export type ReviewView = z.output<typeof reviewView>;
/** One alone, with all that was decided about it. */
export const oneReview = view(
  z.object({
    ...reviewFields,
    history: z.array(z.object({ what: z.string(), at, by: z.string(), note: z.string().nullable() })),
  }),
);
export type OneReview = z.output<typeof oneReview>;
