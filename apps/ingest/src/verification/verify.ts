import {
  answered,
  failed,
  isOperator,
  type AccountQuery,
  type Answer,
  type Caller,
  type IdentityView,
  type LinkCodeView,
  type Register,
  type SayCode,
  type Verify,
} from '#contracts';
import { codeLivesMs } from '#domain';
import type { LogWriter } from '#event-log';
import { identityViewOf } from '#read-models';
import { appendTo, bindIdentity, nameEvents, personOf, type VerifyingOptions } from './identities.js';
import { askCode, codeAppend, sayCode, type CodeSaid } from './link-codes.js';

const selfAfter = async (
  writer: LogWriter,
  { knobs }: Pick<VerifyingOptions, 'knobs'>,
  { platform }: Caller,
  entityId: string,
): Promise<Answer<IdentityView>> => {
  const self = await identityViewOf(writer.sql, knobs, entityId, platform);
  if (self === null) throw new Error(`entity ${entityId} was not kept`);
  return answered(self);
};

const actorOf = ({ keyId }: Caller): string => `key:${keyId}`;

export const register = (
  options: VerifyingOptions,
  caller: Caller,
  { first_name: firstName, last_name: lastName, ...account }: Register,
): Promise<Answer<IdentityView>> =>
  options.log.write(caller.tenantId, async (writer) => {
    const at = options.now();
    const person = await personOf(writer, caller.tenantId, account, at);
    const { entityId } = person;
    const events = await nameEvents(writer, entityId, { firstName, lastName }, at);
    await appendTo(writer, actorOf(caller), person, events);
    return selfAfter(writer, options, caller, entityId);
  });

const refusals = {
  'token-spent': failed('conflict', 'The token was used before; ask for a new one.', [
    { path: 'token', message: 'was used before' },
  ]),
  'verified-as-other': failed('conflict', 'The account is verified to be somebody else.', [
    { path: 'token.sub', message: 'is not whom this account is verified to be; an operator may rebind it' },
  ]),
} as const;

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
  const { tenantId } = caller;
  return options.log.write(tenantId, async (writer) => {
    const person = await personOf(writer, tenantId, account, options.now());
    const by = { tenantId, actor: actorOf(caller), mayRebind: rebind };
    const became = await bindIdentity(writer, options, by, person, checked.claims);
    return became === 'verified' ? selfAfter(writer, options, caller, person.entityId) : refusals[became];
  });
};

export const giveLinkCode = (
  options: VerifyingOptions,
  caller: Caller,
  account: AccountQuery,
): Promise<Answer<LinkCodeView>> =>
  options.log.write(caller.tenantId, async (writer) => {
    const at = options.now();
    const person = await personOf(writer, caller.tenantId, account, at);
    const { codeId, code, events } = askCode(writer, options, caller.tenantId, person.entityId);
    await writer.append([...person.appends, codeAppend(codeId, events)], { actor: actorOf(caller) });
    return answered({ code, expires_at: new Date(at.getTime() + codeLivesMs).toISOString() });
  });

const codeFaults: Readonly<Record<Exclude<CodeSaid['outcome'], 'linked' | 'waits-for-review'>, string>> = {
  'own-code': 'was given to this very person: say it by the other account',
  'no-such-code': 'is none, is over, or was used',
  'said-aloud': 'was said where others read along',
  'too-many-tries': 'was wrong too often: try again in a quarter of an hour',
};

/** The caller's word is the account's, and private. */
export const sayLinkCodeByCall = (
  options: VerifyingOptions,
  caller: Caller,
  { code, ...account }: SayCode,
): Promise<Answer<IdentityView>> =>
  options.log.write(caller.tenantId, async (writer) => {
    const { tenantId } = caller;
    const person = await personOf(writer, tenantId, account, options.now());
    const actor = actorOf(caller);
    await writer.append(person.appends, { actor });
    const { entityId } = person;
    const { outcome } = await sayCode(writer, options, { tenantId, actor, entityId, code });
    if (outcome === 'linked') return selfAfter(writer, options, caller, entityId);
    if (outcome === 'waits-for-review')
      return failed('conflict', 'Something stands against it: an operator decides about it.');
    return failed('conflict', 'The code is not good.', [{ path: 'code', message: codeFaults[outcome] }]);
  });
