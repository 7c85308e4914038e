import { isStorable } from './condition-sql.js';
import { fixedPointText, toFixedPoint } from './fixed-point.js';
import type { IndexEntry } from './memory-index.js';
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
  /** In whole numbers, see fixed-point.ts. */
  readonly embedding: Int16Array | null;
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
  embedding: 'vector(512)',
} as const satisfies Record<keyof IndexRow | 'position' | 'removed', string>;
type Column = keyof typeof rowTypes;

const mostOccurrences = 32_767;

const rowOf = (entry: IndexEntry): IndexRow => {
  const { terms, counts, length } = documentTerms(entry.searchText);
  const embedding = entry.embedding === null ? null : toFixedPoint(entry.embedding);
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
  };
  return { ...(unstorable.test(JSON.stringify(fields)) ? storable(fields) : fields), embedding };
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
export const upsertSql = `with turn as (update memory_index_turn set turn = turn + 1 returning turn)
  insert into memory_index (change, ${columns.join(', ')})
  select turn, ${columns.join(', ')} from turn, json_to_recordset($1::json) as entry(${record})
  order by memory_id
  on conflict (memory_id) do update set change = excluded.change, ${replaced}
  where memory_index.position < excluded.position
     or (memory_index.position = excluded.position and not memory_index.removed)
  returning memory_id, change`;

export const removeSql = `with turn as (update memory_index_turn set turn = turn + 1 returning turn)
  insert into memory_index (change, memory_id, position, removed)
  select turn, memory_id, $2::bigint, true from turn, unnest($1::text[]) as gone(memory_id)
  order by memory_id
  on conflict (memory_id) do update set
    change = excluded.change, position = excluded.position, removed = true,
    ${columns
      .filter((column) => !['memory_id', 'position', 'removed'].includes(column))
      .map((column) => `${column} = default`)
      .join(', ')}
  where memory_index.position <= excluded.position`;

export const clearSql = [
  'truncate memory_index',
  'update memory_index_turn set turn = turn + 1, generation = generation + 1',
] as const;

const loaded = columns.filter((column) => !['position', 'removed', 'embedding'].includes(column));

/** A row comes as one JSON value: a fraction of the time that its columns take one by one. */
export const changesSql = `select change, memory_id, removed,
    case when not removed then json_build_array(${loaded.join(', ')}) end as fields,
    encode(vector_send(embedding), 'base64') as embedding
  from memory_index where (change, memory_id) > ($1::bigint, $2::text) and change <= $3::bigint
  order by change, memory_id limit $4::bigint`;

export interface Change {
  readonly change: string;
  readonly memory_id: string;
  readonly removed: boolean;
  readonly fields: readonly unknown[] | null;
  readonly embedding: string | null;
}

/** The row of a change; null when it was removed. */
export const changedRow = ({ fields, embedding }: Change): IndexRow | null => {
  if (fields === null) return null;
  // Given all its columns at once, and always in one order: objects made entry by entry are slow to read.
  const row: Record<string, unknown> = { ...absent };
  for (let at = 0; at < loaded.length; at += 1) row[loaded[at] ?? ''] = fields[at];
  row['embedding'] = embedding === null ? null : fromBase64(embedding);
  return row as unknown as IndexRow;
};

const absent = Object.fromEntries([...loaded, 'embedding'].map((column) => [column, null]));

const vectorHeader = 4;
/** As `vector_send` writes it: big-endian floats behind four bytes. */
const fromBase64 = (text: string): Int16Array => {
  const bytes = Buffer.from(text, 'base64');
  const floats = new DataView(bytes.buffer, bytes.byteOffset + vectorHeader, bytes.byteLength - vectorHeader);
  const whole = new Int16Array(floats.byteLength / 4);
  for (let at = 0; at < whole.length; at += 1) whole[at] = floats.getFloat32(at * 4);
  return whole;
};

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

export const rowsOf = (entries: readonly IndexEntry[]): readonly WrittenRow[] =>
  newestOfEach(entries).map((entry) => ({ ...rowOf(entry), position: String(entry.position) }));

export const rowsJson = (rows: readonly WrittenRow[]): string =>
  JSON.stringify(
    rows.map((row) => ({
      ...row,
      removed: false,
      embedding: row.embedding === null ? null : fixedPointText(row.embedding),
    })),
  );
