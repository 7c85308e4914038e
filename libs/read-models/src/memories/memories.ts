import { expiryOf, type CapturedMemory, type MemoryType } from '#domain';
import type { Projection, RecordedEvent, RecordedEventOf } from '#event-log';
import type { Sql } from '#database';
import { byKey, groupBy, latest, loadRows, saveRows } from '../rows.js';
import {
  evidenceRow,
  evidenceTable,
  memories,
  trustOf,
  type EvidenceRow,
  type MemoryRow,
} from './memory-rows.js';

const captured = (event: RecordedEventOf<'MemoryCaptured'>): MemoryRow => {
  const data: CapturedMemory = event.data;
  return {
    memory_id: data.memoryId,
    tenant_id: event.tenantId,
    agent_id: data.agentId,
    content: data.content,
    memory_type: data.memoryType,
    importance: data.importance,
    confidence: data.confidence,
    provenance_confidence: data.provenanceConfidence,
    status: data.status,
    speaker_entity_id: data.speakerId,
    owner_entity_id: data.ownerId,
    subject_entity_ids: data.subjectIds,
    withheld_from_ids: data.withheldFromIds,
    source_id: data.sourceId,
    setting: data.evidence.setting,
    conversation_id: data.conversationId,
    visibility_scope: data.scope,
    sensitivity_rank: data.rank,
    sensitivity: data.sensitivityLabel,
    portable: data.portable,
    disclosure: data.disclosure,
    trust: trustOf(data.speakerId, data.subjectIds),
    origin: data.origin,
    topic: data.topic,
    value: data.value,
    observed_at: data.evidence.observedAt,
    first_observed_at: data.evidence.observedAt,
    recorded_at: event.recordedAt,
    updated_at: event.recordedAt,
    expires_at: data.isExpiryGiven ? data.expiresAt : expiryOf(data.memoryType, data.evidence.observedAt),
    expiry_given: data.isExpiryGiven,
    superseded_by: null,
    superseded_at: null,
    conflicts_with: [],
    metadata: data.metadata ?? {},
    corrected: false,
    reworded_at: null,
    forgotten_at: null,
    position: event.at.position,
  };
};

/** When it was said last, and how the place stood then; of several at once what is known, in a fixed order. */
const saidLast = (evidence: readonly EvidenceRow[], at: Date): EvidenceRow | undefined =>
  evidence
    .filter(({ observed_at }) => observed_at.getTime() === at.getTime())
    .toSorted(
      (a, b) =>
        Number(b.setting !== null) - Number(a.setting !== null) || (a.evidence_key < b.evidence_key ? -1 : 1),
    )[0];

/** Observed at its last evidence, where that was; an expiry that nobody gave moves with it. */
const observed = (row: MemoryRow, evidence: readonly EvidenceRow[]): MemoryRow => {
  const times = evidence.map((item) => item.observed_at.getTime());
  const observedAt = new Date(Math.max(...times));
  return {
    ...row,
    setting: saidLast(evidence, observedAt)?.setting ?? null,
    source_id: saidLast(evidence, observedAt)?.setting?.sourceId ?? row.source_id,
    observed_at: observedAt,
    first_observed_at: new Date(Math.min(...times)),
    expires_at: row.expiry_given ? row.expires_at : expiryOf(row.memory_type as MemoryType, observedAt),
  };
};

const corrected = (
  row: MemoryRow,
  { data, occurredAt }: Pick<RecordedEventOf<'MemoryCorrected'>, 'data' | 'occurredAt'>,
): MemoryRow => {
  const memory_type = data.memoryType ?? row.memory_type;
  const expiryGiven = data.expiresAt === undefined ? row.expiry_given : data.expiresAt !== null;
  const expires_at = expiryGiven
    ? (data.expiresAt ?? row.expires_at)
    : expiryOf(memory_type as MemoryType, row.observed_at);
  return {
    ...row,
    content: data.content === undefined ? row.content : data.content,
    memory_type,
    importance: data.importance ?? row.importance,
    confidence: data.confidence ?? row.confidence,
    provenance_confidence: data.provenanceConfidence ?? row.provenance_confidence,
    visibility_scope: data.scope ?? row.visibility_scope,
    sensitivity_rank: data.rank ?? row.sensitivity_rank,
    sensitivity: data.sensitivityLabel ?? row.sensitivity,
    portable: data.portable ?? row.portable,
    disclosure: data.disclosure ?? row.disclosure,
    withheld_from_ids: data.withheldFromIds ?? row.withheld_from_ids,
    topic: data.topic === undefined ? row.topic : data.topic,
    value: data.value === undefined ? row.value : data.value,
    metadata: data.metadata ?? row.metadata,
    expires_at,
    expiry_given: expiryGiven,
    corrected: true,
    reworded_at: row.reworded_at ?? (typeof data.content === 'string' ? occurredAt : null),
  };
};

interface Held {
  readonly row: MemoryRow;
  readonly evidence: readonly EvidenceRow[];
}

const withEvidence = (held: Held, added: EvidenceRow): readonly EvidenceRow[] => [
  ...held.evidence.filter((item) => item.evidence_key !== added.evidence_key),
  added,
];

/** Captured for the first time, or once more because an earlier statement of it turned up and gives it its form. */
const capturedAgain = (held: Held | null, event: RecordedEventOf<'MemoryCaptured'>): Held => {
  const fresh = captured(event);
  const added = evidenceRow(event.data.memoryId, event.data.evidence);
  if (held === null) return { row: fresh, evidence: [added] };
  const evidence = withEvidence(held, added);
  const { status, superseded_by, superseded_at, conflicts_with, recorded_at } = held.row;
  const standing = status === 'superseded' ? status : fresh.status;
  return {
    row: observed(
      { ...fresh, status: standing, superseded_by, superseded_at, conflicts_with, recorded_at },
      evidence,
    ),
    evidence,
  };
};

type MemoryEvent = RecordedEventOf<
  | 'MemoryCaptured'
  | 'MemoryEvidenced'
  | 'MemoryEvidenceWithdrawn'
  | 'MemorySuperseded'
  | 'MemoryRestored'
  | 'MemoryConflictsFound'
  | 'MemoryCorrected'
  | 'MemoryForgotten'
>;

/** What other statements did to a memory: whoever reads this one may not be let hear those. */
const causedByOthers: ReadonlySet<MemoryEvent['type']> = new Set([
  'MemorySuperseded',
  'MemoryRestored',
  'MemoryConflictsFound',
]);

/**
 * One memory after one event; null when nothing supports it any more.
 * INVARIANT: `updated_at` is shown, and moves by what happened to this memory alone.
 */
const nextMemory = (held: Held | null, event: MemoryEvent): Held | null => {
  if (event.type === 'MemoryCaptured') return capturedAgain(held, event);
  if (held === null) return null;
  const updated_at = causedByOthers.has(event.type) ? held.row.updated_at : event.recordedAt;
  const row: MemoryRow = { ...held.row, updated_at, position: event.at.position };
  switch (event.type) {
    case 'MemoryEvidenced': {
      const evidence = withEvidence(held, evidenceRow(row.memory_id, event.data.evidence));
      return { row: observed(row, evidence), evidence };
    }
    case 'MemoryEvidenceWithdrawn': {
      const evidence = held.evidence.filter((item) => item.record_id !== event.data.recordId);
      // What a person had forgotten stays so when nothing says it any more: it may be said again.
      if (evidence.length === 0) return row.status === 'forgotten' ? { row, evidence } : null;
      return { row: observed(row, evidence), evidence };
    }
    case 'MemorySuperseded':
      return {
        ...held,
        row: {
          ...row,
          status: 'superseded',
          superseded_by: event.data.by,
          superseded_at: event.data.at,
          conflicts_with: [],
        },
      };
    case 'MemoryRestored':
      return { ...held, row: { ...row, status: 'active', superseded_by: null, superseded_at: null } };
    case 'MemoryConflictsFound':
      return { ...held, row: { ...row, conflicts_with: event.data.with } };
    case 'MemoryCorrected':
      return { ...held, row: corrected(row, event) };
    case 'MemoryForgotten':
      return {
        evidence: held.evidence,
        row: {
          ...row,
          status: 'forgotten',
          content: null,
          topic: null,
          value: null,
          metadata: {},
          conflicts_with: [],
          reworded_at: null,
          forgotten_at: row.forgotten_at ? latest(row.forgotten_at, event.occurredAt) : event.occurredAt,
        },
      };
  }
};

const handled = [
  'MemoryCaptured',
  'MemoryEvidenced',
  'MemoryEvidenceWithdrawn',
  'MemorySuperseded',
  'MemoryRestored',
  'MemoryConflictsFound',
  'MemoryCorrected',
  'MemoryForgotten',
] as const;

const isMemoryEvent = (event: RecordedEvent): event is MemoryEvent =>
  (handled as readonly string[]).includes(event.type);

const load = async (sql: Sql, ids: readonly string[]): Promise<Map<string, Held>> => {
  const rows = await loadRows(sql, memories, ids);
  const evidence = await loadRows(
    sql,
    evidenceTable,
    rows.map((row) => row.memory_id),
  );
  const byMemory = groupBy(evidence, (item) => item.memory_id);
  return byKey(
    rows.map((row): Held => ({ row, evidence: byMemory.get(row.memory_id) ?? [] })),
    (held) => held.row.memory_id,
  );
};

/** Memories with their evidence, as the last event left them. */
export const memoriesProjection: Projection = {
  name: 'memories',
  tables: ['memories', 'memory_evidence'],
  handles: handled,
  project: async (events, sql) => {
    const own = events.filter(isMemoryEvent);
    const ids = [...new Set(own.map((event) => event.data.memoryId))];
    const held = await load(sql, ids);
    for (const event of own) {
      const next = nextMemory(held.get(event.data.memoryId) ?? null, event);
      if (next) held.set(event.data.memoryId, next);
      else held.delete(event.data.memoryId);
    }
    const gone = ids.filter((id) => !held.has(id));
    await sql.query('delete from memories where memory_id = any($1::uuid[])', [gone]);
    await sql.query('delete from memory_evidence where memory_id = any($1::uuid[])', [ids]);
    await saveRows(
      sql,
      memories,
      [...held.values()].map(({ row }) => row),
    );
    await saveRows(
      sql,
      evidenceTable,
      [...held.values()].flatMap(({ evidence }) => evidence),
    );
  },
};
