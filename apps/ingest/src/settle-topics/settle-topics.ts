import { settleTopic, type SettlingKnobs } from '#domain';
import type { LogWriter } from '#event-log';
import { memoriesByTopic, type TopicOfAgent } from '#read-models';
import { memoryAppends } from './memory-appends.js';

/** A topic that something happened to. */
export type Touched = TopicOfAgent;

export const touchedBy = (
  memories: readonly { readonly agentId: string | null; readonly topic: string | null }[],
): readonly Touched[] =>
  memories.flatMap(({ agentId, topic }) => (topic === null ? [] : [{ agentId, topic }]));

export interface Settling {
  readonly tenantId: string;
  readonly knobs: SettlingKnobs;
}

/**
 * Brings supersession and conflicts of these topics in line with the statements that are live now, inside the unit of
 * work. Returns which memories superseded others, and which.
 */
export const settleTopics = async (
  writer: LogWriter,
  { tenantId, knobs }: Settling,
  touched: readonly Touched[],
  at: Date,
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const unique = [
    ...new Map(touched.map((item) => [JSON.stringify([item.agentId, item.topic]), item])).values(),
  ];
  if (unique.length === 0) return new Map();
  const topics = await memoriesByTopic(writer.sql, tenantId, unique);
  const changes = topics.flatMap((topic) => settleTopic(topic, writer.idKey, knobs, at));
  await writer.append(memoryAppends(changes), { actor: 'settling' });
  const replaced = new Map<string, readonly string[]>();
  for (const event of changes)
    if (event.type === 'MemorySuperseded')
      replaced.set(event.data.by, [...(replaced.get(event.data.by) ?? []), event.data.memoryId]);
  return replaced;
};
