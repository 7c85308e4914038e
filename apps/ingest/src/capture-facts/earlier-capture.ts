import type { Sql } from '#database';
import type { DecidedWords, FactOutcome, Setting } from '#domain';
import { evidenceFrom, outcomesOfReading, wordsDecidedIn, type MessageRow } from '#read-models';

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

/**
 * Of a message that nothing befell since it came, not even to be read, nothing is held. One that lost its words to an order
 * while it was read counts as not read, and what it said is held.
 */
export const isAsItCame = (row: MessageRow): boolean =>
  BigInt(row.read_position) === 0n &&
  row.edited_at === null &&
  row.deleted_at === null &&
  row.erased_at === null;

export const loadEarlierCapture = async (
  sql: Sql,
  messages: readonly MessageRow[],
): Promise<EarlierCapture> => {
  const recordIds = messages.filter((row) => !isAsItCame(row)).map((row) => row.record_id);
  const evidence = await evidenceFrom(sql, recordIds);
  const outcomesOf = await outcomesOfReading(sql, recordIds);
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
    outcomesOf,
    decidedOf: evidence.length === 0 ? new Map() : await wordsDecidedIn(sql, recordIds),
  };
};

/** Since it was read last. */
export const wasEditedSince = (row: MessageRow): boolean =>
  row.edited_at !== null && BigInt(row.read_position) < BigInt(row.position);

/** The words are as they were when somebody decided about them; an edit makes them new. */
export const standingDecisions = (row: MessageRow, held: EarlierCapture): readonly DecidedWords[] =>
  row.deleted_at === null && !wasEditedSince(row) ? (held.decidedOf.get(row.record_id) ?? []) : [];
