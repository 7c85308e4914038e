import type { Sql } from '#database';
import type { DecidedWords, FactOutcome, Setting } from '#domain';
import type { MessageRow } from '#read-models';

/** What is held from these messages so far, and what was said of it then. */
export interface EarlierCapture {
  readonly memoryIdsOf: ReadonlyMap<string, ReadonlySet<string>>;
  readonly outcomesOf: ReadonlyMap<string, readonly FactOutcome[]>;
  /** How the place was thought to stand, by message and memory. */
  readonly settingsOf: ReadonlyMap<string, ReadonlyMap<string, Setting | null>>;
  readonly decidedOf: ReadonlyMap<string, readonly DecidedWords[]>;
  /** Whom a message names, as somebody of its author's life, by the memory that says so. */
  readonly kinOf: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

interface DecidedRow {
  readonly record_id: string;
  readonly memory_id: string;
  readonly start_at: number;
  readonly end_at: number;
}

const loadDecisions = async (
  sql: Sql,
  recordIds: readonly string[],
): Promise<ReadonlyMap<string, readonly DecidedWords[]>> => {
  const rows = await sql.query<DecidedRow>(
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

export const loadEarlierCapture = async (sql: Sql, recordIds: readonly string[]): Promise<EarlierCapture> => {
  const evidence = await sql.query<{
    record_id: string;
    memory_id: string;
    entity_id: string | null;
    setting: Setting | null;
  }>(
    `select e.record_id, e.memory_id, k.entity_id, e.setting from memory_evidence e left join kin_namings k using (memory_id, record_id)
     where e.record_id = any($1::uuid[])`,
    [recordIds],
  );
  const outcomes = await sql.query<{ record_id: string; facts: readonly FactOutcome[] }>(
    'select record_id, facts from event_outcomes where record_id = any($1::uuid[]) and facts is not null',
    [recordIds],
  );
  const memoryIdsOf = new Map<string, Set<string>>();
  const kinOf = new Map<string, Map<string, string>>();
  const settingsOf = new Map<string, Map<string, Setting | null>>();
  for (const { record_id, memory_id, entity_id, setting } of evidence) {
    settingsOf.set(
      record_id,
      (settingsOf.get(record_id) ?? new Map<string, Setting | null>()).set(memory_id, setting),
    );
    memoryIdsOf.set(record_id, (memoryIdsOf.get(record_id) ?? new Set<string>()).add(memory_id));
    if (entity_id !== null)
      kinOf.set(record_id, (kinOf.get(record_id) ?? new Map<string, string>()).set(memory_id, entity_id));
  }
  return {
    memoryIdsOf,
    kinOf,
    settingsOf,
    outcomesOf: new Map(outcomes.map((row) => [row.record_id, row.facts])),
    decidedOf: evidence.length === 0 ? new Map() : await loadDecisions(sql, recordIds),
  };
};

/** Since it was read last. */
export const wasEditedSince = (row: MessageRow): boolean =>
  row.edited_at !== null && BigInt(row.read_position) < BigInt(row.position);

/** The words are as they were when somebody decided about them; an edit makes them new. */
export const standingDecisions = (row: MessageRow, held: EarlierCapture): readonly DecidedWords[] =>
  row.deleted_at === null && !wasEditedSince(row) ? (held.decidedOf.get(row.record_id) ?? []) : [];
