import {
  answered,
  failed,
  isOperator,
  type Answer,
  type Caller,
  type IdentityView,
  type Register,
  type Verify,
} from '#contracts';
import { identityKeyOf, registerPerson, tokenKeyOf, verifyIdentity, type KithEvent } from '#domain';
import type { LogWriter } from '#event-log';
import { identityOf, identityViewOf, tokenSpentBy } from '#read-models';
import type { CommandOptions } from '../commands/command-options.js';
import { resolvePerson, type Person } from '../commands/whereabouts.js';
import type { TokenCheck, TokenClaims } from './token-check.js';

export interface VerifyingOptions extends Pick<CommandOptions, 'log' | 'knobs' | 'now'> {
  readonly tokens: TokenCheck;
}

export interface Account {
  readonly platform: string;
  readonly platform_user_id: string;
}

const append = (writer: LogWriter, actor: string, person: Person, events: readonly KithEvent[]) =>
  writer.append([...person.appends, { stream: `entity-${person.entityId}`, events }], { actor });

/** An account is known from its first word on, also where that word is said to this call. */
const personOf = async (writer: LogWriter, tenantId: string, account: Account, at: Date): Promise<Person> => {
  const person = await resolvePerson(writer.sql, tenantId, account, at);
  if (person === null) throw new Error('an account is always somebody');
  return person;
};

const selfAfter = async (
  writer: LogWriter,
  { knobs }: Pick<VerifyingOptions, 'knobs'>,
  entityId: string,
): Promise<Answer<IdentityView>> => {
  const self = await identityViewOf(writer.sql, knobs, entityId);
  if (self === null) throw new Error(`entity ${entityId} was not kept`);
  return answered(self);
};

export const register = (
  options: VerifyingOptions,
  caller: Caller,
  { first_name: firstName, last_name: lastName, ...account }: Register,
): Promise<Answer<IdentityView>> =>
  options.log.write(caller.tenantId, async (writer) => {
    const at = options.now();
    const person = await personOf(writer, caller.tenantId, account, at);
    const { entityId } = person;
    const events = registerPerson(
      { entityId, firstName, lastName, at },
      await identityOf(writer.sql, entityId),
    );
    await append(writer, `key:${caller.keyId}`, person, events);
    return selfAfter(writer, options, entityId);
  });

const refusals = {
  'token-spent': failed('conflict', 'The token was used before; ask for a new one.', [
    { path: 'token', message: 'was used before' },
  ]),
  'verified-as-other': failed('conflict', 'The account is verified to be somebody else.', [
    { path: 'token.sub', message: 'is not whom this account is verified to be; an operator may rebind it' },
  ]),
} as const;

/** Binds an account to whom a checked token names, in one unit of work with all that follows from it. */
const bind = (
  options: VerifyingOptions,
  {
    tenantId,
    actor,
    mayRebind,
  }: { readonly tenantId: string; readonly actor: string; readonly mayRebind: boolean },
  account: Account,
  { fingerprint, ...claims }: TokenClaims,
): Promise<Answer<IdentityView>> =>
  options.log.write(tenantId, async (writer) => {
    const at = options.now();
    const person = await personOf(writer, tenantId, account, at);
    const { entityId } = person;
    const tokenKey = tokenKeyOf(writer.idKey, tenantId, fingerprint);
    const identityKey = identityKeyOf(writer.idKey, tenantId, claims.issuer, claims.externalId);
    const decision = verifyIdentity(
      { entityId, ...claims, identityKey, tokenKey, mayRebind, at },
      await identityOf(writer.sql, entityId),
      await tokenSpentBy(writer.sql, tenantId, tokenKey),
    );
    await append(writer, actor, person, decision.events);
    return decision.kind === 'refused' ? refusals[decision.reason] : selfAfter(writer, options, entityId);
  });

const unchecked = {
  'not-set-up': failed('invalid', 'Nobody can be verified here: no issuer of tokens is set up.', [
    { path: 'token', message: 'cannot be checked: KITH_IDENTITY__JWT_SECRET or __JWKS_URL is not set' },
  ]),
  'keys-away': failed('unavailable', ''),
} as const;

export const verify = async (
  options: VerifyingOptions,
  caller: Caller,
  { token, rebind, ...account }: Verify,
): Promise<Answer<IdentityView>> => {
  if (rebind && !isOperator(caller))
    return failed('forbidden', 'Only an operator may rebind an account.', [
      { path: 'rebind', message: 'needs the operator role' },
    ]);
  const checked = await options.tokens.check(token);
  if (checked.kind === 'unchecked') return unchecked[checked.cause];
  if (checked.kind === 'bad') return failed('invalid', 'The token is not good.', [checked.fault]);
  const by = { tenantId: caller.tenantId, actor: `key:${caller.keyId}`, mayRebind: rebind };
  return bind(options, by, account, checked.claims);
};
