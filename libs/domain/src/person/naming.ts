import { event, type KithEventOf } from '../events.js';

export type NamingEvent = KithEventOf<'PersonRenamed' | 'AliasAdded' | 'AliasRevoked'>;

/** Whoever asks, of whom: themselves, an operator of anybody, or somebody of another person. */
export type NamedBy = 'self' | 'operator' | 'other';

export interface NamingState {
  /** As they want to be called; null: as their accounts do. */
  readonly name: string | null;
  /** Given aliases, by id. */
  readonly aliases: ReadonlyMap<string, 'self' | 'operator'>;
}

export type NamingDecision =
  | { readonly kind: 'decided'; readonly events: readonly NamingEvent[] }
  /** INVARIANT: nobody says how somebody else is called, but operators. */
  | { readonly kind: 'not-theirs' }
  | { readonly kind: 'no-such-alias' };

const decided = (...events: readonly NamingEvent[]): NamingDecision => ({ kind: 'decided', events });

interface Of {
  readonly entityId: string;
  readonly by: NamedBy;
  readonly at: Date;
}

export const renamePerson = (
  { by, at, ...given }: Of & { readonly name: string | null },
  state: NamingState,
): NamingDecision => {
  if (by === 'other') return { kind: 'not-theirs' };
  return given.name === state.name ? decided() : decided(event('PersonRenamed', { ...given, by, at }, at));
};

export const addAlias = (
  {
    by,
    at,
    ...given
  }: Of & { readonly aliasId: string; readonly platform: string | null; readonly name: string },
  state: NamingState,
): NamingDecision => {
  if (by === 'other') return { kind: 'not-theirs' };
  return state.aliases.has(given.aliasId)
    ? decided()
    : decided(event('AliasAdded', { ...given, by, at }, at));
};

/** What somebody said of themselves is theirs to take back, or an operator's. */
export const revokeAlias = (
  { by, at, ...given }: Of & { readonly aliasId: string },
  state: NamingState,
): NamingDecision => {
  if (by === 'other') return { kind: 'not-theirs' };
  return state.aliases.has(given.aliasId)
    ? decided(event('AliasRevoked', { ...given, by, at }, at))
    : { kind: 'no-such-alias' };
};

const nothingGiven: NamingState = { name: null, aliases: new Map() };

export const evolveNaming = (before: NamingState | null, { type, data }: NamingEvent): NamingState => {
  const state = before ?? nothingGiven;
  switch (type) {
    case 'PersonRenamed':
      return { ...state, name: data.name };
    case 'AliasAdded':
      return { ...state, aliases: new Map([...state.aliases, [data.aliasId, data.by]]) };
    case 'AliasRevoked':
      return { ...state, aliases: new Map([...state.aliases].filter(([id]) => id !== data.aliasId)) };
  }
};
