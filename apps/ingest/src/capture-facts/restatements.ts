import type { Sql } from '#database';
import { restatementId, type IdKey, type MemoryStatus, type StatedMemory } from '#domain';
import type { ResolvedFact } from './resolved-fact.js';

interface Row {
  readonly memory_id: string;
  readonly status: string;
  readonly content: string | null;
  readonly forgotten_at: Date | null;
  readonly reworded_at: Date | null;
}

/** Of these, what a person had forgotten or put into other words. */
const decidedAmong = async (
  sql: Sql,
  statements: readonly Pick<ResolvedFact, 'captured'>[],
): Promise<ReadonlyMap<string, StatedMemory>> => {
  const rows = await sql.query<Row>(
    `select memory_id, status, content, forgotten_at, reworded_at from memories
     where memory_id = any($1::uuid[]) and (status = 'forgotten' or reworded_at is not null)`,
    [statements.map(({ captured }) => captured.memoryId)],
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

/** The same statements, each with the id of the memory that it adds to or begins. */
export const withRestatements = async <Said extends Pick<ResolvedFact, 'captured'>>(
  sql: Sql,
  idKey: IdKey,
  statements: readonly Said[],
  isSaidNow = false,
): Promise<readonly Said[]> => {
  if (statements.length === 0) return statements;
  const decided = await decidedAmong(sql, statements);
  const moved = statements.map((statement) => {
    const { captured } = statement;
    const memoryId = restatementId(idKey, captured, decided.get(captured.memoryId), isSaidNow);
    return memoryId === null ? statement : { ...statement, captured: { ...captured, memoryId } };
  });
  return moved.some((statement, index) => statement !== statements[index])
    ? withRestatements(sql, idKey, moved, isSaidNow)
    : moved;
};
