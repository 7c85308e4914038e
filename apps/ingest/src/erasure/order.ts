import {
  answered,
  failed,
  isOperator,
  viewerRefOf,
  type Answer,
  type Caller,
  type ErasureKey,
  type OrderedErasure,
  type ErasureView,
  type ListErasures,
  type OrderErasure,
  type Page,
  type ViewerParams,
} from '#contracts';
import { accountEntityId, orderErasure } from '#domain';
import type { Database, Sql } from '#database';
import type { EventLog, LogWriter } from '#event-log';
import {
  clusterOf,
  erasureById,
  erasureStateOf,
  findEntity,
  hasBeenIn,
  listedErasures,
  placeWithThreads,
  unfinishedErasures,
} from '#read-models';
import type { CommandOptions } from '../command-options.js';
import { appendToErasure } from './carry-out.js';
import { planOf, type ErasureScope } from './plan.js';
import type { Kept } from './receipt.js';
import { viewOf } from './view.js';

/** INVARIANT: the same for what is not there and for what somebody has no say in. */
const notFound = failed('not-found', 'no such person or place');
/** INVARIANT: an erasure reaches every agent and every linked account: a key for one of them may not order it. */
const confined = failed(
  'forbidden',
  'a key for one agent or platform erases nothing: an erasure reaches all of them',
);
const noErasure = failed('not-found', 'no such erasure');

/** Whoever asks, with all linked entities; null: an operator in their own name. Somebody erased is known by their account still. */
const askerOf = async (sql: Sql, caller: Caller, viewer: ViewerParams): Promise<readonly string[] | null> => {
  const { tenantId } = caller;
  const ref = viewerRefOf(viewer);
  // INVARIANT: a client that names nobody speaks for nobody.
  if (ref === null) return isOperator(caller) ? null : [];
  const { platform, platform_user_id: userId } = ref;
  const born = platform && userId ? accountEntityId(tenantId, platform, userId) : null;
  const found = (await findEntity(sql, tenantId, ref)) ?? born;
  return found === null ? [] : clusterOf(sql, found);
};

interface Meant {
  readonly entityIds: readonly string[];
  readonly sourceIds: readonly string[];
}

const meantBy = async (
  sql: Sql,
  caller: Caller,
  asker: readonly string[] | null,
  { entity_id: entityId, source_id: sourceId }: OrderErasure,
): Promise<Meant | null> => {
  const found =
    entityId === undefined ? null : await findEntity(sql, caller.tenantId, { entity_id: entityId });
  if (entityId !== undefined && found === null) return null;
  const entityIds = found === null ? [] : await clusterOf(sql, found);
  // Somebody has a say in themselves alone: in no place, and in nobody else.
  if (asker !== null && (found === null || !asker.includes(found))) return null;
  if (sourceId === undefined) return { entityIds, sourceIds: [] };
  if (asker !== null && !(await hasBeenIn(sql, sourceId, asker))) return null;
  const sourceIds = await placeWithThreads(sql, caller.tenantId, sourceId);
  return sourceIds.length === 0 ? null : { entityIds, sourceIds };
};

const tried = async (
  writer: LogWriter,
  options: CommandOptions,
  reach: ErasureScope,
  isOwn: boolean,
): Promise<OrderedErasure> => {
  const settings = { tenantId: reach.tenantId, knobs: options.knobs, now: options.now() };
  const { memoryIds, recordIds, namesOf, known } = await planOf(writer, reach, settings);
  const counts = isOwn
    ? known
    : { memories: memoryIds.length, messages: recordIds.length, people_named: namesOf.length };
  const stores = Object.entries(counts).map(([store, found]) => ({ store, found, erased: 0 }));
  return { id: null, status: 'dry_run', stores };
};

/** Orders an erasure, or says what it would find. Asked for twice while it runs, it is one. */
export const order = (
  options: CommandOptions,
  caller: Caller,
  asked: OrderErasure,
  viewer: ViewerParams,
): Promise<Answer<OrderedErasure>> =>
  options.log.write(caller.tenantId, async (writer) => {
    if (caller.agent !== undefined || caller.platform !== undefined) return confined;
    const asker = await askerOf(writer.sql, caller, viewer);
    if (asker === null && !isOperator(caller)) return notFound;
    const meant = await meantBy(writer.sql, caller, asker, asked);
    if (meant === null) return notFound;
    const at = options.now();
    const isOwn = asker !== null;
    const ordered = {
      erasureId: options.newId(),
      kind: asked.kind,
      entityIds: [...meant.entityIds],
      sourceIds: [...meant.sourceIds],
      isOwn,
      keyId: caller.keyId,
      at,
    };
    if (asked.dry_run)
      return answered(await tried(writer, options, { ...ordered, tenantId: caller.tenantId }, isOwn));
    const running = (await unfinishedErasures(writer.sql, caller.tenantId)).map(erasureStateOf);
    const { erasureId, events } = orderErasure(ordered, running);
    await appendToErasure(writer, erasureId, events);
    return answered({ id: erasureId, status: 'running' });
  });

export interface Reading {
  readonly database: Database;
  readonly log: EventLog;
  readonly where: Kept;
}

/** To an operator, and to whom it is of. */
export const show = async (
  { database, where }: Reading,
  caller: Caller,
  erasureId: string,
  viewer: ViewerParams,
): Promise<Answer<ErasureView>> => {
  const row = await erasureById(database.reading, caller.tenantId, erasureId);
  const asker = await askerOf(database.reading, caller, viewer);
  if (row === null) return noErasure;
  if (asker === null) return isOperator(caller) ? answered(viewOf(row, 'operator', where)) : noErasure;
  return row.entity_ids.some((id) => asker.includes(id)) ? answered(viewOf(row, 'own', where)) : noErasure;
};

/** The newest first. */
export const list = async (
  { database, where }: Reading,
  caller: Caller,
  { limit, cursor }: ListErasures,
): Promise<Answer<Page<ErasureView>>> => {
  if (!isOperator(caller)) return failed('forbidden', 'a list of erasures needs the operator role');
  const rows = await listedErasures(database.reading, caller.tenantId, limit + 1, cursor ?? null);
  const page = rows.slice(0, limit);
  return answered({
    results: page.map((row) => viewOf(row, 'operator', where)),
    next_cursor: rows.length > limit ? (page.at(-1)?.erasure_id ?? null) : null,
  });
};

export const signingKey = async ({ log }: Reading): Promise<Answer<ErasureKey>> =>
  answered({ algorithm: 'ed25519', public_key: (await log.signer()).publicKey });
