import { z } from 'zod';
import type { GiveGrant, GrantView, ListGrants } from './grants.js';
import type { ListParked, ParkedView } from './parked.js';
import { instant, maxTextBytes, type FieldError } from './message-event.js';
import {
  disclosures,
  memoryStatuses,
  memoryTypes,
  sensitivityLabels,
  sourceAccesses,
  sourceHistories,
  sourceTypes,
  trusts,
  visibilityScopes,
} from './words.js';

/** Shapes of the HTTP contract, shared by the edge that validates and the apps that answer. */
const identifier = z.string().min(1).max(512);
/** Whose memory is meant where nobody says. */
export const defaultAgent = 'default';
const uuid = z.uuid();
const unit = z.number().min(0).max(1);
const sensitivity = z.enum(
  sensitivityLabels as [(typeof sensitivityLabels)[number], ...(typeof sensitivityLabels)[number][]],
);

export const entityRefSchema = z
  .strictObject({
    entity_id: uuid.optional(),
    user_id: uuid.optional(),
    platform: identifier.optional(),
    platform_user_id: identifier.optional(),
    handle: z.string().max(256).nullish(),
    display_name: z.string().max(256).nullish(),
    kind: z.enum(['human', 'agent', 'org', 'system']).optional(),
  })
  .refine(
    (ref) =>
      ref.entity_id !== undefined ||
      ref.user_id !== undefined ||
      (ref.platform !== undefined && ref.platform_user_id !== undefined),
    { message: 'needs entity_id, or platform and platform_user_id' },
  )
  // Said in two ways, the two could differ: whose words count would be the caller's guess.
  .refine(
    ({ entity_id, user_id, platform_user_id }) =>
      new Set([entity_id, user_id, platform_user_id].filter((id) => id !== undefined)).size <= 1,
    { message: 'names somebody in two ways: give entity_id, or platform and platform_user_id' },
  );
export type EntityRef = z.output<typeof entityRefSchema>;

const placeFields = {
  source_id: uuid.optional(),
  platform: identifier.optional(),
  type: z.enum(sourceTypes).optional(),
  external_id: identifier.optional(),
  name: z.string().max(256).nullish(),
  access: z.enum(sourceAccesses).nullish(),
  history: z.enum(sourceHistories).nullish(),
};
const namesAPlace = (ref: {
  source_id?: string | undefined;
  platform?: string | undefined;
  type?: string | undefined;
  external_id?: string | undefined;
}) =>
  ref.source_id !== undefined ||
  (ref.platform !== undefined && ref.type !== undefined && ref.external_id !== undefined);
export const placeRefSchema = z
  .strictObject({
    ...placeFields,
    parent: z.strictObject({ ...placeFields, parent: z.strictObject(placeFields).nullish() }).nullish(),
  })
  .refine(namesAPlace, { message: 'needs source_id, or platform, type and external_id' });
export type PlaceRef = z.output<typeof placeRefSchema>;

const filterScalar = z.union([z.string().max(1024), z.number(), z.boolean()]);
const filterTest = z.strictObject({
  eq: filterScalar.optional(),
  ne: filterScalar.optional(),
  in: z.array(filterScalar).max(1000).optional(),
  gt: z.union([z.string().max(1024), z.number()]).optional(),
  gte: z.union([z.string().max(1024), z.number()]).optional(),
  lt: z.union([z.string().max(1024), z.number()]).optional(),
  lte: z.union([z.string().max(1024), z.number()]).optional(),
  contains: filterScalar.optional(),
});
export type FilterTest = z.output<typeof filterTest>;

export const filterFields = [
  'speaker_entity_id',
  'subject_entity_id',
  'source_id',
  'conversation_id',
  'memory_type',
  'visibility_scope',
  'trust',
  'observed_at',
] as const;
const filterKeys = [...filterFields, 'AND', 'OR', 'NOT'] as const;
const isFilterKey = (key: string): boolean =>
  (filterKeys as readonly string[]).includes(key) || /^metadata\.[\w-]{1,64}$/u.test(key);

/**
 * `{field: value | {eq|ne|in|gt|gte|lt|lte|contains: …}}`, `{AND: […]}`, `{OR: […]}`, `{NOT: {…}}`; several keys are AND.
 * Depth is bounded to 8.
 */
export type Filter = {
  readonly [key: string]: Filter | readonly Filter[] | z.output<typeof filterScalar> | FilterTest;
};
const filterAt = (depth: number): z.ZodType<Filter> =>
  z.lazy(() => {
    const inner = depth <= 0 ? z.never({ error: 'is nested deeper than 8' }) : filterAt(depth - 1);
    return z.record(z.string(), z.unknown()).superRefine((filter, context) => {
      for (const [key, value] of Object.entries(filter)) {
        const shape =
          key === 'AND' || key === 'OR'
            ? z.array(inner).max(100)
            : key === 'NOT'
              ? inner
              : z.union([filterScalar, filterTest]);
        if (!isFilterKey(key))
          context.addIssue({ code: 'custom', path: [key], message: 'is not a known filter key' });
        else
          for (const issue of shape.safeParse(value).error?.issues ?? [])
            context.addIssue({ code: 'custom', path: [key, ...issue.path], message: issue.message });
      }
    }) as unknown as z.ZodType<Filter>;
  });
export const filterSchema = filterAt(8);

export const recallModes = ['hybrid', 'recent', 'important', 'typed'] as const;
export const laneNames = ['self', 'subject', 'source', 'global'] as const;
export type LaneName = (typeof laneNames)[number];
const sortOrders = ['relevance', 'recency', 'importance'] as const;

export const recallRequestSchema = (now: () => Date) =>
  z
    .strictObject({
      agent_id: identifier.default(defaultAgent),
      viewer: entityRefSchema,
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
      include_messages: z.union([z.boolean(), z.literal('auto')]).default('auto'),
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
      expires_at: z.iso
        .datetime({ offset: true })
        .transform((value) => new Date(value))
        .nullish(),
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
    expires_at: z.iso
      .datetime({ offset: true })
      .transform((value) => new Date(value))
      .nullish(),
    metadata: metadata.optional(),
  })
  .refine((patch) => Object.keys(patch).length > 0, { message: 'changes nothing' });
export type PatchMemory = z.output<typeof patchMemorySchema>;

const limit = z.coerce.number().int().min(1).max(200).default(50);
const cursor = z.string().min(1).max(512).optional();

/** Who asks and where, as query parameters; only an operator may leave the viewer out. */
export const viewerParams = {
  viewer_id: uuid.optional(),
  viewer_platform: identifier.optional(),
  viewer_platform_user_id: identifier.optional(),
  viewer_source_id: uuid.optional(),
  viewer_source_platform: identifier.optional(),
  viewer_source_type: z.enum(sourceTypes).optional(),
  viewer_source_external_id: identifier.optional(),
  /** Left out with a viewer, the default agent; without one, every agent. */
  agent_id: identifier.optional(),
};
export const viewerParamsSchema = z.strictObject(viewerParams);

/** Whether to answer at once, or when recall can see it; and how long that may take. */
export const waitParams = {
  wait: z.enum(['indexed', 'accepted']).default('indexed'),
  timeout_ms: z.coerce.number().int().min(0).max(60_000).default(10_000),
};
export const waitParamsSchema = z.strictObject(waitParams);
export type WaitParams = z.output<typeof waitParamsSchema>;

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
export const listMemoriesSchema = z.strictObject({ ...viewerParams, ...memoryFilterParams, limit, cursor });
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
export type ViewerParams = z.output<typeof viewerParamsSchema>;

export const policyExplainSchema = z.strictObject({
  agent_id: identifier.default(defaultAgent),
  viewer: entityRefSchema,
  source: placeRefSchema.nullish(),
  audience: z.array(entityRefSchema).max(1000).default([]),
  memory_id: uuid,
});
export type PolicyExplain = z.output<typeof policyExplainSchema>;

/** An expected failure, as every app answers it and the edge prints it (RFC 9457). */
export interface Problem {
  readonly kind:
    'not-found' | 'invalid' | 'forbidden' | 'conflict' | 'unavailable' | 'credential-refused' | 'timeout';
  readonly detail: string;
  readonly errors?: readonly FieldError[];
}
export type Answer<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: Problem };
export const answered = <T>(value: T): Answer<T> => ({ ok: true, value });
export const failed = (
  kind: Problem['kind'],
  detail: string,
  errors?: readonly FieldError[],
): Answer<never> => ({
  ok: false,
  problem: errors ? { kind, detail, errors } : { kind, detail },
});

/** Who is calling, by the key that the connection presented. */
export interface Caller {
  readonly tenantId: string;
  readonly keyId: string;
  readonly roles: readonly KeyRole[];
}
export const keyRoles = ['adaptor', 'client', 'operator'] as const;
export type KeyRole = (typeof keyRoles)[number];

export interface NamedEntity {
  readonly entity_id: string;
  readonly name: string;
}
export interface MemoryView {
  readonly id: string;
  readonly kind: 'fact' | 'message';
  readonly memory: string;
  readonly score: number;
  readonly similarity: number | null;
  readonly lane: LaneName | null;
  readonly memory_type: string | null;
  readonly importance: number | null;
  readonly status: string;
  readonly subjects: readonly NamedEntity[];
  readonly speaker: NamedEntity | null;
  readonly owner: NamedEntity | null;
  readonly source: { readonly source_id: string; readonly type: string; readonly name: string | null } | null;
  readonly conversation_id: string | null;
  readonly visibility_scope: string;
  readonly sensitivity: string;
  readonly portable: boolean;
  readonly disclosure: string;
  readonly trust: string;
  readonly conflicts_with: readonly string[];
  readonly observed_at: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly expires_at: string | null;
  readonly evidence: readonly { readonly message_id: string | null; readonly event_id: string | null }[];
  readonly metadata: Readonly<Record<string, unknown>>;
}
export interface ScopeView {
  readonly scope_key: string;
  readonly user_id: string;
  readonly external_id: string | null;
  readonly verified: boolean;
  readonly gated: boolean;
}
export interface ExplainedCandidate {
  readonly id: string;
  readonly lane: LaneName | null;
  readonly similarity: number | null;
  readonly decision: 'allow' | 'deny';
  readonly rule: string;
  readonly reason: string;
}
export interface Explanation {
  readonly policy_version: string;
  readonly knobs: Readonly<Record<string, unknown>>;
  readonly lanes: readonly {
    readonly lane: LaneName;
    readonly candidates: number;
    readonly allowed: number;
  }[];
  readonly candidates: readonly ExplainedCandidate[];
  /** What was not as it should be: `the embedder failed: found by words alone`. */
  readonly notes: readonly string[];
  readonly timings_ms: Readonly<Record<string, number>>;
}
export interface RecallAnswer {
  readonly gated: boolean;
  readonly scope: ScopeView | null;
  readonly results: readonly MemoryView[];
  readonly context: string;
  readonly asked_about: readonly NamedEntity[];
  readonly explanation: Explanation | null;
}
export interface Page<T> {
  readonly results: readonly T[];
  readonly next_cursor: string | null;
}
export interface UserView {
  readonly id: string;
  readonly display_name: string;
  readonly created_at: string;
  readonly platform_links: readonly { readonly platform: string; readonly platform_user_id: string }[];
  readonly memory_count: number;
}
export interface EventStatusView {
  readonly id: string;
  readonly status: 'accepted' | 'recorded' | 'indexed' | 'failed';
  readonly facts: readonly {
    readonly memory_id: string | null;
    readonly outcome: string;
    readonly reason?: string;
    /** With outcome FORGOTTEN: how many memories went. */
    readonly count?: number;
  }[];
  readonly error?: string;
  /** Of an event that was taken and then refused: by fields, as at the edge. */
  readonly errors?: readonly FieldError[];
}
export interface HistoryEntry {
  readonly event_id: string;
  readonly type: string;
  readonly at: string;
  readonly recorded_at: string;
  readonly data: Readonly<Record<string, unknown>>;
}
export interface RememberedView {
  readonly id: string | null;
  readonly memory: string;
  readonly outcome: string;
  readonly reason?: string;
}
export interface PolicyExplainView {
  readonly decision: 'allow' | 'deny';
  readonly rule: string;
  readonly reason: string;
  readonly policy_version: string;
  readonly knobs: Readonly<Record<string, unknown>>;
}
export interface StatsView {
  readonly memories: Readonly<Record<string, number>>;
  readonly messages: number;
  readonly entities: number;
  readonly sources: number;
  readonly events: number;
}

/** What the recall app answers; apps reach it over the bus, never by import. */
export interface RecallService {
  recall(input: { caller: Caller; request: RecallRequest }): Promise<Answer<RecallAnswer>>;
  search(input: { caller: Caller; request: RecallRequest }): Promise<Answer<Page<MemoryView>>>;
  list(input: { caller: Caller; query: ListMemories }): Promise<Answer<Page<MemoryView>>>;
  get(input: { caller: Caller; memoryId: string; viewer: ViewerParams }): Promise<Answer<MemoryView>>;
  history(input: {
    caller: Caller;
    memoryId: string;
    viewer: ViewerParams;
  }): Promise<Answer<Page<HistoryEntry>>>;
  users(input: {
    caller: Caller;
    limit: number;
    offset: number;
    viewer: ViewerParams;
  }): Promise<Answer<{ results: readonly UserView[] }>>;
  entity(input: {
    caller: Caller;
    entityId: string;
    viewer: ViewerParams;
  }): Promise<Answer<UserView & { entity_type: string; aliases: readonly string[] }>>;
  scope(input: {
    caller: Caller;
    platform: string;
    platformUserId: string;
  }): Promise<Answer<ScopeView & { block: string }>>;
  explain(input: { caller: Caller; request: PolicyExplain }): Promise<Answer<PolicyExplainView>>;
  stats(input: { caller: Caller }): Promise<Answer<StatsView>>;
  grants(input: { caller: Caller; query: ListGrants }): Promise<Answer<Page<GrantView>>>;
}
/**
 * What the ingest app answers. Message events reach it over the bus alone. What changes memories waits up to `waitMs` for
 * recall to see it, and is `timeout` when it took longer: what was asked is kept all the same.
 */
export interface IngestService {
  remember(input: {
    caller: Caller;
    request: RememberRequest;
    waitMs: number;
  }): Promise<Answer<{ results: readonly RememberedView[] }>>;
  patch(input: {
    caller: Caller;
    memoryId: string;
    viewer: ViewerParams;
    patch: PatchMemory;
    waitMs: number;
  }): Promise<Answer<{ id: string }>>;
  forget(input: {
    caller: Caller;
    memoryId: string;
    viewer: ViewerParams;
    waitMs: number;
  }): Promise<Answer<{ id: string }>>;
  forgetMany(input: {
    caller: Caller;
    query: DeleteMemories;
    waitMs: number;
  }): Promise<Answer<{ forgotten: number }>>;
  giveGrant(input: { caller: Caller; grant: GiveGrant }): Promise<Answer<GrantView>>;
  revokeGrant(input: { caller: Caller; grantId: string }): Promise<Answer<{ id: string }>>;
  listParked(input: { caller: Caller; query: ListParked }): Promise<Answer<Page<ParkedView>>>;
  replayParked(input: { caller: Caller; parkedId: string }): Promise<Answer<{ id: string }>>;
  discardParked(input: { caller: Caller; parkedId: string }): Promise<Answer<{ id: string }>>;
  /** `eventKey` is `<source>|<id>`. Waits up to `waitMs` for recall to see the outcome; 0 answers at once. */
  eventStatus(input: { caller: Caller; eventKey: string; waitMs: number }): Promise<Answer<EventStatusView>>;
}
