import type { Sql } from '#database';
import type { KithEventType } from '#domain';

/** One telling of who somebody of a speaker's life is: "my wife Sarah". */
export interface KinTelling {
  readonly speakerId: string;
  readonly agentId: string;
  readonly recordId: string;
  /** `wife`, `older sister`. */
  readonly word: string;
  readonly name: string;
  readonly entityId: string;
  readonly at: Date;
  readonly rootId: string;
  readonly workspaceId: string | null;
  readonly scope: string;
  readonly sensitivity: number;
  readonly disclosure: string;
  readonly portable: boolean;
}

interface Row {
  readonly speaker_id: string;
  readonly agent_id: string;
  readonly record_id: string;
  readonly topic: string;
  readonly value: string;
  readonly entity_id: string;
  readonly at: Date;
  readonly root_id: string;
  readonly workspace_id: string | null;
  readonly visibility_scope: string;
  readonly sensitivity_rank: number;
  readonly disclosure: string;
  readonly portable: boolean;
}

/** Whom these people have named as somebody of their life, as far as it is held, kept from nobody, and not taken back; in order. */
export const kinToldBy = async (
  sql: Sql,
  tenantId: string,
  speakerIds: readonly string[],
): Promise<readonly KinTelling[]> => {
  if (speakerIds.length === 0) return [];
  const rows = await sql.query<Row>(
    `select k.speaker_id, k.agent_id, k.record_id, m.topic, m.value, k.entity_id, k.at, s.root_id, s.workspace_id,
       m.visibility_scope, m.sensitivity_rank, m.disclosure, m.portable
     from kin_namings k join memories m using (memory_id) join memory_evidence e using (memory_id, record_id)
     join sources s using (source_id)
     where k.tenant_id = $1 and k.speaker_id = any($2::uuid[]) and m.status in ('active', 'superseded')
       and m.topic like 'kin:%' and m.value is not null and m.withheld_from_ids = '{}'
     order by k.at, k.record_id, k.memory_id`,
    [tenantId, [...new Set(speakerIds)]],
  );
  return rows.map((row) => ({
    speakerId: row.speaker_id,
    agentId: row.agent_id,
    recordId: row.record_id,
    word: row.topic.split(':')[1] ?? '',
    name: row.value,
    entityId: row.entity_id,
    at: row.at,
    rootId: row.root_id,
    workspaceId: row.workspace_id,
    scope: row.visibility_scope,
    sensitivity: row.sensitivity_rank,
    disclosure: row.disclosure,
    portable: row.portable,
  }));
};

/** Events of a memory that may make another person of somebody of a speaker's life. */
export const kinChanging = [
  'KinNamed',
  'MemoryEvidenceWithdrawn',
  'MemoryForgotten',
  'MemoryCorrected',
  'MemoryReachChanged',
] as const satisfies readonly KithEventType[];

/** Whose life these memories told of, or had told of. */
export const kinSpeakersOf = async (sql: Sql, memoryIds: readonly string[]): Promise<readonly string[]> => {
  if (memoryIds.length === 0) return [];
  const rows = await sql.query<{ speaker_id: string }>(
    'select distinct speaker_id from kin_namings where memory_id = any($1::uuid[])',
    [[...new Set(memoryIds)]],
  );
  return rows.map((row) => row.speaker_id);
};
