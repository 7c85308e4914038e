import { describe, expect, it } from '@jest/globals';
import { partitionOf, partitionToken } from './partition.js';
import { subjectOf } from './topology.js';

describe('partition of a key', () => {
  it('is the first two bytes of its SHA-256, big-endian, modulo 16', () => {
    expect([partitionOf(''), partitionOf('abc')]).toEqual([0xe3b0 % 16, 0xba78 % 16]);
  });

  it('is written with two digits', () => {
    expect([partitionToken(7), partitionToken(15)]).toEqual(['p07', 'p15']);
  });

  it('ends the subject of its messages', () => {
    expect(subjectOf({ tenantId: 'default', kind: 'events', key: 'abc' })).toBe('kith.v1.default.events.p08');
  });

  it('spreads keys over all partitions', () => {
    const used = new Set(Array.from({ length: 500 }, (_, index) => partitionOf(`source-${String(index)}`)));
    expect(used.size).toBe(16);
  });
});
