import {
  answered,
  failed,
  type Answer,
  type Caller,
  type ViewerParams,
  isOperator,
  viewerRefOf,
  placeRefOf,
} from '#contracts';
import type { MemoryStatus } from '#domain';
import type { LogWriter } from '#event-log';
import { decide, type Operation, type ReadRequest } from '#policy';
import { copiesOf, freshRows, informedOfOne, loadReadRequest, ofItsAgent, type FreshRow } from '#read-models';
import type { CommandOptions } from '../command-options.js';

const notFound = failed('not-found', 'no such memory');

export type Change = Extract<Operation, 'write' | 'forget'>;

export const askedBy = async (
  writer: LogWriter,
  options: CommandOptions,
  caller: Caller,
  viewer: ViewerParams,
  change: Change,
  requestedStatus: MemoryStatus = 'active',
): Promise<ReadRequest | null> => {
  const ref = viewerRefOf(viewer);
  const isOperators = ref === null && isOperator(caller);
  if (ref === null && !isOperators && options.knobs['identity.mode'] === 'multi_user') return null;
  const asked = await loadReadRequest(writer.sql, {
    tenantId: caller.tenantId,
    agent: viewer.agent_id ?? null,
    principal: isOperator(caller) ? 'operator' : 'client',
    operation: isOperators ? 'inspect' : change,
    viewer: ref,
    place: placeRefOf(viewer),
    audience: [],
    knobs: options.knobs,
    now: options.now(),
    asOf: null,
    requestedStatus,
  });
  return asked.request;
};

/** Whoever said it, owns it or is spoken of may change it; an operator may. Whoever may not see it is told nothing. */
export const mayChange = (request: ReadRequest, row: FreshRow): boolean => {
  if (request.operation === 'inspect') return true;
  const cluster = request.viewer?.cluster ?? [];
  const { speakerId, ownerId, subjectIds } = row.facts;
  return [speakerId, ownerId, ...subjectIds].some(
    (entityId) => entityId !== null && cluster.includes(entityId),
  );
};

export type FoundMemory = { readonly row: FreshRow; readonly request: ReadRequest };

export const find = async (
  writer: LogWriter,
  options: CommandOptions,
  caller: Caller,
  memoryId: string,
  viewer: ViewerParams,
  change: Change,
): Promise<Answer<FoundMemory>> => {
  const asked = await askedBy(writer, options, caller, viewer, change);
  if (!asked)
    return failed('invalid', 'who asks is required', [{ path: 'viewer_id', message: 'is required' }]);
  const row = (await freshRows(writer.sql, caller.tenantId, [memoryId])).get(memoryId);
  const request = ofItsAgent(asked, row?.facts ?? null);
  const reading = await informedOfOne(writer.sql, request, row?.facts ?? null);
  if (!row || row.kind !== 'fact' || decide(reading, row.facts).decision === 'deny') return notFound;
  return mayChange(request, row)
    ? answered({ row, request })
    : failed('forbidden', 'only its speaker, owner, subject or an operator may change it');
};

/** What others were let know of these, as it stands. */
export const copyIdsOf = async (
  writer: LogWriter,
  tenantId: string,
  rows: readonly FreshRow[],
): Promise<readonly string[]> => {
  const originals = rows.map(({ facts }) => facts);
  const copies = await copiesOf(writer.sql, writer.idKey, tenantId, originals);
  return copies.filter(({ memory }) => memory.status !== 'forgotten').map(({ memory }) => memory.memoryId);
};
