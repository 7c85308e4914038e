import { event as build, settle, type IdKey, type KithEvent, type Settled } from '#domain';
import type { LogWriter, StreamAppend } from '#event-log';
import { isCopyOf } from './copies.js';

interface StatementRow {
  readonly memory_id: string;
  readonly agent_id: string | null;
  readonly topic: string;
  readonly speaker_entity_id: string | null;
  readonly owner_entity_id: string | null;
  /** The message that lets its owner know it, of a copy. */
  readonly told_by: string | null;
  readonly subject_entity_ids: readonly string[];
  readonly value: string | null;
  readonly observed_at: Date;
  readonly status: string;
  readonly superseded_by: string | null;
  readonly superseded_at: Date | null;
  readonly conflicts_with: readonly string[];
}

const groupKey = (row: StatementRow): string =>
  JSON.stringify([row.agent_id, row.topic, [...row.subject_entity_ids].sort()]);

const sameIds = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id, index) => id === b[index]);

/**
 * INVARIANT: what somebody was let know is no statement: it stands as long as what it is a copy of, and replaces nothing.
 */
const settledOf = (group: readonly StatementRow[], idKey: IdKey): ReadonlyMap<string, Settled> => {
  const statements = group.filter((row) => row.told_by === null);
  const settled = settle(
    statements.map((row) => ({
      memoryId: row.memory_id,
      speakerId: row.speaker_entity_id,
      subjectIds: row.subject_entity_ids,
      value: row.value,
      observedAt: row.observed_at,
    })),
  );
  const ofCopies = group.flatMap((row): readonly (readonly [string, Settled])[] => {
    const { told_by: toldBy, owner_entity_id: hearerId } = row;
    if (toldBy === null || hearerId === null) return [];
    const original = statements.find(({ memory_id: id }) =>
      isCopyOf(idKey, row.memory_id, id, hearerId, toldBy),
    );
    const same = original && settled.get(original.memory_id);
    return same ? [[row.memory_id, same]] : [];
  });
  return new Map([...settled, ...ofCopies]);
};

const changesOf = (group: readonly StatementRow[], idKey: IdKey, at: Date): readonly KithEvent[] => {
  const settled = settledOf(group, idKey);
  return group.flatMap((row): KithEvent[] => {
    const target = settled.get(row.memory_id);
    if (!target) return [];
    const { memory_id: memoryId } = row;
    if (target.supersededBy) {
      const { memoryId: by, at: since } = target.supersededBy;
      const isSo =
        row.status === 'superseded' &&
        row.superseded_by === by &&
        row.superseded_at?.getTime() === since.getTime();
      return isSo ? [] : [build('MemorySuperseded', { memoryId, by, at: since }, at)];
    }
    const restored = row.status === 'superseded' ? [build('MemoryRestored', { memoryId }, at)] : [];
    const conflicts = sameIds([...row.conflicts_with].sort(), target.conflictsWith)
      ? []
      : [build('MemoryConflictsFound', { memoryId, with: [...target.conflictsWith] }, at)];
    return [...restored, ...conflicts];
  });
};

export interface Touched {
  readonly agentId: string | null;
  readonly topic: string;
}

export const touchedBy = (
  rows: readonly { readonly agent_id: string | null; readonly topic: string | null }[],
): readonly Touched[] =>
  rows.flatMap(({ agent_id: agentId, topic }) => (topic === null ? [] : [{ agentId, topic }]));

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
  const rows = await writer.sql.query<StatementRow>(
    `select m.memory_id, m.agent_id, m.topic, m.speaker_entity_id, m.owner_entity_id, m.subject_entity_ids, m.value, m.observed_at,
       m.status, m.superseded_by, m.superseded_at, m.conflicts_with,
       (select e.record_id from memory_evidence e where e.memory_id = m.memory_id and e.pattern = 'told-to' limit 1) as told_by
     from unnest($2::uuid[], $3::text[]) as t(agent_id, topic)
     join memories m on m.tenant_id = $1 and m.topic = t.topic and m.agent_id is not distinct from t.agent_id
     where m.status in ('active', 'superseded')`,
    [tenantId, unique.map((item) => item.agentId), unique.map((item) => item.topic)],
  );
  const groups = new Map<string, StatementRow[]>();
  for (const row of rows) groups.set(groupKey(row), [...(groups.get(groupKey(row)) ?? []), row]);
  const changes = [...groups.values()].flatMap((group) => changesOf(group, writer.idKey, at));
  const appends = changes.map((event): StreamAppend => {
    const { memoryId } = event.data as { memoryId: string };
    return { stream: `memory-${memoryId}`, expectedVersion: 'any', events: [event] };
  });
  await writer.append(appends, { actor: 'settling' });
  const replaced = new Map<string, readonly string[]>();
  for (const event of changes)
    if (event.type === 'MemorySuperseded')
      replaced.set(event.data.by, [...(replaced.get(event.data.by) ?? []), event.data.memoryId]);
  return replaced;
};
