import { describe, expect, it } from '@jest/globals';
import { aboutBob, aboutViewer, alone, bob, inGroup, knobs, memberOf, ruleOf, self } from './cases.spec.js';
import type { ReadRequest, Stretch } from './request.js';
import { at, places } from './world.spec.js';

const since = (from: number, to: number | null = null): Stretch => ({
  from: at(from),
  to: to === null ? null : at(to),
});
const together = (...here: readonly Stretch[]) => ({ together: { here, above: here } });
const reading = (facts: Partial<ReadRequest>): ReadRequest =>
  inGroup({ viewer: memberOf('w1', 'closed1', 'shown', 'open1', 'freeGroup'), ...facts });
const confided = { disclosure: 'conversation_private' };

describe('what was said before somebody who reads along joined', () => {
  const told = aboutBob({ ...confided, source: places.closed1 });
  const rulesAt = (place: (typeof places)[keyof typeof places], stretches: readonly Stretch[]) =>
    [4, 5, 6].map((moment) =>
      ruleOf(reading({ place, ...together(...stretches) }), {
        ...told,
        source: place,
        observedAt: at(moment),
      }),
    );

  it('is not told in front of them where newcomers cannot scroll up, and is from the moment they joined', () =>
    expect(rulesAt(places.closed1, [since(5)])).toEqual([
      'conversation-private',
      'same-place',
      'same-place',
    ]));
  it('is told where they can', () =>
    expect(rulesAt(places.shown, [])).toEqual(['same-place', 'same-place', 'same-place']));
  it('is not told while they were away, and was heard before that', () =>
    expect(rulesAt(places.closed1, [since(0, 5), since(6)])).toEqual([
      'same-place',
      'conversation-private',
      'same-place',
    ]));
  it('is told to nobody by their never having been there', () =>
    expect(rulesAt(places.closed1, [])).toEqual(Array(3).fill('conversation-private')));
  it('stays in its place and time where it matters only there', () => {
    const local = aboutViewer({ portable: false, source: places.closed1 });
    expect(ruleOf(reading({ place: places.closed1, ...together(since(6)) }), local)).toBe('not-portable');
    expect(ruleOf(reading({ place: places.closed1, ...together(since(5)) }), local)).toBe('same-place');
  });
  it('reaches them as it reaches people elsewhere, where it is public', () => {
    const place = places.freeGroup;
    const late = reading({ place, ...together(since(6)) });
    expect(ruleOf(late, aboutBob({ source: place }))).toBe('out-of-scope');
    expect(ruleOf(late, aboutViewer({ source: place }))).toBe('own-fact-travels');
    expect(ruleOf({ ...late, contactsOfAll: ['bob'] }, aboutBob({ source: place }))).toBe('shared-contacts');
  });
  it('is told to no stranger of the place, whoever was there when', () => {
    const stranger = reading({ place: places.freeGroup, viewer: memberOf('w1'), contactsOfAll: ['bob'] });
    for (const stretches of [[], [since(0)]])
      expect(ruleOf({ ...stranger, ...together(...stretches) }, aboutBob())).toBe('not-a-participant');
  });
  it('is said with the knob that counts those who left', () => {
    const left = {
      ...memberOf(),
      memberships: [{ sourceId: 'freeGroup', from: at(0), to: at(8) }],
    };
    const asked = reading({
      place: places.freeGroup,
      viewer: left,
      ...together(since(6)),
      ...knobs({ 'privacy.leavers_keep_memory': true }),
    });
    expect(ruleOf(asked, aboutBob())).toBe('out-of-scope');
    expect(ruleOf({ ...asked, ...together(since(0)) }, aboutBob())).toBe('same-place');
  });
});

describe('what was said in a dm', () => {
  const dm = places.dmOfViewer;
  it('is told in it to whoever was there alone, and to its speaker whenever they are known to have come', () => {
    const asked = (stretches: readonly Stretch[]) => alone({ place: dm, ...together(...stretches) });
    const facts = aboutBob({ ...confided, source: dm });
    expect(ruleOf(asked([since(5)]), facts)).toBe('same-place');
    expect(ruleOf(asked([since(6)]), facts)).toBe('conversation-private');
    expect(ruleOf(asked([since(6)]), { ...facts, speakerId: 'viewer2' })).toBe('same-place');
  });
  it('is not told in it in front of whoever came later, not by its speaker either', () => {
    const joined = alone({ place: dm, audience: [self, bob], viewer: memberOf('dmOfViewer') });
    const said = aboutBob({ source: dm, speakerId: 'viewer' });
    expect(ruleOf({ ...joined, ...together(since(6)) }, said)).toBe('out-of-scope');
    expect(ruleOf({ ...joined, ...together(since(5)) }, said)).toBe('same-place');
    expect(ruleOf({ ...joined, ...together(since(6)), contactsOfAll: ['bob'] }, said)).toBe(
      'dm-stays-private',
    );
  });
});

describe('a thread', () => {
  it('is read by whoever reads what it hangs under', () => {
    const facts = aboutBob({ ...confided, source: places.closedThread });
    const asked = reading({ place: places.closedThread, viewer: memberOf('closed1') });
    expect(ruleOf(asked, facts)).toBe('same-place');
    expect(ruleOf(alone({ viewer: memberOf('closed1') }), facts)).toBe('heard-in-private');
    expect(
      ruleOf(
        reading({ place: places.openThread, viewer: memberOf('w1') }),
        aboutBob({ source: places.openThread }),
      ),
    ).toBe('same-place');
  });
  it('apart is for its own people alone, in a restricted place too', () => {
    const facts = aboutBob({ source: places.closedAside });
    expect(
      ruleOf(reading({ place: places.closed1, viewer: memberOf('closed1', 'closedAside') }), facts),
    ).toBe('out-of-scope');
    expect(ruleOf(reading({ place: places.closedAside, viewer: memberOf('closed1') }), facts)).toBe(
      'not-a-participant',
    );
    expect(ruleOf(alone({ viewer: memberOf('closed1') }), facts)).toBe('out-of-scope');
    expect(ruleOf(alone({ viewer: memberOf('closedAside') }), facts)).toBe('heard-in-private');
  });
  it('apart hears of its place what its people could read there', () => {
    const asked = reading({ place: places.closedAside, viewer: memberOf('closedAside') });
    const facts = aboutBob({ ...confided, source: places.closed1 });
    const when = (here: readonly Stretch[], above: readonly Stretch[]) =>
      ruleOf({ ...asked, together: { here, above } }, facts);
    expect(when([since(6)], [since(5)])).toBe('same-place');
    expect(when([since(5)], [since(6)])).toBe('conversation-private');
  });
});

describe('what was said in a place before it was opened, or hung elsewhere', () => {
  const facts = aboutBob({ ...confided, source: places.moved });
  it('is told in no place any more, not even among those who heard it', () => {
    for (const place of [places.moved, places.open1])
      expect(ruleOf(reading({ place, viewer: memberOf('w1', 'open1', 'moved') }), facts)).toBe(
        'conversation-private',
      );
  });
  it('is told alone to those who heard it and are still there', () => {
    expect(ruleOf(alone({ viewer: memberOf('w1', 'moved') }), facts)).toBe('heard-in-private');
    expect(ruleOf(alone({ viewer: memberOf('w1', 'open1') }), facts)).toBe('conversation-private');
  });
});
