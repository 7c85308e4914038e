import { describe, expect, it } from '@jest/globals';
import { givenBy } from '#testing';
import { derivedId } from '../ids.js';
import {
  decideGrant,
  decideRevocation,
  evolveGrant,
  type GrantEvent,
  type GrantOffer,
  type GrantState,
} from './grant.js';

const noon = (day: number): Date => new Date(Date.UTC(2026, 4, day, 12));
const offer = (name: string, expiresAt: Date | null = null): GrantOffer => ({
  grantId: derivedId('grant', name),
  memoryId: derivedId('memory', 'secret'),
  entityId: derivedId('person', 'Ute'),
  keyId: 'k1',
  expiresAt,
  at: noon(1),
});
const eventsOf = (one: GrantOffer, state: GrantState | null): readonly GrantEvent[] => {
  const decision = decideGrant(one, state);
  return decision.kind === 'conflict' ? [] : decision.events;
};
const given = givenBy<GrantState, GrantEvent, GrantEvent>(evolveGrant);
const first = eventsOf(offer('first'), null);

describe('a grant', () => {
  it('is given where none is live', () =>
    given()
      .when((state) => eventsOf(offer('first'), state))
      .then({ type: 'GrantGiven', data: { expiresAt: null } }));
  it('given once more is the grant there is', () => {
    given(...first)
      .when((state) => eventsOf(offer('again'), state))
      .thenNothing();
    expect(decideGrant(offer('again'), given(...first).state)).toMatchObject({
      kind: 'decided',
      grantId: offer('first').grantId,
    });
  });
  it('with another end than the live one conflicts with it', () =>
    expect(decideGrant(offer('again', noon(9)), given(...first).state)).toEqual({
      kind: 'conflict',
      grantId: offer('first').grantId,
    }));
  it('is revoked once', () => {
    const revoke = (state: GrantState | null) =>
      state === null ? [] : decideRevocation(state, { keyId: 'k2', at: noon(2) });
    given(...first)
      .when(revoke)
      .then({ type: 'GrantRevoked', data: { keyId: 'k2' } });
    given(...first, ...revoke(given(...first).state))
      .when(revoke)
      .thenNothing();
  });
});
