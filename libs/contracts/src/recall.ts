import { z } from 'zod';
import { memoryTypes } from '#domain';
import { anything, defaultAgent, identifier, numbers, unit, uuid } from './fields.js';
import { filterSchema } from './filter.js';
import { instant } from './instant.js';
import { laneNames, memoryView } from './memories.js';
import { entityRefSchema, namedEntity, placeRefSchema } from './references.js';
import { view } from './view.js';

export const recallModes = ['hybrid', 'recent', 'important', 'typed'] as const;
const sortOrders = ['relevance', 'recency', 'importance'] as const;

export const recallRequestSchema = (now: () => Date) =>
  z
    .strictObject({
      agent_id: identifier.default(defaultAgent),
      /** Left out only in a tenant of a single user (identity.mode). */
      viewer: entityRefSchema.optional(),
      source: placeRefSchema.nullish(),
      audience: z.array(entityRefSchema).max(1000).default([]),
      query: z.string().max(8192).nullish(),
      top_k: z.number().int().min(1).max(200).default(10),
      max_tokens: z.number().int().min(1).max(100_000).nullish(),
      threshold: unit.nullish(),
      mode: z.enum(recallModes).default('hybrid'),
      memory_type: z.enum(memoryTypes).nullish(),
      sort_by: z.enum(sortOrders).default('relevance'),
      subjects: z.array(entityRefSchema).max(100).default([]),
      lanes: z
        .array(z.enum(laneNames))
        .min(1)
        .max(4)
        .default([...laneNames]),
      filters: filterSchema.default({}),
      as_of: instant(now).nullish(),
      include_messages: z
        .union([z.boolean(), z.literal('auto')], { error: 'is neither true, false nor "auto"' })
        .default('auto'),
      explain: z.boolean().default(false),
    })
    .refine((request) => request.mode !== 'hybrid' || (request.query ?? '').trim() !== '', {
      path: ['query'],
      message: 'is required for mode hybrid',
    })
    .refine((request) => request.mode !== 'typed' || request.memory_type, {
      path: ['memory_type'],
      message: 'is required for mode typed',
    });
export type RecallRequest = z.output<ReturnType<typeof recallRequestSchema>>;

export const policyExplainSchema = z.strictObject({
  agent_id: identifier.default(defaultAgent),
  viewer: entityRefSchema,
  source: placeRefSchema.nullish(),
  audience: z.array(entityRefSchema).max(1000).default([]),
  memory_id: uuid,
});
export type PolicyExplain = z.output<typeof policyExplainSchema>;

const decision = z.enum(['allow', 'deny']);
const explainedCandidate = view(
  z.object({
    id: z.string(),
    lane: z.enum(laneNames).nullable(),
    similarity: z.number().nullable(),
    decision,
    rule: z.string(),
    reason: z.string(),
  }),
);
export type ExplainedCandidate = z.output<typeof explainedCandidate>;

const explanation = view(
  z.object({
    policy_version: z.string(),
    knobs: anything,
    lanes: z.array(z.object({ lane: z.enum(laneNames), candidates: z.number(), allowed: z.number() })),
    candidates: z.array(explainedCandidate),
    /** What was not as it should be: `the embedder failed: found by words alone`. */
    notes: z.array(z.string()),
    timings_ms: numbers,
  }),
);
export type Explanation = z.output<typeof explanation>;

const scopeFields = {
  scope_key: z.string(),
  user_id: uuid,
  external_id: z.string().nullable(),
  verified: z.boolean(),
  gated: z.boolean(),
};
const scope = view(z.object(scopeFields));
export type ScopeView = z.output<typeof scope>;
export const scopeBlock = view(z.object({ ...scopeFields, block: z.string() }));
export type ScopeBlock = z.output<typeof scopeBlock>;

export const recallAnswer = view(
  z.object({
    gated: z.boolean(),
    scope: scope.nullable(),
    results: z.array(memoryView),
    context: z.string(),
    asked_about: z.array(namedEntity),
    explanation: explanation.nullable(),
  }),
);
export type RecallAnswer = z.output<typeof recallAnswer>;

export const policyVerdict = view(
  z.object({
    decision,
    rule: z.string(),
    reason: z.string(),
    policy_version: z.string(),
    knobs: anything,
  }),
);
export type PolicyExplainView = z.output<typeof policyVerdict>;
