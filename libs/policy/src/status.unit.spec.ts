import type { MemoryStatus } from '#domain';
import { describe, expect, it } from '@jest/globals';
import { aboutBob, aboutViewer, alone, expectPlanned, inGroup, ruleOf, viewer } from './cases.spec.js';
import { decide } from './decide.js';
import { planRead } from './plan.js';
import type { ReadRequest } from './request.js';
import { at } from './world.spec.js';

describe('what is listed by another status', () => {
  const statuses = ['active', 'superseded', 'pending', 'expired', 'archived', 'forgotten'] as const;
  const listing = (requestedStatus: MemoryStatus, facts: Partial<ReadRequest> = {}): ReadRequest =>
    alone({ operation: 'list', requestedStatus, ...facts });
  const inspecting = { viewer: null, principal: 'operator', operation: 'inspect', audience: [] } as const;

  it('is what has that status, of people’s own and for operators, and nothing forgotten', () => {
    for (const asked of [{}, inspecting])
      for (const requestedStatus of statuses) {
        const seen = statuses.filter(
          (status) => decide(listing(requestedStatus, asked), aboutViewer({ status })).decision === 'allow',
        );
        expect(seen).toEqual(requestedStatus === 'forgotten' ? [] : [requestedStatus]);
        for (const status of statuses)
          expectPlanned(listing(requestedStatus, asked), aboutViewer({ status }));
      }
  });
  it('is theirs as speaker too, whatever its sensitivity, and not as owner', () => {
    const others = { status: 'superseded', sensitivity: 3, subjectIds: ['bob'] };
    expect(ruleOf(listing('superseded'), aboutBob({ ...others, speakerId: 'viewer' }))).toBe('self-service');
    expect(ruleOf(listing('superseded'), aboutBob({ ...others, ownerId: 'viewer' }))).toBe('not-active');
    for (const who of [{ speakerId: 'viewer' }, { ownerId: 'viewer' }])
      expectPlanned(listing('superseded'), aboutBob({ ...others, ...who }));
  });
  it('includes among the expired what time has ended and nobody marked', () => {
    const ends = [9, 10, 11].map((end) => aboutViewer({ expiresAt: at(end) }));
    for (const asked of [{}, inspecting]) {
      expect(ends.map((facts) => decide(listing('expired', asked), facts).decision)).toEqual([
        'allow',
        'allow',
        'deny',
      ]);
      for (const facts of ends) expectPlanned(listing('expired', asked), facts);
    }
    expect(ruleOf(listing('superseded'), aboutViewer({ expiresAt: at(9) }))).toBe('not-active');
  });
  it('is listed and forgotten alone, and never recalled, searched or reworded', () => {
    const superseded = aboutViewer({ status: 'superseded' });
    for (const operation of ['recall', 'search', 'count', 'write'] as const) {
      expect(ruleOf(listing('superseded', { operation }), superseded)).toBe('not-active');
      expect(planRead(listing('superseded', { operation }))).toBe('nothing');
    }
    const together = inGroup({ operation: 'list', requestedStatus: 'superseded' });
    expect(ruleOf(together, superseded)).toBe('not-active');
    expect(planRead(together)).toBe('nothing');
  });
  it('still keeps what others were told in confidence', () => {
    const confided = aboutViewer({ status: 'superseded', disclosure: 'conversation_private' });
    expect(ruleOf(listing('superseded'), confided)).toBe('conversation-private');
    expectPlanned(listing('superseded'), confided);
  });
});

describe('what is active', () => {
  const expiring = (moment: number) => aboutViewer({ expiresAt: at(moment) });
  it('ends at the moment it expires', () => {
    expect([9, 10, 11].map((end) => ruleOf(alone(), expiring(end)))).toEqual([
      'not-active',
      'not-active',
      'own-in-private',
    ]);
  });
  it('is not what carries another status, now', () => {
    for (const status of ['pending', 'superseded', 'expired', 'forgotten', 'archived'])
      expect(ruleOf(alone(), aboutViewer({ status, supersededAt: at(12), expiresAt: at(12) }))).toBe(
        'not-active',
      );
  });

  const then = alone({ asOf: at(6) });
  it('as of then includes what was observed by then', () => {
    expect([5, 6, 7].map((seen) => ruleOf(then, aboutViewer({ observedAt: at(seen) })))).toEqual([
      'own-in-private',
      'own-in-private',
      'not-active',
    ]);
  });
  it('as of then includes what was said by then and repeated later', () => {
    const repeated = (first: number) => aboutViewer({ firstObservedAt: at(first), observedAt: at(9) });
    expect([5, 6, 7].map((first) => ruleOf(then, repeated(first)))).toEqual([
      'own-in-private',
      'own-in-private',
      'not-active',
    ]);
    for (const first of [5, 6, 7]) expectPlanned(then, repeated(first));
  });
  it('as of then judges presence at the last time it was said, as now', () => {
    const stay = (from: number) => ({
      ...viewer,
      memberships: [{ sourceId: 'freeGroup', from: at(from), to: null }],
    });
    const repeated = aboutBob({ firstObservedAt: at(5), observedAt: at(9) });
    expect([8, 10].map((from) => ruleOf({ ...then, viewer: stay(from) }, repeated))).toEqual([
      'heard-in-private',
      'out-of-scope',
    ]);
    for (const from of [8, 10]) expectPlanned({ ...then, viewer: stay(from) }, repeated);
  });
  it('as of then includes what was superseded only later', () => {
    const superseded = (moment: number) => aboutViewer({ status: 'superseded', supersededAt: at(moment) });
    expect([5, 6, 7].map((end) => ruleOf(then, superseded(end)))).toEqual([
      'not-active',
      'not-active',
      'own-in-private',
    ]);
    expect(ruleOf(then, aboutViewer({ status: 'superseded' }))).toBe('not-active');
    expect(ruleOf(then, aboutViewer({ supersededAt: at(6) }))).toBe('not-active');
  });
  it('as of then includes what expired only later, marked or not', () => {
    expect([6, 7].map((end) => ruleOf(then, expiring(end)))).toEqual(['not-active', 'own-in-private']);
    expect([6, 7].map((end) => ruleOf(then, { ...expiring(end), status: 'expired' }))).toEqual([
      'not-active',
      'own-in-private',
    ]);
    expect(ruleOf(then, aboutViewer({ status: 'expired' }))).toBe('not-active');
  });
  it('as of then is planned for as decided', () => {
    for (const status of ['active', 'superseded', 'expired', 'forgotten'])
      for (const supersededAt of [null, at(6), at(7)])
        for (const expiresAt of [null, at(6), at(7)])
          expectPlanned(then, aboutViewer({ status, supersededAt, expiresAt }));
  });
  it('as of then never includes what is forgotten, archived or pending today', () => {
    for (const status of ['forgotten', 'archived', 'pending'])
      expect(ruleOf(then, aboutViewer({ status, supersededAt: at(12), expiresAt: at(12) }))).toBe(
        'not-active',
      );
  });
});
