import {
  answered,
  failed,
  isOperator,
  type Answer,
  type Caller,
  type DecidedReview,
  type DenyMemory,
  type MergeMemories,
  type RaiseReview,
} from '#contracts';
import type { Actor } from '#domain';
import type { LogWriter } from '#event-log';
import { findReview, freshRows } from '#read-models';
import { find } from '../changing.js';
import type { CommandOptions } from '../../command-options.js';
import { raiseInto } from '../../raise-review/raise-into.js';
import { operatorOf, reviewsAreForOperators } from './decide.js';

const viewerIn = ({ agent_id, viewer, source }: DenyMemory) => ({
  agent_id,
  ...((viewer.entity_id ?? viewer.user_id)
    ? { viewer_id: viewer.entity_id ?? viewer.user_id }
    : { viewer_platform: viewer.platform, viewer_platform_user_id: viewer.platform_user_id }),
  ...(source?.source_id
    ? { viewer_source_id: source.source_id }
    : {
        viewer_source_platform: source?.platform,
        viewer_source_type: source?.type,
        viewer_source_external_id: source?.external_id,
      }),
});

const stands = async (
  writer: LogWriter,
  { tenantId }: Caller,
  reviewId: string,
): Promise<Answer<DecidedReview>> => {
  const row = await findReview(writer.sql, tenantId, reviewId);
  return answered({ id: reviewId, status: row?.status ?? 'pending' });
};

/**
 * "That was not me", of what its speaker, owner or subject may read: it stands until an operator decides. Whoever may not
 * see the memory is told that there is none.
 */
const deny = async (
  options: CommandOptions,
  caller: Caller,
  asked: DenyMemory,
): Promise<Answer<DecidedReview>> =>
  options.log.write(caller.tenantId, async (writer) => {
    const found = await find(writer, options, caller, asked.memory_id, viewerIn(asked), 'forget');
    if (!found.ok) return found;
    const claimantId = found.value.request.viewer?.cluster[0] ?? null;
    if (claimantId === null) return failed('not-found', 'no such memory');
    const by: Actor = { kind: 'client', id: caller.keyId, viewerId: claimantId };
    const reviewId = await raiseInto(writer, options, caller.tenantId, {
      kind: asked.kind,
      memoryIds: [asked.memory_id],
      claimantId,
      confidence: 0.5,
      note: asked.note ?? null,
      by,
    });
    return stands(writer, caller, reviewId);
  });

/** "These say the same": an operator asks another one; what is told does not change until that one says so. */
const merge = async (
  options: CommandOptions,
  caller: Caller,
  { kind, memory_ids: memoryIds, confidence, note }: MergeMemories,
): Promise<Answer<DecidedReview>> => {
  if (!isOperator(caller)) return reviewsAreForOperators;
  return options.log.write(caller.tenantId, async (writer) => {
    const rows = await freshRows(writer.sql, caller.tenantId, memoryIds);
    const isHeld = (id: string): boolean =>
      rows.get(id)?.kind === 'fact' && rows.get(id)?.facts.status === 'active';
    const errors = memoryIds.flatMap((id, at) =>
      isHeld(id) ? [] : [{ path: `memory_ids.${String(at)}`, message: 'is not known, or not told any more' }],
    );
    if (errors.length > 0) return failed('invalid', 'they cannot be merged', errors);
    const claim = {
      kind,
      memoryIds,
      claimantId: null,
      confidence,
      note: note ?? null,
      by: operatorOf(caller),
    };
    return stands(writer, caller, await raiseInto(writer, options, caller.tenantId, claim));
  });
};

export const raiseByCall = (
  options: CommandOptions,
  caller: Caller,
  asked: RaiseReview,
): Promise<Answer<DecidedReview>> =>
  asked.kind === 'misattribution' ? deny(options, caller, asked) : merge(options, caller, asked);
