import { describe, expect, it } from '@jest/globals';
import { mayAskMore, roomToAsk, type AskedLink } from './room.js';

const asked = (pair: string, more: Partial<AskedLink> = {}): AskedLink => ({
  fromId: pair.charAt(0),
  toId: pair.charAt(1),
  status: 'pending',
  confidence: 0.7,
  proposedBy: { kind: 'system', id: 'linking', viewerId: null },
  ...more,
});
const five = ['av', 'aw', 'ax', 'ay', 'az'];

describe('room for a question of whether two people are one', () => {
  it('is there until five wait about either of them', () => {
    expect(
      roomToAsk(
        ['a'],
        ['b'],
        five.slice(1).map((pair) => asked(pair)),
      ).kind,
    ).toBe('free');
    expect(
      roomToAsk(
        ['a'],
        ['b'],
        five.map((pair) => asked(pair)),
      ).kind,
    ).toBe('full');
    expect(
      roomToAsk(
        ['b'],
        ['a'],
        five.map((pair) => asked(pair)),
      ).kind,
    ).toBe('full');
  });
  it('counts what waits about any account of theirs', () =>
    expect(
      roomToAsk(
        ['c', 'a'],
        ['b'],
        five.map((pair) => asked(pair)),
      ).kind,
    ).toBe('full'));
  it.each([
    ['was decided', { status: 'rejected' }],
    ['was linked', { status: 'active' }],
    ['was taken back', { status: 'reverted' }],
    ['an operator asked', { proposedBy: { kind: 'operator', id: 'k1', viewerId: null } }],
  ] as const)('is not taken by what %s', (_, more) =>
    expect(
      roomToAsk(
        ['a'],
        ['b'],
        five.map((pair) => asked(pair, more)),
      ).kind,
    ).toBe('free'),
  );
  it('is what was asked of other accounts of the same two, the one that waits first', () => {
    const before = [
      asked('db', { status: 'rejected', confidence: 0.8 }),
      asked('ea'),
      asked('bc', { confidence: 0.6 }),
    ];
    expect(roomToAsk(['a', 'c', 'd'], ['b'], before)).toEqual({ kind: 'asked', link: before[2] });
    expect(roomToAsk(['a', 'c', 'd'], ['b'], before.slice(0, 2))).toEqual({ kind: 'asked', link: before[0] });
  });
});

describe('what somebody asks for by a client', () => {
  const mine = (status: AskedLink['status']): AskedLink =>
    asked('ab', { status, proposedBy: { kind: 'client', id: 'k2', viewerId: 'a' } });
  const times = (count: number, link: AskedLink): readonly AskedLink[] =>
    Array.from({ length: count }, () => link);
  it('is ten at most that nobody approved, whether they wait or not', () => {
    expect(mayAskMore(['a'], times(9, mine('pending')))).toBe(true);
    expect(mayAskMore(['a'], [...times(5, mine('pending')), ...times(5, mine('rejected'))])).toBe(false);
    expect(mayAskMore(['c', 'a'], times(10, mine('rejected')))).toBe(false);
  });
  it('is not what was approved, taken back, or asked by others', () => {
    expect(mayAskMore(['a'], [...times(9, mine('active')), ...times(9, mine('reverted'))])).toBe(true);
    expect(mayAskMore(['b'], times(10, mine('pending')))).toBe(true);
    expect(mayAskMore(['a'], times(10, asked('ab')))).toBe(true);
  });
});
