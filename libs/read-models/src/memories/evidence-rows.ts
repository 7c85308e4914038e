import { evidenceKeyOf, type Evidence, type Setting } from '#domain';
import type { Table } from '../rows.js';

interface EvidenceRow {
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

export const evidenceOf = (row: EvidenceRow): Evidence => ({
  recordId: row.record_id,
  messageId: row.message_id,
  eventId: row.event_id,
  start: row.start_at,
  end: row.end_at,
  pattern: row.pattern,
  observedAt: row.observed_at,
  setting: row.setting,
});
