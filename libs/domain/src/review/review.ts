import type { Actor } from '../event-fields.js';
import { event, type KithEventOf } from '../events.js';
import type { MemoryEvent } from '../memory/memory-event.js';
import type { RaisedKind } from './events.js';

export const reviewKinds = [
  'alias_link',
  'identity_disambiguation',
  'duplicate_merge',
  'misattribution',
] as const;
export type ReviewKind = (typeof reviewKinds)[number];

export const reviewStatuses = ['pending', 'approved', 'rejected', 'undone'] as const;
export type ReviewStatus = (typeof reviewStatuses)[number];

/** One question about memories, as far as deciding it needs to know. Links have a life of their own. */
export interface ReviewState {
  readonly kind: Exclude<ReviewKind, 'alias_link'>;
  readonly status: ReviewStatus;
  readonly proposedBy: Actor;
  readonly memoryIds: readonly string[];
  /** Whom a memory may be about. */
  readonly candidates: readonly string[];
}

export interface ReviewGiven {
  readonly reviewId: string;
  readonly choice: string | null;
  readonly note: string | null;
  readonly by: Actor;
  readonly at: Date;
}

export type ReviewEvent = KithEventOf<'ReviewDecided'>;
export type ReviewDecision =
  | { readonly kind: 'decided'; readonly review: ReviewEvent; readonly memories: readonly MemoryEvent[] }
  | {
      readonly kind: 'decided-already' | 'not-decided' | 'own-proposal' | 'choice-needed' | 'choice-unknown';
    };

const decided = (
  verdict: 'approved' | 'rejected' | 'undone',
  { at, ...given }: ReviewGiven,
  memories: readonly MemoryEvent[] = [],
): ReviewDecision => ({
  kind: 'decided',
  review: event('ReviewDecided', { ...given, verdict }, at),
  memories,
});

/** Of several that say the same the first stays. */
const setAsideOf = ({ kind, memoryIds }: ReviewState): readonly string[] =>
  kind === 'duplicate_merge' ? memoryIds.slice(1) : memoryIds;

const effects = (state: ReviewState, { reviewId, choice, by, at }: ReviewGiven): readonly MemoryEvent[] =>
  state.kind === 'identity_disambiguation'
    ? state.memoryIds.map((memoryId) =>
        event('MemorySubjectsChosen', { memoryId, subjectIds: choice === null ? [] : [choice], by }, at),
      )
    : setAsideOf(state).map((memoryId) => event('MemorySetAside', { memoryId, reviewId, by }, at));

const effectsUndone = (state: ReviewState, { reviewId, by, at }: ReviewGiven): readonly MemoryEvent[] =>
  state.kind === 'identity_disambiguation'
    ? state.memoryIds.map((memoryId) =>
        event('MemorySubjectsUnchosen', { memoryId, candidates: [...state.candidates], by }, at),
      )
    : setAsideOf(state).map((memoryId) => event('MemoryBroughtBack', { memoryId, reviewId, by }, at));

const isProposer = (by: Actor, { proposedBy }: ReviewState): boolean =>
  by.id === proposedBy.id || (by.viewerId !== null && by.viewerId === proposedBy.viewerId);

export const approveReview = (given: ReviewGiven, state: ReviewState): ReviewDecision => {
  if (state.status !== 'pending') return { kind: 'decided-already' };
  if (isProposer(given.by, state)) return { kind: 'own-proposal' };
  if (state.kind !== 'identity_disambiguation')
    return decided('approved', { ...given, choice: null }, effects(state, given));
  if (given.choice === null) return { kind: 'choice-needed' };
  if (!state.candidates.includes(given.choice)) return { kind: 'choice-unknown' };
  return decided('approved', given, effects(state, given));
};

/** Nothing moves: what nobody is sure of stays untold, what stands stands. */
export const rejectReview = (given: ReviewGiven, state: ReviewState): ReviewDecision =>
  state.status === 'pending' ? decided('rejected', { ...given, choice: null }) : { kind: 'decided-already' };

/** What was decided is taken back, and asked again. */
export const undoReview = (given: ReviewGiven, state: ReviewState): ReviewDecision => {
  const asked = { ...given, choice: null };
  switch (state.status) {
    case 'approved':
      return decided('undone', asked, effectsUndone(state, given));
    case 'rejected':
      return decided('undone', asked);
    case 'pending':
    case 'undone':
      return { kind: 'not-decided' };
  }
};

/** How an item stands after a verdict: what was undone is asked again. */
export const statusAfter = (verdict: ReviewEvent['data']['verdict']): ReviewStatus =>
  verdict === 'undone' ? 'pending' : verdict;

export interface ReviewClaim {
  readonly reviewId: string;
  readonly kind: RaisedKind;
  readonly memoryIds: readonly string[];
  readonly claimantId: string | null;
  readonly confidence: number;
  readonly note: string | null;
  readonly by: Actor;
  readonly at: Date;
}

/** The same question once more is the one there is, decided or not. */
export const raiseReview = (
  { at, memoryIds, ...claim }: ReviewClaim,
  state: ReviewState | null,
): readonly KithEventOf<'ReviewRaised'>[] =>
  state === null ? [event('ReviewRaised', { ...claim, memoryIds: [...memoryIds] }, at)] : [];
