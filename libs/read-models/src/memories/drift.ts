import { evolve, memoryEventTypes, type MemoryEvent } from '#domain';
import type { RecordedEvent } from '#event-log';
import type { Sql } from '#database';
import { memoryRow } from './memory-rows.js';
import { loadMemories, type StoredMemory } from './stored-memories.js';
import { evidenceRow } from './evidence-rows.js';

/** What of a memory is not as the log says. */
type MemoryDrift =
  | 'row-missing'
  | 'row-left-over'
  | 'visibility'
  | 'sensitivity'
  | 'provenance'
  | 'evidence'
  | 'standing'
  | 'content';

type Row = ReturnType<typeof memoryRow>;

const driftOf: Readonly<Record<keyof Row, MemoryDrift>> = {
  memory_id: 'provenance',
  tenant_id: 'provenance',
  agent_id: 'provenance',
  speaker_entity_id: 'provenance',
  owner_entity_id: 'provenance',
  subject_entity_ids: 'provenance',
  source_id: 'provenance',
  setting: 'provenance',
  conversation_id: 'provenance',
  trust: 'provenance',
  origin: 'provenance',
  shared_in: 'provenance',
  copy_of: 'provenance',
  visibility_scope: 'visibility',
  disclosure: 'visibility',
  portable: 'visibility',
  withheld_from_ids: 'visibility',
  disclosure_history: 'visibility',
  sensitivity_rank: 'sensitivity',
  sensitivity: 'sensitivity',
  status: 'standing',
  superseded_by: 'standing',
  set_aside_in: 'standing',
  ended_in: 'standing',
  superseded_at: 'standing',
  conflicts_with: 'standing',
  expires_at: 'standing',
  expiry_given: 'standing',
  corrected: 'standing',
  reworded_at: 'standing',
  forgotten_at: 'standing',
  position: 'standing',
  content: 'content',
  memory_type: 'content',
  importance: 'content',
  confidence: 'content',
  provenance_confidence: 'content',
  topic: 'content',
  value: 'content',
  metadata: 'content',
  observed_at: 'content',
  first_observed_at: 'content',
  recorded_at: 'content',
  updated_at: 'content',
};

/** Equal texts are equal values, whatever the order of keys; numbers as the table's columns keep them. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner === 'bigint') return inner.toString();
    if (typeof inner === 'number') return Math.fround(inner);
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)));
  });

const evidenceText = ({ memory, evidence }: StoredMemory): string =>
  textOf(
    evidence
      .map((item) => evidenceRow(memory.memoryId, item))
      .sort((a, b) => (a.evidence_key < b.evidence_key ? -1 : 1)),
  );

const driftsBetween = (
  expected: StoredMemory | undefined,
  held: StoredMemory | undefined,
): readonly MemoryDrift[] => {
  if (expected === undefined || held === undefined) {
    if (expected === held) return [];
    return [held === undefined ? 'row-missing' : 'row-left-over'];
  }
  const [own, theirs] = [expected, held].map(({ memory, tenantId, position }) =>
    memoryRow(memory, tenantId, position),
  );
  const drifts = new Set<MemoryDrift>();
  for (const [column, drift] of Object.entries(driftOf) as [keyof Row, MemoryDrift][])
    if (textOf(own?.[column]) !== textOf(theirs?.[column])) drifts.add(drift);
  if (evidenceText(expected) !== evidenceText(held)) drifts.add('evidence');
  return [...drifts];
};

const isOfMemory = (event: RecordedEvent): event is RecordedEvent<MemoryEvent> =>
  (memoryEventTypes as readonly string[]).includes(event.type);

/** Memories as their events, in order, leave them. */
const memoriesFrom = (events: readonly RecordedEvent[]): ReadonlyMap<string, StoredMemory> => {
  const states = new Map<string, StoredMemory>();
  for (const event of events.filter(isOfMemory)) {
    const { memoryId } = event.data;
    const next = evolve(states.get(memoryId) ?? null, event);
    if (next) states.set(memoryId, { ...next, tenantId: event.tenantId, position: event.at.position });
    else states.delete(memoryId);
  }
  return states;
};

/** Of these memories, what is not as all their events say; those that are as they should be are left out. */
export const driftsOfMemories = async (
  sql: Sql,
  memoryIds: readonly string[],
  events: readonly RecordedEvent[],
): Promise<ReadonlyMap<string, readonly MemoryDrift[]>> => {
  const expected = memoriesFrom(events);
  const held = await loadMemories(sql, memoryIds);
  return new Map(
    memoryIds
      .map((id) => [id, driftsBetween(expected.get(id), held.get(id))] as const)
      .filter(([, drifts]) => drifts.length > 0),
  );
};

/** Lets go of these rows, for them to be projected anew. */
export const dropMemories = async (sql: Sql, memoryIds: readonly string[]): Promise<void> => {
  await sql.query('delete from memory_evidence where memory_id = any($1::uuid[])', [memoryIds]);
  await sql.query('delete from memories where memory_id = any($1::uuid[])', [memoryIds]);
};
