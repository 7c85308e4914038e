import { describe, expect, it } from '@jest/globals';
import { defaultKnobs } from '../knobs.js';
import { settle, type SettlingKnobs, type Statement } from './settle.js';

const knobs: SettlingKnobs = defaultKnobs;
const sameSource: SettlingKnobs = { 'privacy.own_word_replaces_hearsay': 'same_source' };

let said = 0;
const statement = (
  memoryId: string,
  speakerId: string,
  value: string | null,
  { sourceId = 'place', isConfined = false }: Partial<Statement> = {},
): Statement => {
  said += 1;
  return {
    memoryId,
    speakerId,
    subjectIds: ['bob'],
    value,
    observedAt: new Date(said * 1000),
    sourceId,
    isConfined,
  };
};

/** Each memory with what it gave way to. */
const outcome = (...statements: readonly Statement[]): Readonly<Record<string, string | null>> =>
  Object.fromEntries(
    [...settle(statements, knobs)].map(([memoryId, { supersededBy }]) => [
      memoryId,
      supersededBy?.memoryId ?? null,
    ]),
  );

describe('settling a topic', () => {
  it("lets a speaker's later statement replace the earlier one", () =>
    expect(outcome(statement('red', 'bob', 'red'), statement('blue', 'bob', 'blue'))).toEqual({
      red: 'blue',
      blue: null,
    }));

  it('keeps what was said before it is said again elsewhere', () =>
    expect(outcome(statement('here', 'bob', 'oslo'), statement('there', 'bob', 'oslo'))).toEqual({
      here: null,
      there: null,
    }));

  it('lets a statement that it is anything but this take the place of this alone, whichever came first', () => {
    expect(outcome(statement('yu', 'bob', 'yu'), statement('not', 'bob', 'other than yu'))).toEqual({
      yu: 'not',
      not: null,
    });
    expect(outcome(statement('bo', 'bob', 'bo'), statement('not', 'bob', 'other than yu'))).toEqual({
      bo: null,
      not: null,
    });
    expect(outcome(statement('not', 'bob', 'other than yu'), statement('yu', 'bob', 'yu'))).toEqual({
      not: 'yu',
      yu: null,
    });
    const both = [statement('not', 'bob', 'other than yu'), statement('bo', 'bob', 'bo')];
    expect([...settle(both, knobs).values()].map(({ conflictsWith }) => conflictsWith)).toEqual([[], []]);
  });

  it('does not bring back what was replaced in between', () =>
    expect(
      outcome(
        statement('red', 'bob', 'red'),
        statement('blue', 'bob', 'blue'),
        statement('red again', 'bob', 'red'),
      ),
    ).toEqual({ red: 'blue', blue: 'red again', 'red again': null }));

  it('takes statements of no value for different ones', () =>
    expect(outcome(statement('one', 'bob', null), statement('two', 'bob', null))).toEqual({
      one: 'two',
      two: null,
    }));

  it("lets a person's own word replace what others said of them", () =>
    expect(outcome(statement('own', 'bob', 'oslo'), statement('hearsay', 'alice', 'bergen'))).toEqual({
      own: null,
      hearsay: 'own',
    }));

  it('lets a word in confidence replace what others said there, and nothing that they say elsewhere', () => {
    const own = statement('own', 'bob', 'oslo', { sourceId: 'dm', isConfined: true });
    const right = statement('right', 'alice', 'oslo');
    const wrong = statement('wrong', 'carol', 'bergen');
    const there = statement('there', 'dan', 'turku', { sourceId: 'dm' });
    const open = statement('open', 'bob', 'rome');
    expect(outcome(own, right, wrong, there)).toEqual({ own: null, right: null, wrong: null, there: 'own' });
    expect(outcome(own, open, wrong)).toEqual({ own: 'open', open: null, wrong: 'open' });
  });

  it("by the knob leaves what others said elsewhere beside a person's own word, and marks that they differ", () => {
    const own = statement('own', 'bob', 'oslo', { sourceId: 'dm' });
    const wrong = statement('wrong', 'carol', 'bergen');
    const there = statement('there', 'dan', 'turku', { sourceId: 'dm' });
    const said = [own, wrong, there];
    expect(outcome(...said)).toEqual({ own: null, wrong: 'own', there: 'own' });
    const settled = settle(said, sameSource);
    expect([...settled.values()].map(({ supersededBy }) => supersededBy?.memoryId ?? null)).toEqual([
      null,
      null,
      'own',
    ]);
    expect(settled.get('own')?.conflictsWith).toEqual(['wrong']);
    expect(settled.get('wrong')?.conflictsWith).toEqual(['own']);
  });

  it('marks what two others say differently, and nothing that they say alike', () => {
    const said = [
      statement('a', 'alice', 'vegan'),
      statement('c', 'carol', 'fish'),
      statement('d', 'dan', 'vegan'),
    ];
    const settled = settle(said, knobs);
    expect([...settled].map(([memoryId, { conflictsWith }]) => [memoryId, conflictsWith])).toEqual([
      ['a', ['c']],
      ['c', ['a', 'd']],
      ['d', ['c']],
    ]);
  });

  it('does not depend on the order of arrival', () => {
    const statements = [
      statement('red', 'bob', 'red'),
      statement('blue', 'bob', 'blue'),
      statement('green', 'alice', 'green'),
    ];
    expect(settle([...statements].reverse(), knobs)).toEqual(settle(statements, knobs));
  });
});
