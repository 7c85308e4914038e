import { event, type KithEventOf } from '../events.js';

/** A grant that stands: its entity may hear its secret until the end, or for good. */
export interface GrantState {
  readonly grantId: string;
  readonly expiresAt: Date | null;
  readonly isRevoked: boolean;
}

export interface GrantOffer {
  readonly grantId: string;
  readonly memoryId: string;
  readonly entityId: string;
  /** The operator's key. */
  readonly keyId: string;
  readonly expiresAt: Date | null;
  readonly at: Date;
}

export type GrantEvent = KithEventOf<'GrantGiven' | 'GrantRevoked'>;

/** `conflict`: one is live with another end; whoever revokes that would think the secret kept. */
export type GrantDecision =
  | { readonly kind: 'decided'; readonly grantId: string; readonly events: readonly GrantEvent[] }
  | { readonly kind: 'conflict'; readonly grantId: string };

/** `live`: the grant of the same secret to the same entity that is neither revoked nor over. */
export const decideGrant = (given: GrantOffer, live: GrantState | null): GrantDecision => {
  const { at, ...grant } = given;
  if (live === null)
    return { kind: 'decided', grantId: given.grantId, events: [event('GrantGiven', grant, at)] };
  return live.expiresAt?.getTime() === given.expiresAt?.getTime()
    ? { kind: 'decided', grantId: live.grantId, events: [] }
    : { kind: 'conflict', grantId: live.grantId };
};

/** Ends a grant. One that was revoked is left as it is. */
export const decideRevocation = (
  { grantId, isRevoked }: GrantState,
  { keyId, at }: Pick<GrantOffer, 'keyId' | 'at'>,
): readonly GrantEvent[] => (isRevoked ? [] : [event('GrantRevoked', { grantId, keyId }, at)]);

export const evolveGrant = (state: GrantState | null, { type, data }: GrantEvent): GrantState | null => {
  if (type === 'GrantGiven') return { grantId: data.grantId, expiresAt: data.expiresAt, isRevoked: false };
  return state && { ...state, isRevoked: true };
};
