import {
  agentEntityId,
  event as build,
  type Caller,
  type RememberedView,
  type RememberRequest,
} from '#domain';
import type { StreamAppend } from '#event-log';
import { freshRows, type MessageRow, type PlaceView } from '#read-models';
import { saidAgain } from '../reading/again.js';
import { captureFact } from '../reading/capture.js';
import { loadUnread } from '../reading/contexts.js';
import { settleTopics } from '../reading/settling.js';
import { windowMessageOf } from '../reading/windows.js';
import type { CommandOptions } from './command-options.js';
import { told, type Remembered } from './telling.js';

const asMessage = (
  caller: Caller,
  request: RememberRequest,
  speakerId: string,
  place: PlaceView,
  callId: string,
  at: Date,
): MessageRow => ({
  record_id: callId,
  tenant_id: caller.tenantId,
  agent_id: agentEntityId(caller.tenantId, request.agent_id),
  platform: place.platform,
  message_id: callId,
  source_id: place.sourceId,
  conversation_id: request.conversation_id ?? null,
  author_id: speakerId,
  author_type: 'human',
  sent_at: request.observed_at ?? at,
  received_at: at,
  text: request.content,
  original_at: request.observed_at ?? at,
  edited_at: null,
  deleted_at: null,
  reply_to: null,
  mention_ids: [],
  roster: [],
  roster_complete: false,
  event_key: `call|${callId}`,
  needs_reading: true,
  read_position: 0n,
  read_by: null,
  used_context: false,
  name_keys: [],
  visibility_scope: 'private_subject',
  sensitivity_rank: 2,
  disclosure: 'conversation_private',
  withheld_from_ids: [],
  setting: null,
  position: 0n,
  recorded_at: at,
  updated_at: at,
});

/** Facts found in remembered text. The text itself is not kept as a message: nobody said it in the place. */
export const inferred = async (
  options: CommandOptions,
  caller: Caller,
  request: RememberRequest,
  speakerId: string,
  place: PlaceView,
  at: Date,
): Promise<readonly RememberedView[]> => {
  const row = asMessage(caller, request, speakerId, place, options.newId(), at);
  const [unread] = await loadUnread(options.database, caller.tenantId, [row], at);
  if (!unread) return [];
  const [reading] = await options.extractor.read([
    { message: windowMessageOf(row), context: unread.context },
  ]);
  const facts = (reading?.facts ?? []).filter((fact) => fact.confidence >= options.confidenceThreshold);
  return options.log.write(caller.tenantId, async (writer) => {
    const { tenantId } = caller;
    const where = { tenantId, place: unread.place, knobs: options.knobs, idKey: writer.idKey };
    const offered = facts.map((fact) => captureFact(where, row, fact));
    const statements = await saidAgain(writer.sql, writer.idKey, offered);
    const ids = statements.map(({ captured }) => captured.memoryId);
    const held = await freshRows(writer.sql, caller.tenantId, ids);
    const appends = statements.flatMap(({ captured, named }): StreamAppend[] => {
      if (held.get(captured.memoryId)?.facts.status === 'forgotten') return [];
      const evidence = { ...captured.evidence, recordId: null, messageId: null };
      const memory = held.has(captured.memoryId)
        ? build('MemoryEvidenced', { memoryId: captured.memoryId, evidence }, at)
        : build('MemoryCaptured', { ...captured, origin: 'remembered', evidence }, at);
      return [
        ...named.map((event): StreamAppend => ({
          stream: `entity-${event.data.entityId}`,
          expectedVersion: 'any',
          events: [event],
        })),
        { stream: `memory-${captured.memoryId}`, expectedVersion: 'any', events: [memory] },
      ];
    });
    await writer.append(appends, { actor: `key:${caller.keyId}` });
    const touched = statements.flatMap(({ captured }) =>
      captured.topic ? [{ agentId: captured.agentId, topic: captured.topic }] : [],
    );
    const superseding = await settleTopics(writer, caller.tenantId, touched, at);
    const outcomes = statements.map(({ captured }): Remembered => {
      const replaced = superseding.get(captured.memoryId) ?? [];
      const fresh = replaced.length > 0 ? 'SUPERSEDE' : captured.status === 'pending' ? 'PENDING' : 'ADD';
      const isRepeat = held.has(captured.memoryId);
      const view = {
        id: captured.memoryId,
        memory: captured.content ?? '',
        outcome: isRepeat ? 'NOOP' : fresh,
        ...(isRepeat ? { reason: 'duplicate' } : {}),
      };
      return { view, replaced };
    });
    return told(writer, options, caller, request, outcomes);
  });
};
