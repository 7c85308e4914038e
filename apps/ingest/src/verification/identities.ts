import {
  identityKeyOf,
  linkIdOf,
  registerPerson,
  revertLink,
  tokenKeyOf,
  verifyIdentity,
  type KithEvent,
  type VerificationRefusal,
} from '#domain';
import type { LogWriter, StreamAppend } from '#event-log';
import { findLink, identityOf, linkStateOf, tokenSpentBy, verifiedAs } from '#read-models';
import { contestAround } from '../links/contest.js';
import { proposeInto } from '../links/propose.js';
import type { CommandOptions } from '../command-options.js';
import { resolvePerson, type Person } from '../whereabouts.js';
import type { EntityRef } from '#contracts';
import type { TokenCheck, TokenClaims } from './token-check.js';

export interface VerifyingOptions extends Pick<CommandOptions, 'log' | 'knobs' | 'now' | 'newId'> {
  readonly tokens: TokenCheck;
}

/** An account is known from its first word on, also where that word is said to Kith itself. */
export const personOf = async (
  writer: LogWriter,
  tenantId: string,
  account: EntityRef,
  at: Date,
): Promise<Person> => {
  const person = await resolvePerson(writer.sql, tenantId, account, at);
  if (person === null) throw new Error('an account is always somebody');
  return person;
};

export const appendTo = (
  writer: LogWriter,
  actor: string,
  person: Person,
  events: readonly KithEvent[],
): Promise<unknown> =>
  writer.append([...person.appends, { stream: `entity-${person.entityId}`, events }], { actor });

interface Name {
  readonly firstName: string;
  readonly lastName: string;
}

export const nameEvents = async (
  writer: LogWriter,
  entityId: string,
  name: Name,
  at: Date,
): Promise<readonly KithEvent[]> =>
  registerPerson({ entityId, ...name, at }, await identityOf(writer.sql, entityId));

const sameIdentity = 'same-verified-id';
const bySystem = { kind: 'system', id: 'verification', viewerId: null } as const;

/** Joins an account to the others that a token proved to be the same person's. */
const linkVerified = async (
  writer: LogWriter,
  options: VerifyingOptions,
  tenantId: string,
  entityId: string,
  identityKey: string,
): Promise<void> => {
  const [first] = (await verifiedAs(writer.sql, tenantId, identityKey)).filter((id) => id !== entityId);
  if (first === undefined) return;
  await proposeInto(writer, options, {
    tenantId,
    fromId: first,
    toId: entityId,
    confidence: 1,
    evidence: [{ kind: sameIdentity, weight: 1, isStrong: true, detail: null }],
    by: bySystem,
  });
};

/**
 * Takes back what linked an account only because it was verified to be somebody whom it is no more; the others of that
 * person stay linked to each other.
 * What a code confirmed is put in doubt like any other link by which two verified people come to be one.
 */
const unlinkRebound = async (
  writer: LogWriter,
  options: VerifyingOptions,
  tenantId: string,
  entityId: string,
  previousKey: string,
): Promise<void> => {
  const others = await verifiedAs(writer.sql, tenantId, previousKey);
  const reverted: StreamAppend[] = [];
  for (const other of others) {
    const linkId = linkIdOf(writer.idKey, tenantId, entityId, other);
    const row = await findLink(writer.sql, tenantId, linkId);
    const state = row && linkStateOf(row);
    if (
      state?.status !== 'active' ||
      state.evidence.some(({ kind, isStrong }) => isStrong && kind !== sameIdentity)
    )
      continue;
    const decision = revertLink({ linkId, by: bySystem, note: null, at: options.now() }, state);
    const events = decision.kind === 'decided' ? decision.events : [];
    reverted.push({ stream: `link-${linkId}`, events });
  }
  await writer.append(reverted, { actor: bySystem.id });
  for (const other of others.slice(1)) await linkVerified(writer, options, tenantId, other, previousKey);
};

interface By {
  readonly tenantId: string;
  readonly actor: string;
  readonly mayRebind: boolean;
}

/** Binds an account to whom a checked token names, in one unit of work with all that follows from it. */
export const bindIdentity = async (
  writer: LogWriter,
  options: VerifyingOptions,
  { tenantId, actor, mayRebind }: By,
  person: Person,
  { fingerprint, ...claims }: TokenClaims,
): Promise<'verified' | VerificationRefusal> => {
  const at = options.now();
  const { entityId } = person;
  const tokenKey = tokenKeyOf(writer.idKey, tenantId, fingerprint);
  const identityKey = identityKeyOf(writer.idKey, tenantId, claims.issuer, claims.externalId);
  const before = await identityOf(writer.sql, entityId);
  const decision = verifyIdentity(
    { entityId, ...claims, identityKey, tokenKey, mayRebind, at },
    before,
    await tokenSpentBy(writer.sql, tenantId, tokenKey),
  );
  await appendTo(writer, actor, person, decision.events);
  if (decision.kind === 'refused') return decision.reason;
  const previousKey = before?.identityKey ?? null;
  if (previousKey !== null && previousKey !== identityKey)
    await unlinkRebound(writer, options, tenantId, entityId, previousKey);
  await contestAround(writer, { tenantId, entityId, by: bySystem, at });
  await linkVerified(writer, options, tenantId, entityId, identityKey);
  return 'verified';
};
