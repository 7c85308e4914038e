import { describe, expect, it } from '@jest/globals';
import { aboutBob, aboutViewer, bob, inGroup, knobs, memberOf, ruleOf, self } from './cases.spec.js';
import type { Place, Reader, ReadRequest } from './request.js';
import { at, places } from './world.spec.js';

const everywhere = ['w1', 'open1', 'open2', 'shown', 'closed1', 'openThread', 'aside', 'unseen'] as const;

/** Whom the caller names on top, with where they are a member. */
const added = (...memberships: readonly string[]): Reader => ({
  cluster: ['erin'],
  memberships: memberOf(...memberships).memberships,
});
const nobodyKnown: Reader = { cluster: [] };

const asking = (place: Place, readers: readonly Reader[], more: Partial<ReadRequest> = {}): ReadRequest =>
  inGroup({ place, viewer: memberOf(...everywhere), audience: [self, bob, ...readers], ...more });

describe('what newcomers of a place may scroll up to', () => {
  const of = (place: keyof typeof places, ...readers: readonly Reader[]): string =>
    ruleOf(asking(places[place], readers), aboutBob({ source: places[place] }));

  it('is told in front of added readers who read the place', () => {
    expect(of('open1', added('w1'))).toBe('same-place');
    expect(of('open1', added('open1'))).toBe('same-place');
    expect(of('shown', added('shown'))).toBe('same-place');
    expect(of('openThread', added('open1'))).toBe('same-place');
    expect(of('unseen', added('w1'))).toBe('same-place');
  });
  it('is not told in front of those who do not', () => {
    for (const reader of [added(), added('w2', 'freeGroup'), nobodyKnown]) {
      expect(of('open1', reader)).toBe('out-of-scope');
      expect(of('shown', reader)).toBe('out-of-scope');
      expect(of('openThread', reader)).toBe('out-of-scope');
    }
    expect(of('shown', added('w1'))).toBe('out-of-scope');
  });
  it('takes one of several readers to be kept', () =>
    expect(of('open1', added('w1'), added('w2'), added('open1'))).toBe('out-of-scope'));
  it('is not told in front of somebody who left or is yet to come, whatever leavers keep', () => {
    const stay = (from: number, to: number | null): Reader => ({
      cluster: ['erin'],
      memberships: [{ sourceId: 'shown', from: at(from), to: to === null ? null : at(to) }],
    });
    for (const more of [{}, knobs({ 'privacy.leavers_keep_memory': true })]) {
      const told = (reader: Reader): string =>
        ruleOf(asking(places.shown, [reader], more), aboutBob({ source: places.shown }));
      expect([told(stay(0, 8)), told(stay(12, null)), told(stay(9, null))]).toEqual([
        'out-of-scope',
        'out-of-scope',
        'same-place',
      ]);
    }
  });
  it('stays there in confidence, and where it matters only there', () => {
    const told = (facts: Parameters<typeof aboutViewer>[0], ...readers: readonly Reader[]): string =>
      ruleOf(asking(places.shown, readers), aboutViewer({ source: places.shown, ...facts }));
    for (const scope of ['source_shared', 'private_subject']) {
      expect(told({ scope, disclosure: 'conversation_private' }, added('w1'))).toBe('conversation-private');
      expect(told({ scope, portable: false }, added('w1'))).toBe('not-portable');
      expect(told({ scope, disclosure: 'conversation_private' }, added('shown'))).toMatch(
        /same-place|own-memory/,
      );
    }
  });
  it('reaches added readers as it reaches people elsewhere', () => {
    const asked = asking(places.freeOpenGroup, [added()], { viewer: memberOf('freeOpenGroup') });
    const facts = { source: { ...places.freeOpenGroup, history: 'visible' } };
    expect(ruleOf(asked, aboutViewer(facts))).toBe('own-fact-travels');
    expect(ruleOf(asked, aboutBob(facts))).toBe('out-of-scope');
    expect(ruleOf({ ...asked, contactsOfAll: ['bob'] }, aboutBob(facts))).toBe('shared-contacts');
  });
});

describe('what a workspace shares openly', () => {
  const shared = aboutBob({ source: places.open1 });
  it('is told elsewhere in it in front of added members of it', () => {
    for (const place of [places.open2, places.closed1])
      expect(ruleOf(asking(place, [added('w1', place.sourceId)]), shared)).toBe('workspace-shares-open');
  });
  it('is not in front of added readers who are no members, not even where they take part', () => {
    for (const place of [places.open2, places.closed1])
      for (const reader of [added(), added(place.sourceId), added('w2'), nobodyKnown])
        expect(ruleOf(asking(place, [reader]), shared)).toBe('out-of-scope');
  });
});

describe('a participant who is no member of the workspace', () => {
  const mixed = { arePlaceReadersMembers: false } as const;
  it('is not told in front of what the workspace shares openly', () => {
    for (const source of [places.open1, places.openThread])
      for (const place of [places.open2, places.closed1, places.shown])
        expect(ruleOf(asking(place, [], mixed), aboutBob({ source }))).toBe('out-of-scope');
  });
  it('is told what the place itself shows, and of the viewer', () => {
    expect(ruleOf(asking(places.shown, [], mixed), aboutBob({ source: places.shown }))).toBe('same-place');
    expect(ruleOf(asking(places.closed1, [], mixed), aboutViewer({ source: places.open1 }))).toBe(
      'own-fact-travels',
    );
  });
});

describe('the viewer, named once more', () => {
  it('is no reader of their own', () => {
    const again: Reader = { cluster: ['viewer2'] };
    expect(ruleOf(asking(places.open1, [again]), aboutBob({ source: places.open1 }))).toBe('same-place');
  });
});

describe('a dm whose history is visible', () => {
  it('is read by its own people alone', () => {
    const place = { ...places.dmOfViewer, history: 'visible' };
    const told = (reader: Reader): string =>
      ruleOf(
        inGroup({ place, viewer: memberOf('dmOfViewer'), audience: [self, reader] }),
        aboutBob({ source: place, speakerId: 'viewer' }),
      );
    expect(told(added('dmOfViewer'))).toBe('same-place');
    expect(told(added('w1'))).toBe('out-of-scope');
  });
});
