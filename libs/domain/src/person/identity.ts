import { event, type KithEventOf } from '../events.js';
import type { verificationRefusals } from './events.js';

/** What one account is known to be elsewhere, as far as deciding about it needs to know. */
export interface IdentityState {
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** Null until it is verified. */
  readonly identityKey: string | null;
}

export type IdentityEvent = KithEventOf<'PersonRegistered' | 'IdentityVerified' | 'VerificationRefused'>;

interface Registering {
  readonly entityId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly at: Date;
}

/** What a token said that was signed by whom it names, is for us, and is not over. */
export interface Claimed {
  readonly entityId: string;
  readonly issuer: string;
  readonly externalId: string;
  readonly identityKey: string;
  readonly tokenKey: string;
  readonly expiresAt: Date;
  /** An operator has said that the account shall be somebody else from now on. */
  readonly mayRebind: boolean;
  readonly at: Date;
}

export type VerificationRefusal = (typeof verificationRefusals)[number];
export type VerificationDecision =
  | { readonly kind: 'verified'; readonly events: readonly IdentityEvent[] }
  | {
      readonly kind: 'refused';
      readonly reason: VerificationRefusal;
      readonly events: readonly IdentityEvent[];
    };

const unknown: IdentityState = { firstName: null, lastName: null, identityKey: null };

/** Records how somebody is called, when it is another name than the last. */
export const registerPerson = (
  { at, ...said }: Registering,
  state: IdentityState | null,
): readonly IdentityEvent[] =>
  state?.firstName === said.firstName && state.lastName === said.lastName
    ? []
    : [event('PersonRegistered', { ...said, at }, at)];

/**
 * Binds an account to whom a token names.
 * INVARIANT: a token binds once, whoever shows it again; an account that is bound to one identity is bound to another by an
 * operator's word alone. Both are refused with an event: nothing of it is silent.
 */
export const verifyIdentity = (
  { mayRebind, at, ...claimed }: Claimed,
  state: IdentityState | null,
  /** Whose account the token was shown for before; null when never. */
  spentBy: string | null,
): VerificationDecision => {
  const { entityId, identityKey, tokenKey } = claimed;
  const previousKey = state?.identityKey ?? null;
  const refused = (reason: VerificationRefusal, insteadOfKey: string | null): VerificationDecision => ({
    kind: 'refused',
    reason,
    events: [event('VerificationRefused', { entityId, reason, identityKey, tokenKey, insteadOfKey, at }, at)],
  });
  if (spentBy !== null) return refused('token-spent', spentBy);
  const isOther = previousKey !== null && previousKey !== identityKey;
  if (isOther && !mayRebind) return refused('verified-as-other', previousKey);
  return {
    kind: 'verified',
    events: [event('IdentityVerified', { ...claimed, previousKey: isOther ? previousKey : null, at }, at)],
  };
};

export const evolveIdentity = (
  state: IdentityState | null,
  { type, data }: IdentityEvent,
): IdentityState | null => {
  switch (type) {
    case 'PersonRegistered':
      return { ...(state ?? unknown), firstName: data.firstName, lastName: data.lastName };
    case 'IdentityVerified':
      return { ...(state ?? unknown), identityKey: data.identityKey };
    case 'VerificationRefused':
      return state;
  }
};
