import { type Caller, type RememberedView, type RememberRequest, isOperator } from '#contracts';
import type { LogWriter } from '#event-log';
import { decide } from '#policy';
import { freshRows, informed, loadReadRequest } from '#read-models';
import type { CommandOptions } from '../command-options.js';

/** What became of a statement, before it is known how much of that may be told. */
export interface UnredactedResult {
  readonly view: RememberedView;
  /** Which memories it replaced. */
  readonly replaced: readonly string[];
}

/**
 * What is answered to whoever had something remembered. That it replaced something is told to those who may list what
 * it replaced.
 * INVARIANT: no outcome tells a viewer that something is held which they may not hear; a gated one is told the same
 * whatever is held.
 */
export const told = async (
  writer: LogWriter,
  options: CommandOptions,
  caller: Caller,
  request: RememberRequest,
  outcomes: readonly UnredactedResult[],
): Promise<readonly RememberedView[]> => {
  if (isOperator(caller)) return outcomes.map(({ view }) => view);
  const { request: reading } = await loadReadRequest(writer.sql, {
    tenantId: caller.tenantId,
    agent: request.agent_id,
    principal: 'client',
    operation: 'list',
    viewer: request.viewer ?? null,
    place: null,
    audience: [],
    knobs: options.knobs,
    now: options.now(),
    asOf: null,
    requestedStatus: 'active',
  });
  if (options.knobs['gate.require_verified'] && reading.viewer?.isVerified !== true)
    return outcomes.map(({ view: { memory } }) => ({ id: null, memory, outcome: 'ADD' }));
  const rows = await freshRows(
    writer.sql,
    caller.tenantId,
    outcomes.flatMap(({ replaced }) => replaced),
  );
  const facts = [...rows.values()].map((row) => row.facts);
  const listing = await informed(writer.sql, reading, facts);
  const mayList = (id: string): boolean => {
    const row = rows.get(id);
    return row !== undefined && decide(listing, { ...row.facts, status: 'active' }).decision === 'allow';
  };
  return outcomes.map(({ view, replaced }) =>
    view.outcome === 'SUPERSEDE' && !replaced.some(mayList) ? { ...view, outcome: 'ADD' } : view,
  );
};
