import type { Sql } from '#database';
import { restatementId, type IdKey } from '#domain';
import { memoriesDecidedAmong } from '#read-models';
import type { ResolvedFact } from './resolved-fact.js';

/** The same statements, each with the id of the memory that it adds to or begins. */
export const withRestatements = async <Said extends Pick<ResolvedFact, 'captured'>>(
  sql: Sql,
  idKey: IdKey,
  statements: readonly Said[],
  isSaidNow = false,
): Promise<readonly Said[]> => {
  if (statements.length === 0) return statements;
  const decided = await memoriesDecidedAmong(
    sql,
    statements.map(({ captured }) => captured.memoryId),
  );
  const moved = statements.map((statement) => {
    const { captured } = statement;
    const memoryId = restatementId(idKey, captured, decided.get(captured.memoryId), isSaidNow);
    return memoryId === null ? statement : { ...statement, captured: { ...captured, memoryId } };
  });
  return moved.some((statement, index) => statement !== statements[index])
    ? withRestatements(sql, idKey, moved, isSaidNow)
    : moved;
};
