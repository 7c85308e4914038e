import { describe, expect, it } from '@jest/globals';
import { givenBy } from '#testing';
import { derivedId } from '../ids.js';
import {
  evolveIdentity,
  registerPerson,
  verifyIdentity,
  type Claimed,
  type IdentityEvent,
  type IdentityState,
} from './identity.js';

const noon = (day: number): Date => new Date(Date.UTC(2026, 4, day, 12));
const entityId = derivedId('account', 'ines');
const claim = (subject: string, token: string, more: Partial<Claimed> = {}): Claimed => ({
  entityId,
  issuer: 'https://id.test',
  externalId: subject,
  identityKey: derivedId('identity', subject),
  tokenKey: derivedId('token', token),
  expiresAt: noon(2),
  mayRebind: false,
  at: noon(1),
  ...more,
});
const given = givenBy<IdentityState, IdentityEvent, IdentityEvent>(evolveIdentity);
const verify =
  (one: Claimed, spentBy: string | null = null) =>
  (state: IdentityState | null) =>
    verifyIdentity(one, state, spentBy).events;
const register = (firstName: string, lastName: string) => (state: IdentityState | null) =>
  registerPerson({ entityId, firstName, lastName, at: noon(1) }, state);
const asInes = verify(claim('auth0|ines', 'first'))(null);

describe('whoever registers', () => {
  it('is known by that name', () =>
    given()
      .when(register('Ines', 'Duarte'))
      .then({ type: 'PersonRegistered', data: { firstName: 'Ines', lastName: 'Duarte' } }));
  it('changes nothing by the same name again, and something by another', () => {
    const before = register('Ines', 'Duarte')(null);
    given(...before)
      .when(register('Ines', 'Duarte'))
      .thenNothing();
    given(...before)
      .when(register('Ines', 'Pontes'))
      .then({ type: 'PersonRegistered' });
  });
  it('is verified as nobody by it', () =>
    expect(given(...register('Ines', 'Duarte')(null)).state?.identityKey).toBeNull());
});

describe('a good token', () => {
  it('binds the account to whom it names', () =>
    given()
      .when(verify(claim('auth0|ines', 'first')))
      .then({ type: 'IdentityVerified', data: { externalId: 'auth0|ines', previousKey: null } }));
  it('of the same person binds once more, and is spent by it', () =>
    given(...asInes)
      .when(verify(claim('auth0|ines', 'second')))
      .then({ type: 'IdentityVerified', data: { previousKey: null } }));
  it('that was shown before is refused, with an event that says by whom', () =>
    given(...asInes)
      .when(verify(claim('auth0|ines', 'first'), entityId))
      .then({ type: 'VerificationRefused', data: { reason: 'token-spent', insteadOfKey: entityId } }));
  it('of somebody else never moves a bound account by itself', () =>
    given(...asInes)
      .when(verify(claim('auth0|omar', 'other')))
      .then({
        type: 'VerificationRefused',
        data: { reason: 'verified-as-other', insteadOfKey: derivedId('identity', 'auth0|ines') },
      }));
  it('of somebody else moves it at the word of an operator, who leaves a trace', () =>
    given(...asInes)
      .when(verify(claim('auth0|omar', 'other', { mayRebind: true })))
      .then({
        type: 'IdentityVerified',
        data: { externalId: 'auth0|omar', previousKey: derivedId('identity', 'auth0|ines') },
      }));
  it('that was spent is refused to an operator as well', () =>
    given()
      .when(verify(claim('auth0|ines', 'first', { mayRebind: true }), derivedId('account', 'omar')))
      .then({ type: 'VerificationRefused' }));
});
