import { describe, expect, it } from '@jest/globals';
import { TokenBuckets } from './token-bucket.js';

const bucketsAt = (clock: { ms: number }, mostBuckets?: number) =>
  new TokenBuckets({ perSecond: 0.5, burst: 2 }, () => new Date(clock.ms), mostBuckets);

describe('token buckets', () => {
  it('give a burst, then say how long to wait', () => {
    const buckets = bucketsAt({ ms: 0 });
    expect([buckets.take('a'), buckets.take('a'), buckets.take('a')]).toEqual([0, 0, 2]);
  });

  it('refill with time, and no further than the burst', () => {
    const clock = { ms: 0 };
    const buckets = bucketsAt(clock);
    buckets.take('a');
    buckets.take('a');
    clock.ms = 2000;
    expect([buckets.take('a'), buckets.take('a')]).toEqual([0, 2]);
    clock.ms = 3_600_000;
    expect([buckets.take('a'), buckets.take('a'), buckets.take('a')]).toEqual([0, 0, 2]);
  });

  it('are one a key', () => {
    const buckets = bucketsAt({ ms: 0 });
    buckets.take('a');
    buckets.take('a');
    expect(buckets.take('b')).toBe(0);
  });

  it('survive a clock that goes back', () => {
    const clock = { ms: 10_000 };
    const buckets = bucketsAt(clock);
    buckets.take('a');
    clock.ms = 0;
    expect(buckets.take('a')).toBe(0);
    expect(buckets.take('a')).toBe(2);
  });
});
