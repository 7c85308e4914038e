import type { Caller, RememberedView, RememberRequest } from '#contracts';
import { agentEntityId } from '#domain';
import type { StreamAppend } from '#event-log';
import { type MessageRow, type PlaceView } from '#read-models';
import { resolvedFactOf, type ResolvedFact } from '../capture-facts/resolved-fact.js';
import { loadInContext } from '../message-context/message-context.js';
import { windowMessageOf } from '../message-context/windows.js';
import type { CommandOptions } from '../command-options.js';
import { state } from './stating.js';
import { told } from './telling.js';

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
  erased_at: null,
  reply_to: null,
  mention_ids: [],
  roster: [],
  roster_complete: false,
  event_key: `call|${callId}`,
  read_position: 0n,
  read_by: null,
  used_context: false,
  name_keys: [],
  visibility_scope: 'private_subject',
  sensitivity_rank: 2,
  disclosure: 'conversation_private',
  withheld_from_ids: [],
  setting: null,
  corrects: [],
  position: 0n,
  recorded_at: at,
  updated_at: at,
});

/** How long a call waits for its text to be read. */
const longestMs = 30_000;

const asRemembered = ({ captured }: ResolvedFact): Pick<ResolvedFact, 'captured'> => ({
  captured: {
    ...captured,
    origin: 'remembered',
    evidence: { ...captured.evidence, recordId: null, messageId: null },
  },
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
  const [said] = await loadInContext(options.database, caller.tenantId, [row], at);
  if (!said) return [];
  const [reading] = await options.extractor.extract(
    [{ message: windowMessageOf(row), context: said.context }],
    AbortSignal.timeout(longestMs),
  );
  const facts = (reading?.facts ?? []).filter((fact) => fact.confidence >= options.confidenceThreshold);
  return options.log.write(caller.tenantId, async (writer) => {
    const { tenantId } = caller;
    const where = { tenantId, place: said.place, knobs: options.knobs, idKey: writer.idKey };
    const statements = facts.map((fact) => resolvedFactOf(where, row, fact));
    const people = statements
      .flatMap(({ named }) => named)
      .map((event): StreamAppend => ({
        stream: `entity-${event.data.entityId}`,
        events: [event],
      }));
    const outcomes = await state(writer, statements.map(asRemembered), {
      tenantId,
      knobs: options.knobs,
      actor: `key:${caller.keyId}`,
      at,
      isSaidNow: request.observed_at === undefined,
      appends: people,
    });
    return told(writer, options, caller, request, outcomes);
  });
};
