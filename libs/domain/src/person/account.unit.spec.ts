import { describe, expect, it } from '@jest/globals';
import { givenBy } from '#testing';
import { derivedId } from '../ids.js';
import {
  evolveAccount,
  observeAccount,
  type AccountEvent,
  type AccountSeen,
  type AccountState,
} from './account.js';

const noon = (day: number): Date => new Date(Date.UTC(2026, 4, day, 12));
const seen = (on: number, names: Partial<AccountSeen> = {}): AccountSeen => ({
  entityId: derivedId('account', 'wanda'),
  platform: 'chat',
  platformUserId: 'u1',
  entityType: null,
  handle: 'wanda',
  displayName: null,
  at: noon(on),
  isOfNames: false,
  ...names,
});
/** What was seen before is recorded, as far as it was news. */
const past = (...observations: readonly AccountSeen[]): readonly AccountEvent[] => {
  let state: AccountState | null = null;
  return observations.flatMap((one) => {
    const { events } = observeAccount(one, state);
    state = events.reduce<AccountState | null>(evolveAccount, state);
    return events;
  });
};
const given = givenBy<AccountState, AccountEvent, AccountEvent>(evolveAccount);
const observe = (one: AccountSeen) => (state: AccountState | null) => observeAccount(one, state).events;

describe('an account', () => {
  it('is registered at its first sight, as human where nobody says', () =>
    given()
      .when(observe(seen(1)))
      .then({ type: 'AccountRegistered', data: { entityType: 'human', handle: 'wanda' } }));
  it('that bears the names it is known by is no news, and the names still hold', () => {
    given(...past(seen(1)))
      .when(observe(seen(2)))
      .thenNothing();
    expect(observeAccount(seen(2), given(...past(seen(1))).state).held).toBe('handle');
  });
  it.each([
    ['a new name', seen(2, { handle: 'wanda_away' })],
    ['a name that it bore earlier than known', seen(0)],
    ['another kind of name', seen(2, { displayName: 'Wanda 🌿' })],
  ])('is news by %s', (_, now) =>
    given(...past(seen(1)))
      .when(observe(now))
      .then({ type: 'ProfileObserved' }),
  );
  it('is news by an old name that it bears again', () =>
    given(...past(seen(1), seen(2, { handle: 'away' })))
      .when(observe(seen(3)))
      .then({ type: 'ProfileObserved', data: { handle: 'wanda' } }));
  it('is no news by an old name of an old message', () =>
    given(...past(seen(1), seen(3, { handle: 'away' })))
      .when(observe(seen(2)))
      .thenNothing());
  it('is news where it is told of its names, though they are what they were', () =>
    given(...past(seen(1)))
      .when(observe(seen(2, { isOfNames: true })))
      .then({ type: 'ProfileObserved' }));
  it('that was said to be human once is human', () => {
    const bot = seen(1, { entityType: 'agent' });
    given(...past(bot))
      .when(observe(seen(2, { entityType: 'human' })))
      .then({ type: 'AccountRegistered', data: { entityType: 'human' } });
    given(...past(seen(1)))
      .when(observe(seen(2, { entityType: 'agent' })))
      .thenNothing();
  });
});
