import {
  answered,
  failed,
  type Answer,
  type Caller,
  type IdentityView,
  type ScopeBlock,
  type ScopeView,
} from '#contracts';
import { clusterOf, findEntity, identityViewOf, scopeOf } from '#read-models';
import { renderScopeBlock } from '#retrieval';
import type { AnsweringOptions } from '../permitted/asking.js';

type Scoping = Pick<AnsweringOptions, 'database' | 'knobs' | 'onUnreadable'>;

/** Of whom nothing is known, and nothing is told. */
const nobodyGated: ScopeView = {
  scope_key: '',
  user_id: '00000000-0000-0000-0000-000000000000',
  external_id: null,
  verified: false,
  gated: true,
};

export const gateText = (knobs: AnsweringOptions['knobs']): string =>
  renderScopeBlock(nobodyGated, knobs['gate.message']);

const gated = (knobs: AnsweringOptions['knobs']): Answer<ScopeBlock> =>
  answered({ ...nobodyGated, block: gateText(knobs) });

/**
 * An account's scope.
 * INVARIANT: whose identity cannot be read is gated: the answer is the text of the gate, and holds again what is so when the
 * store is back.
 */
export const scopeOfAccount = async (
  options: Scoping,
  caller: Caller,
  platform: string,
  platformUserId: string,
): Promise<Answer<ScopeBlock>> => {
  const { database, knobs } = options;
  try {
    const entityId = await findEntity(database, caller.tenantId, {
      platform,
      platform_user_id: platformUserId,
    });
    const scope =
      entityId === null ? null : await scopeOf(database, knobs, await clusterOf(database, entityId));
    if (scope !== null) return answered({ ...scope, block: renderScopeBlock(scope, knobs['gate.message']) });
    return knobs['gate.require_verified'] ? gated(knobs) : failed('not-found', 'no such account');
  } catch (error) {
    options.onUnreadable(error);
    return gated(knobs);
  }
};

/**
 * Who an account's person is said and proved to be: of oneself, so it is told behind the gate too. A key of one platform is
 * told of no account of another.
 */
export const whoAmI = async (
  { database, knobs }: Pick<AnsweringOptions, 'database' | 'knobs'>,
  caller: Caller,
  platform: string,
  platformUserId: string,
): Promise<Answer<IdentityView>> => {
  const ref = { platform, platform_user_id: platformUserId };
  const entityId = await findEntity(database, caller.tenantId, ref);
  const self = entityId === null ? null : await identityViewOf(database, knobs, entityId, caller.platform);
  return self === null ? failed('not-found', 'no such account') : answered(self);
};
