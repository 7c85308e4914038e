import { describe, expect, it } from '@jest/globals';
import {
  aboutBob,
  aboutViewer,
  alone,
  bob,
  decidedBy,
  expectPlanned,
  inGroup,
  knobs,
  memberOf,
  ruleOf,
  self,
} from './cases.spec.js';
import { decide } from './decide.js';
import type { MemoryFacts, ReadRequest } from './request.js';
import { rules } from './rules.js';
import { policyVersion } from './version.js';
import { places } from './world.spec.js';

describe('the list of rules', () => {
  it('is the list of the policy, in its order', () => {
    expect(rules.flatMap(({ ids }) => ids)).toEqual([
      'other-tenant',
      'other-agent',
      'gated',
      'not-active',
      'unknown-viewer',
      'unknown-value',
      'secret-needs-grant',
      'conversation-private',
      'withheld',
      'not-portable',
      'out-of-scope',
      'not-a-participant',
      'dm-stays-private',
      'sensitivity',
      'dm-context',
    ]);
  });

  it('has a version that names it', () => expect(policyVersion).toMatch(/^[0-9a-f]{12}$/u));
});

describe('tenant and agent', () => {
  it('of a request that names no agent leave what is shared', () => {
    for (const agentId of ['a1', null]) expectPlanned(alone({ agentId: null }), aboutViewer({ agentId }));
    expect(ruleOf(alone({ agentId: null }), aboutViewer())).toBe('other-agent');
  });
  it('share a memory without an agent', () =>
    expect(ruleOf(alone(), aboutViewer({ agentId: null }))).toBe('own-in-private'));
  it('keep another agent out', () =>
    expect(ruleOf(alone(), aboutViewer({ agentId: 'a2' }))).toBe('other-agent'));
  it('say "tenant" where both differ', () =>
    expect(ruleOf(alone(), aboutViewer({ agentId: 'a2', tenantId: 't2' }))).toBe('other-tenant'));
});

describe('an unknown value', () => {
  it('denies even what would be the viewer’s own', () => {
    const source = places.freeGroup;
    const unknown: readonly Partial<MemoryFacts>[] = [
      { scope: 'public' },
      { sensitivity: 4 },
      { disclosure: 'secret' },
      { source: { ...source, type: 'channel' } },
      { source: { ...source, access: 'invite' } },
    ];
    for (const facts of unknown) expect(decidedBy(alone(), aboutViewer(facts))).toBe('unknown-value');
  });
});

describe('a secret', () => {
  const granted = { grantedMemoryIds: ['m1'] };
  it('is told to a grantee in private', () =>
    expect(ruleOf(alone(granted), aboutViewer({ sensitivity: 3 }))).toBe('own-in-private'));
  it('is told to nobody else', () =>
    expect(ruleOf(alone(), aboutViewer({ sensitivity: 3 }))).toBe('secret-needs-grant'));
  it('is told to a grantee nowhere else', () =>
    expect(ruleOf(inGroup(granted), aboutViewer({ sensitivity: 3 }))).toBe('secret-needs-grant'));
  it('still needs a scope that reaches the grantee', () =>
    expect(ruleOf(alone(granted), aboutBob({ sensitivity: 3 }))).toBe('out-of-scope'));
});

describe('what is kept from somebody', () => {
  const kept = aboutBob({ withheldFromIds: ['viewer'] });
  const hears = (request: ReadRequest, facts: MemoryFacts): string => {
    expectPlanned(request, facts);
    return ruleOf(request, facts);
  };
  it('is told to nobody who is linked to them, alone or in its place', () => {
    expect(hears(inGroup(), kept)).toBe('withheld');
    expect(hears(alone({ viewer: memberOf('freeGroup') }), kept)).toBe('withheld');
    expect(hears(inGroup(), aboutBob({ withheldFromIds: ['viewer2'] }))).toBe('withheld');
    const unlinked = { ...memberOf('freeGroup'), cluster: ['viewer2'] };
    const reads = { cluster: ['viewer2'], isParticipant: true };
    expect(hears(inGroup({ viewer: unlinked, audience: [reads, bob] }), kept)).toBe('same-place');
  });
  it('is told to nobody while they read along, stored or added', () => {
    const fromBob = aboutViewer({ withheldFromIds: ['bob'] });
    expect(hears(inGroup(), fromBob)).toBe('withheld');
    expect(hears(inGroup({ audience: [self] }), fromBob)).toBe('same-place');
    expect(hears(inGroup({ audience: [self, { cluster: ['bob'] }] }), fromBob)).toBe('withheld');
  });
  it('is told to nobody while somebody reads along of whom nothing is known', () => {
    expect(
      decidedBy(inGroup({ audience: [self, { cluster: [] }] }), aboutBob({ withheldFromIds: ['dan'] })),
    ).toBe('withheld');
    expect(ruleOf(inGroup({ audience: [self, { cluster: [] }] }), aboutViewer())).toBe('own-fact-travels');
  });
  it('is not kept from its own owner, nor from an inspecting operator', () => {
    const own = { cluster: ['viewer', 'viewer2'], isParticipant: true };
    const said = aboutBob({ ownerId: 'viewer2', withheldFromIds: ['viewer'] });
    expect(hears(inGroup({ audience: [own, bob] }), said)).toBe('same-place');
    expect(
      hears(alone({ principal: 'operator', operation: 'inspect', viewer: null, audience: [] }), kept),
    ).toBe('operator-inspects');
  });
  it('is not listed to its subject either', () => {
    const aboutThem = aboutViewer({ withheldFromIds: ['viewer'] });
    expect(hears(alone({ operation: 'list' }), aboutThem)).toBe('withheld');
    expect(hears(alone({ operation: 'export' }), aboutThem)).toBe('withheld');
    expect(
      hears(alone({ operation: 'list', requestedStatus: 'superseded' }), {
        ...aboutThem,
        status: 'superseded',
      }),
    ).toBe('withheld');
  });
});

describe('imported rows without a source', () => {
  const legacy = aboutBob({ source: null, imported: true });
  it('are told in private while the knob is open', () => {
    expect(decide(alone(), legacy)).toMatchObject({
      rule: 'legacy-fails-open',
      knobs: ['privacy.legacy_fail_open'],
    });
    expect(ruleOf(alone(knobs({ 'privacy.legacy_fail_open': false })), legacy)).toBe('out-of-scope');
  });
  it('are told to no group and not above sensitivity 0', () => {
    expect(ruleOf(inGroup({ contactsOfAll: ['bob'] }), legacy)).toBe('out-of-scope');
    expect(ruleOf(alone(), { ...legacy, sensitivity: 1 })).toBe('out-of-scope');
    expect(ruleOf(alone(), { ...legacy, imported: false })).toBe('out-of-scope');
  });
  it('are planned for as decided, in private and among others', () => {
    for (const facts of [
      legacy,
      aboutViewer({ source: null, imported: true }),
      aboutViewer({ source: null }),
    ])
      for (const request of [alone(), inGroup()]) expectPlanned(request, facts);
  });
  it('keep what was told in confidence', () =>
    expect(ruleOf(alone(), { ...legacy, disclosure: 'conversation_private' })).toBe('conversation-private'));
});

describe('personal and sensitive facts in a group', () => {
  const present = knobs({
    'privacy.personal_in_group': 'subject_present',
    'privacy.sensitive_in_group': 'subject_present',
  });
  it.each([1, 2])('of sensitivity %i are told of a present subject by a knob', (sensitivity) => {
    expect(ruleOf(inGroup(), aboutBob({ sensitivity }))).toBe('sensitivity');
    expect(ruleOf(inGroup(present), aboutBob({ sensitivity }))).toBe('same-place');
    expect(decidedBy(inGroup(present), aboutBob({ sensitivity, subjectIds: ['bob', 'dan'] }))).toBe(
      'sensitivity',
    );
    expect(ruleOf(inGroup(present), aboutBob({ sensitivity, subjectIds: [] }))).toBe('sensitivity');
  });
  it('do not take a reader named by the caller for a present subject', () => {
    const named = { cluster: ['bob'], memberships: memberOf('freeGroup').memberships };
    expect(ruleOf(inGroup({ ...present, audience: [self, named] }), aboutBob({ sensitivity: 1 }))).toBe(
      'sensitivity',
    );
  });
  it('of sensitivity 1 are told when their subject asks, of sensitivity 2 not', () => {
    expect(ruleOf(inGroup(), aboutViewer({ sensitivity: 1 }))).toBe('same-place');
    expect(ruleOf(inGroup(), aboutViewer({ sensitivity: 2 }))).toBe('sensitivity');
  });
});
