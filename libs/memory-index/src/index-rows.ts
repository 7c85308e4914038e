import { isStorable } from './condition-sql.js';
import { fixedPointText } from './fixed-point.js';
import type { IndexEntry } from './memory-index.js';
import { documentTerms } from './tokens.js';

/** Postgres keeps no NUL and no half of a surrogate pair: such a character becomes U+FFFD. */
const storable = <Value>(value: Value): Value => {
  if (typeof value === 'string' && !isStorable(value))
    return Buffer.from(value.replaceAll('\0', '\uFFFD')).toString() as Value;
  if (Array.isArray(value)) return value.map(storable) as Value;
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [storable(key), storable<unknown>(inner)]),
  ) as Value;
};

const rowTypes = {
  memory_id: 'text',
  position: 'bigint',
  removed: 'boolean',
  kind: 'text',
  tenant_id: 'text',
  agent_id: 'text',
  status: 'text',
  visibility_scope: 'text',
  sensitivity_rank: 'float8',
  disclosure: 'text',
  portable: 'boolean',
  imported: 'boolean',
  source_id: 'text',
  source_type: 'text',
  workspace_id: 'text',
  speaker_entity_id: 'text',
  owner_entity_id: 'text',
  subject_entity_ids: 'text[]',
  conversation_id: 'text',
  memory_type: 'text',
  trust: 'text',
  importance: 'float8',
  observed_at: 'bigint',
  expires_at: 'bigint',
  superseded_at: 'bigint',
  metadata: 'jsonb',
  terms: 'text[]',
  term_counts: 'smallint[]',
  doc_length: 'integer',
  embedding: 'vector(512)',
} as const;
type Column = keyof typeof rowTypes;

const mostOccurrences = 32_767;

const rowOf = (entry: IndexEntry): Readonly<Record<Column, unknown>> => {
  const { terms, counts, length } = documentTerms(entry.searchText);
  return storable({
    memory_id: entry.id,
    position: String(entry.position),
    removed: false,
    kind: entry.kind,
    tenant_id: entry.tenantId,
    agent_id: entry.agentId,
    status: entry.status,
    visibility_scope: entry.scope,
    sensitivity_rank: entry.rank,
    disclosure: entry.disclosure,
    portable: entry.portable,
    imported: entry.imported,
    source_id: entry.sourceId,
    source_type: entry.sourceType,
    workspace_id: entry.workspaceId,
    speaker_entity_id: entry.speakerId,
    owner_entity_id: entry.ownerId,
    subject_entity_ids: entry.subjectIds,
    conversation_id: entry.conversationId,
    memory_type: entry.memoryType,
    trust: entry.trust,
    importance: entry.importance,
    observed_at: entry.observedAt.getTime(),
    expires_at: entry.expiresAt?.getTime() ?? null,
    superseded_at: entry.supersededAt?.getTime() ?? null,
    metadata: entry.metadata,
    terms,
    term_counts: counts.map((count) => Math.min(count, mostOccurrences)),
    doc_length: length,
    embedding: entry.embedding === null ? null : fixedPointText(entry.embedding),
  });
};

const columns = Object.keys(rowTypes) as readonly Column[];
const record = columns.map((column) => `${column} ${rowTypes[column]}`).join(', ');
const replaced = columns
  .filter((column) => column !== 'memory_id')
  .map((column) => `${column} = excluded.${column}`)
  .join(', ');

/**
 * INVARIANT: a row is replaced by a newer position, or by its own again, and a removed one by a newer alone. The lock
 * on the primary key decides between writers at the same time.
 */
export const upsertSql = `insert into memory_index (${columns.join(', ')})
  select ${columns.join(', ')} from json_to_recordset($1::json) as entry(${record})
  order by memory_id
  on conflict (memory_id) do update set ${replaced}, change = nextval('memory_index_changes')
  where memory_index.position < excluded.position
     or (memory_index.position = excluded.position and not memory_index.removed)`;

export const removeSql = `insert into memory_index (memory_id, position, removed)
  select memory_id, $2::bigint, true from unnest($1::text[]) as gone(memory_id)
  order by memory_id
  on conflict (memory_id) do update set
    position = excluded.position, removed = true, change = nextval('memory_index_changes'),
    ${columns
      .filter((column) => !['memory_id', 'position', 'removed'].includes(column))
      .map((column) => `${column} = default`)
      .join(', ')}
  where memory_index.position <= excluded.position`;

/** The last word on an id wins: one statement cannot touch a row twice. */
const newestOfEach = (entries: readonly IndexEntry[]): readonly IndexEntry[] => {
  const newest = new Map<string, IndexEntry>();
  for (const entry of entries) {
    const other = newest.get(entry.id);
    if (other === undefined || other.position <= entry.position) newest.set(entry.id, entry);
  }
  return [...newest.values()];
};

export const rowsJson = (entries: readonly IndexEntry[]): string =>
  JSON.stringify(newestOfEach(entries).map(rowOf));
