import type { Sql } from '#database';
import { isSameWords, type IdKey } from '#domain';
import type { Statement } from './capture.js';

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
  statements: readonly Pick<Statement, 'captured'>[],
): Promise<ReadonlyMap<string, Row>> => {
  const rows = await sql.query<Row>(
    `select memory_id, status, content, forgotten_at, reworded_at from memories
     where memory_id = any($1::uuid[]) and (status = 'forgotten' or reworded_at is not null)`,
    [statements.map(({ captured }) => captured.memoryId)],
  );
  return new Map(rows.map((row) => [row.memory_id, row]));
};

/** Since when the memory no longer says what is stated; null while it does. */
const overSince = (row: Row | undefined, content: string | null): Date | null => {
  if (row === undefined) return null;
  if (row.status === 'forgotten') return row.forgotten_at;
  return content === null || isSameWords(row.content ?? '', content) ? null : row.reworded_at;
};

/**
 * What was said again after it was asked to be forgotten is another memory: the key of the old one is gone for good. And
 * so is what was said again after it was put into other words: that it is so again is news.
 * INVARIANT: what was said before the asking keeps the id of what is forgotten, whenever it arrives, so nobody hears of it.
 */
export const saidAgain = async <Said extends Pick<Statement, 'captured'>>(
  sql: Sql,
  idKey: IdKey,
  statements: readonly Said[],
): Promise<readonly Said[]> => {
  if (statements.length === 0) return statements;
  const decided = await decidedAmong(sql, statements);
  const moved = statements.map((statement) => {
    const { memoryId, evidence, content } = statement.captured;
    const at = overSince(decided.get(memoryId), content);
    if (at === null || evidence.observedAt <= at) return statement;
    const again = idKey.derive('said-again', memoryId, at.toISOString());
    return { ...statement, captured: { ...statement.captured, memoryId: again } };
  });
  return moved.some((statement, index) => statement !== statements[index])
    ? saidAgain(sql, idKey, moved)
    : moved;
};
