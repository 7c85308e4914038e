import {
  nothingDecided,
  trustOf,
  type Disclosure,
  type DisclosureHistory,
  type Memory,
  type MemoryStatus,
  type MemoryType,
  type Sensitivity,
  type Setting,
  type VisibilityScope,
} from '#domain';
import type { Table } from '../rows.js';

/** Who may hear it, as people decided that over time; times as ISO 8601. */
interface StoredHistory {
  readonly keptAt: readonly (readonly [string, string])[];
  readonly freedAt: readonly (readonly [string, readonly string[]])[];
  readonly closedAt: string | null;
  readonly openedAt: string | null;
  readonly loweredAt: string | null;
}

export interface MemoryRow {
  readonly memory_id: string;
  readonly tenant_id: string;
  readonly agent_id: string | null;
  /** Null once forgotten. */
  readonly content: string | null;
  readonly memory_type: string;
  readonly importance: number;
  readonly confidence: number;
  readonly provenance_confidence: number;
  readonly status: string;
  readonly speaker_entity_id: string | null;
  readonly owner_entity_id: string | null;
  readonly subject_entity_ids: readonly string[];
  readonly withheld_from_ids: readonly string[];
  readonly source_id: string | null;
  /** How its source stood when it was said last. */
  readonly setting: Setting | null;
  readonly conversation_id: string | null;
  readonly visibility_scope: string;
  readonly sensitivity_rank: number;
  readonly sensitivity: string;
  readonly portable: boolean;
  readonly disclosure: string;
  readonly trust: string;
  readonly origin: string;
  readonly topic: string | null;
  readonly value: string | null;
  readonly observed_at: Date;
  readonly first_observed_at: Date;
  readonly recorded_at: Date;
  readonly updated_at: Date;
  readonly expires_at: Date | null;
  readonly expiry_given: boolean;
  readonly superseded_by: string | null;
  readonly superseded_at: Date | null;
  readonly conflicts_with: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly corrected: boolean;
  /** When a person first put other words in its place: what is said after that is said anew. */
  readonly reworded_at: Date | null;
  /** What was said up to then is forgotten. */
  readonly forgotten_at: Date | null;
  /** The message that let its owner know it; null: it is no copy. */
  readonly shared_in: string | null;
  readonly copy_of: string | null;
  readonly set_aside_in: string | null;
  readonly ended_in: string | null;
  readonly disclosure_history: StoredHistory | null;
  readonly position: bigint | string;
}

export const memories: Table<MemoryRow> = {
  name: 'memories',
  key: ['memory_id'],
  columns: {
    memory_id: 'uuid',
    tenant_id: 'text',
    agent_id: 'uuid',
    content: 'text',
    memory_type: 'text',
    importance: 'real',
    confidence: 'real',
    provenance_confidence: 'real',
    status: 'text',
    speaker_entity_id: 'uuid',
    owner_entity_id: 'uuid',
    subject_entity_ids: 'uuid[]',
    withheld_from_ids: 'uuid[]',
    source_id: 'uuid',
    setting: 'jsonb',
    conversation_id: 'text',
    visibility_scope: 'text',
    sensitivity_rank: 'smallint',
    sensitivity: 'text',
    portable: 'boolean',
    disclosure: 'text',
    trust: 'text',
    origin: 'text',
    topic: 'text',
    value: 'text',
    observed_at: 'timestamptz',
    first_observed_at: 'timestamptz',
    recorded_at: 'timestamptz',
    updated_at: 'timestamptz',
    expires_at: 'timestamptz',
    expiry_given: 'boolean',
    superseded_by: 'uuid',
    superseded_at: 'timestamptz',
    conflicts_with: 'uuid[]',
    metadata: 'jsonb',
    corrected: 'boolean',
    reworded_at: 'timestamptz',
    forgotten_at: 'timestamptz',
    shared_in: 'uuid',
    copy_of: 'uuid',
    set_aside_in: 'uuid',
    ended_in: 'uuid',
    disclosure_history: 'jsonb',
    position: 'bigint',
  },
};

/** Of most memories nobody decided anything: their column is null. */
const storedHistory = (history: DisclosureHistory): StoredHistory | null =>
  history === nothingDecided
    ? null
    : {
        keptAt: [...history.keptAt].map(([id, at]) => [id, at.toISOString()]),
        freedAt: [...history.freedAt].map(([id, times]) => [id, times.map((at) => at.toISOString())]),
        closedAt: history.closedAt?.toISOString() ?? null,
        openedAt: history.openedAt?.toISOString() ?? null,
        loweredAt: history.loweredAt?.toISOString() ?? null,
      };

const timeOf = (at: string | null): Date | null => (at === null ? null : new Date(at));

const historyOf = (stored: StoredHistory | null): DisclosureHistory =>
  stored === null
    ? nothingDecided
    : {
        keptAt: new Map(stored.keptAt.map(([id, at]) => [id, new Date(at)])),
        freedAt: new Map(stored.freedAt.map(([id, times]) => [id, times.map((at) => new Date(at))])),
        closedAt: timeOf(stored.closedAt),
        openedAt: timeOf(stored.openedAt),
        loweredAt: timeOf(stored.loweredAt),
      };

export const memoryRow = (memory: Memory, tenantId: string, position: bigint | string): MemoryRow => ({
  memory_id: memory.memoryId,
  tenant_id: tenantId,
  agent_id: memory.agentId,
  content: memory.content,
  memory_type: memory.memoryType,
  importance: memory.importance,
  confidence: memory.confidence,
  provenance_confidence: memory.provenanceConfidence,
  status: memory.status,
  speaker_entity_id: memory.speakerId,
  owner_entity_id: memory.ownerId,
  subject_entity_ids: memory.subjectIds,
  withheld_from_ids: memory.withheldFromIds,
  source_id: memory.sourceId,
  setting: memory.setting,
  conversation_id: memory.conversationId,
  visibility_scope: memory.scope,
  sensitivity_rank: memory.sensitivity,
  sensitivity: memory.sensitivityLabel,
  portable: memory.portable,
  disclosure: memory.disclosure,
  trust: trustOf(memory.speakerId, memory.subjectIds),
  origin: memory.origin,
  topic: memory.topic,
  value: memory.value,
  observed_at: memory.observedAt,
  first_observed_at: memory.firstObservedAt,
  recorded_at: memory.recordedAt,
  updated_at: memory.updatedAt,
  expires_at: memory.expiresAt,
  expiry_given: memory.isExpiryGiven,
  superseded_by: memory.supersededBy,
  superseded_at: memory.supersededAt,
  conflicts_with: memory.conflictsWith,
  metadata: memory.metadata,
  corrected: memory.isCorrected,
  reworded_at: memory.rewordedAt,
  forgotten_at: memory.forgottenAt,
  shared_in: memory.sharedIn,
  copy_of: memory.copyOf,
  set_aside_in: memory.setAsideIn,
  ended_in: memory.endedIn,
  disclosure_history: storedHistory(memory.disclosureHistory),
  position,
});

export const memoryOf = (row: MemoryRow): Memory => ({
  memoryId: row.memory_id,
  agentId: row.agent_id,
  content: row.content,
  memoryType: row.memory_type as MemoryType,
  importance: row.importance,
  confidence: row.confidence,
  provenanceConfidence: row.provenance_confidence,
  status: row.status as MemoryStatus,
  speakerId: row.speaker_entity_id,
  ownerId: row.owner_entity_id,
  subjectIds: row.subject_entity_ids,
  withheldFromIds: row.withheld_from_ids,
  sourceId: row.source_id,
  setting: row.setting,
  conversationId: row.conversation_id,
  scope: row.visibility_scope as VisibilityScope,
  sensitivity: row.sensitivity_rank as Sensitivity,
  sensitivityLabel: row.sensitivity,
  portable: row.portable,
  disclosure: row.disclosure as Disclosure,
  origin: row.origin as Memory['origin'],
  topic: row.topic,
  value: row.value,
  observedAt: row.observed_at,
  firstObservedAt: row.first_observed_at,
  recordedAt: row.recorded_at,
  updatedAt: row.updated_at,
  expiresAt: row.expires_at,
  isExpiryGiven: row.expiry_given,
  supersededBy: row.superseded_by,
  supersededAt: row.superseded_at,
  conflictsWith: row.conflicts_with,
  metadata: row.metadata,
  isCorrected: row.corrected,
  rewordedAt: row.reworded_at,
  forgottenAt: row.forgotten_at,
  sharedIn: row.shared_in,
  copyOf: row.copy_of,
  setAsideIn: row.set_aside_in,
  endedIn: row.ended_in,
  disclosureHistory: historyOf(row.disclosure_history),
});

/** A memory's columns, from a table or alias of that name. */
export const memoryColumns = (alias: string): string =>
  Object.keys(memories.columns)
    .map((column) => `${alias}.${column}`)
    .join(', ');
