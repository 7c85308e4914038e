import type { Sql } from '#database';
import type { Setting } from '#domain';
import type { MemoryFacts } from '#policy';
import { memoryKeptUntilRead, messageKeptUntilRead } from '../messages/namings-unread.js';
import { sourceAsSaid } from '../places/as-said.js';
import { settingAt } from '../places/setting-sql.js';
import { effectiveType } from './places.js';

/** A memory or message read fresh: what decides, and what is shown when the decision allows it. */
export interface FreshRow {
  readonly facts: MemoryFacts;
  readonly kind: 'fact' | 'message';
  readonly content: string | null;
  readonly memoryType: string | null;
  readonly importance: number;
  readonly trust: string;
  readonly sensitivity: string;
  readonly conversationId: string | null;
  readonly conflictsWith: readonly string[];
  readonly supersededBy: string | null;
  readonly recordedAt: Date;
  readonly updatedAt: Date;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly sourceName: string | null;
  readonly platform: string | null;
  readonly evidence: readonly Evidence[];
  /** When it was said last, of what was known at the moment that is read as of. */
  readonly saidAt: Date;
  readonly position: bigint;
}

interface Evidence {
  readonly message_id: string | null;
  readonly event_id: string | null;
  readonly record_id: string | null;
  readonly observed_at: string;
}

interface Row {
  readonly id: string;
  readonly kind: 'fact' | 'message';
  readonly tenant_id: string;
  readonly agent_id: string | null;
  readonly content: string | null;
  readonly memory_type: string | null;
  readonly importance: number;
  readonly status: string;
  readonly expires_at: Date | null;
  readonly visibility_scope: string;
  readonly sensitivity_rank: number;
  readonly sensitivity: string;
  readonly disclosure: string;
  readonly portable: boolean;
  readonly speaker_entity_id: string | null;
  readonly owner_entity_id: string | null;
  readonly subject_entity_ids: readonly string[];
  readonly withheld_from_ids: readonly string[];
  readonly observed_at: Date;
  readonly first_observed_at: Date;
  readonly superseded_by: string | null;
  readonly superseded_at: Date | null;
  readonly source_id: string | null;
  readonly source_type: string | null;
  readonly said_in: Setting | null;
  readonly stands: Setting | null;
  readonly source_name: string | null;
  readonly platform: string | null;
  readonly trust: string;
  readonly origin: string;
  readonly conversation_id: string | null;
  readonly conflicts_with: readonly string[];
  readonly recorded_at: Date;
  readonly updated_at: Date;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly evidence: readonly Evidence[] | null;
  readonly position: string;
}

const factColumns = `m.memory_id as id, 'fact' as kind, m.tenant_id, m.agent_id, m.content, m.memory_type, m.importance, m.status, m.expires_at,
  m.visibility_scope, m.sensitivity_rank, m.sensitivity, m.disclosure, m.portable, m.speaker_entity_id, m.owner_entity_id,
  m.subject_entity_ids, m.withheld_from_ids || ${memoryKeptUntilRead} as withheld_from_ids, m.observed_at, m.first_observed_at, m.superseded_by, m.superseded_at, m.trust, m.origin, m.conversation_id,
  m.conflicts_with, m.recorded_at, m.updated_at, m.metadata, m.position,
  (select jsonb_agg(jsonb_build_object('message_id', e.message_id, 'event_id', e.event_id, 'record_id', e.record_id, 'observed_at', e.observed_at)
     order by e.observed_at, e.evidence_key) from memory_evidence e where e.memory_id = m.memory_id) as evidence`;

const messageColumns = `m.record_id as id, 'message' as kind, m.tenant_id, m.agent_id, m.text as content, null::text as memory_type, 0.5::real as importance,
  case when m.text is null then 'forgotten' else 'active' end as status, null::timestamptz as expires_at,
  m.visibility_scope, m.sensitivity_rank, (array['public', 'personal', 'sensitive', 'secret'])[m.sensitivity_rank + 1] as sensitivity,
  m.disclosure, true as portable, m.author_id as speaker_entity_id, m.author_id as owner_entity_id, array[m.author_id] as subject_entity_ids,
  m.withheld_from_ids || ${messageKeptUntilRead} as withheld_from_ids,
  m.sent_at as observed_at, m.sent_at as first_observed_at, null::uuid as superseded_by, null::timestamptz as superseded_at,
  'fact' as trust, 'extracted' as origin, m.conversation_id, '{}'::uuid[] as conflicts_with, m.recorded_at, m.updated_at, '{}'::jsonb as metadata,
  m.position, jsonb_build_array(jsonb_build_object('message_id', m.message_id, 'event_id', substr(m.event_key, strpos(m.event_key, '|') + 1),
    'record_id', m.record_id, 'observed_at', m.sent_at)) as evidence`;

const sourceColumns = (observedAt: string): string =>
  `s.source_id, ${effectiveType('s', 'said.setting', observedAt)} as source_type, said.setting as said_in,
   jsonb_build_object('sourceId', s.source_id, 'access', s.access, 'history', s.history, 'threadOf', s.thread_of, 'isApart', s.is_apart,
     'workspaceId', s.workspace_id, 'rootId', s.root_id) as stands, s.name as source_name, s.platform`;

/** A row with its source, and with how that stood when it was said. */
const withSource = (table: 'memories' | 'messages', saidAt: string): string =>
  `${table} m left join sources s using (source_id)
   left join lateral (select coalesce(m.setting, ${settingAt('s', saidAt)}) as setting) as said on s.source_id is not null`;

/** What was said again after the moment that is read as of is not told of. */
const knownBy = (row: Row, asOf: Date | null): Pick<FreshRow, 'evidence' | 'saidAt'> => {
  const evidence = row.evidence ?? [];
  if (asOf === null || row.observed_at <= asOf) return { evidence, saidAt: row.observed_at };
  const known = evidence.filter(({ observed_at }) => new Date(observed_at) <= asOf);
  const times = [row.first_observed_at, ...known.map(({ observed_at }) => new Date(observed_at))];
  return { evidence: known, saidAt: new Date(Math.max(...times.map(Number))) };
};

const toFresh = (row: Row, asOf: Date | null): FreshRow => ({
  facts: {
    memoryId: row.id,
    tenantId: row.tenant_id,
    agentId: row.agent_id,
    status: row.status,
    expiresAt: row.expires_at,
    scope: row.visibility_scope,
    sensitivity: row.sensitivity_rank,
    disclosure: row.disclosure,
    portable: row.portable,
    speakerId: row.speaker_entity_id,
    ownerId: row.owner_entity_id,
    subjectIds: row.subject_entity_ids,
    withheldFromIds: row.withheld_from_ids,
    observedAt: row.observed_at,
    firstObservedAt: row.first_observed_at,
    supersededAt: row.superseded_at,
    source:
      row.source_id === null || row.stands === null
        ? null
        : sourceAsSaid(row.source_type ?? 'unknown', row.said_in, row.stands),
    imported: row.origin === 'imported',
  },
  kind: row.kind,
  content: row.content,
  memoryType: row.memory_type,
  importance: row.importance,
  trust: row.trust,
  sensitivity: row.sensitivity,
  conversationId: row.conversation_id,
  conflictsWith: row.conflicts_with,
  supersededBy: row.superseded_by,
  recordedAt: row.recorded_at,
  updatedAt: row.updated_at,
  metadata: row.metadata,
  sourceName: row.source_name,
  platform: row.platform,
  ...knownBy(row, asOf),
  position: BigInt(row.position),
});

/** Rows as they are now, in no order. Ids that are not there are left out. */
export const freshRows = async (
  sql: Sql,
  tenantId: string,
  ids: readonly string[],
  asOf: Date | null = null,
): Promise<ReadonlyMap<string, FreshRow>> => {
  if (ids.length === 0) return new Map();
  const unique = [...new Set(ids)];
  // INVARIANT: one statement, whatever the ids are of: what is there takes no other way than what is not.
  const rows = await sql.query<Row>(
    `select ${factColumns}, ${sourceColumns('m.observed_at')} from ${withSource('memories', 'm.observed_at')}
     where m.tenant_id = $1 and m.memory_id = any($2::uuid[])
     union all
     select ${messageColumns}, ${sourceColumns('m.sent_at')} from ${withSource('messages', 'm.sent_at')}
     where m.tenant_id = $1 and m.record_id = any($2::uuid[])`,
    [tenantId, unique],
  );
  return new Map(rows.map((row) => [row.id, toFresh(row, asOf)]));
};
