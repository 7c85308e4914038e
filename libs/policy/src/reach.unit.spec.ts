import { describe, expect, it } from '@jest/globals';
import {
  aboutBob,
  aboutViewer,
  alone,
  inGroup,
  knobs,
  memberOf,
  ruleOf,
  self,
  viewer,
} from './cases.spec.js';
import { planRead } from './plan.js';
import type { MemoryFacts, ReadRequest } from './request.js';
import { at, now, places } from './world.spec.js';

const inChannel = (...memberships: readonly string[]): ReadRequest =>
  inGroup({ place: places.open2, viewer: memberOf(...memberships) });
const knows = { contactsOfAll: ['bob'] };

describe('what is for everybody in the tenant', () => {
  const known = aboutBob({ scope: 'global_shared', source: null });
  it('is told to everybody at sensitivity 0, alone, in a dm that others read, and among others', () => {
    const [inDm, together] = [alone({ place: places.dmOfViewer }), inGroup()];
    for (const asked of [alone(), inDm, { ...inDm, audience: together.audience }, together])
      expect(ruleOf(asked, known)).toBe('global-is-for-all');
  });
  it('is told to nobody above', () => {
    for (const sensitivity of [1, 2]) {
      expect(ruleOf(alone(), { ...known, sensitivity })).toBe('out-of-scope');
      expect(ruleOf(inGroup(), aboutViewer({ ...known, subjectIds: ['viewer'], sensitivity }))).toBe(
        'out-of-scope',
      );
    }
  });
  it('is told to nobody who is not known', () => {
    const nobody = { cluster: [], memberships: [], isVerified: true };
    const askers: readonly ReadRequest[] = [
      alone({ viewer: null, audience: [] }),
      alone({ viewer: nobody, audience: [] }),
      alone({ viewer: nobody, audience: [], ...knobs({ 'identity.mode': 'single_user' }) }),
    ];
    for (const asked of askers) {
      expect(ruleOf(asked, known)).toBe('unknown-viewer');
      expect(planRead(asked)).toBe('nothing');
    }
  });
});

describe('what is one’s own', () => {
  const ways: readonly Partial<MemoryFacts>[] = [
    { subjectIds: ['viewer2'] },
    { speakerId: 'viewer2' },
    { ownerId: 'viewer2' },
  ];
  it('is told alone to its subject, speaker and owner, wherever it was learned', () => {
    for (const way of ways) {
      expect(ruleOf(alone(), aboutBob({ scope: 'private_subject', ...way }))).toBe('own-memory');
      expect(ruleOf(alone(), aboutBob(way))).toBe('own-in-private');
    }
    expect(ruleOf(alone(), aboutBob({ scope: 'private_subject' }))).toBe('out-of-scope');
    expect(ruleOf(alone(), aboutBob({ scope: 'private_subject', ownerId: null, speakerId: null }))).toBe(
      'out-of-scope',
    );
  });
  it('is told alone to any of them at sensitivity 1, and to its subject and speaker at sensitivity 2', () => {
    const told = (sensitivity: number) =>
      ways.map((way) => ruleOf(alone(), aboutBob({ sensitivity, ...way })));
    expect(told(1)).toEqual(['own-in-private', 'own-in-private', 'own-in-private']);
    expect(told(2)).toEqual(['own-in-private', 'own-in-private', 'sensitivity']);
  });
  it('is not of sensitivity 1 to who heard it', () => {
    const there = alone({ viewer: memberOf('freeGroup') });
    for (const sensitivity of [1, 2]) expect(ruleOf(there, aboutBob({ sensitivity }))).toBe('sensitivity');
  });
  it('follows its subject among others up to sensitivity 1, from wherever it was learned with a place', () => {
    const elsewhere = inGroup({ place: places.open1, viewer: memberOf('open1') });
    const told = (facts: Partial<MemoryFacts>) => ruleOf(elsewhere, aboutViewer(facts));
    expect([0, 1, 2].map((sensitivity) => told({ sensitivity }))).toEqual([
      'own-fact-travels',
      'own-fact-travels',
      'out-of-scope',
    ]);
    expect(told({ source: null, imported: true })).toBe('own-fact-travels');
    expect(told({ source: null })).toBe('out-of-scope');
    expect(told({ portable: false })).toBe('not-portable');
  });
  it('follows its subject out of a dm at sensitivity 0 only', () => {
    const fromDm = (sensitivity: number) =>
      ruleOf(inGroup(), aboutViewer({ source: places.dmOfViewer, sensitivity }));
    expect([0, 1].map(fromDm)).toEqual(['own-fact-travels', 'dm-stays-private']);
    const ofDm = aboutViewer({ source: places.dmOfViewer, scope: 'private_subject' });
    expect(ruleOf(inGroup(), ofDm)).toBe('own-memory');
    expect(ruleOf(inGroup(), { ...ofDm, subjectIds: ['bob'], ownerId: 'viewer' })).toBe('dm-stays-private');
    expect(ruleOf(alone(), { ...ofDm, subjectIds: ['bob'], ownerId: 'viewer' })).toBe('own-memory');
  });
});

describe('a fact of a workspace', () => {
  it('does not reach readers elsewhere who know its subject', () => {
    for (const source of [places.open1, places.closed1]) {
      expect(ruleOf(inGroup(knows), aboutBob({ source }))).toBe('out-of-scope');
      expect(
        ruleOf(inGroup(knobs({ 'privacy.public_facts_travel': 'anywhere' })), aboutBob({ source })),
      ).toBe('out-of-scope');
    }
  });
  it('does not take in what was imported without a source', () =>
    expect(ruleOf(inChannel('w1', 'open2'), aboutBob({ source: null, imported: true }))).toBe(
      'out-of-scope',
    ));
  it('reaches its open places from wherever in it they read, restricted places too', () => {
    const asked = inGroup({ place: places.closed1, viewer: memberOf('w1', 'closed1') });
    expect(ruleOf(asked, aboutBob({ source: places.open1 }))).toBe('workspace-shares-open');
    expect(ruleOf(asked, aboutBob({ source: places.open1, sensitivity: 1 }))).toBe('sensitivity');
    expect(ruleOf(asked, aboutBob({ source: places.open1, disclosure: 'conversation_private' }))).toBe(
      'conversation-private',
    );
  });
  it('is told in its open place to every member of the workspace, and to nobody else', () => {
    const facts = aboutBob({ source: places.open2 });
    expect(ruleOf(inChannel('w1', 'open2'), facts)).toBe('same-place');
    expect(ruleOf(inChannel('w1'), facts)).toBe('same-place');
    expect(ruleOf(inChannel('open1'), facts)).toBe('not-a-participant');
    expect(ruleOf({ ...inChannel('w2'), ...knows }, facts)).toBe('not-a-participant');
  });
  it('is told in its restricted place to those who take part in it only', () => {
    const closed = (...memberships: readonly string[]) =>
      inGroup({ place: places.closed1, viewer: memberOf(...memberships) });
    const facts = aboutBob({ source: places.closed1 });
    expect(ruleOf(closed('closed1'), facts)).toBe('same-place');
    expect(ruleOf(closed('w1'), facts)).toBe('not-a-participant');
  });
});

describe('what was imported with a source', () => {
  it('stays what it would be had it been said', () => {
    const facts = aboutBob({ imported: true });
    expect(ruleOf(alone(), facts)).toBe('out-of-scope');
    expect(ruleOf(alone(knows), facts)).toBe('dm-context');
  });
});

describe('who joined several places at one moment', () => {
  it('is told alone what was heard in each', () => {
    const asked = alone({ viewer: memberOf('freeGroup', 'freeOpenGroup', 'dmOfBob') });
    for (const source of [places.freeGroup, places.freeOpenGroup, places.dmOfBob])
      expect(ruleOf(asked, aboutBob({ source }))).toBe('heard-in-private');
  });
});

describe('who never was in a place', () => {
  const keeping = knobs({ 'privacy.leavers_keep_memory': true });
  it('is told nothing of it, whatever leavers keep', () => {
    expect(ruleOf(alone(keeping), aboutBob())).toBe('out-of-scope');
    expect(ruleOf(alone({ ...keeping, ...knows }), aboutBob())).toBe('dm-context');
    expect(ruleOf(alone(keeping), aboutBob({ disclosure: 'conversation_private' }))).toBe(
      'conversation-private',
    );
    expect(ruleOf(inGroup({ ...keeping, viewer }), aboutBob())).toBe('not-a-participant');
  });
  it('is found what leavers keep of where they were, alone and there', () => {
    const been = (sourceId: string) => ({
      ...viewer,
      memberships: [{ sourceId, from: at(0), to: at(8) }],
    });
    for (const facts of [aboutBob(), aboutBob({ disclosure: 'conversation_private' })]) {
      expect(ruleOf(alone({ ...keeping, viewer: been('freeGroup') }), facts)).toBe('heard-in-private');
      expect(ruleOf(inGroup({ ...keeping, viewer: been('freeGroup') }), facts)).toBe('same-place');
      expect(ruleOf(inGroup({ viewer: been('freeGroup') }), facts)).toBe('not-a-participant');
    }
    expect(ruleOf(inGroup({ ...keeping, viewer: been('open1') }), aboutBob())).toBe('not-a-participant');
  });
  it('was there, if for no longer than this moment', () => {
    const moment = { ...viewer, memberships: [{ sourceId: 'freeGroup', from: now, to: now }] };
    expect(ruleOf(inGroup({ ...keeping, viewer: moment }), aboutBob())).toBe('same-place');
  });
});

describe('a dm that somebody else reads along in', () => {
  const asked = alone({ place: places.dmOfViewer, audience: [self, { cluster: ['bob'] }] });
  it('hears what the viewer owns or heard, where it could be told among others', () => {
    const free = { ...asked, ...knows };
    const heard = aboutBob({ source: places.freeOpenGroup });
    expect(ruleOf(free, heard)).toBe('dm-context');
    expect(ruleOf({ ...free, viewer: memberOf('freeOpenGroup') }, heard)).toBe('shared-contacts');
    expect(ruleOf(free, { ...heard, speakerId: 'viewer' })).toBe('shared-contacts');
  });
});

describe('what is listed as expired', () => {
  it('is not what was superseded and would have expired since', () => {
    const asked = alone({ operation: 'list', requestedStatus: 'expired' });
    const facts = aboutViewer({ status: 'superseded', supersededAt: at(7), expiresAt: at(9) });
    expect(ruleOf(asked, facts)).toBe('not-active');
  });
});

describe('what is listed by another status', () => {
  it('is not what one heard without being in it', () => {
    const asked = alone({ operation: 'list', requestedStatus: 'superseded', viewer: memberOf('freeGroup') });
    expect(ruleOf(asked, aboutBob({ status: 'superseded' }))).toBe('not-active');
    expect(ruleOf(asked, aboutViewer({ status: 'superseded' }))).toBe('self-service');
  });
});

describe('what is kept from several people', () => {
  const kept = ['tom', 'viewer2', 'dan'];
  it('is kept from each of them', () => {
    expect(ruleOf(inGroup(), aboutBob({ withheldFromIds: kept }))).toBe('withheld');
    expect(ruleOf(inGroup(), aboutBob({ withheldFromIds: ['tom', 'dan'] }))).toBe('same-place');
    expect(ruleOf(inGroup(), aboutBob({ withheldFromIds: kept, ownerId: null }))).toBe('withheld');
  });
  it('is told to the one user of a tenant who need not be named', () => {
    const nameless = alone({ viewer: null, audience: [], ...knobs({ 'identity.mode': 'single_user' }) });
    expect(ruleOf(nameless, aboutBob({ withheldFromIds: kept }))).toBe('own-in-private');
  });
});
