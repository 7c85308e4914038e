import { describe, expect, it } from '@jest/globals';
import { givenBy } from '#testing';
import { derivedId } from '../ids.js';
import {
  addAlias,
  evolveNaming,
  renamePerson,
  revokeAlias,
  type NamedBy,
  type NamingDecision,
  type NamingEvent,
  type NamingState,
} from './naming.js';

const at = new Date(Date.UTC(2026, 4, 2, 12));
const entityId = derivedId('account', 'yui');
const aliasId = derivedId('alias', 'yu');
const nobody: NamingState = { name: null, aliases: new Map() };
const given = givenBy<NamingState, NamingEvent, NamingEvent>(evolveNaming);
const eventsOf = (decision: NamingDecision): readonly NamingEvent[] =>
  decision.kind === 'decided' ? decision.events : [];
const rename =
  (name: string | null, by: NamedBy = 'self') =>
  (state: NamingState | null) =>
    eventsOf(renamePerson({ entityId, name, by, at }, state ?? nobody));
const add =
  (by: NamedBy = 'self') =>
  (state: NamingState | null) =>
    eventsOf(addAlias({ entityId, aliasId, platform: null, name: 'Yu', by, at }, state ?? nobody));

describe('how somebody is called', () => {
  it('is what they say, until they take it back', () => {
    given()
      .when(rename('Yu'))
      .then({ type: 'PersonRenamed', data: { name: 'Yu', by: 'self' } });
    given(...rename('Yu')(null))
      .when(rename('Yu'))
      .thenNothing();
    given(...rename('Yu')(null))
      .when(rename(null))
      .then({ type: 'PersonRenamed', data: { name: null } });
  });
  it('may be said by an operator, and by nobody else', () => {
    given()
      .when(rename('Yu', 'operator'))
      .then({ type: 'PersonRenamed', data: { by: 'operator' } });
    expect(renamePerson({ entityId, name: 'Yu', by: 'other', at }, nobody).kind).toBe('not-theirs');
  });
});

describe('a further name', () => {
  it('is added once, and taken back by whose it is or an operator', () => {
    given()
      .when(add())
      .then({ type: 'AliasAdded', data: { name: 'Yu' } });
    given(...add()(null))
      .when(add())
      .thenNothing();
    const { state } = given(...add()(null));
    const revoke = (by: NamedBy) => revokeAlias({ entityId, aliasId, by, at }, state ?? nobody);
    expect(revoke('other').kind).toBe('not-theirs');
    for (const by of ['self', 'operator'] as const)
      expect(eventsOf(revoke(by))).toMatchObject([{ type: 'AliasRevoked', data: { by } }]);
  });
  it('that is none cannot be taken back, nor one that was', () => {
    expect(revokeAlias({ entityId, aliasId, by: 'self', at }, nobody).kind).toBe('no-such-alias');
    const past = [...add()(null)];
    const gone = eventsOf(revokeAlias({ entityId, aliasId, by: 'self', at }, given(...past).state ?? nobody));
    expect(given(...past, ...gone).state?.aliases.size).toBe(0);
  });
});
