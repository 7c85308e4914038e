import type { MemoryStatus } from '#domain';
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
  viewer,
} from './cases.spec.js';
import { decide } from './decide.js';
import { planRead } from './plan.js';
import type { MemoryFacts, ReadRequest, Viewer } from './request.js';
import { rules } from './rules.js';
import { policyVersion } from './version.js';
import { at, places } from './world.spec.js';

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

describe('a private conversation', () => {
  const secretly = aboutViewer({ sensitivity: 2 });
  it('is a dm or no place, read by the viewer alone', () => {
    expect(ruleOf(alone(), secretly)).toBe('own-in-private');
    expect(ruleOf(alone({ place: places.dmOfViewer }), secretly)).toBe('own-in-private');
  });
  it('is none with a second reader, with somebody else, or with nobody', () => {
    for (const audience of [[self, bob], [bob], [], [{ cluster: [] }], [self, self]])
      expect(ruleOf(alone({ audience }), secretly)).not.toMatch(/private/u);
  });
  it('is not a group, however empty', () =>
    expect(ruleOf(inGroup({ audience: [self] }), aboutViewer({ sensitivity: 2 }))).toBe('sensitivity'));
});

describe('presence', () => {
  const heard = (from: number, to: number | null, observed: number, more: readonly string[] = []) =>
    ruleOf(
      alone({
        viewer: {
          ...memberOf(...more),
          memberships: [
            ...memberOf(...more).memberships,
            { sourceId: 'freeGroup', from: at(from), to: to === null ? null : at(to) },
          ],
        },
      }),
      aboutBob({ observedAt: at(observed) }),
    );
  it('begins with joining and ends before leaving', () => {
    expect([4, 5, 6].map((joined) => heard(joined, null, 5))).toEqual([
      'heard-in-private',
      'heard-in-private',
      'out-of-scope',
    ]);
    expect([10, 11].map((left) => heard(0, left, 5))).toEqual(['out-of-scope', 'heard-in-private']);
  });
  it('of somebody who came back counts what was heard before', () => {
    const back = memberOf('freeGroup');
    const memberships = [
      { sourceId: 'freeGroup', from: at(0), to: at(3) },
      { sourceId: 'freeGroup', from: at(7), to: null },
    ];
    const asked = alone({ viewer: { ...back, memberships } });
    expect([2, 3, 5, 7].map((observed) => ruleOf(asked, aboutBob({ observedAt: at(observed) })))).toEqual([
      'heard-in-private',
      'out-of-scope',
      'out-of-scope',
      'heard-in-private',
    ]);
  });
  it('in an open source lasts as long as the membership of its workspace', () => {
    const been = { sourceId: 'open1', from: at(0), to: at(8) };
    const memory = aboutBob({ source: places.open1 });
    const stays = memberOf('w1').memberships;
    expect(ruleOf(alone({ viewer: { ...viewer, memberships: [been, ...stays] } }), memory)).toBe(
      'heard-in-private',
    );
    expect(ruleOf(alone({ viewer: { ...viewer, memberships: [been] } }), memory)).toBe('out-of-scope');
    expect(ruleOf(alone({ viewer: memberOf('open1') }), memory)).toBe('out-of-scope');
  });
  it('in an open source of no workspace is that of the source', () =>
    expect(
      ruleOf(alone({ viewer: memberOf('freeOpenGroup') }), aboutBob({ source: places.freeOpenGroup })),
    ).toBe('heard-in-private'));
  it('in a restricted channel is that of the channel', () => {
    const memory = aboutBob({ source: places.closed1 });
    expect(ruleOf(alone({ viewer: memberOf('closed1') }), memory)).toBe('heard-in-private');
    expect(ruleOf(alone({ viewer: memberOf('w1') }), memory)).toBe('out-of-scope');
  });
  it('outlasts leaving where leavers keep memory', () => {
    const left: Viewer = { ...viewer, memberships: [{ sourceId: 'freeGroup', from: at(0), to: at(8) }] };
    const keeping = { viewer: left, ...knobs({ 'privacy.leavers_keep_memory': true }) };
    for (const disclosure of ['public', 'conversation_private'])
      expect(decide(alone(keeping), aboutBob({ disclosure }))).toMatchObject({
        rule: 'heard-in-private',
        knobs: ['privacy.leavers_keep_memory'],
      });
    expect(decide(inGroup(keeping), aboutBob())).toMatchObject({
      rule: 'same-place',
      knobs: ['privacy.leavers_keep_memory'],
    });
    expect(decide(inGroup({ viewer: left }), aboutBob())).toMatchObject({
      rule: 'not-a-participant',
      knobs: ['privacy.leavers_keep_memory'],
    });
  });
  it('that has ended is named where it would have let a fact through', () => {
    const left: Viewer = { ...viewer, memberships: [{ sourceId: 'freeGroup', from: at(0), to: at(8) }] };
    expect(decide(alone({ viewer: left }), aboutBob({ sensitivity: 1 }))).toMatchObject({
      rule: 'out-of-scope',
      knobs: ['privacy.leavers_keep_memory'],
    });
    expect(decide(alone({ viewer: left, contactsOfAll: ['bob'] }), aboutBob())).toMatchObject({
      rule: 'dm-context',
      knobs: ['privacy.leavers_keep_memory', 'privacy.public_facts_travel'],
    });
  });
  it('never begins before joining, whatever leavers keep', () => {
    const soon: Viewer = { ...viewer, memberships: [{ sourceId: 'freeGroup', from: at(11), to: null }] };
    const asked = inGroup({ viewer: soon, ...knobs({ 'privacy.leavers_keep_memory': true }) });
    expect(decide(asked, aboutBob())).toMatchObject({ rule: 'not-a-participant', knobs: [] });
  });
});

describe('a dm with somebody else reading along', () => {
  const theirs = aboutBob({ source: places.dmOfBob, speakerId: 'agent' });
  it('tells its shared facts to those who take part in it', () => {
    const asked = alone({ place: places.dmOfBob, audience: [self, bob] });
    expect(ruleOf(asked, theirs)).toBe('not-a-participant');
    expect(ruleOf({ ...asked, viewer: memberOf('dmOfBob') }, theirs)).toBe('same-place');
  });
  it('does not become a group in which public facts travel', () => {
    const facts = aboutBob({ source: places.freeOpenGroup });
    const asked = { contactsOfAll: ['bob'], audience: [self, bob] };
    expect(ruleOf(inGroup(asked), facts)).toBe('shared-contacts');
    expect(ruleOf(alone(asked), facts)).toBe('dm-context');
  });
});

describe('a workspace', () => {
  const inChannel = (viewerIn: Viewer, place = places.open2) =>
    alone({ place, viewer: viewerIn, audience: [self, bob] });
  it('shares its open sources with its members', () =>
    expect(ruleOf(inChannel(memberOf('w1')), aboutBob({ source: places.open1 }))).toBe(
      'workspace-shares-open',
    ));
  it('shares them with nobody else', () =>
    expect(ruleOf(inChannel(memberOf('open2')), aboutBob({ source: places.open1 }))).toBe('out-of-scope'));
  it('keeps its restricted ones', () =>
    expect(ruleOf(inChannel(memberOf('w1')), aboutBob({ source: places.closed1 }))).toBe('out-of-scope'));
  it('does not share with another', () =>
    expect(ruleOf(inChannel(memberOf('w1', 'w2')), aboutBob({ source: places.openElsewhere }))).toBe(
      'out-of-scope',
    ));
  it('does not share the dms in it, whatever their access says', () => {
    const asked = inChannel(memberOf('w1'), places.openDm);
    const theirs = aboutBob({ source: { ...places.openDm, sourceId: 'another', toldIn: 'another' } });
    expect(ruleOf(asked, theirs)).toBe('out-of-scope');
    expect(ruleOf(alone({ viewer: memberOf('w1') }), theirs)).toBe('out-of-scope');
  });
  it('is none where there is none', () => {
    const free = { ...places.freeOpenGroup, sourceId: 'other' };
    expect(ruleOf(inGroup(), aboutBob({ source: free }))).toBe('out-of-scope');
  });
  it('tells its members alone what they could scroll up to, whenever they joined', () => {
    const facts = aboutBob({ source: places.open1 });
    expect(ruleOf(alone({ place: places.dmInWorkspace, viewer: memberOf('w1') }), facts)).toBe(
      'workspace-shares-open',
    );
    const late = { ...viewer, memberships: [{ sourceId: 'w1', from: at(9), to: null }] };
    expect(ruleOf(alone({ viewer: late }), facts)).toBe('heard-in-private');
    expect(ruleOf(alone({ viewer: memberOf('w2') }), facts)).toBe('out-of-scope');
    const ended = { ...viewer, memberships: [{ sourceId: 'w1', from: at(0), to: at(9) }] };
    expect(ruleOf(alone({ viewer: ended }), facts)).toBe('out-of-scope');
  });
  it('tells them nothing of an open place that they cannot scroll up in', () => {
    const facts = aboutBob({ source: places.unseen });
    expect(ruleOf(alone({ viewer: memberOf('w1') }), facts)).toBe('out-of-scope');
    expect(ruleOf(inChannel(memberOf('w1')), facts)).toBe('out-of-scope');
    expect(ruleOf(alone({ viewer: memberOf('w1', 'unseen') }), facts)).toBe('heard-in-private');
  });
});

describe('public facts of no workspace', () => {
  const facts = aboutBob({ source: places.freeOpenGroup });
  const known = { contactsOfAll: ['bob'] };
  it('reach readers who all know the subject', () =>
    expect(ruleOf(inGroup(known), facts)).toBe('shared-contacts'));
  it('need every subject known, and one at least', () => {
    expect(decidedBy(inGroup(known), { ...facts, subjectIds: ['bob', 'dan'] })).toBe('out-of-scope');
    expect(ruleOf(inGroup(known), { ...facts, subjectIds: [] })).toBe('out-of-scope');
  });
  it('travel anywhere, or never, by a knob', () => {
    expect(ruleOf(inGroup(knobs({ 'privacy.public_facts_travel': 'anywhere' })), facts)).toBe(
      'public-travels',
    );
    expect(ruleOf(inGroup({ ...known, ...knobs({ 'privacy.public_facts_travel': 'never' }) }), facts)).toBe(
      'out-of-scope',
    );
  });
  it('come from a thread of a group, and not from one of a dm', () => {
    const threadOfDm = { ...places.freeThread, type: 'dm', threadOf: 'dmOfBob' };
    expect(
      [places.freeThread, threadOfDm].map((source) =>
        ruleOf(inGroup({ ...known, place: places.freeOpenGroup }), { ...facts, source }),
      ),
    ).toEqual(['shared-contacts', 'dm-stays-private']);
  });
});

describe('scopes without a place', () => {
  it('keep system memories for agents and operators', () => {
    const memory = aboutViewer({ scope: 'system' });
    const askedBy = (principal: ReadRequest['principal']) => ruleOf(alone({ principal }), memory);
    expect([askedBy('agent'), askedBy('operator')]).toEqual(['system-is-for-agents', 'system-is-for-agents']);
    expect([askedBy('client'), askedBy('adaptor')]).toEqual(['out-of-scope', 'out-of-scope']);
  });
  it('hold a shared memory without a source back, unless it was imported', () => {
    expect(ruleOf(alone(), aboutViewer({ source: null }))).toBe('out-of-scope');
    expect(ruleOf(alone(), aboutViewer({ source: null, imported: true }))).toBe('own-in-private');
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
