import { describe, expect, it } from '@jest/globals';
import {
  aboutBob,
  aboutViewer,
  alone,
  bob,
  decidedBy,
  inGroup,
  knobs,
  memberOf,
  ruleOf,
  self,
  viewer,
} from './cases.spec.js';
import { decide } from './decide.js';
import type { ReadRequest, Viewer } from './request.js';
import { at, places } from './world.spec.js';

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
