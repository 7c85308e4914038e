import { answered, failed, type Answer, type Caller, type ScopeView } from '#contracts';
import { externalIdOf, findEntity } from '#read-models';
import { renderScopeBlock } from '#retrieval';
import type { AnsweringOptions } from './asking.js';

/** The five fields that downstream plugins scope by. */
export const loadScope = async (
  options: Pick<AnsweringOptions, 'database' | 'knobs'>,
  entityId: string,
): Promise<ScopeView> => {
  const externalId = await externalIdOf(options.database, entityId);
  const verified = externalId !== null;
  return {
    scope_key: externalId ?? entityId,
    user_id: entityId,
    external_id: externalId,
    verified,
    gated: options.knobs['gate.require_verified'] && !verified,
  };
};

export const scopeOfAccount = async (
  options: AnsweringOptions,
  caller: Caller,
  platform: string,
  platformUserId: string,
): Promise<Answer<ScopeView & { block: string }>> => {
  const entityId = await findEntity(options.database, caller.tenantId, {
    platform,
    platform_user_id: platformUserId,
  });
  if (entityId === null) return failed('not-found', 'no such account');
  const scope = await loadScope(options, entityId);
  return answered({ ...scope, block: renderScopeBlock(scope, options.knobs['gate.message']) });
};
