import { event, type KithEventOf } from '../events.js';
import type { IdKey } from '../ids.js';

const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const codeLivesMs = 10 * 60_000;
/** Codes that one account may get wrong before it waits. */
export const mostMisses = 5;
export const missesCountMs = 15 * 60_000;

/** Forty random bits, which nobody but the store that gave them can compute again: so the code itself is kept nowhere. */
export const linkCodeOf = (idKey: IdKey, tenantId: string, codeId: string): string => {
  const bytes = Buffer.from(idKey.derive('link-code', tenantId, codeId).replaceAll('-', ''), 'hex');
  const bits = [...bytes.subarray(0, 5)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const letters = (bits.match(/.{5}/gu) ?? []).map((five) => digits[Number.parseInt(five, 2)] ?? '').join('');
  return `KITH-${letters.slice(0, 4)}-${letters.slice(4)}`;
};

/** By which a code is known when it is said. */
export const linkCodeKeyOf = (idKey: IdKey, tenantId: string, code: string): string =>
  idKey.derive('link-code-key', tenantId, code.toUpperCase());

/** A code that one account was given, to be said by another account of the same person. */
export interface LinkCodeState {
  readonly codeId: string;
  /** Whose account asked for it. */
  readonly askedBy: string;
  readonly expiresAt: Date;
  readonly status: 'open' | 'used' | 'revealed' | 'replaced';
}

export type LinkCodeEvent = KithEventOf<
  'LinkCodeAsked' | 'LinkCodeConfirmed' | 'LinkCodeRevealed' | 'LinkCodeMissed'
>;

interface AskingCode {
  readonly codeId: string;
  readonly codeKey: string;
  readonly entityId: string;
  readonly at: Date;
}

/** Gives an account a code; the one it had before is good for nothing any more. */
export const askLinkCode = ({ at, ...asked }: AskingCode): readonly LinkCodeEvent[] => [
  event('LinkCodeAsked', { ...asked, expiresAt: new Date(at.getTime() + codeLivesMs), at }, at),
];

interface SayingCode {
  readonly entityId: string;
  /** All that links join to it. */
  readonly cluster: readonly string[];
  /** Nobody but the agent reads along. */
  readonly isPrivate: boolean;
  /** Codes that the account got wrong lately. */
  readonly misses: number;
  readonly at: Date;
}

export type LinkCodeSaid = {
  readonly kind: 'confirmed' | 'own-code' | 'no-such-code' | 'said-aloud' | 'too-many-tries';
  readonly events: readonly LinkCodeEvent[];
};

/**
 * What becomes of a code that an account says.
 * INVARIANT: a code that others could read joins nobody: it is good for nothing from then on. Whether it ever was one, or
 * is one still, is told to nobody who gets it wrong.
 */
export const sayLinkCode = (
  { entityId, cluster, isPrivate, misses, at }: SayingCode,
  state: LinkCodeState | null,
): LinkCodeSaid => {
  const isOpen = state?.status === 'open' && at < state.expiresAt;
  if (!isPrivate) {
    const events = isOpen ? [event('LinkCodeRevealed', { codeId: state.codeId, entityId, at }, at)] : [];
    return { kind: 'said-aloud', events };
  }
  if (misses >= mostMisses) return { kind: 'too-many-tries', events: [] };
  if (!isOpen) return { kind: 'no-such-code', events: [event('LinkCodeMissed', { entityId, at }, at)] };
  if (cluster.includes(state.askedBy)) return { kind: 'own-code', events: [] };
  return {
    kind: 'confirmed',
    events: [event('LinkCodeConfirmed', { codeId: state.codeId, askedBy: state.askedBy, entityId, at }, at)],
  };
};

export const evolveLinkCode = (
  state: LinkCodeState | null,
  { type, data }: LinkCodeEvent,
): LinkCodeState | null => {
  switch (type) {
    case 'LinkCodeAsked':
      return { codeId: data.codeId, askedBy: data.entityId, expiresAt: data.expiresAt, status: 'open' };
    case 'LinkCodeConfirmed':
      return state && { ...state, status: 'used' };
    case 'LinkCodeRevealed':
      return state && { ...state, status: 'revealed' };
    case 'LinkCodeMissed':
      return state;
  }
};
