import { describe, expect, it } from '@jest/globals';
import type { Actor } from '../event-fields.js';
import { derivedId } from '../ids.js';
import {
  approveReview,
  raiseReview,
  rejectReview,
  undoReview,
  type ReviewGiven,
  type ReviewState,
} from './review.js';

const [first = '', second = '', third = ''] = ['one', 'two', 'three'].map((name) =>
  derivedId('memory', name),
);
const [jon = '', mark = ''] = ['jon', 'mark'].map((name) => derivedId('person', name));
const reviewId = derivedId('review', 'one');
const at = new Date(Date.UTC(2026, 4, 1));
const operator = (id: string): Actor => ({ kind: 'operator', id, viewerId: null });
const claimant: Actor = { kind: 'client', id: 'app', viewerId: jon };

const state = (change: Partial<ReviewState>): ReviewState => ({
  kind: 'misattribution',
  status: 'pending',
  proposedBy: claimant,
  memoryIds: [first],
  candidates: [],
  ...change,
});
const given = (change: Partial<ReviewGiven> = {}): ReviewGiven => ({
  reviewId,
  choice: null,
  note: null,
  by: operator('bo'),
  at,
  ...change,
});
const ambiguous = state({
  kind: 'identity_disambiguation',
  proposedBy: { kind: 'system', id: 'extraction', viewerId: null },
  candidates: [jon, mark],
});
const moved = (decision: ReturnType<typeof approveReview>) =>
  decision.kind === 'decided'
    ? decision.memories.map(({ type, data }) => [type, data.memoryId])
    : decision.kind;

describe('a question about memories', () => {
  it('of whom one is about asks for one of those it may mean', () => {
    expect(moved(approveReview(given(), ambiguous))).toBe('choice-needed');
    expect(moved(approveReview(given({ choice: first }), ambiguous))).toBe('choice-unknown');
    expect(approveReview(given({ choice: mark }), ambiguous)).toMatchObject({
      review: { data: { verdict: 'approved', choice: mark } },
      memories: [{ type: 'MemorySubjectsChosen', data: { subjectIds: [mark] } }],
    });
  });
  it('of several that say the same keeps the first', () => {
    const same = state({ kind: 'duplicate_merge', memoryIds: [first, second, third] });
    expect(moved(approveReview(given(), same))).toEqual([
      ['MemorySetAside', second],
      ['MemorySetAside', third],
    ]);
    expect(moved(undoReview(given(), { ...same, status: 'approved' }))).toEqual([
      ['MemoryBroughtBack', second],
      ['MemoryBroughtBack', third],
    ]);
  });
  it('rejected moves nothing, whatever it is', () => {
    for (const one of [ambiguous, state({}), state({ kind: 'duplicate_merge' })])
      expect(moved(rejectReview(given(), one))).toEqual([]);
    expect(moved(undoReview(given(), state({ status: 'rejected' })))).toEqual([]);
  });
  it('undone may mean any of them again', () =>
    expect(undoReview(given(), { ...ambiguous, status: 'approved' })).toMatchObject({
      review: { data: { verdict: 'undone' } },
      memories: [{ type: 'MemorySubjectsUnchosen', data: { candidates: [jon, mark] } }],
    }));
  it('is decided once, and only what was decided is undone', () => {
    for (const status of ['approved', 'rejected'] as const) {
      expect(approveReview(given(), state({ status })).kind).toBe('decided-already');
      expect(rejectReview(given(), state({ status })).kind).toBe('decided-already');
    }
    expect(undoReview(given(), state({})).kind).toBe('not-decided');
  });
  it('is approved by another than who raised it', () => {
    expect(approveReview(given({ by: operator('app') }), state({})).kind).toBe('own-proposal');
    expect(approveReview(given({ by: { ...operator('x'), viewerId: jon } }), state({})).kind).toBe(
      'own-proposal',
    );
  });
  it('raised again is the one there is, decided or not', () => {
    const claim = {
      reviewId,
      kind: 'misattribution',
      memoryIds: [first],
      claimantId: jon,
      confidence: 0.5,
      note: null,
      by: claimant,
      at,
    } as const;
    expect(raiseReview(claim, null)).toHaveLength(1);
    for (const status of ['pending', 'approved', 'rejected'] as const)
      expect(raiseReview(claim, state({ status }))).toEqual([]);
  });
});
