import type { Sql } from '#database';
import { decide, type ReadRequest } from '#policy';
import { informed, informedOfOne, idOfNobody } from './audience.js';
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
  const facts = [...replacements.values()].map((row) => row.facts);
  const now = await informed(sql, { ...request, requestedStatus: 'active' }, facts);
  return ({ supersededBy, facts: { status } }) => {
    if (supersededBy === null) return true;
    const by = replacements.get(supersededBy)?.facts;
    if (!by) return false;
    const isReplacedToo = status === 'superseded' && by.status === 'superseded';
    return decide(now, isReplacedToo ? { ...by, status: 'active' } : by).decision === 'allow';
  };
};

/** As above, of one row that was asked for by its id, or null: by the same statements, whatever it says. */
export const mayHearReplacementOf = async (
  sql: Sql,
  request: ReadRequest,
  row: FreshRow | null,
): Promise<boolean> => {
  const id = row?.supersededBy ?? idOfNobody;
  const by = (await freshRows(sql, request.tenantId, [id])).get(id)?.facts ?? null;
  const isReplacedToo = row?.facts.status === 'superseded' && by?.status === 'superseded';
  const standing = by && isReplacedToo ? { ...by, status: 'active' } : by;
  const asked = await informedOfOne(sql, { ...request, requestedStatus: 'active' }, standing);
  if (!row || row.supersededBy === null) return true;
  return standing !== null && decide(asked, standing).decision === 'allow';
};
