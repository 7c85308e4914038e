import type { Sql } from '#database';
import { decide, type ReadRequest } from '#policy';
import { freshRows, type FreshRow } from './memories.js';

/**
 * What was replaced is listed to those who may hear what replaced it, if it stood: nobody learns from a list that
 * something hidden exists.
 */
export const mayHearReplacement = async (
  sql: Sql,
  request: ReadRequest,
  rows: readonly FreshRow[],
): Promise<(row: FreshRow) => boolean> => {
  const ids = rows.flatMap(({ supersededBy }) => (supersededBy === null ? [] : [supersededBy]));
  const replacements = await freshRows(sql, request.tenantId, ids);
  const now: ReadRequest = { ...request, standing: 'active' };
  return ({ supersededBy, facts }) => {
    if (supersededBy === null) return true;
    const by = replacements.get(supersededBy)?.facts;
    if (!by) return false;
    const isReplacedToo = facts.status === 'superseded' && by.status === 'superseded';
    return decide(now, isReplacedToo ? { ...by, status: 'active' } : by).decision === 'allow';
  };
};
