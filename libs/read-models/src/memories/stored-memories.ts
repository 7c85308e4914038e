import type { Sql } from '#database';
import type { MemoryState } from '#domain';
import { groupBy, loadRows, saveRows } from '../rows.js';
import { evidenceTable, evidenceRow, evidenceOf } from './evidence-rows.js';
import { memories, memoryRow, memoryOf } from './memory-rows.js';

/** A memory with its evidence, its tenant, and the log position of its last event. */
export interface StoredMemory extends MemoryState {
  readonly tenantId: string;
  readonly position: bigint | string;
}

/** These memories with all their evidence, by id. */
export const loadMemories = async (sql: Sql, ids: readonly string[]): Promise<Map<string, StoredMemory>> => {
  const rows = await loadRows(sql, memories, ids);
  const evidence = await loadRows(
    sql,
    evidenceTable,
    rows.map((row) => row.memory_id),
  );
  const byMemory = groupBy(evidence, (item) => item.memory_id);
  return new Map(
    rows.map((row): [string, StoredMemory] => [
      row.memory_id,
      {
        memory: memoryOf(row),
        evidence: (byMemory.get(row.memory_id) ?? []).map(evidenceOf),
        tenantId: row.tenant_id,
        position: row.position,
      },
    ]),
  );
};

/** Writes these memories as they are now in place of those of before, and nothing of those that are not among them any more. */
export const saveMemories = async (
  sql: Sql,
  before: readonly string[],
  stored: ReadonlyMap<string, StoredMemory>,
): Promise<void> => {
  const gone = before.filter((id) => !stored.has(id));
  if (gone.length > 0) await sql.query('delete from memories where memory_id = any($1::uuid[])', [gone]);
  if (before.length > 0)
    await sql.query('delete from memory_evidence where memory_id = any($1::uuid[])', [before]);
  const all = [...stored.values()];
  await saveRows(
    sql,
    memories,
    all.map(({ memory, tenantId, position }) => memoryRow(memory, tenantId, position)),
  );
  await saveRows(
    sql,
    evidenceTable,
    all.flatMap(({ memory, evidence }) => evidence.map((item) => evidenceRow(memory.memoryId, item))),
  );
};
