import { describe, expect, it } from '@jest/globals';
import { aboutBob, aboutViewer, alone, bob, memberOf, ruleOf, self } from './cases.spec.js';
import type { Place, ReadRequest } from './request.js';
import { places } from './world.spec.js';

/** Somebody of `memberships` asks in a place, others reading along. */
const reading = (place: Place, ...memberships: readonly string[]): ReadRequest =>
  alone({
    place,
    viewer: memberOf(...memberships),
    audience: [self, bob],
  });

describe('what is told in a restricted thread of an open place', () => {
  const told = aboutBob({ source: places.aside });
  const everywhere = ['w1', 'open1', 'aside'];

  it('is told in the thread', () => {
    expect(ruleOf(reading(places.aside, ...everywhere), told)).toBe('same-place');
    expect(
      ruleOf(reading(places.aside, ...everywhere), { ...told, disclosure: 'conversation_private' }),
    ).toBe('same-place');
  });
  it('is not told in the place, not even to those who are in both', () => {
    expect(ruleOf(reading(places.open1, ...everywhere), told)).toBe('out-of-scope');
    expect(ruleOf(reading(places.open1, 'w1', 'open1'), told)).toBe('out-of-scope');
    expect(ruleOf(reading(places.open1, ...everywhere), { ...told, portable: false })).toBe('not-portable');
  });
  it('is not told in the place in confidence, not even about who asks', () =>
    expect(
      ruleOf(
        reading(places.open1, ...everywhere),
        aboutViewer({ source: places.aside, disclosure: 'conversation_private' }),
      ),
    ).toBe('conversation-private'));
  it('goes where it could go from any other place', () => {
    const ownFact = aboutViewer({ source: places.aside });
    expect(ruleOf(reading(places.open1, ...everywhere), ownFact)).toBe('own-fact-travels');
    expect(ruleOf(reading(places.open1, ...everywhere), { ...ownFact, sensitivity: 2 })).toBe('out-of-scope');
    const known = { ...reading(places.freeOpenGroup, 'freeOpenGroup', 'freeAside'), contactsOfAll: ['bob'] };
    expect(ruleOf(known, aboutBob({ source: places.freeAside }))).toBe('shared-contacts');
    expect(ruleOf(known, aboutBob({ source: places.freeAside, sensitivity: 1 }))).toBe('out-of-scope');
  });
  it('is told alone to those who heard it there, and to nobody who only is in the place', () => {
    expect(ruleOf(alone({ viewer: memberOf('w1', 'open1', 'aside') }), told)).toBe('heard-in-private');
    expect(ruleOf(alone({ viewer: memberOf('w1', 'open1') }), told)).toBe('out-of-scope');
  });
  it('is not kept in by who may not read the place either', () =>
    expect(ruleOf(reading(places.open1, 'aside'), told)).toBe('out-of-scope'));
});

describe('what is told in a thread', () => {
  it('is told in its open place where the thread is open, too', () =>
    expect(ruleOf(reading(places.open1, 'w1', 'open1'), aboutBob({ source: places.openThread }))).toBe(
      'same-place',
    ));
  it('is told in its restricted place, whoever else is in the thread', () =>
    expect(ruleOf(reading(places.closed1, 'closed1'), aboutBob({ source: places.closedThread }))).toBe(
      'same-place',
    ));
  it('of a dm is told in the dm, whatever the access of the dm says', () => {
    const thread = { ...places.openDm, sourceId: 'thread', access: 'restricted', heardIn: 'openDm' };
    const asked = alone({ place: places.openDm, viewer: memberOf('openDm') });
    expect(ruleOf(asked, aboutBob({ source: thread, portable: false }))).toBe('same-place');
  });
});

describe('what an open place heard', () => {
  it('is told in its restricted thread, as those of the thread read it anyway', () => {
    for (const disclosure of ['public', 'conversation_private'])
      expect(
        ruleOf(reading(places.aside, 'w1', 'aside'), aboutBob({ source: places.open1, disclosure })),
      ).toBe('same-place');
    expect(ruleOf(reading(places.aside, 'w1'), aboutBob({ source: places.open1 }))).toBe('not-a-participant');
  });
});
