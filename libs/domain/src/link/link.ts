import { event, type KithEventOf } from '../events.js';
import type { FieldError } from '../field-error.js';
import type { Knobs } from '../knobs.js';
import type { Actor } from '../event-fields.js';
import type { LinkConflict, LinkEvidence } from './events.js';

export type LinkStatus = 'pending' | 'active' | 'rejected' | 'reverted';

/** One pair of entities, as far as deciding about it needs to know. */
export interface LinkState {
  readonly status: LinkStatus;
  readonly proposedBy: Actor;
  readonly confidence: number;
  readonly isStrong: boolean;
  readonly conflict: LinkConflict | null;
  readonly evidence: readonly LinkEvidence[];
  /** Who decided about it last; null while nobody has. */
  readonly decidedBy: Actor | null;
  /** It is followed, and asked about again all the same. */
  readonly isContested: boolean;
}

export interface LinkProposal {
  readonly linkId: string;
  readonly fromId: string;
  readonly toId: string;
  readonly confidence: number;
  readonly evidence: readonly LinkEvidence[];
  /** What stands against their being one person, whatever speaks for it. */
  readonly conflict: LinkConflict | null;
  readonly by: Actor;
  readonly at: Date;
}

export type LinkThresholds = Pick<
  Knobs,
  'identity.auto_link_threshold' | 'identity.require_review_threshold'
>;

export const linkEventTypes = [
  'LinkProposed',
  'LinkApproved',
  'LinkRejected',
  'LinkReverted',
  'LinkReopened',
  'LinkContested',
] as const;
export type LinkEvent = KithEventOf<(typeof linkEventTypes)[number]>;

/** What became of a proposal. `decided-before`: somebody decided about the pair, and nothing stronger came since. */
export type ProposalDecision = {
  readonly kind: 'linked' | 'waits' | 'known' | 'too-weak' | 'decided-before';
  readonly events: readonly LinkEvent[];
};

const nothing = (kind: Exclude<ProposalDecision['kind'], 'linked' | 'waits'>): ProposalDecision => ({
  kind,
  events: [],
});

const isAnyStrong = (evidence: readonly LinkEvidence[]): boolean => evidence.some(({ isStrong }) => isStrong);

/** Nothing that nobody decided about is hidden behind what somebody did: only more than lay before them asks again. */
const isStronger = (proposal: LinkProposal, before: LinkState): boolean =>
  proposal.confidence > before.confidence || (isAnyStrong(proposal.evidence) && !before.isStrong);

/** Each kind once, the heavier of two; those of before stay, for they were a reason to ask. */
const merged = (before: readonly LinkEvidence[], now: readonly LinkEvidence[]): readonly LinkEvidence[] => {
  const byKind = new Map<string, LinkEvidence>();
  for (const one of [...before, ...now]) {
    const known = byKind.get(one.kind);
    if (known === undefined || one.weight >= known.weight) byKind.set(one.kind, one);
  }
  return [...byKind.values()];
};

/** Operators may ask again about what was taken back; a rejection waits for more than it was made on. */
const mayAskAgain = (proposal: LinkProposal, before: LinkState): boolean =>
  isStronger(proposal, before) || (before.status === 'reverted' && proposal.by.kind === 'operator');

const isAutomatic = (proposal: LinkProposal, thresholds: LinkThresholds): boolean =>
  proposal.by.kind === 'system' &&
  proposal.conflict === null &&
  proposal.confidence >= thresholds['identity.auto_link_threshold'] &&
  isAnyStrong(proposal.evidence);

/** A person asks, or enough speaks for it. Strong evidence that something stands against is somebody's to see. */
const isWorthAsking = (proposal: LinkProposal, thresholds: LinkThresholds): boolean =>
  proposal.by.kind !== 'system' || proposal.confidence >= thresholds['identity.require_review_threshold'];

/**
 * What becomes of a proposal: a link where the system found proof that nothing stands against, else a question to a person,
 * else nothing.
 */
export const proposeLink = (
  proposal: LinkProposal,
  state: LinkState | null,
  thresholds: LinkThresholds,
): ProposalDecision => {
  const { at, ...given } = proposal;
  if (state?.status === 'active') return nothing('known');
  const wasDecided = state !== null && state.status !== 'pending';
  if (wasDecided && !mayAskAgain(proposal, state)) return nothing('decided-before');
  // INVARIANT: what a person said of the two stands until a person says otherwise, whatever is proved since.
  const automatic = state?.status !== 'rejected' && isAutomatic(proposal, thresholds);
  if (!automatic && !isWorthAsking(proposal, thresholds)) return nothing('too-weak');
  const evidence = merged(state?.evidence ?? [], proposal.evidence);
  const isNews =
    state === null || wasDecided || isStronger(proposal, state) || evidence.length > state.evidence.length;
  if (!automatic && !isNews) return nothing('known');
  const proposed = event(
    'LinkProposed',
    {
      ...given,
      evidence: [...evidence],
      confidence: Math.max(proposal.confidence, state?.confidence ?? 0),
      isStrong: isAnyStrong(evidence),
      // INVARIANT: who asked first is who asked: nobody becomes free to approve what they asked by being asked after.
      by: state?.status === 'pending' ? state.proposedBy : proposal.by,
    },
    at,
  );
  if (!automatic) return { kind: 'waits', events: [proposed] };
  const approved = event('LinkApproved', { linkId: proposal.linkId, by: proposal.by, note: null }, at);
  return { kind: 'linked', events: [proposed, approved] };
};

export interface LinkVerdict {
  readonly linkId: string;
  readonly by: Actor;
  readonly note: string | null;
  readonly at: Date;
}

export type DecisionRefused = 'decided-already' | 'own-proposal' | 'not-decided';
export type VerdictDecision =
  { readonly kind: 'decided'; readonly events: readonly LinkEvent[] } | { readonly kind: DecisionRefused };

const decided = (
  type: Exclude<LinkEvent['type'], 'LinkProposed' | 'LinkContested'>,
  { at, ...verdict }: LinkVerdict,
): VerdictDecision => ({
  kind: 'decided',
  events: [event(type, verdict, at)],
});

/** Whether it was this key, or this person, that asked. */
const isProposer = (by: Actor, { proposedBy }: Pick<LinkState, 'proposedBy'>): boolean =>
  by.id === proposedBy.id || (by.viewerId !== null && by.viewerId === proposedBy.viewerId);

const isAsked = ({ status, isContested }: LinkState): boolean => status === 'pending' || isContested;

export const approveLink = (verdict: LinkVerdict, state: LinkState): VerdictDecision => {
  if (!isAsked(state)) return { kind: 'decided-already' };
  return isProposer(verdict.by, state) ? { kind: 'own-proposal' } : decided('LinkApproved', verdict);
};

export const rejectLink = (verdict: LinkVerdict, state: LinkState): VerdictDecision =>
  isAsked(state) ? decided('LinkRejected', verdict) : { kind: 'decided-already' };

/** Takes back a link, or a proposal that nobody decided about. What was taken back is left as it is. */
export const revertLink = (verdict: LinkVerdict, state: LinkState): VerdictDecision =>
  state.status === 'active' || state.status === 'pending'
    ? decided('LinkReverted', verdict)
    : { kind: 'decided', events: [] };

/**
 * Puts a link in doubt by what came to be known.
 * INVARIANT: what the system linked by itself is followed no more from that moment on; what a person linked stays until a
 * person says otherwise, and is asked again once.
 */
export const contestLink = (
  {
    linkId,
    conflict,
    by,
    at,
  }: Pick<LinkProposal, 'linkId' | 'by' | 'at'> & { readonly conflict: LinkConflict },
  state: LinkState,
): readonly LinkEvent[] => {
  const isOpen = state.status === 'active' || state.status === 'pending';
  if (!isOpen || state.conflict === conflict) return [];
  const isFollowed = state.status === 'active' && state.decidedBy?.kind !== 'system';
  return [event('LinkContested', { linkId, conflict, isFollowed, by }, at)];
};

/** Takes back a decision: what was linked is two again, what was rejected is asked again. */
export const undoLink = (verdict: LinkVerdict, state: LinkState): VerdictDecision => {
  switch (state.status) {
    case 'active':
      return decided('LinkReverted', verdict);
    case 'rejected':
      return decided('LinkReopened', verdict);
    case 'pending':
    case 'reverted':
      return { kind: 'not-decided' };
  }
};

export const evolveLink = (state: LinkState | null, { type, data }: LinkEvent): LinkState | null => {
  if (type === 'LinkProposed') {
    const { confidence, isStrong, conflict, evidence, by } = data;
    const asked = { confidence, isStrong, conflict, evidence: evidence ?? [] };
    return { ...asked, status: 'pending', proposedBy: by, decidedBy: null, isContested: false };
  }
  if (state === null) return null;
  if (type === 'LinkContested') {
    const { conflict, isFollowed } = data;
    return isFollowed
      ? { ...state, conflict, isContested: true }
      : { ...state, conflict, status: 'pending', decidedBy: null };
  }
  const settled = { ...state, decidedBy: type === 'LinkReopened' ? null : data.by, isContested: false };
  switch (type) {
    case 'LinkApproved':
      return { ...settled, status: 'active' };
    case 'LinkRejected':
      return { ...settled, status: 'rejected' };
    case 'LinkReverted':
      return { ...settled, status: 'reverted' };
    case 'LinkReopened':
      return { ...settled, status: 'pending' };
  }
};

/** More accounts than these are nobody's: whoever joins them made a mistake, and every answer would pay for it. */
const mostJoined = 2_000;

/** Everything that stands against asking at all, by the field it lies in. */
export const linkErrors = (
  { fromId, toId }: Pick<LinkProposal, 'fromId' | 'toId'>,
  joined: number,
): readonly FieldError[] => [
  ...(fromId === toId ? [{ path: 'to', message: 'is the same account as from' }] : []),
  ...(joined > mostJoined
    ? [{ path: 'to', message: `would make one person of more than ${String(mostJoined)} accounts` }]
    : []),
];
