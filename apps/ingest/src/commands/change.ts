import {
  answered,
  event as build,
  failed,
  labelOfRank,
  rankOfLabel,
  type Answer,
  type Caller,
  type DeleteMemories,
  type EntityRef,
  type FieldError,
  type MemoryStatus,
  type PatchMemory,
  type PlaceRef,
  type ViewerParams,
} from '#domain';
import type { LogWriter, StreamAppend } from '#event-log';
import { findCredential } from '#extraction';
import { decide, type ReadRequest } from '#policy';
import { freshRows, loadReadRequest, type FreshRow } from '#read-models';
import { copiesOf } from '../reading/copies.js';
import { settleTopics } from '../reading/settling.js';
import type { CommandOptions } from './command-options.js';
import { isOperator } from './whereabouts.js';

const notFound = failed('not-found', 'no such memory');

const viewerOf = (viewer: ViewerParams): EntityRef | null => {
  if (viewer.viewer_id !== undefined) return { entity_id: viewer.viewer_id };
  return viewer.viewer_platform !== undefined && viewer.viewer_platform_user_id !== undefined
    ? { platform: viewer.viewer_platform, platform_user_id: viewer.viewer_platform_user_id }
    : null;
};

const placeOf = (viewer: ViewerParams): PlaceRef | null => {
  if (viewer.viewer_source_id !== undefined) return { source_id: viewer.viewer_source_id };
  const {
    viewer_source_platform: platform,
    viewer_source_type: type,
    viewer_source_external_id: external_id,
  } = viewer;
  return platform !== undefined && type !== undefined && external_id !== undefined
    ? { platform, type, external_id }
    : null;
};

const askedBy = async (
  writer: LogWriter,
  options: CommandOptions,
  caller: Caller,
  viewer: ViewerParams,
  standing: MemoryStatus = 'active',
): Promise<ReadRequest | null> => {
  const ref = viewerOf(viewer);
  if (ref === null && !isOperator(caller)) return null;
  const asked = await loadReadRequest(writer.sql, {
    tenantId: caller.tenantId,
    agent: viewer.agent_id,
    principal: isOperator(caller) ? 'operator' : 'client',
    operation: ref === null ? 'inspect' : 'write',
    viewer: ref,
    place: placeOf(viewer),
    audience: [],
    knobs: options.knobs,
    now: options.now(),
    asOf: null,
    standing,
  });
  return asked.request;
};

/** Whoever said it, owns it or is spoken of may change it; an operator may. Whoever may not see it is told nothing. */
const mayChange = (request: ReadRequest, row: FreshRow): boolean => {
  if (request.operation === 'inspect') return true;
  const cluster = request.viewer?.cluster ?? [];
  const { speakerId, ownerId, subjectIds } = row.facts;
  return [speakerId, ownerId, ...subjectIds].some(
    (entityId) => entityId !== null && cluster.includes(entityId),
  );
};

type Found = { readonly row: FreshRow; readonly request: ReadRequest };

const find = async (
  writer: LogWriter,
  options: CommandOptions,
  caller: Caller,
  memoryId: string,
  viewer: ViewerParams,
): Promise<Answer<Found>> => {
  const request = await askedBy(writer, options, caller, viewer);
  if (!request)
    return failed('invalid', 'who asks is required', [{ path: 'viewer_id', message: 'is required' }]);
  const row = (await freshRows(writer.sql, caller.tenantId, [memoryId])).get(memoryId);
  if (!row || row.kind !== 'fact' || decide(request, row.facts).decision === 'deny') return notFound;
  return mayChange(request, row)
    ? answered({ row, request })
    : failed('forbidden', 'only its speaker, owner, subject or an operator may change it');
};

interface TopicRow {
  readonly memory_id: string;
  readonly agent_id: string | null;
  readonly topic: string | null;
}

const topicsOf = async (writer: LogWriter, memoryIds: readonly string[]) => {
  const rows = await writer.sql.query<TopicRow>(
    'select memory_id, agent_id, topic from memories where memory_id = any($1::uuid[])',
    [memoryIds],
  );
  return rows.flatMap((row) => (row.topic === null ? [] : [{ agentId: row.agent_id, topic: row.topic }]));
};

/** What others were let know of these, as it stands. */
const copyIdsOf = async (
  writer: LogWriter,
  tenantId: string,
  rows: readonly FreshRow[],
): Promise<readonly string[]> => {
  const originals = rows.map(({ facts }) => ({
    memory_id: facts.memoryId,
    speaker_entity_id: facts.speakerId,
  }));
  const copies = await copiesOf(writer.sql, tenantId, originals);
  return copies.filter(({ memory }) => memory.status !== 'forgotten').map(({ memory }) => memory.memory_id);
};

const forget = async (
  writer: LogWriter,
  options: CommandOptions,
  caller: Caller,
  memoryIds: readonly string[],
  by: string | null,
): Promise<void> => {
  const at = options.now();
  const touched = await topicsOf(writer, memoryIds);
  const appends = memoryIds.map((memoryId): StreamAppend => ({
    stream: `memory-${memoryId}`,
    expectedVersion: 'any',
    events: [build('MemoryForgotten', { memoryId, by, reason: 'asked-by-call' }, at)],
  }));
  await writer.append(appends, { actor: `key:${caller.keyId}` });
  await writer.destroyKeys(memoryIds);
  await settleTopics(writer, caller.tenantId, touched, at);
};

export const forgetMemory = (
  options: CommandOptions,
  caller: Caller,
  memoryId: string,
  viewer: ViewerParams,
): Promise<Answer<{ id: string }>> =>
  options.log.write(caller.tenantId, async (writer) => {
    const found = await find(writer, options, caller, memoryId, viewer);
    if (!found.ok) return found;
    const copyIds = await copyIdsOf(writer, caller.tenantId, [found.value.row]);
    const by = found.value.request.viewer?.cluster[0] ?? null;
    await forget(writer, options, caller, [memoryId, ...copyIds], by);
    return answered({ id: memoryId });
  });

const conditions: readonly (readonly [keyof DeleteMemories, string])[] = [
  ['user_id', '(m.speaker_entity_id = ? or m.owner_entity_id = ? or m.subject_entity_ids @> array[?::uuid])'],
  ['subject_id', 'm.subject_entity_ids @> array[?::uuid]'],
  ['speaker_id', 'm.speaker_entity_id = ?'],
  ['memory_type', 'm.memory_type = ?'],
  ['source_id', 'm.source_id = ?'],
  ['visibility_scope', 'm.visibility_scope = ?'],
  ['trust', 'm.trust = ?'],
];

/** Forgets what the filter names, of what the viewer may see and may change. */
export const forgetMemories = (
  options: CommandOptions,
  caller: Caller,
  query: DeleteMemories,
): Promise<Answer<{ forgotten: number }>> =>
  options.log.write(caller.tenantId, async (writer) => {
    const request = await askedBy(writer, options, caller, query, query.status);
    if (!request)
      return failed('invalid', 'who asks is required', [{ path: 'viewer_id', message: 'is required' }]);
    const given = conditions.filter(([field]) => query[field] !== undefined);
    const where = given.map(([, condition], index) => condition.replaceAll('?', `$${String(index + 3)}`));
    const rows = await writer.sql.query<{ memory_id: string }>(
      `select m.memory_id from memories m where m.tenant_id = $1 and (m.agent_id = $2 or m.agent_id is null)
       and m.status <> 'forgotten' and ${['true', ...where].join(' and ')}`,
      [caller.tenantId, request.agentId, ...given.map(([field]) => query[field] ?? null)],
    );
    const fresh = await freshRows(
      writer.sql,
      caller.tenantId,
      rows.map((row) => row.memory_id),
    );
    const forgettable = [...fresh.values()].filter(
      (row) => decide(request, row.facts).decision === 'allow' && mayChange(request, row),
    );
    const ids = forgettable.map((row) => row.facts.memoryId);
    const all = [...new Set([...ids, ...(await copyIdsOf(writer, caller.tenantId, forgettable))])];
    if (all.length > 0) await forget(writer, options, caller, all, request.viewer?.cluster[0] ?? null);
    return answered({ forgotten: ids.length });
  });

const patchErrors = (caller: Caller, patch: PatchMemory, row: FreshRow): readonly FieldError[] => {
  const rank = patch.sensitivity ? rankOfLabel[patch.sensitivity] : row.facts.rank;
  const scope = patch.visibility_scope ?? row.facts.scope;
  const isForAll = scope === 'global_shared' || scope === 'system';
  const errors: FieldError[] = [];
  if (isForAll && rank > 0) errors.push({ path: 'sensitivity', message: `must be public for ${scope}` });
  if (isOperator(caller)) return errors;
  if (
    patch.visibility_scope &&
    patch.visibility_scope !== row.facts.scope &&
    patch.visibility_scope !== 'private_subject'
  )
    errors.push({ path: 'visibility_scope', message: 'only an operator may widen it' });
  if (patch.sensitivity && rank < row.facts.rank)
    errors.push({ path: 'sensitivity', message: 'only an operator may lower it' });
  if (patch.disclosure === 'public' && row.facts.disclosure !== 'public')
    errors.push({ path: 'disclosure', message: 'only an operator may widen it' });
  if (patch.portable === true && !row.facts.portable)
    errors.push({ path: 'portable', message: 'only an operator may widen it' });
  return errors;
};

export const patchMemory = (
  options: CommandOptions,
  caller: Caller,
  memoryId: string,
  viewer: ViewerParams,
  patch: PatchMemory,
): Promise<Answer<{ id: string }>> =>
  options.log.write(caller.tenantId, async (writer) => {
    if (patch.content !== undefined && findCredential(patch.content))
      return failed('credential-refused', 'content holds a credential and was not stored', [
        { path: 'content', message: 'looks like a credential' },
      ]);
    const found = await find(writer, options, caller, memoryId, viewer);
    if (!found.ok) return found;
    const errors = patchErrors(caller, patch, found.value.row);
    if (errors.length > 0) return failed('invalid', 'the change is not possible', errors);
    const at = options.now();
    const before = await topicsOf(writer, [memoryId]);
    const traits = patch.content === undefined ? null : options.extractor.traitsOf(patch.content);
    const rank = patch.sensitivity ? rankOfLabel[patch.sensitivity] : undefined;
    const by = found.value.request.viewer?.cluster[0] ?? null;
    const sense = {
      ...(patch.content === undefined
        ? {}
        : { content: patch.content, topic: traits?.topic ?? null, value: traits?.value ?? null }),
      ...(patch.memory_type === undefined ? {} : { memoryType: patch.memory_type }),
      ...(patch.importance === undefined ? {} : { importance: patch.importance }),
      ...(patch.expires_at === undefined ? {} : { expiresAt: patch.expires_at }),
    };
    const reach = {
      ...(patch.visibility_scope === undefined ? {} : { scope: patch.visibility_scope }),
      ...(rank === undefined ? {} : { rank, sensitivityLabel: patch.sensitivity ?? labelOfRank[rank] }),
      ...(patch.portable === undefined ? {} : { portable: patch.portable }),
      ...(patch.disclosure === undefined ? {} : { disclosure: patch.disclosure }),
      ...(patch.metadata === undefined ? {} : { metadata: patch.metadata }),
    };
    // Whom it was told by leave of its speaker hears it as it reads now, and no longer once its reach is narrowed.
    const copyIds = await copyIdsOf(writer, caller.tenantId, [found.value.row]);
    const isNarrowed =
      patch.disclosure === 'conversation_private' ||
      patch.visibility_scope === 'system' ||
      patch.portable === false ||
      (rank ?? 0) > found.value.row.facts.rank;
    if (isNarrowed && copyIds.length > 0) await forget(writer, options, caller, copyIds, by);
    const correct = (id: string, fields: object): StreamAppend => ({
      stream: `memory-${id}`,
      expectedVersion: 'any',
      events: [build('MemoryCorrected', { memoryId: id, by, ...fields }, at)],
    });
    await writer.append(
      [
        correct(memoryId, { ...sense, ...reach }),
        ...(isNarrowed || Object.keys(sense).length === 0 ? [] : copyIds.map((id) => correct(id, sense))),
      ],
      { actor: `key:${caller.keyId}` },
    );
    await settleTopics(writer, caller.tenantId, [...before, ...(await topicsOf(writer, [memoryId]))], at);
    return answered({ id: memoryId });
  });
