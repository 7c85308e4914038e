import { describe, expect, it } from '@jest/globals';
import {
  aboutBob,
  aboutViewer,
  alone,
  bob,
  expectPlanned,
  knobs,
  ruleOf,
  self,
  viewer,
} from './cases.spec.js';
import { decide } from './decide.js';
import { planRead } from './plan.js';
import type { Viewer } from './request.js';
import { places } from './world.spec.js';

describe('the gate', () => {
  const closed = knobs({ 'gate.require_verified': true });
  const unverified: Viewer = { ...viewer, isVerified: false };
  const everyScope = ['private_subject', 'source_shared', 'global_shared', 'system'].map((scope) =>
    aboutViewer({ scope }),
  );
  it('keeps memories of every scope from who is not verified', () => {
    for (const facts of everyScope)
      for (const operation of ['recall', 'list', 'get', 'export', 'write', 'forget'] as const) {
        const asked = alone({ ...closed, viewer: unverified, principal: 'operator', operation });
        expect(decide(asked, facts)).toMatchObject({ rule: 'gated', knobs: ['gate.require_verified'] });
        expect(planRead(asked)).toBe('nothing');
      }
    expect(decide(alone({ viewer: unverified }), aboutViewer()).knobs).toContain('gate.require_verified');
  });
  it('keeps them from a single user without a name', () => {
    const nameless = alone({
      viewer: null,
      audience: [],
      ...knobs({ 'gate.require_verified': true, 'identity.mode': 'single_user' }),
    });
    expect(ruleOf(nameless, aboutBob())).toBe('gated');
    expect(planRead(nameless)).toBe('nothing');
  });
  it('is open to who is verified, and to an inspecting operator', () => {
    expect(decide(alone(closed), aboutViewer())).toMatchObject({ rule: 'own-in-private', knobs: [] });
    const inspecting = alone({ ...closed, viewer: null, principal: 'operator', operation: 'inspect' });
    expect(ruleOf(inspecting, aboutBob())).toBe('operator-inspects');
    expectPlanned(inspecting, aboutBob());
  });
});

describe('a tenant with a single user', () => {
  const single = knobs({ 'identity.mode': 'single_user' });
  const nameless = alone({ viewer: null, audience: [], ...single });
  it('need not say who asks', () => {
    for (const sensitivity of [0, 1, 2])
      expect(ruleOf(nameless, aboutBob({ sensitivity }))).toBe('own-in-private');
    expect(ruleOf(nameless, aboutBob({ disclosure: 'conversation_private' }))).toBe('own-in-private');
    expect(ruleOf(nameless, aboutBob({ scope: 'private_subject' }))).toBe('own-memory');
    expect(decide(nameless, aboutBob()).knobs).toEqual(['gate.require_verified', 'identity.mode']);
  });
  it('is planned for as decided', () => {
    const rows = [0, 1, 2, 3].flatMap((sensitivity) =>
      ['public', 'conversation_private'].flatMap((disclosure) =>
        [places.freeGroup, places.dmOfBob, null].map((source) =>
          aboutBob({ sensitivity, disclosure, source }),
        ),
      ),
    );
    for (const facts of rows) expectPlanned(nameless, facts);
  });
  it('is still denied secrets, what stays in its place, and what is the system’s', () => {
    expect(ruleOf({ ...nameless, grantedMemoryIds: ['m1'] }, aboutBob({ sensitivity: 3 }))).toBe(
      'secret-needs-grant',
    );
    expect(ruleOf(nameless, aboutBob({ portable: false }))).toBe('not-portable');
    expect(ruleOf(nameless, aboutBob({ scope: 'system' }))).toBe('out-of-scope');
    expect(ruleOf(nameless, aboutBob({ source: null, disclosure: 'conversation_private' }))).toBe(
      'conversation-private',
    );
  });
  it('is a stranger as soon as others read', () => {
    expect(ruleOf({ ...nameless, audience: [bob] }, aboutBob())).toBe('out-of-scope');
    expect(ruleOf({ ...nameless, place: places.freeGroup }, aboutBob())).toBe('not-a-participant');
  });
  it('may list all but what needs a name: a grant', () =>
    expect(ruleOf({ ...nameless, operation: 'list' }, aboutBob({ sensitivity: 3 }))).toBe(
      'secret-needs-grant',
    ));
  it('is judged as a person once named, and not private while nobody is said to read', () => {
    const named = alone({ audience: [], ...single });
    expect(ruleOf(named, aboutBob())).toBe('out-of-scope');
    expect(ruleOf(named, aboutViewer({ sensitivity: 2 }))).toBe('out-of-scope');
    expect(ruleOf(alone(single), aboutBob())).toBe('out-of-scope');
  });
  it('asks for a name where there are several', () => {
    expect(ruleOf(alone({ viewer: null, audience: [] }), aboutBob())).toBe('unknown-viewer');
    expect(
      decide(alone({ viewer: { cluster: [], memberships: [], isVerified: true }, ...single }), aboutBob()),
    ).toMatchObject({
      rule: 'unknown-viewer',
      knobs: [],
    });
  });
});

describe('an operator', () => {
  const inspecting = alone({
    principal: 'operator',
    operation: 'inspect',
    viewer: null,
    audience: [],
    agentId: null,
  });
  it('inspects of an agent by name what it remembers, and what all share', () => {
    const ofOne = { ...inspecting, agentId: 'a1' };
    for (const [agentId, rule] of [
      ['a1', 'operator-inspects'],
      [null, 'operator-inspects'],
      ['a2', 'other-agent'],
    ] as const) {
      expect([agentId, ruleOf(ofOne, aboutBob({ agentId }))]).toEqual([agentId, rule]);
      expectPlanned(ofOne, aboutBob({ agentId }));
    }
  });
  it('inspects whatever is active in the tenant', () => {
    const hidden = aboutBob({
      agentId: 'a2',
      sensitivity: 3,
      scope: 'mystery',
      portable: false,
      disclosure: 'conversation_private',
    });
    expect(ruleOf(inspecting, hidden)).toBe('operator-inspects');
  });
  it('inspects no other tenant and nothing forgotten', () => {
    expect(ruleOf(inspecting, aboutBob({ tenantId: 't2' }))).toBe('other-tenant');
    expect(ruleOf(inspecting, aboutBob({ status: 'forgotten' }))).toBe('not-active');
  });
  it('reads like anybody else in any other operation', () =>
    expect(ruleOf({ ...inspecting, agentId: 'a1', operation: 'recall' }, aboutBob())).toBe('unknown-viewer'));
  it('is not anybody who asks to inspect', () =>
    expect(ruleOf({ ...inspecting, agentId: 'a1', principal: 'agent' }, aboutBob())).toBe('unknown-viewer'));
});

describe('people who read or forget what is held with them', () => {
  const listing = alone({ operation: 'list' });
  const held = { sensitivity: 3, portable: false, scope: 'system' };
  it('see what they are the subject or the speaker of', () => {
    expect(ruleOf(listing, aboutViewer(held))).toBe('self-service');
    for (const operation of ['get', 'history', 'export', 'forget'] as const) {
      expect(ruleOf(alone({ operation }), aboutViewer(held))).toBe('self-service');
      expect(ruleOf(alone({ operation }), aboutBob({ ...held, speakerId: 'viewer2' }))).toBe('self-service');
    }
  });
  it('see nothing more of what they only own', () =>
    expect(ruleOf(listing, aboutBob({ ...held, ownerId: 'viewer' }))).toBe('secret-needs-grant'));
  it('see nothing that others told in confidence', () =>
    expect(ruleOf(listing, aboutViewer({ ...held, disclosure: 'conversation_private' }))).toBe(
      'conversation-private',
    ));
  it('see it alone, and by no other operation', () => {
    expect(ruleOf({ ...listing, audience: [self, bob] }, aboutViewer(held))).toBe('secret-needs-grant');
    for (const operation of ['recall', 'search', 'count', 'write', 'inspect'] as const)
      expect(ruleOf(alone({ operation }), aboutViewer(held))).toBe('secret-needs-grant');
  });
});
