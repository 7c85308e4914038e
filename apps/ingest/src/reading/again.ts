import type { Sql } from '#database';
import { derivedId } from '#domain';
import type { Statement } from './capture.js';

const forgottenAmong = async (
  sql: Sql,
  statements: readonly Statement[],
): Promise<ReadonlyMap<string, Date>> => {
  const rows = await sql.query<{ memory_id: string; forgotten_at: Date | null }>(
    `select memory_id, forgotten_at from memories where memory_id = any($1::uuid[]) and status = 'forgotten'`,
    [statements.map(({ captured }) => captured.memoryId)],
  );
  return new Map(
    rows.flatMap((row) => (row.forgotten_at === null ? [] : [[row.memory_id, row.forgotten_at] as const])),
  );
};

/**
 * What was said again after it was asked to be forgotten is another memory: the key of the old one is gone for good.
 * INVARIANT: what was said before the asking keeps the id of what is forgotten, whenever it arrives, so nobody hears of it.
 */
export const saidAgain = async (
  sql: Sql,
  statements: readonly Statement[],
): Promise<readonly Statement[]> => {
  if (statements.length === 0) return statements;
  const forgotten = await forgottenAmong(sql, statements);
  const moved = statements.map((statement) => {
    const { memoryId, evidence } = statement.captured;
    const at = forgotten.get(memoryId);
    if (at === undefined || evidence.observedAt <= at) return statement;
    const again = derivedId('said-again', memoryId, at.toISOString());
    return { ...statement, captured: { ...statement.captured, memoryId: again } };
  });
  return moved.some((statement, index) => statement !== statements[index]) ? saidAgain(sql, moved) : moved;
};
