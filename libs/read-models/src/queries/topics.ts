import type { Sql } from '#database';
import type { Disclosure, MemoryStatus, Sensitivity, TopicMemory, VisibilityScope } from '#domain';

/** A topic as one agent knows it. */
export interface TopicOfAgent {
  readonly agentId: string | null;
  readonly topic: string;
}

interface Row {
  readonly memory_id: string;
  readonly agent_id: string | null;
  readonly topic: string;
  readonly speaker_entity_id: string | null;
  readonly owner_entity_id: string | null;
  readonly subject_entity_ids: readonly string[];
  readonly value: string | null;
  readonly observed_at: Date;
  readonly status: string;
  readonly superseded_by: string | null;
  readonly superseded_at: Date | null;
  readonly conflicts_with: readonly string[];
  readonly shared_in: string | null;
  readonly copy_of: string | null;
  readonly ended_in: string | null;
  readonly source_id: string | null;
  readonly visibility_scope: string;
  readonly sensitivity_rank: number;
  readonly disclosure: string;
  readonly withheld_from_ids: readonly string[];
}

const topicMemoryOf = (row: Row): TopicMemory => ({
  memoryId: row.memory_id,
  speakerId: row.speaker_entity_id,
  ownerId: row.owner_entity_id,
  subjectIds: row.subject_entity_ids,
  value: row.value,
  observedAt: row.observed_at,
  status: row.status as MemoryStatus,
  supersededBy: row.superseded_by,
  supersededAt: row.superseded_at,
  conflictsWith: row.conflicts_with,
  sharedIn: row.shared_in,
  copyOf: row.copy_of,
  endedIn: row.ended_in,
  sourceId: row.source_id,
  scope: row.visibility_scope as VisibilityScope,
  sensitivity: row.sensitivity_rank as Sensitivity,
  disclosure: row.disclosure as Disclosure,
  withheldFromIds: row.withheld_from_ids,
});

const groupKey = (row: Row): string =>
  JSON.stringify([row.agent_id, row.topic, [...row.subject_entity_ids].sort()]);

/** The statements on these topics that are settled among each other: those of one agent about the same people. */
export const memoriesByTopic = async (
  sql: Sql,
  tenantId: string,
  asked: readonly TopicOfAgent[],
): Promise<readonly (readonly TopicMemory[])[]> => {
  const rows = await sql.query<Row>(
    `select m.memory_id, m.agent_id, m.topic, m.speaker_entity_id, m.owner_entity_id, m.subject_entity_ids, m.value, m.observed_at,
       m.status, m.superseded_by, m.superseded_at, m.conflicts_with, m.shared_in, m.copy_of, m.ended_in,
       m.source_id, m.visibility_scope, m.sensitivity_rank, m.disclosure, m.withheld_from_ids
     from unnest($2::uuid[], $3::text[]) as t(agent_id, topic)
     join memories m on m.tenant_id = $1 and m.topic = t.topic and m.agent_id is not distinct from t.agent_id
     where m.status in ('active', 'superseded', 'expired', 'archived')`,
    [tenantId, asked.map((item) => item.agentId), asked.map((item) => item.topic)],
  );
  const topics = new Map<string, TopicMemory[]>();
  for (const row of rows) {
    const key = groupKey(row);
    topics.set(key, [...(topics.get(key) ?? []), topicMemoryOf(row)]);
  }
  return [...topics.values()];
};
