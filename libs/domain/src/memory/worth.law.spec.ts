import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { leastWorth, worthOf, type WeighedMemory } from './worth.js';

const now = new Date(Date.UTC(2026, 10, 1));
const past = fc.date({ min: new Date(Date.UTC(2020, 0)), max: now, noInvalidDate: true });
const held = fc.record({
  memoryId: fc.uuid(),
  importance: fc.double({ min: 0, max: 1, noNaN: true }),
  observedAt: past,
  accessCount: fc.nat(10_000),
  lastAccessedAt: fc.option(past),
});
const many = fc.uniqueArray(held, { selector: ({ memoryId }) => memoryId, maxLength: 30 });

describe('what a memory is worth', () => {
  it('lies between nothing and one', () =>
    fc.assert(
      fc.property(held, (one) => {
        const worth = worthOf(one, now);
        return worth >= 0 && worth <= 1 + 1e-9;
      }),
    ));

  it('never falls by being more important, told more often or later, or said later', () =>
    fc.assert(
      fc.property(held, held, (one, other) => {
        const more: WeighedMemory = {
          ...one,
          importance: Math.max(one.importance, other.importance),
          accessCount: Math.max(one.accessCount, other.accessCount),
          lastAccessedAt: one.lastAccessedAt === null ? one.lastAccessedAt : now,
          observedAt: new Date(Math.max(Number(one.observedAt), Number(other.observedAt))),
        };
        return worthOf(more, now) >= worthOf(one, now);
      }),
    ));
});

describe('what goes first', () => {
  it('is so many, none twice, and nothing worth less stays', () =>
    fc.assert(
      fc.property(many, fc.nat(40), (all, count) => {
        const gone = leastWorth(all, count, now);
        expect(new Set(gone).size).toBe(Math.min(count, all.length));
        const worth = (stays: boolean) =>
          all.filter(({ memoryId }) => gone.includes(memoryId) !== stays).map((one) => worthOf(one, now));
        expect(Math.max(-1, ...worth(false))).toBeLessThanOrEqual(Math.min(2, ...worth(true)));
      }),
    ));

  it('is the same however they are given', () =>
    fc.assert(
      fc.property(many, fc.nat(40), (all, count) =>
        expect(leastWorth(all.toReversed(), count, now)).toEqual(leastWorth(all, count, now)),
      ),
    ));
});
