import { settleTopic, type MemoryStatus, type TopicMemory } from '#domain';
import type { LogWriter } from '#event-log';
import { memoryAppends } from './memory-appends.js';

interface TopicRow {
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
}

const topicMemoryOf = (row: TopicRow): TopicMemory => ({
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
});

const groupKey = (row: TopicRow): string =>
  JSON.stringify([row.agent_id, row.topic, [...row.subject_entity_ids].sort()]);

/** A topic of one agent that something happened to. */
export interface Touched {
  readonly agentId: string | null;
  readonly topic: string;
}

export const touchedBy = (
  memories: readonly { readonly agentId: string | null; readonly topic: string | null }[],
): readonly Touched[] =>
  memories.flatMap(({ agentId, topic }) => (topic === null ? [] : [{ agentId, topic }]));

/**
 * Brings supersession and conflicts of these topics in line with the statements that are live now, inside the unit of
 * work. Returns which memories superseded others, and which.
 */
export const settleTopics = async (
  writer: LogWriter,
  tenantId: string,
  touched: readonly Touched[],
  at: Date,
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const unique = [
    ...new Map(touched.map((item) => [JSON.stringify([item.agentId, item.topic]), item])).values(),
  ];
  if (unique.length === 0) return new Map();
  const rows = await writer.sql.query<TopicRow>(
    `select m.memory_id, m.agent_id, m.topic, m.speaker_entity_id, m.owner_entity_id, m.subject_entity_ids, m.value, m.observed_at,
       m.status, m.superseded_by, m.superseded_at, m.conflicts_with, m.shared_in, m.copy_of
     from unnest($2::uuid[], $3::text[]) as t(agent_id, topic)
     join memories m on m.tenant_id = $1 and m.topic = t.topic and m.agent_id is not distinct from t.agent_id
     where m.status in ('active', 'superseded', 'expired', 'archived')`,
    [tenantId, unique.map((item) => item.agentId), unique.map((item) => item.topic)],
  );
  const topics = new Map<string, TopicMemory[]>();
  for (const row of rows) {
    const key = groupKey(row);
    topics.set(key, [...(topics.get(key) ?? []), topicMemoryOf(row)]);
  }
  const changes = [...topics.values()].flatMap((topic) => settleTopic(topic, writer.idKey, at));
  await writer.append(memoryAppends(changes), { actor: 'settling' });
  const replaced = new Map<string, readonly string[]>();
  for (const event of changes)
    if (event.type === 'MemorySuperseded')
      replaced.set(event.data.by, [...(replaced.get(event.data.by) ?? []), event.data.memoryId]);
  return replaced;
};
