import { describe, expect, it } from '@jest/globals';
import {
  allOf,
  anyOf,
  evaluate,
  isAbout,
  isAboutOnly,
  isAbsent,
  isAtOrAfter,
  isBefore,
  isIn,
  isWithheld,
  isWithheldFrom,
  not,
  when,
  type Condition,
  type ConditionRow,
  type MetadataTest,
  type Plan,
} from './condition.js';
import { at } from './world.spec.js';

const row = (facts: Partial<ConditionRow> = {}): ConditionRow => ({
  scalars: {},
  instants: {},
  subjectIds: [],
  withheldFromIds: [],
  metadata: {},
  ...facts,
});
const holds = (plan: Plan, facts: Partial<ConditionRow> = {}): boolean => {
  if (typeof plan === 'string') throw new TypeError(`${plan} is not a condition`);
  return evaluate(plan, row(facts));
};
const isFact = isIn('kind', ['fact']);
const isMine = isIn('speaker_entity_id', ['me']);
const isOld = isBefore('observed_at', at(3));

describe('allOf', () => {
  it('of no parts is everything', () => expect(allOf()).toBe('everything'));
  it('with nothing is nothing', () => expect(allOf(isFact, 'nothing', isMine)).toBe('nothing'));
  it('forgets everything', () => expect(allOf('everything', isFact, 'everything')).toEqual(isFact));
  it('keeps two clauses in order', () =>
    expect(allOf(isFact, isMine)).toEqual({ kind: 'all', of: [isFact, isMine] }));
  it('flattens its own kind only', () => {
    expect(allOf(allOf(isFact, isMine), isOld)).toEqual({ kind: 'all', of: [isFact, isMine, isOld] });
    expect(allOf(anyOf(isFact, isMine), isOld)).toEqual({ kind: 'all', of: [anyOf(isFact, isMine), isOld] });
  });
  it('keeps the values of one field that every clause names', () => {
    expect(allOf(isIn('agent_id', ['a', 'b', 'c']), isIn('agent_id', ['d', 'c', 'b']))).toEqual(
      isIn('agent_id', ['b', 'c']),
    );
  });
  it('is nothing when no value is left', () => {
    const contradiction = [isIn('agent_id', ['a']), isIn('agent_id', ['b'])];
    expect(allOf(...contradiction)).toBe('nothing');
    expect(allOf(...contradiction, isIn('agent_id', ['a']))).toBe('nothing');
  });
  it('keeps two lists of subjects apart: a row may meet each with another subject', () => {
    const plan = allOf(isAbout(['a']), isAbout(['b']));
    expect(holds(plan, { subjectIds: ['a', 'b'] })).toBe(true);
    expect(holds(plan, { subjectIds: ['b'] })).toBe(false);
  });
  it('says the same thing once', () => {
    expect(allOf(isOld, isBefore('observed_at', at(3)))).toEqual(isOld);
    expect(allOf(isAbsent('agent_id'), isAbsent('agent_id'))).toEqual(isAbsent('agent_id'));
    expect(allOf(not(isAbsent('agent_id')), not(isAbsent('agent_id')))).toEqual(not(isAbsent('agent_id')));
    const nested = anyOf(isFact, isMine);
    expect(allOf(nested, nested)).toEqual(nested);
  });
  it('does not take different clauses for the same', () => {
    const different: readonly (readonly [Plan, Plan])[] = [
      [isOld, isBefore('observed_at', at(4))],
      [isOld, isAtOrAfter('observed_at', at(3))],
      [isOld, isBefore('expires_at', at(3))],
      [isAbsent('agent_id'), isAbsent('source_id')],
      [isAbsent('agent_id'), not(isAbsent('agent_id'))],
      [not(isAbsent('agent_id')), not(isAbsent('source_id'))],
      [not(isFact), not(isMine)],
      [isFact, isIn('memory_id', ['fact'])],
    ];
    for (const parts of different) expect(allOf(...parts)).toEqual({ kind: 'all', of: parts });
  });
});

describe('anyOf', () => {
  it('of no parts is nothing', () => expect(anyOf()).toBe('nothing'));
  it('with everything is everything', () => expect(anyOf(isFact, 'everything')).toBe('everything'));
  it('forgets nothing', () => expect(anyOf('nothing', isFact)).toEqual(isFact));
  it('flattens its own kind', () => {
    expect(anyOf(anyOf(isFact, isMine), isOld)).toEqual({ kind: 'any', of: [isFact, isMine, isOld] });
  });
  it('unites the values of one field and the subjects', () => {
    expect(anyOf(isIn('agent_id', ['a', 'b']), isIn('agent_id', ['b', 'c']))).toEqual(
      isIn('agent_id', ['a', 'b', 'c']),
    );
    expect(anyOf(isAbout(['a']), isOld, isAbout(['a', 'b']))).toEqual({
      kind: 'any',
      of: [isAbout(['a', 'b']), isOld],
    });
  });
});

describe('what is kept from somebody', () => {
  const [fromTom, fromDan] = [isWithheldFrom(['tom']), isWithheldFrom(['dan', 'tom'])];
  it('is said once of all of them where any will do, and apart where each must', () => {
    expect(anyOf(fromTom, isFact, fromDan)).toEqual({
      kind: 'any',
      of: [isWithheldFrom(['tom', 'dan']), isFact],
    });
    expect(allOf(fromTom, fromDan)).toEqual({ kind: 'all', of: [fromTom, fromDan] });
    expect(anyOf(fromTom, isAbout(['tom']))).toEqual({ kind: 'any', of: [fromTom, isAbout(['tom'])] });
  });
  it('is nothing of nobody', () => expect(isWithheldFrom([])).toBe('nothing'));
  it('names each once', () => expect(isWithheldFrom(['tom', 'tom'])).toEqual(fromTom));
  it('is known of a row whoever it is', () => {
    expect(holds(isWithheld, { withheldFromIds: ['ann'] })).toBe(true);
    expect(holds(isWithheld, { subjectIds: ['ann'] })).toBe(false);
    expect(allOf(isWithheld, isFact, isWithheld)).toEqual({ kind: 'all', of: [isWithheld, isFact] });
  });
  it('meets whichever of several, and no subject', () => {
    expect(holds(fromDan, { withheldFromIds: ['ann', 'tom'] })).toBe(true);
    expect(holds(fromDan, { withheldFromIds: ['ann'], subjectIds: ['tom'] })).toBe(false);
    expect(holds(fromDan)).toBe(false);
  });
});

describe('what may be read in one case alone', () => {
  it('is a clause in that case, and nothing in any other', () =>
    expect([when(true, isFact), when(false, isFact)]).toEqual([isFact, 'nothing']));
});

describe('not', () => {
  it('turns the words around', () =>
    expect([not('nothing'), not('everything')]).toEqual(['everything', 'nothing']));
  it('of not is the thing itself', () => expect(not(not(isFact))).toEqual(isFact));
});

describe('a list', () => {
  it('without values matches nothing', () =>
    expect([isIn('kind', []), isAbout([])]).toEqual(['nothing', 'nothing']));
  it('names each value once', () => {
    expect(isIn('kind', ['fact', 'fact'])).toEqual(isFact);
    expect(isAbout(['a', 'a'])).toEqual(isAbout(['a']));
  });
});

describe('an instant', () => {
  it('says in one word which side of the moment it means', () => {
    expect([isOld, isAtOrAfter('expires_at', at(3))]).toEqual([
      { kind: 'instant', field: 'observed_at', is: 'before', at: at(3) },
      { kind: 'instant', field: 'expires_at', is: 'at-or-after', at: at(3) },
    ]);
  });
});

describe('evaluate', () => {
  it('finds a scalar in a list, by type and value', () => {
    const ranked = isIn('sensitivity_rank', [0, 1]);
    expect(holds(ranked, { scalars: { sensitivity_rank: 1 } })).toBe(true);
    expect(holds(ranked, { scalars: { sensitivity_rank: 2 } })).toBe(false);
    expect(holds(ranked, { scalars: { sensitivity_rank: '1' } })).toBe(false);
  });
  it('compares nothing with an absent field, and negates that', () => {
    for (const facts of [{}, { scalars: { kind: null }, instants: { observed_at: null } }]) {
      expect(holds(isFact, facts)).toBe(false);
      expect(holds(not(isFact), facts)).toBe(true);
      for (const compared of [isOld, isAtOrAfter('observed_at', at(0))]) {
        expect(holds(compared, facts)).toBe(false);
        expect(holds(not(compared), facts)).toBe(true);
      }
    }
  });
  it('knows absence of scalars and instants', () => {
    const both = { scalars: { agent_id: 'a' }, instants: { expires_at: at(0) } };
    expect([holds(isAbsent('agent_id'), both), holds(isAbsent('expires_at'), both)]).toEqual([false, false]);
    expect([holds(isAbsent('agent_id')), holds(isAbsent('expires_at'))]).toEqual([true, true]);
    expect(holds(isAbsent('agent_id'), { scalars: { agent_id: null } })).toBe(true);
    expect(holds(isAbsent('expires_at'), { instants: { expires_at: null } })).toBe(true);
    expect(holds(isAbsent('portable'), { scalars: { portable: false } })).toBe(false);
  });
  it('takes "before" strictly and "at or after" with the moment itself', () => {
    const seen = (millisecond: number) => ({ instants: { observed_at: at(millisecond) } });
    expect([2, 3, 4].map((moment) => holds(isOld, seen(moment)))).toEqual([true, false, false]);
    expect([2, 3, 4].map((moment) => holds(isAtOrAfter('observed_at', at(3)), seen(moment)))).toEqual([
      false,
      true,
      true,
    ]);
  });
  it('joins with all, any and not', () => {
    const facts = { scalars: { kind: 'fact' } };
    expect(holds(allOf(isFact, isMine), facts)).toBe(false);
    expect(holds(allOf(isFact, isMine), { scalars: { kind: 'fact', speaker_entity_id: 'me' } })).toBe(true);
    expect(holds(anyOf(isFact, isMine), facts)).toBe(true);
    expect(holds(anyOf(isFact, isMine))).toBe(false);
    expect(holds(not(isFact), facts)).toBe(false);
  });
  it('meets a subject, whichever of several', () => {
    expect(holds(isAbout(['a', 'b']), { subjectIds: ['c', 'b'] })).toBe(true);
    expect(holds(isAbout(['a', 'b']), { subjectIds: ['c'] })).toBe(false);
    expect(holds(isAbout(['a', 'b']))).toBe(false);
  });
  it('meets subjects all of whom are named, and not nobody', () => {
    const only = isAboutOnly(['a', 'b']);
    expect([['b'], ['a', 'b'], ['a', 'c'], []].map((subjectIds) => holds(only, { subjectIds }))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(isAboutOnly([])).toBe('nothing');
    expect(anyOf(only, isAboutOnly(['c']))).toEqual({ kind: 'any', of: [only, isAboutOnly(['c'])] });
  });
});

describe('a test of metadata', () => {
  const meets = (value: unknown, test: MetadataTest): boolean => {
    const condition: Condition = { kind: 'metadata', key: 'k', test };
    return evaluate(condition, row({ metadata: value === undefined ? {} : { k: value } }));
  };
  it('compares scalars by type and value', () => {
    expect(meets('x', { is: 'eq', value: 'x' })).toBe(true);
    expect(meets(1, { is: 'eq', value: 1 })).toBe(true);
    expect(meets(false, { is: 'eq', value: false })).toBe(true);
    expect(meets('y', { is: 'eq', value: 'x' })).toBe(false);
    expect(meets('1', { is: 'eq', value: 1 })).toBe(false);
    expect(meets(['x'], { is: 'eq', value: 'x' })).toBe(false);
    expect(meets(undefined, { is: 'eq', value: 'x' })).toBe(false);
  });
  it('finds an element of a list or a part of a text', () => {
    expect(meets(['a', 2], { is: 'contains', value: 2 })).toBe(true);
    expect(meets(['a', 2], { is: 'contains', value: '2' })).toBe(false);
    expect(meets('abc', { is: 'contains', value: 'bc' })).toBe(true);
    expect(meets('abc', { is: 'contains', value: 'cb' })).toBe(false);
    expect(meets('a1', { is: 'contains', value: 1 })).toBe(false);
    expect(meets(11, { is: 'contains', value: 1 })).toBe(false);
    expect(meets(11, { is: 'contains', value: '1' })).toBe(false);
  });
  it('orders numbers with numbers and texts with texts, and nothing else', () => {
    const tests = ['gt', 'gte', 'lt', 'lte'] as const;
    const against = (value: unknown, bound: number | string) =>
      tests.map((is) => meets(value, { is, value: bound }));
    expect(against(1, 2)).toEqual([false, false, true, true]);
    expect(against(2, 2)).toEqual([false, true, false, true]);
    expect(against(3, 2)).toEqual([true, true, false, false]);
    expect(against('b', 'a')).toEqual([true, true, false, false]);
    for (const stranger of ['3', true, null, undefined, [3], {}])
      expect(against(stranger, 2)).not.toContain(true);
    expect(against(3, '2')).not.toContain(true);
  });
});
