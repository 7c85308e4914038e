import { describe, expect, it } from '@jest/globals';
import { directoryOf, resolveName, type NamedPerson } from './directory.js';

const day = (number: number): Date => new Date(Date.UTC(2026, 2, number));
const bears = (
  entityId: string,
  ...handles: readonly (readonly [handle: string, from: number, platform?: string])[]
): NamedPerson => ({
  entityId,
  names: handles.map(([text, from, platform = 'irc']) => ({
    text,
    kind: 'handle',
    tenures: [{ platform, from: day(from) }],
  })),
  knownSince: day(1),
});
const meant = (people: readonly NamedPerson[], name: string, at: number): string => {
  const found = resolveName(directoryOf(people), name, day(at));
  return found.kind === 'one' ? found.entityId : found.kind === 'several' ? found.candidates.join() : '';
};

describe('a handle that was given up', () => {
  const ada = bears('ada', ['wren', 1], ['wren_away', 10]);
  const bea = bears('bea', ['finch', 1], ['Wren', 20]);

  it.each([
    [5, 'ada'],
    [15, 'ada'],
    [20, 'bea'],
    [30, 'bea'],
  ])('means on day %i %s', (at, who) => expect(meant([ada, bea], 'wren', at)).toBe(who));
  it('is the first one’s again who takes it back', () => {
    const back = bears('ada', ['wren', 1], ['wren_away', 10], ['wren', 25]);
    expect([22, 26].map((at) => meant([back, bea], 'wren', at))).toEqual(['bea', 'ada']);
  });
  it('is of nobody who does not read along', () => expect(meant([ada], 'wren', 30)).toBe('ada'));
  it('is two people’s who bear it on two platforms', () =>
    expect(meant([ada, bears('bea', ['wren', 20, 'mail'])], 'wren', 30)).toBe('ada,bea'));
  it('is still one of two names where the other is no handle', () => {
    const shown: NamedPerson = {
      entityId: 'cyd',
      names: [{ text: 'Wren', kind: 'display_name' }],
      knownSince: day(1),
    };
    expect(meant([ada, bea, shown], 'wren', 30)).toBe('bea,cyd');
  });
  it('is whose it was of those who were known then', () => {
    const late = { ...bea, knownSince: day(25) };
    expect([22, 26].map((at) => meant([ada, late], 'wren', at))).toEqual(['ada', 'bea']);
  });
});

describe('a name that somebody gave', () => {
  const told: NamedPerson = {
    entityId: 'ada',
    names: [{ text: 'Birdie', kind: 'alias', givenAt: day(10) }],
    knownSince: day(1),
  };
  it('means them from then on', () =>
    expect([9, 10].map((at) => meant([told], 'birdie', at))).toEqual(['', 'ada']));
});

describe('a name that somebody wore once', () => {
  const jonas: NamedPerson = {
    entityId: 'jonas',
    names: [{ text: 'Jonas', kind: 'display_name', since: day(1) }],
    knownSince: day(1),
  };
  const wearing = (...names: NamedPerson['names']): NamedPerson => ({
    entityId: 'mal',
    names: [{ text: 'Mallory', kind: 'display_name', since: day(1) }, ...names],
    knownSince: day(1),
  });
  const once = wearing({ text: 'Jonas', kind: 'display_name', since: day(10), until: day(12) });

  it('means them too while they wear it, and who bears it before and after', () =>
    expect([9, 11, 13].map((at) => meant([jonas, once], 'Jonas', at))).toEqual([
      'jonas',
      'jonas,mal',
      'jonas',
    ]));
  it('still means them where nobody else bears it, and nobody before they came to it', () =>
    expect([13, 9].map((at) => meant([once], 'Jonas', at))).toEqual(['mal', '']));
  it('is theirs as long as it is a word of what they are called', () => {
    const longer = wearing(
      { text: 'Jonas', kind: 'display_name', since: day(1), until: day(10) },
      { text: 'Jonas K', kind: 'display_name', since: day(10) },
    );
    expect(meant([jonas, longer], 'Jonas', 13)).toBe('jonas,mal');
  });
});
