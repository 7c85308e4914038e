import { erasureOrdered, orderErasure, otherAgentsNotReached, type FactOutcome } from '#domain';
import type { LogWriter } from '#event-log';
import { erasureById, erasureStateOf, unfinishedErasures, type MessageRow } from '#read-models';
import { commandIdOf, type RecordedResult } from '../../recorded-result.js';

/**
 * INVARIANT: an erasure reaches every agent and every linked account: what a key for one of them brought orders none, nor what
 * was edited since, for nobody knows by whose key.
 */
const mayReachAll = async (writer: LogWriter, { event_key, edited_at }: MessageRow): Promise<boolean> => {
  const commandId = commandIdOf(event_key);
  const recorded = (await writer.carriedOut([commandId])).get(commandId) as RecordedResult | undefined;
  return edited_at === null && recorded?.reachesAll === true;
};

/** "Forget everything about me, everywhere": as a call for an erasure of oneself does, once a message. */
export const eraseEverywhere = async (
  writer: LogWriter,
  row: MessageRow,
  cluster: readonly string[],
): Promise<FactOutcome> => {
  const { tenant_id: tenantId, record_id: recordId, sent_at: at } = row;
  if (!(await mayReachAll(writer, row))) return otherAgentsNotReached;
  const erasureId = writer.idKey.derive('erasure-by-words', tenantId, recordId);
  if (await erasureById(writer.sql, tenantId, erasureId)) return erasureOrdered;
  const running = (await unfinishedErasures(writer.sql, tenantId)).map(erasureStateOf);
  const order = { erasureId, entityIds: [...cluster], sourceIds: [], isOwn: true, keyId: null, at };
  const { events } = orderErasure({ ...order, kind: 'both' }, running);
  if (events.length > 0)
    await writer.append([{ stream: `erasure-${erasureId}`, events }], { actor: 'ingest' });
  return erasureOrdered;
};
