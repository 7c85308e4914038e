import {
  answered,
  event as build,
  failed,
  grantErrors,
  type Answer,
  type Caller,
  type GiveGrant,
  type GrantView,
  type KithEvent,
} from '#domain';
import type { LogWriter } from '#event-log';
import { findEntity, findGrant, liveGrant, rankOfMemory } from '#read-models';
import type { CommandOptions } from './command-options.js';
import { isOperator } from './whereabouts.js';

const forbidden = failed('forbidden', 'grants need the operator role');

const append = (writer: LogWriter, caller: Caller, grantId: string, event: KithEvent) =>
  writer.append([{ stream: `grant-${grantId}`, expectedVersion: 'any', events: [event] }], {
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
      rank: await rankOfMemory(writer.sql, tenantId, memoryId),
      isEntityKnown: (await findEntity(writer.sql, tenantId, { entity_id: entityId })) !== null,
      now,
    });
    if (errors.length > 0) return failed('invalid', 'the grant cannot be given', errors);
    const expiresAt = grant.expires_at ?? null;
    const live = await liveGrant(writer.sql, tenantId, memoryId, entityId, now);
    if (live?.expires_at === (expiresAt?.toISOString() ?? null)) return answered(live);
    // Two at once with different ends: whoever revokes one would think the secret kept.
    if (live) return failed('conflict', `grant ${live.id} is live with another end; revoke it first`);
    const grantId = options.newId();
    await append(
      writer,
      caller,
      grantId,
      build('GrantGiven', { grantId, memoryId, entityId, keyId, expiresAt }, now),
    );
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
    const revoked = build('GrantRevoked', { grantId, keyId: caller.keyId }, options.now());
    if (grant.revoked_at === null) await append(writer, caller, grantId, revoked);
    return answered({ id: grantId });
  });
};
