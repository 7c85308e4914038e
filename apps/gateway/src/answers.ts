import { z } from 'zod';
import {
  keyRoles,
  laneNames,
  type EventStatusView,
  type GrantView,
  type HistoryEntry,
  type MemoryView,
  type NamedEntity,
  type Page,
  type ParkedView,
  type PolicyExplainView,
  type RecallAnswer,
  type RememberedView,
  type ScopeView,
  type StatsView,
  type UserView,
} from '#domain';
import type { KeyView } from './api-keys.js';

/** What the edge answers, as schemas: the OpenAPI document is made of them. The types are those of the contract. */
const at = z.iso.datetime();
const uuid = z.uuid();
const anything = z.record(z.string(), z.unknown());
const numbers = z.record(z.string(), z.number());

export const pageOf = <T>(result: z.ZodType<T>): z.ZodType<Page<T>> =>
  z.object({ results: z.array(result), next_cursor: z.string().nullable() });

export const namedEntity: z.ZodType<NamedEntity> = z.object({ entity_id: uuid, name: z.string() });

export const memoryView: z.ZodType<MemoryView> = z.object({
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
});

const scopeFields = {
  scope_key: z.string(),
  user_id: uuid,
  external_id: z.string().nullable(),
  verified: z.boolean(),
  gated: z.boolean(),
};
export const scopeView: z.ZodType<ScopeView & { block: string }> = z.object({
  ...scopeFields,
  block: z.string(),
});

const decision = z.enum(['allow', 'deny']);
const explanation = z.object({
  policy_version: z.string(),
  knobs: anything,
  lanes: z.array(z.object({ lane: z.enum(laneNames), candidates: z.number(), allowed: z.number() })),
  candidates: z.array(
    z.object({
      id: z.string(),
      lane: z.enum(laneNames).nullable(),
      similarity: z.number().nullable(),
      decision,
      rule: z.string(),
      reason: z.string(),
    }),
  ),
  notes: z.array(z.string()),
  timings_ms: numbers,
});
export const recallAnswer: z.ZodType<RecallAnswer> = z.object({
  gated: z.boolean(),
  scope: z.object(scopeFields).nullable(),
  results: z.array(memoryView),
  context: z.string(),
  asked_about: z.array(namedEntity),
  explanation: explanation.nullable(),
});
export const policyVerdict: z.ZodType<PolicyExplainView> = z.object({
  decision,
  rule: z.string(),
  reason: z.string(),
  policy_version: z.string(),
  knobs: anything,
});

const userFields = {
  id: uuid,
  display_name: z.string(),
  created_at: at,
  platform_links: z.array(z.object({ platform: z.string(), platform_user_id: z.string() })),
  memory_count: z.number().int(),
};
export const userView: z.ZodType<UserView> = z.object(userFields);
export const userList: z.ZodType<{ results: readonly UserView[] }> = z.object({ results: z.array(userView) });
export const entityView: z.ZodType<UserView & { entity_type: string; aliases: readonly string[] }> = z.object(
  {
    ...userFields,
    entity_type: z.string(),
    aliases: z.array(z.string()),
  },
);

export const remembered: z.ZodType<{ results: readonly RememberedView[] }> = z.object({
  results: z.array(
    z.object({
      id: uuid.nullable(),
      memory: z.string(),
      outcome: z.string(),
      reason: z.string().exactOptional(),
    }),
  ),
});
export const changedId: z.ZodType<{ id: string }> = z.object({ id: uuid });
export const forgottenCount: z.ZodType<{ forgotten: number }> = z.object({ forgotten: z.number().int() });
export const historyEntry: z.ZodType<HistoryEntry> = z.object({
  event_id: z.string(),
  type: z.string(),
  at,
  recorded_at: at,
  data: anything,
});
export const grantView: z.ZodType<GrantView> = z.object({
  id: uuid,
  memory_id: uuid,
  entity_id: uuid,
  granted_by: z.string(),
  granted_at: at,
  expires_at: at.nullable(),
  revoked_at: at.nullable(),
});
export const stats: z.ZodType<StatsView> = z.object({
  memories: numbers,
  messages: z.number(),
  entities: z.number(),
  sources: z.number(),
  events: z.number(),
});

const fieldError = z.object({ path: z.string(), message: z.string() });
const factOutcome = z.object({
  memory_id: uuid.nullable(),
  outcome: z.string(),
  reason: z.string().exactOptional(),
  count: z.number().int().exactOptional(),
});
export const eventStatus: z.ZodType<EventStatusView> = z.object({
  id: z.string(),
  status: z.enum(['accepted', 'recorded', 'indexed', 'failed']),
  facts: z.array(factOutcome),
  error: z.string().exactOptional(),
  errors: z.array(fieldError).readonly().exactOptional(),
});
const eventResult = z.object({
  id: z.string().nullable(),
  status: z.enum(['accepted', 'duplicate', 'rejected']),
  errors: z.array(fieldError).readonly().exactOptional(),
  facts: z.array(factOutcome).readonly().exactOptional(),
  error: z.string().exactOptional(),
});
export type EventResult = Readonly<z.output<typeof eventResult>>;
export const eventResults: z.ZodType<{ results: readonly EventResult[] }> = z.object({
  results: z.array(eventResult),
});

export const parkedView: z.ZodType<ParkedView> = z.object({
  id: z.string(),
  kind: z.string(),
  consumer: z.string(),
  event_key: z.string().describe('`<source>|<id>` of a message event'),
  type: z.string().nullable(),
  platform: z.string().nullable(),
  message_id: z.string().nullable(),
  attempts: z.number().int(),
  cause: z.string(),
  bytes: z.number().int(),
  received_at: at,
  parked_at: at,
});
export const parkedId: z.ZodType<{ id: string }> = z.object({ id: z.string() });

const keyFields = {
  id: uuid,
  name: z.string(),
  roles: z.array(z.enum(keyRoles)),
  created_at: at,
  revoked_at: at.nullable(),
};
export const keyView: z.ZodType<KeyView> = z.object(keyFields);
export const createdKey: z.ZodType<KeyView & { readonly key: string }> = z.object({
  ...keyFields,
  key: z.string(),
});
export const health: z.ZodType<{ status: string }> = z.object({ status: z.string() });
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  errors: z.array(fieldError),
});
