import type { ConditionRow } from '#policy';
import type { AskedEmbedding, Embedding, IndexEntry } from '../memory-index.js';

/** A row with only the fields that a test is about. */
export const entry = (id: string, fields: Partial<IndexEntry> = {}): IndexEntry => ({
  id,
  kind: 'fact',
  tenantId: 'tenant',
  agentId: 'agent',
  status: 'active',
  scope: 'source_shared',
  sensitivity: 0,
  disclosure: 'public',
  portable: true,
  imported: false,
  sourceId: 'place',
  sourceType: 'group',
  sourceAccess: 'restricted',
  sourceHistory: 'since_joining',
  toldIn: 'place',
  heardIn: null,
  workspaceId: null,
  speakerId: 'speaker',
  ownerId: null,
  subjectIds: [],
  withheldFromIds: [],
  conversationId: null,
  memoryType: 'knowledge',
  trust: 'fact',
  importance: 0.5,
  observedAt: new Date('2026-05-01T12:00:00Z'),
  firstObservedAt: new Date('2026-05-01T12:00:00Z'),
  expiresAt: null,
  supersededAt: null,
  metadata: {},
  position: 1n,
  searchText: id,
  textKey: `text of ${id}`,
  embedding: null,
  ...fields,
});

/** The row as the meaning of a condition sees it. */
export const conditionRow = (of: IndexEntry): ConditionRow => ({
  scalars: {
    tenant_id: of.tenantId,
    agent_id: of.agentId,
    kind: of.kind,
    memory_id: of.id,
    status: of.status,
    visibility_scope: of.scope,
    sensitivity_rank: of.sensitivity,
    disclosure: of.disclosure,
    portable: of.portable,
    imported: of.imported,
    source_id: of.sourceId,
    source_type: of.sourceType,
    source_access: of.sourceAccess,
    source_history: of.sourceHistory,
    told_in: of.toldIn,
    heard_in: of.heardIn,
    workspace_id: of.workspaceId,
    speaker_entity_id: of.speakerId,
    owner_entity_id: of.ownerId,
    conversation_id: of.conversationId,
    memory_type: of.memoryType,
    trust: of.trust,
  },
  instants: {
    observed_at: of.observedAt,
    first_observed_at: of.firstObservedAt,
    expires_at: of.expiresAt,
    superseded_at: of.supersededAt,
  },
  subjectIds: of.subjectIds,
  withheldFromIds: of.withheldFromIds,
  metadata: of.metadata,
});

/** A vector of unit length whose direction follows from its seed. */
export const vectorOf = (seed: number, dimensions = 512): Float32Array => {
  let state = (seed + 1) * 2_654_435_761;
  const vector = new Float32Array(dimensions).map(() => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_507) + 0x9e3779b9) | 0;
    return ((state >>> 8) & 0xffff) / 0xffff - 0.5;
  });
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
};

export const model = 'model';
export const embeddingOf = (vector: Float32Array): Embedding => ({ model, vector });
export const askedWith = (vector: Float32Array, near = 0.25): AskedEmbedding => ({ model, vector, near });

/** Between two vectors: `share` of the first. */
export const blend = (a: Float32Array, b: Float32Array, share: number): Float32Array => {
  const mixed = a.map((value, index) => value * share + (b[index] ?? 0) * (1 - share));
  const length = Math.hypot(...mixed);
  return mixed.map((value) => value / length);
};
