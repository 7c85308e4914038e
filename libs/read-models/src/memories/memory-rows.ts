import type { Evidence, Setting, Trust } from '#domain';
import type { Table } from '../rows.js';

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
    position: 'bigint',
  },
};

export interface EvidenceRow {
  readonly memory_id: string;
  readonly evidence_key: string;
  readonly record_id: string | null;
  readonly message_id: string | null;
  readonly event_id: string | null;
  readonly start_at: number;
  readonly end_at: number;
  readonly pattern: string;
  readonly observed_at: Date;
  readonly setting: Setting | null;
}
export const evidenceTable: Table<EvidenceRow> = {
  name: 'memory_evidence',
  key: ['memory_id', 'evidence_key'],
  columns: {
    memory_id: 'uuid',
    evidence_key: 'text',
    record_id: 'uuid',
    message_id: 'text',
    event_id: 'text',
    start_at: 'integer',
    end_at: 'integer',
    pattern: 'text',
    observed_at: 'timestamptz',
    setting: 'jsonb',
  },
};

const evidenceKeyOf = (evidence: Pick<Evidence, 'recordId' | 'eventId'>): string =>
  evidence.recordId ?? `call:${evidence.eventId ?? ''}`;

export const evidenceRow = (memoryId: string, evidence: Evidence): EvidenceRow => ({
  memory_id: memoryId,
  evidence_key: evidenceKeyOf(evidence),
  record_id: evidence.recordId,
  message_id: evidence.messageId,
  event_id: evidence.eventId,
  start_at: evidence.start,
  end_at: evidence.end,
  pattern: evidence.pattern,
  observed_at: evidence.observedAt,
  setting: evidence.setting,
});

export const trustOf = (speakerId: string | null, subjectIds: readonly string[]): Trust => {
  if (speakerId === null || subjectIds.length === 0) return 'unknown';
  return subjectIds.includes(speakerId) ? 'fact' : 'hearsay';
};
