import { event, type KithEventOf } from '../events.js';
import type { NamesHeld } from '../place/events.js';
import type { EntityType } from '../words.js';

/** One account of a platform, as far as deciding about what is seen of it needs to know it. */
export interface AccountState {
  readonly entityType: EntityType;
  readonly handle: string | null;
  readonly handleAt: Date | null;
  readonly displayName: string | null;
  readonly displayNameAt: Date | null;
  /** Lower-case names (`h:` a handle, `d:` a display name) with the time each was first seen. */
  readonly firstSeen: ReadonlyMap<string, Date>;
}

export interface AccountNames {
  readonly handle: string | null;
  readonly displayName: string | null;
}

/** Somebody's account was seen at that moment, with the names that it bore. */
export interface AccountSeen extends AccountNames {
  readonly entityId: string;
  readonly platform: string;
  readonly platformUserId: string;
  /** Null: nobody said. */
  readonly entityType: EntityType | null;
  readonly at: Date;
  /** It is told of the names themselves, and nothing else can carry that they still hold. */
  readonly isOfNames: boolean;
}

export type AccountEvent = KithEventOf<'AccountRegistered' | 'ProfileObserved'>;

export interface AccountObserved {
  readonly events: readonly AccountEvent[];
  /** Which of the current names were given, and still hold: no event says so, and whatever it was seen by does. */
  readonly held: NamesHeld;
}

const handleKey = (handle: string): string => `h:${handle.toLowerCase()}`;
const displayNameKey = (displayName: string): string => `d:${displayName.toLowerCase()}`;

const heldOf = (account: AccountState, { handle, displayName }: AccountNames): NamesHeld => {
  const isHandle = handle !== null && handle === account.handle;
  const isDisplayName = displayName !== null && displayName === account.displayName;
  if (isHandle && isDisplayName) return 'both';
  if (isHandle) return 'handle';
  return isDisplayName ? 'display-name' : 'none';
};

const isLater = (account: AccountState, { handle, displayName, at }: AccountSeen): boolean =>
  (handle !== null && account.handleAt !== null && at > account.handleAt) ||
  (displayName !== null && account.displayNameAt !== null && at > account.displayNameAt);

const isNews = (
  first: Date | undefined,
  name: string,
  current: string | null,
  currentAt: Date | null,
  at: Date,
): boolean => {
  if (first === undefined || at < first) return true;
  return name !== current && (currentAt === null || at >= currentAt);
};

const hasNews = (account: AccountState, { handle, displayName, at }: AccountSeen): boolean => {
  const { firstSeen } = account;
  const isHandleNew =
    handle !== null && isNews(firstSeen.get(handleKey(handle)), handle, account.handle, account.handleAt, at);
  const isDisplayNameNew =
    displayName !== null &&
    isNews(
      firstSeen.get(displayNameKey(displayName)),
      displayName,
      account.displayName,
      account.displayNameAt,
      at,
    );
  return isHandleNew || isDisplayNameNew;
};

/** Registers an account at its first sight, and records a name when it is new, older than known, or back again. */
export const observeAccount = (seen: AccountSeen, state: AccountState | null): AccountObserved => {
  const { entityId, platform, platformUserId, handle, displayName, at, entityType } = seen;
  const names = { entityId, platform, platformUserId, handle, displayName, at };
  if (state === null) {
    const registered = event('AccountRegistered', { ...names, entityType: entityType ?? 'human' }, at);
    return { events: [registered], held: 'none' };
  }
  // INVARIANT: whoever was ever said to be human reads as one: what is not sure never makes a conversation private.
  if (entityType === 'human' && state.entityType !== 'human')
    return { events: [event('AccountRegistered', { ...names, entityType }, at)], held: 'none' };
  if (hasNews(state, seen) || (seen.isOfNames && isLater(state, seen)))
    return { events: [event('ProfileObserved', names, at)], held: 'none' };
  return { events: [], held: heldOf(state, seen) };
};

const unknown: AccountState = {
  entityType: 'human',
  handle: null,
  handleAt: null,
  displayName: null,
  displayNameAt: null,
  firstSeen: new Map(),
};

/** The names that an account bore at that moment are known from now on, whether or not an event says so. */
export const withNames = (
  account: AccountState,
  { handle, displayName }: AccountNames,
  at: Date,
): AccountState => {
  const firstSeen = new Map(account.firstSeen);
  const keys = [
    ...(handle === null ? [] : [handleKey(handle)]),
    ...(displayName === null ? [] : [displayNameKey(displayName)]),
  ];
  for (const key of keys) {
    const first = firstSeen.get(key);
    if (first === undefined || at < first) firstSeen.set(key, at);
  }
  const isNewer = (known: Date | null): boolean => known === null || at >= known;
  const handleIsNow = handle !== null && isNewer(account.handleAt);
  const displayNameIsNow = displayName !== null && isNewer(account.displayNameAt);
  return {
    ...account,
    firstSeen,
    handle: handleIsNow ? handle : account.handle,
    handleAt: handleIsNow ? at : account.handleAt,
    displayName: displayNameIsNow ? displayName : account.displayName,
    displayNameAt: displayNameIsNow ? at : account.displayNameAt,
  };
};

export const evolveAccount = (state: AccountState | null, { type, data }: AccountEvent): AccountState => {
  const named = withNames(state ?? unknown, data, data.at);
  return type === 'AccountRegistered' ? { ...named, entityType: data.entityType } : named;
};
