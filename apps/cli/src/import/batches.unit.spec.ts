import { describe, expect, it } from '@jest/globals';
import { batchesOf, checkpointsOf, largestBody, sizeOf } from './batches.js';
import { readJsonLines } from './jsonl.js';

const event = (id: string, data: object = {}) => ({ id, source: '/a', type: 't', data });

describe('batches', () => {
  it('hold every event once, in order, at most so many', () => {
    const events = ['1', '2', '3', '4', '5'].map((id) => event(id));
    const batches = batchesOf(events, 2);
    expect(batches.map((batch) => batch.events.length)).toEqual([2, 2, 1]);
    expect(batches.map(({ start }) => start)).toEqual([0, 2, 4]);
    expect(batches.flatMap((batch) => batch.events)).toEqual(events);
  });

  it('stay below the largest body', () => {
    const events = Array.from({ length: 60 }, (_, index) =>
      event(String(index), { text: 'x'.repeat(30_000) }),
    );
    for (const batch of batchesOf(events, 500)) expect(sizeOf(batch.events)).toBeLessThan(largestBody);
  });

  it('of nothing are none', () => expect(batchesOf([], 10)).toEqual([]));

  it('are settled when the last event of each place is', () => {
    const garden = { source: { type: 'group', external_id: 'garden' } };
    const kitchen = { source: { type: 'group', external_id: 'kitchen' } };
    expect(
      checkpointsOf([event('1', garden), event('2', kitchen), event('3', garden)]).map(({ id }) => id),
    ).toEqual(['3', '2']);
  });
});

describe('lines of JSON', () => {
  it('are numbered from one and may be empty', () =>
    expect(readJsonLines('{"id":"a"}\n\n{"id":"b"}\r\n').events.map(({ line }) => line)).toEqual([1, 3]));

  it('that are no objects are named, and the others go on', () => {
    const { events, bad } = readJsonLines('{"id":"a"}\nnonsense\n[1]\n{"id":"b"}');
    expect(events).toHaveLength(2);
    expect(bad).toEqual([
      { line: 2, errors: [{ path: '', message: 'is not JSON' }] },
      { line: 3, errors: [{ path: '', message: 'is not a JSON object' }] },
    ]);
  });
});
