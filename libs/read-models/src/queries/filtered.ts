import type { Sql } from '#database';

/** Fields by which memories are named in a call, and what each asks of a row. */
const conditions = {
  user_id: '(m.speaker_entity_id = ? or m.owner_entity_id = ? or m.subject_entity_ids @> array[?::uuid])',
  subject_id: 'm.subject_entity_ids @> array[?::uuid]',
  speaker_id: 'm.speaker_entity_id = ?',
  memory_type: 'm.memory_type = ?',
  source_id: 'm.source_id = ?',
  visibility_scope: 'm.visibility_scope = ?',
  trust: 'm.trust = ?',
} as const;
type FilterField = keyof typeof conditions;
type MemoryFilter = { readonly [Field in FilterField]?: string | undefined };

const fields = Object.keys(conditions) as readonly FilterField[];

export const filterFieldsOf = (filter: MemoryFilter): readonly FilterField[] =>
  fields.filter((field) => filter[field] !== undefined);

/** Ids of what passes, of this agent and of all agents, as far as it is not forgotten. Candidates: nobody has decided about them. */
export const memoriesMatching = async (
  sql: Sql,
  tenantId: string,
  agentId: string | null,
  filter: MemoryFilter,
): Promise<readonly string[]> => {
  const given = filterFieldsOf(filter);
  const where = given.map((field, index) => conditions[field].replaceAll('?', `$${String(index + 3)}`));
  const rows = await sql.query<{ memory_id: string }>(
    `select m.memory_id from memories m where m.tenant_id = $1 and (m.agent_id = $2 or m.agent_id is null)
     and m.status <> 'forgotten' and ${['true', ...where].join(' and ')}`,
    [tenantId, agentId, ...given.map((field) => filter[field] ?? null)],
  );
  return rows.map((row) => row.memory_id);
};

/** What is settled together with these memories. */
export const topicsOf = async (
  sql: Sql,
  memoryIds: readonly string[],
): Promise<readonly { readonly agentId: string | null; readonly topic: string }[]> => {
  const rows = await sql.query<{ agent_id: string | null; topic: string | null }>(
    'select agent_id, topic from memories where memory_id = any($1::uuid[])',
    [memoryIds],
  );
  return rows.flatMap((row) => (row.topic === null ? [] : [{ agentId: row.agent_id, topic: row.topic }]));
};
