import type { Sql } from '#database';
import type { WithheldMessage } from '../messages/withheld-messages.js';
import type { DecidedWords, FactOutcome, MemoryStatus, Sensitivity, Setting, StatedMemory } from '#domain';

/** Of these, what a person had forgotten or put into other words. */
export const memoriesDecidedAmong = async (
  sql: Sql,
  memoryIds: readonly string[],
): Promise<ReadonlyMap<string, StatedMemory>> => {
  const rows = await sql.query<{
    memory_id: string;
    status: string;
    content: string | null;
    forgotten_at: Date | null;
    reworded_at: Date | null;
  }>(
    `select memory_id, status, content, forgotten_at, reworded_at from memories
     where memory_id = any($1::uuid[]) and (status = 'forgotten' or reworded_at is not null)`,
    [memoryIds],
  );
  return new Map(
    rows.map((row): [string, StatedMemory] => [
      row.memory_id,
      {
        status: row.status as MemoryStatus,
        content: row.content,
        forgottenAt: row.forgotten_at,
        rewordedAt: row.reworded_at,
      },
    ]),
  );
};

/** Words of these messages about which somebody decided, by message. */
export const wordsDecidedIn = async (
  sql: Sql,
  recordIds: readonly string[],
): Promise<ReadonlyMap<string, readonly DecidedWords[]>> => {
  const rows = await sql.query<{ record_id: string; memory_id: string; start_at: number; end_at: number }>(
    // What a message shares it says in no words of its own: other words of it are not decided by that.
    `select e.record_id, e.memory_id, e.start_at, case when m.shared_in is null then e.end_at else e.start_at end as end_at
     from memory_evidence e join memories m using (memory_id)
     where e.record_id = any($1::uuid[]) and ((m.status = 'forgotten' and e.observed_at <= m.forgotten_at) or m.corrected)`,
    [recordIds],
  );
  const byRecord = new Map<string, DecidedWords[]>();
  for (const row of rows) {
    const words = { memoryId: row.memory_id, start: row.start_at, end: row.end_at };
    byRecord.set(row.record_id, [...(byRecord.get(row.record_id) ?? []), words]);
  }
  return byRecord;
};

/** One message as evidence of one memory. */
export interface CapturedEvidence {
  readonly record_id: string;
  readonly memory_id: string;
  /** Whom the message names by it, as somebody of its author's life. */
  readonly entity_id: string | null;
  /** How its place was thought to stand. */
  readonly setting: Setting | null;
}

/** What is held from these messages. */
export const evidenceFrom = async (
  sql: Sql,
  recordIds: readonly string[],
): Promise<readonly CapturedEvidence[]> => {
  if (recordIds.length === 0) return [];
  return sql.query<CapturedEvidence>(
    `select e.record_id, e.memory_id, k.entity_id, e.setting from memory_evidence e left join kin_namings k using (memory_id, record_id)
     where e.record_id = any($1::uuid[])`,
    [recordIds],
  );
};

/** What was said of these messages when they were read last. */
export const outcomesOfReading = async (
  sql: Sql,
  recordIds: readonly string[],
): Promise<ReadonlyMap<string, readonly FactOutcome[]>> => {
  if (recordIds.length === 0) return new Map();
  const rows = await sql.query<{ record_id: string; facts: readonly FactOutcome[] }>(
    'select record_id, facts from event_outcomes where record_id = any($1::uuid[]) and facts is not null',
    [recordIds],
  );
  return new Map(rows.map((row) => [row.record_id, row.facts]));
};

/** What people decided about the facts of a message. */
export interface PeopleDecisions {
  readonly isForgotten: boolean;
  readonly isConfided: boolean;
  /** How delicate they said it is, whom they keep it from, and whether to its own people alone. */
  readonly sensitivity: Sensitivity;
  readonly withheldFromIds: readonly string[];
  readonly isPrivate: boolean;
}

/** Of these messages, those of whose facts a person decided something. */
const decidedOfFacts = async (
  sql: Sql,
  recordIds: readonly string[],
): Promise<ReadonlyMap<string, PeopleDecisions>> => {
  if (recordIds.length === 0) return new Map();
  const rows = await sql.query<{
    record_id: string;
    forgotten: boolean;
    confided: boolean;
    private: boolean;
    sensitivity: number;
    withheld_from: readonly string[];
  }>(
    `select e.record_id, bool_or(m.status = 'forgotten' and e.observed_at <= m.forgotten_at) as forgotten,
       bool_or(m.corrected and m.disclosure = 'conversation_private') as confided,
       bool_or(m.corrected and m.visibility_scope = 'private_subject') as private,
       coalesce(max(m.sensitivity_rank) filter (where m.corrected), 0) as sensitivity,
       (select coalesce(array_agg(distinct kept), '{}') from memory_evidence own join memories held using (memory_id),
         unnest(held.withheld_from_ids) as kept where own.record_id = e.record_id) as withheld_from
     from memory_evidence e join memories m using (memory_id)
     where e.record_id = any($1::uuid[]) and (m.status = 'forgotten' or m.corrected) group by e.record_id`,
    [recordIds],
  );
  return new Map(
    rows.map((row): [string, PeopleDecisions] => [
      row.record_id,
      {
        isForgotten: row.forgotten,
        isConfided: row.confided,
        sensitivity: row.sensitivity as Sensitivity,
        withheldFromIds: row.withheld_from,
        isPrivate: row.private,
      },
    ]),
  );
};

const nothingDecided: PeopleDecisions = {
  isForgotten: false,
  isConfided: false,
  sensitivity: 0,
  withheldFromIds: [],
  isPrivate: false,
};

/** Of these messages, of which facts are held, those about which, or about whose facts, a person decided something. */
export const decidedOf = async (
  sql: Sql,
  recordIds: readonly string[],
  asked: readonly WithheldMessage[],
): Promise<ReadonlyMap<string, PeopleDecisions>> => {
  const decided = new Map(await decidedOfFacts(sql, recordIds));
  for (const { record_id: id, withheld_from_ids: from } of asked) {
    const before = decided.get(id) ?? nothingDecided;
    decided.set(id, {
      ...before,
      isConfided: true,
      withheldFromIds: [...new Set([...before.withheldFromIds, ...from])].sort(),
    });
  }
  return decided;
};
