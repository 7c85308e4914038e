import {
  event as build,
  revisionKeyOf,
  withoutCandidates,
  type KithEvent,
  type SettlingKnobs,
} from '#domain';
import type { LogWriter, StreamAppend } from '#event-log';
import {
  agentsRemembering,
  erasableMemories,
  erasableMessages,
  linksOf,
  namesOnlyOf,
  dropAccesses,
  placeNames,
  reviewsRaisedOf,
  topicsOf,
  type ErasableMemory,
  type ErasureRow,
} from '#read-models';
import { orderOf } from '../directives/forget/standing-orders.js';
import { memoryAppends } from '../settle-topics/memory-appends.js';
import { settleTopics } from '../settle-topics/settle-topics.js';
import { orderOfErasure, type ErasureScope } from './plan.js';
import { messageStream } from '../message-stream.js';

const actor = { actor: 'erasure' };

const onStreamOf = (erasureId: string, events: readonly KithEvent[]): StreamAppend => ({
  stream: `erasure-${erasureId}`,
  events,
});

export const appendToErasure = async (
  writer: LogWriter,
  erasureId: string,
  events: readonly KithEvent[],
): Promise<void> => {
  if (events.length > 0) await writer.append([onStreamOf(erasureId, events)], actor);
};

interface Advance {
  readonly memoryIds?: readonly string[];
  readonly recordIds?: readonly string[];
  readonly counts?: Readonly<Record<string, number>>;
  readonly values: readonly string[];
}

const advanced = (
  erasureId: string,
  { memoryIds = [], recordIds = [], counts = {}, values }: Advance,
  at: Date,
) =>
  build(
    'ErasureAdvanced',
    { erasureId, memoryIds: [...memoryIds], recordIds: [...recordIds], counts, values: [...new Set(values)] },
    at,
  );

const stringsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
};

const valuesOf = ({ content, value, metadata }: ErasableMemory): readonly string[] => [
  ...[content, value].filter((text) => text !== null),
  // Whom it may be about, by Kith's own ids: those stay.
  ...stringsIn(withoutCandidates(metadata)),
];

/**
 * Destroys these memories with what sealed them, and what was written to reviews of them.
 * INVARIANT: the events, the keys and the note of it commit together: killed at any moment, what is left is on the list.
 */
export const eraseMemories = async (
  writer: LogWriter,
  { erasureId, tenantId, at }: ErasureScope,
  memoryIds: readonly string[],
  knobs: SettlingKnobs,
  now: Date,
): Promise<void> => {
  const rows = await erasableMemories(writer.sql, tenantId, memoryIds);
  const touched = await topicsOf(writer.sql, memoryIds);
  const forgotten = rows
    .filter(({ status }) => status !== 'forgotten')
    .map(({ memory_id: memoryId, first_observed_at: since }) =>
      build('MemoryForgotten', { memoryId, by: null, reason: 'erased' }, since > at ? since : at),
    );
  await writer.append(memoryAppends(forgotten), actor);
  const held = new Set(rows.map((row) => row.memory_id));
  await writer.destroyKeys([...held]);
  // Of what nothing says any more no row is left to tell that it is forgotten: said again it is the same memory, sealed anew.
  await writer.renewKeys(memoryIds.filter((id) => !held.has(id)));
  await writer.renewKeys(await reviewsRaisedOf(writer.sql, tenantId, memoryIds));
  await dropAccesses(writer.sql, memoryIds);
  const done = advanced(erasureId, { memoryIds, values: rows.flatMap(valuesOf) }, now);
  await appendToErasure(writer, erasureId, [done]);
  await settleTopics(writer, { tenantId, knobs }, touched, now);
};

/** The same for messages, with all that they were before they were edited. */
export const eraseMessages = async (
  writer: LogWriter,
  { erasureId, tenantId, at }: ErasureScope,
  recordIds: readonly string[],
  now: Date,
): Promise<void> => {
  const rows = await erasableMessages(writer.sql, tenantId, recordIds);
  await writer.append(
    rows.map((row): StreamAppend => {
      const { record_id: recordId, platform, message_id: messageId, source_id: sourceId } = row;
      return {
        stream: messageStream(sourceId, recordId),
        events: [build('MessageErased', { erasureId, recordId, platform, messageId, sourceId, at }, now)],
      };
    }),
    actor,
  );
  await writer.destroyKeys(rows.map((row) => row.record_id));
  await writer.renewKeys(rows.map((row) => revisionKeyOf(tenantId, row.platform, row.message_id)));
  const values = rows.flatMap(({ text, versions }) => [...versions, ...(text === null ? [] : [text])]);
  await appendToErasure(writer, erasureId, [advanced(erasureId, { recordIds, values }, now)]);
};

/** What they were called, last: by their names it is known who is meant. What they are called from now on is sealed anew. */
export const eraseNames = async (
  writer: LogWriter,
  { erasureId, tenantId, at }: ErasureScope,
  { names_of: entityIds, places_of: sourceIds }: Pick<ErasureRow, 'names_of' | 'places_of'>,
  now: Date,
): Promise<void> => {
  const names = [
    ...(await namesOnlyOf(writer.sql, tenantId, entityIds)),
    ...(await placeNames(writer.sql, sourceIds)),
  ];
  const linkIds = await linksOf(writer.sql, tenantId, entityIds);
  await writer.renewKeys([...entityIds, ...sourceIds, ...linkIds]);
  const erased = {
    erasureId,
    entityIds: [...entityIds],
    sourceIds: [...sourceIds],
    linkIds: [...linkIds],
    at,
  };
  const count = names.length;
  const counts = { 'names.found': count, 'names.erased': count };
  await appendToErasure(writer, erasureId, [
    build('NamesErased', erased, now),
    advanced(erasureId, { counts, values: names }, now),
  ]);
};

/** What others said before of whoever is meant, and arrives late, is forgotten as it comes: of every agent. */
export const orderForLate = async (writer: LogWriter, reach: ErasureScope): Promise<void> => {
  if (reach.kind !== 'about' && reach.kind !== 'both') return;
  const agentIds = await agentsRemembering(writer.sql, reach.tenantId);
  const orders = agentIds.map((agentId) => {
    const order = {
      ...orderOfErasure(reach, agentId),
      record_id: writer.idKey.derive('erasure-order', reach.erasureId, agentId),
    };
    return orderOf(order, {
      authorIds: [...reach.entityIds],
      isEverything: true,
      keepsOwn: true,
      values: [],
      spokenOfIn: [],
    });
  });
  await writer.append(orders, actor);
};

/** What went elsewhere: of the bus, of the index. */
export const noteCounts = (
  writer: LogWriter,
  erasureId: string,
  counts: Readonly<Record<string, number>>,
  now: Date,
): Promise<void> => appendToErasure(writer, erasureId, [advanced(erasureId, { counts, values: [] }, now)]);
