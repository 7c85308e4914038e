import { z } from 'zod';
import { disclosures, memoryStatuses, memoryTypes, trusts, visibilityScopes } from '#domain';
import { anything, at, defaultAgent, ending, identifier, limit, sensitivity, unit, uuid } from './fields.js';
import { instant, maxTextBytes } from './instant.js';
import { viewerParams, waitParams, type WaitParams } from './parameters.js';
import { entityRefSchema, namedEntity, placeRefSchema } from './references.js';
import { view } from './view.js';

const content = z
  .string()
  .min(1)
  .refine((value) => value.trim() !== '', { message: 'is empty' })
  .refine((value) => Buffer.byteLength(value) <= maxTextBytes, { message: 'is longer than 32 KiB' });
const metadata = z.record(z.string().regex(/^[\w-]{1,64}$/u), z.unknown());

export const rememberRequestSchema = (now: () => Date) =>
  z
    .strictObject({
      agent_id: identifier.default(defaultAgent),
      content,
      viewer: entityRefSchema.optional(),
      speaker: entityRefSchema.optional(),
      subjects: z.array(entityRefSchema).max(100).optional(),
      source: placeRefSchema.nullish(),
      conversation_id: identifier.nullish(),
      memory_type: z.enum(memoryTypes).optional(),
      importance: unit.optional(),
      visibility_scope: z.enum(visibilityScopes).optional(),
      sensitivity: sensitivity.nullish(),
      portable: z.boolean().optional(),
      disclosure: z.enum(disclosures).optional(),
      observed_at: instant(now).nullish(),
      expires_at: ending,
      metadata: metadata.optional(),
      infer: z.boolean().default(false),
    })
    .refine((request) => request.viewer ?? request.speaker, {
      path: ['viewer'],
      message: 'viewer or speaker is required',
    });
export type RememberRequest = z.output<ReturnType<typeof rememberRequestSchema>>;

export const patchMemorySchema = z
  .strictObject({
    content: content.optional(),
    memory_type: z.enum(memoryTypes).optional(),
    importance: unit.optional(),
    sensitivity: sensitivity.nullish(),
    visibility_scope: z.enum(visibilityScopes).optional(),
    portable: z.boolean().optional(),
    disclosure: z.enum(disclosures).optional(),
    expires_at: ending,
    metadata: metadata.optional(),
  })
  .refine((patch) => Object.keys(patch).length > 0, { message: 'changes nothing' });
export type PatchMemory = z.output<typeof patchMemorySchema>;

const cursor = z.string().min(1).max(512).optional();
const memoryFilterParams = {
  user_id: uuid.optional(),
  subject_id: uuid.optional(),
  speaker_id: uuid.optional(),
  memory_type: z.enum(memoryTypes).optional(),
  source_id: uuid.optional(),
  visibility_scope: z.enum(visibilityScopes).optional(),
  trust: z.enum(trusts).optional(),
  status: z.enum(memoryStatuses).optional(),
};
const uuidForm = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const uuidList = z
  .string()
  .regex(
    new RegExp(`^${uuidForm}(?:,${uuidForm}){0,99}$`, 'iu'),
    'is no list of at most 100 ids, with commas between',
  )
  .transform((ids) => ids.split(','));
export const listMemoriesSchema = z.strictObject({
  ...viewerParams,
  ...memoryFilterParams,
  subject_ids: uuidList.optional(),
  exclude_owner_id: uuid.optional(),
  portable: z.enum(['true', 'false']).optional(),
  limit,
  cursor,
});
export type ListMemories = z.output<typeof listMemoriesSchema>;
export const deleteMemoriesSchema = z
  .strictObject({ ...viewerParams, ...memoryFilterParams, ...waitParams })
  .refine(
    (query) => Object.keys(memoryFilterParams).some((key) => query[key as keyof typeof query] !== undefined),
    {
      message: 'a filter is required',
    },
  );
export type DeleteMemories = Omit<z.output<typeof deleteMemoriesSchema>, keyof WaitParams>;

export const laneNames = ['self', 'subject', 'source', 'global'] as const;
export type LaneName = (typeof laneNames)[number];

export const memoryView = view(
  z.object({
    id: uuid,
    kind: z.enum(['fact', 'message']),
    memory: z.string(),
    score: z.number(),
    similarity: z.number().nullable(),
    lane: z.enum(laneNames).nullable(),
    memory_type: z.string().nullable(),
    importance: z.number().nullable(),
    status: z.string(),
    subjects: z.array(namedEntity),
    speaker: namedEntity.nullable(),
    owner: namedEntity.nullable(),
    source: z.object({ source_id: uuid, type: z.string(), name: z.string().nullable() }).nullable(),
    conversation_id: z.string().nullable(),
    visibility_scope: z.string(),
    sensitivity: z.string(),
    portable: z.boolean(),
    disclosure: z.string(),
    trust: z.string(),
    conflicts_with: z.array(uuid),
    observed_at: at,
    created_at: at,
    updated_at: at,
    expires_at: at.nullable(),
    evidence: z.array(z.object({ message_id: z.string().nullable(), event_id: z.string().nullable() })),
    metadata: anything,
    withheld_from: z.array(namedEntity).exactOptional(),
  }),
);
export type MemoryView = z.output<typeof memoryView>;

const rememberedView = view(
  z.object({
    id: uuid.nullable(),
    memory: z.string(),
    outcome: z.string(),
    reason: z.string().exactOptional(),
  }),
);
export type RememberedView = z.output<typeof rememberedView>;
export const remembered = view(z.object({ results: z.array(rememberedView) }));
export type Remembered = z.output<typeof remembered>;

export const forgottenCount = view(z.object({ forgotten: z.number().int() }));
export type ForgottenCount = z.output<typeof forgottenCount>;

export const historyEntry = view(
  z.object({
    event_id: z.string(),
    type: z.string(),
    at,
    recorded_at: at,
    data: anything,
  }),
);
export type HistoryEntry = z.output<typeof historyEntry>;
