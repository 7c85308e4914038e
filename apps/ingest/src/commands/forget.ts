import { randomUUID } from 'node:crypto';
import {
  answered,
  defaultAgent,
  failed,
  type Answer,
  type Caller,
  type DeleteMemories,
  type ViewerParams,
} from '#contracts';
import { event as build } from '#domain';
import type { LogWriter, StreamAppend } from '#event-log';
import { decide, type ReadRequest } from '#policy';
import {
  filterFieldsOf,
  freshRows,
  informed,
  mayHearReplacement,
  memoriesMatching,
  topicsOf,
  type FreshRow,
} from '#read-models';
import { settleTopics } from '../settle-topics/settle-topics.js';
import { eraseWholly } from '../directives/forget/erase-wholly.js';
import { askedBy, copyIdsOf, find, mayChange } from './changing.js';
import type { CommandOptions } from '../command-options.js';

export const forget = async (
  writer: LogWriter,
  options: CommandOptions,
  caller: Caller,
  memoryIds: readonly string[],
  by: string | null,
): Promise<void> => {
  const at = options.now();
  const touched = await topicsOf(writer.sql, memoryIds);
  const appends = memoryIds.map((memoryId): StreamAppend => ({
    stream: `memory-${memoryId}`,
    events: [build('MemoryForgotten', { memoryId, by, reason: 'asked-by-call' }, at)],
  }));
  await writer.append(appends, { actor: `key:${caller.keyId}` });
  await writer.destroyKeys(memoryIds);
  await settleTopics(writer, { tenantId: caller.tenantId, knobs: options.knobs }, touched, at);
};

export const forgetMemory = (
  options: CommandOptions,
  caller: Caller,
  memoryId: string,
  viewer: ViewerParams,
): Promise<Answer<{ id: string }>> =>
  options.log.write(caller.tenantId, async (writer) => {
    const found = await find(writer, options, caller, memoryId, viewer, 'forget');
    if (!found.ok) return found;
    const copyIds = await copyIdsOf(writer, caller.tenantId, [found.value.row]);
    const by = found.value.request.viewer?.cluster[0] ?? null;
    await forget(writer, options, caller, [memoryId, ...copyIds], by);
    return answered({ id: memoryId });
  });

const confiding: ReadonlySet<string> = new Set(['conversation-private', 'withheld']);

/**
 * What others told in confidence about whoever asks to forget all about themselves.
 * INVARIANT: it goes with the rest, and no answer tells that it was there: it is not counted.
 */
const toldInConfidence = (request: ReadRequest, rows: readonly FreshRow[]): readonly FreshRow[] => {
  const cluster = request.viewer?.cluster ?? [];
  return rows.filter(
    ({ facts }) =>
      facts.subjectIds.some((entityId) => cluster.includes(entityId)) &&
      confiding.has(decide(request, facts).rule),
  );
};

/** Whether a filter names all of whoever asks: what they said and what is about them, or the latter alone. */
const ofSelf = (request: ReadRequest, query: DeleteMemories): 'all' | 'about' | null => {
  const cluster = request.viewer?.cluster ?? [];
  const asked = filterFieldsOf(query);
  const isSelf = asked.every(
    (field) => (field === 'user_id' || field === 'subject_id') && cluster.includes(query[field] ?? ''),
  );
  if (!isSelf || asked.length === 0) return null;
  return query.subject_id === undefined ? 'all' : 'about';
};

/** As "forget everything about me" does in a message, which a call stands for. */
const forgottenOfSelf = async (
  writer: LogWriter,
  options: CommandOptions,
  caller: Caller,
  { viewer, agentId, place }: ReadRequest,
  of: 'all' | 'about',
): Promise<readonly string[]> => {
  const [authorId] = viewer?.cluster ?? [];
  if (viewer === null || authorId === undefined || agentId === null) return [];
  const at = options.now();
  const order = {
    record_id: randomUUID(),
    tenant_id: caller.tenantId,
    agent_id: agentId,
    author_id: authorId,
    // Alone with the agent they are in no place that is known.
    source_id: place?.sourceId ?? authorId,
    sent_at: at,
    received_at: at,
  };
  const wholly = { cluster: viewer.cluster, keepsOwn: of === 'about', reason: 'asked-by-call' } as const;
  const effect = await eraseWholly(writer, order, wholly, at);
  await writer.append(effect.appends, { actor: `key:${caller.keyId}` });
  await writer.destroyKeys(effect.destroyed);
  await settleTopics(writer, { tenantId: caller.tenantId, knobs: options.knobs }, effect.touched, at);
  return effect.destroyed;
};

/** Forgets what the filter names, of what the viewer may see and may change. */
export const forgetMemories = (
  options: CommandOptions,
  caller: Caller,
  query: DeleteMemories,
): Promise<Answer<{ forgotten: number }>> =>
  options.log.write(caller.tenantId, async (writer) => {
    // What nobody named is not forgotten: of every agent only a list is given.
    const ofOne = { ...query, agent_id: query.agent_id ?? defaultAgent };
    const request = await askedBy(writer, options, caller, ofOne, 'forget', query.status);
    if (!request)
      return failed('invalid', 'who asks is required', [{ path: 'viewer_id', message: 'is required' }]);
    const found = await memoriesMatching(writer.sql, caller.tenantId, request.agentId, query);
    const fresh = await freshRows(writer.sql, caller.tenantId, found);
    // As lists do: how many were forgotten must not tell that something hidden replaced one of them.
    const isListed =
      request.operation === 'inspect'
        ? () => true
        : await mayHearReplacement(writer.sql, request, [...fresh.values()]);
    const facts = [...fresh.values()].map((row) => row.facts);
    const reading = await informed(writer.sql, request, facts);
    const forgettable = [...fresh.values()].filter(
      (row) => decide(reading, row.facts).decision === 'allow' && isListed(row) && mayChange(request, row),
    );
    const ids = forgettable.map((row) => row.facts.memoryId);
    const self = ofSelf(request, query);
    const confided = self === null ? [] : toldInConfidence(reading, [...fresh.values()]);
    const gone = [...forgettable, ...confided];
    const copies = await copyIdsOf(writer, caller.tenantId, gone);
    const before = new Set(
      self === null ? [] : await forgottenOfSelf(writer, options, caller, request, self),
    );
    const all = [...new Set([...gone.map((row) => row.facts.memoryId), ...copies])].filter(
      (memoryId) => !before.has(memoryId),
    );
    if (all.length > 0) await forget(writer, options, caller, all, request.viewer?.cluster[0] ?? null);
    return answered({ forgotten: ids.length });
  });
