import {
  answered,
  failed,
  type Answer,
  type Caller,
  type GiveGrant,
  type GrantView,
  isOperator,
} from '#contracts';
import { decideGrant, decideRevocation, grantErrors, type GrantState, type KithEvent } from '#domain';
import type { LogWriter } from '#event-log';
import { findEntity, findGrant, liveGrant, sensitivityOfMemory } from '#read-models';
import type { CommandOptions } from '../command-options.js';

const forbidden = failed('forbidden', 'grants need the operator role');

const grantStateOf = ({ id, expires_at, revoked_at }: GrantView): GrantState => ({
  grantId: id,
  expiresAt: expires_at === null ? null : new Date(expires_at),
  isRevoked: revoked_at !== null,
});

const append = (writer: LogWriter, caller: Caller, grantId: string, events: readonly KithEvent[]) =>
  writer.append([{ stream: `grant-${grantId}`, events }], {
    actor: `key:${caller.keyId}`,
  });

/** Lets an entity hear a secret. The same grant once more is the grant there is. */
export const giveGrant = async (
  options: CommandOptions,
  caller: Caller,
  grant: GiveGrant,
): Promise<Answer<GrantView>> => {
  if (!isOperator(caller)) return forbidden;
  const { tenantId, keyId } = caller;
  const { memory_id: memoryId, entity_id: entityId } = grant;
  return options.log.write(tenantId, async (writer) => {
    const now = options.now();
    const errors = grantErrors(grant, {
      sensitivity: await sensitivityOfMemory(writer.sql, tenantId, memoryId),
      isEntityKnown: (await findEntity(writer.sql, tenantId, { entity_id: entityId })) !== null,
      now,
    });
    if (errors.length > 0) return failed('invalid', 'the grant cannot be given', errors);
    const live = await liveGrant(writer.sql, tenantId, memoryId, entityId, now);
    const offer = {
      grantId: options.newId(),
      memoryId,
      entityId,
      keyId,
      expiresAt: grant.expires_at ?? null,
      at: now,
    };
    const decision = decideGrant(offer, live === null ? null : grantStateOf(live));
    if (decision.kind === 'conflict')
      return failed('conflict', `grant ${decision.grantId} is live with another end; revoke it first`);
    const { grantId, events } = decision;
    await append(writer, caller, grantId, events);
    const given = await findGrant(writer.sql, tenantId, grantId);
    return given ? answered(given) : failed('unavailable', 'the grant was not stored');
  });
};

/** Ends a grant. One that has ended is left as it is. */
export const revokeGrant = async (
  options: CommandOptions,
  caller: Caller,
  grantId: string,
): Promise<Answer<{ id: string }>> => {
  if (!isOperator(caller)) return forbidden;
  return options.log.write(caller.tenantId, async (writer) => {
    const grant = await findGrant(writer.sql, caller.tenantId, grantId);
    if (!grant) return failed('not-found', 'no such grant');
    const decided = { keyId: caller.keyId, at: options.now() };
    await append(writer, caller, grantId, decideRevocation(grantStateOf(grant), decided));
    return answered({ id: grantId });
  });
};
