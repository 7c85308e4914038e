import { isStorable } from './condition-sql.js';
import { fixedPointText, toFixedPoint } from './fixed-point.js';
import type { IndexEntry, TextVector } from './memory-index.js';
import { documentTerms } from './tokens.js';

/** How JSON writes what Postgres refuses (or text that looks so, which `storable` leaves as it is). */
const unstorable = /\\u(?:0000|d[89a-f])/u;

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

/** A row as it is written, and as the resident copy takes it. */
export interface IndexRow {
  readonly memory_id: string;
  readonly kind: string | null;
  readonly tenant_id: string | null;
  readonly agent_id: string | null;
  readonly status: string | null;
  readonly visibility_scope: string | null;
  readonly sensitivity_rank: number | null;
  readonly disclosure: string | null;
  readonly portable: boolean | null;
  readonly imported: boolean | null;
  readonly source_id: string | null;
  readonly source_type: string | null;
  readonly source_access: string | null;
  readonly source_history: string | null;
  readonly told_in: string | null;
  readonly heard_in: string | null;
  readonly workspace_id: string | null;
  readonly speaker_entity_id: string | null;
  readonly owner_entity_id: string | null;
  readonly subject_entity_ids: readonly string[];
  readonly withheld_from_ids: readonly string[];
  readonly conversation_id: string | null;
  readonly memory_type: string | null;
  readonly trust: string | null;
  readonly importance: number | null;
  readonly observed_at: number;
  readonly first_observed_at: number;
  readonly expires_at: number | null;
  readonly superseded_at: number | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly terms: readonly string[];
  readonly term_counts: readonly number[];
  readonly doc_length: number;
  readonly text_key: string | null;
}

/** A vector in whole numbers, see fixed-point.ts. */
export interface StoredVector {
  readonly model: string;
  readonly vector: Int16Array;
}

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
  source_access: 'text',
  source_history: 'text',
  told_in: 'text',
  heard_in: 'text',
  workspace_id: 'text',
  speaker_entity_id: 'text',
  owner_entity_id: 'text',
  subject_entity_ids: 'text[]',
  withheld_from_ids: 'text[]',
  conversation_id: 'text',
  memory_type: 'text',
  trust: 'text',
  importance: 'float8',
  observed_at: 'bigint',
  first_observed_at: 'bigint',
  expires_at: 'bigint',
  superseded_at: 'bigint',
  metadata: 'jsonb',
  terms: 'text[]',
  term_counts: 'smallint[]',
  doc_length: 'integer',
  text_key: 'text',
} as const satisfies Record<keyof IndexRow | 'position' | 'removed', string>;
type Column = keyof typeof rowTypes;

const mostOccurrences = 32_767;

const rowOf = (entry: IndexEntry): IndexRow => {
  const { terms, counts, length } = documentTerms(entry.searchText);
  const fields = {
    memory_id: entry.id,
    kind: entry.kind,
    tenant_id: entry.tenantId,
    agent_id: entry.agentId,
    status: entry.status,
    visibility_scope: entry.scope,
    sensitivity_rank: entry.sensitivity,
    disclosure: entry.disclosure,
    portable: entry.portable,
    imported: entry.imported,
    source_id: entry.sourceId,
    source_type: entry.sourceType,
    source_access: entry.sourceAccess,
    source_history: entry.sourceHistory,
    told_in: entry.toldIn,
    heard_in: entry.heardIn,
    workspace_id: entry.workspaceId,
    speaker_entity_id: entry.speakerId,
    owner_entity_id: entry.ownerId,
    subject_entity_ids: entry.subjectIds,
    withheld_from_ids: entry.withheldFromIds,
    conversation_id: entry.conversationId,
    memory_type: entry.memoryType,
    trust: entry.trust,
    importance: entry.importance,
    observed_at: entry.observedAt.getTime(),
    first_observed_at: entry.firstObservedAt.getTime(),
    expires_at: entry.expiresAt?.getTime() ?? null,
    superseded_at: entry.supersededAt?.getTime() ?? null,
    metadata: JSON.parse(JSON.stringify(entry.metadata)) as Readonly<Record<string, unknown>>,
    terms,
    term_counts: counts.map((count) => Math.min(count, mostOccurrences)),
    doc_length: length,
    text_key: entry.textKey,
  };
  return unstorable.test(JSON.stringify(fields)) ? storable(fields) : fields;
};

export const columns = Object.keys(rowTypes) as readonly Column[];
const record = columns.map((column) => `${column} ${rowTypes[column]}`).join(', ');
const replaced = columns
  .filter((column) => column !== 'memory_id')
  .map((column) => `${column} = excluded.${column}`)
  .join(', ');

/**
 * INVARIANT: a row is replaced by a newer position, or by its own again, and a removed one by a newer alone. The lock
 * on the primary key decides between writers at the same time. Vectors of a text that the row has no more go with it.
 */
export const upsertSql = `with turn as (update memory_index_turn set turn = turn + 1 returning turn),
  given as (select * from json_to_recordset($1::json) as entry(${record}, model text, embedding text)),
  written as (
    insert into memory_index (change, ${columns.join(', ')})
    select turn, ${columns.join(', ')} from turn, given order by memory_id
    on conflict (memory_id) do update set change = excluded.change, ${replaced}
    where memory_index.position < excluded.position
       or (memory_index.position = excluded.position and not memory_index.removed)
    returning memory_id, change),
  stale as (
    delete from memory_index_vectors as vectors using written join given using (memory_id)
    where vectors.memory_id = written.memory_id and vectors.text_key <> given.text_key
      and vectors.model is distinct from given.model),
  embedded as (
    insert into memory_index_vectors (memory_id, model, change, text_key, embedding)
    select memory_id, model, written.change, text_key, embedding::vector from written join given using (memory_id)
    where embedding is not null
    on conflict (memory_id, model) do update set change = excluded.change, text_key = excluded.text_key, embedding = excluded.embedding)
  select memory_id, change from written`;

export const removeSql = `with turn as (update memory_index_turn set turn = turn + 1 returning turn),
  gone as (
    insert into memory_index (change, memory_id, position, removed)
    select turn, memory_id, $2::bigint, true from turn, unnest($1::text[]) as gone(memory_id)
    order by memory_id
    on conflict (memory_id) do update set
      change = excluded.change, position = excluded.position, removed = true,
      ${columns
        .filter((column) => !['memory_id', 'position', 'removed'].includes(column))
        .map((column) => `${column} = default`)
        .join(', ')}
    where memory_index.position <= excluded.position
    returning memory_id)
  delete from memory_index_vectors where memory_id in (select memory_id from gone)`;

/** Two statements of one transaction: the second sees what was written while the first waited for its turn. */
export const addVectorsSql = [
  'update memory_index_turn set turn = turn + 1 returning turn',
  `with given as (
     select * from json_to_recordset($1::json) as entry(memory_id text, text_key text, embedding text)),
   keyed as (
     update memory_index as row set text_key = given.text_key from given
     where row.memory_id = given.memory_id and row.text_key is null and not row.removed returning row.memory_id)
   insert into memory_index_vectors (memory_id, model, change, text_key, embedding)
   select memory_id, $2::text, $3::bigint, given.text_key, embedding::vector
   from given join memory_index as row using (memory_id)
   where not row.removed and coalesce(row.text_key, given.text_key) = given.text_key
   order by memory_id
   on conflict (memory_id, model) do update set change = excluded.change, text_key = excluded.text_key, embedding = excluded.embedding
   returning memory_id, change`,
] as const;

/** In slices: a model's vectors may be hundreds of megabytes. */
export const dropVectorsSql = `delete from memory_index_vectors as vectors using
    (select memory_id, model from memory_index_vectors
     where not exists (select 1 from memory_index_turn where model in (answering, building)) limit 1000) as slice
  where vectors.memory_id = slice.memory_id and vectors.model = slice.model returning vectors.memory_id`;

export const clearSql = [
  'truncate memory_index, memory_index_vectors',
  'update memory_index_turn set turn = turn + 1, generation = generation + 1',
] as const;

/** The last word on an id wins: one statement cannot touch a row twice. */
const newestOfEach = (entries: readonly IndexEntry[]): readonly IndexEntry[] => {
  const newest = new Map<string, IndexEntry>();
  for (const entry of entries) {
    const other = newest.get(entry.id);
    if (other === undefined || other.position <= entry.position) newest.set(entry.id, entry);
  }
  return [...newest.values()];
};

export interface WrittenRow extends IndexRow {
  readonly position: string;
}

/** A row, and the vector that it was given. */
export interface Given {
  readonly row: WrittenRow;
  readonly embedding: StoredVector | null;
}

export const givenRows = (entries: readonly IndexEntry[]): readonly Given[] =>
  newestOfEach(entries).map((entry) => ({
    row: { ...rowOf(entry), position: String(entry.position) },
    embedding: entry.embedding && {
      model: entry.embedding.model,
      vector: toFixedPoint(entry.embedding.vector),
    },
  }));

export const givenJson = (given: readonly Given[]): string =>
  JSON.stringify(
    given.map(({ row, embedding }) => ({
      ...row,
      removed: false,
      model: embedding?.model ?? null,
      embedding: embedding && fixedPointText(embedding.vector),
    })),
  );

export const vectorsJson = (vectors: readonly TextVector[]): string =>
  JSON.stringify(
    vectors.map(({ id, textKey, vector }) => ({
      memory_id: id,
      text_key: textKey,
      embedding: fixedPointText(toFixedPoint(vector)),
    })),
  );
