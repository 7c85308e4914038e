import { beforeEach, describe, expect, it } from '@jest/globals';
import { Backlog, type Pending } from './backlog.js';

const pending = (sequence: number, key: string, attempts: number | null = 0): Pending => ({
  delivery: {
    id: String(sequence),
    tenantId: 'default',
    kind: 'tasks',
    key,
    headers: {},
    body: Buffer.from(''),
    sequence: BigInt(sequence),
    storedAt: new Date(0),
  },
  partition: key.length,
  streamSequence: sequence,
  tried: attempts === null ? null : { attempts, isDeadly: false },
  answer: () => undefined,
});

describe('the backlog of a worker', () => {
  let now = 0;
  let backlog: Backlog;
  beforeEach(() => {
    now = 0;
    backlog = new Backlog(() => now);
  });
  const add = (...some: readonly Pending[]) => some.forEach((one) => backlog.add(one));
  const taken = (atMost = 10) => backlog.take(atMost).map(({ streamSequence }) => streamSequence);

  it('gives what came in any order in the order of the stream', () => {
    add(pending(3, 'a'), pending(1, 'b'), pending(2, 'a'));
    expect(taken(2)).toEqual([1, 2]);
    expect(taken()).toEqual([3]);
    expect(taken()).toEqual([]);
  });

  it('gives what failed before alone, and nothing of later before it', () => {
    add(pending(1, 'a'), pending(2, 'b', 1), pending(3, 'c'));
    expect([taken(), taken(), taken()]).toEqual([[1], [2], [3]]);
  });

  it('waits to be told how often the next one was tried', () => {
    const unknown = pending(1, 'a', null);
    add(unknown, pending(2, 'b'));
    expect(taken()).toEqual([]);
    unknown.tried = { attempts: 0, isDeadly: false };
    expect(taken()).toEqual([1, 2]);
  });

  it('keeps a key waiting for one that is to be tried again, and no other key', () => {
    const first = pending(1, 'a');
    add(first);
    taken();
    backlog.delay(first, 1_000);
    add(pending(2, 'a'), pending(3, 'bb'));
    expect(taken()).toEqual([3]);
    expect([backlog.hasFree, backlog.waiting()]).toEqual([false, 2]);
    const again = pending(1, 'a', 1);
    add(again);
    expect(taken()).toEqual([1]);
    expect(taken()).toEqual([]);
    backlog.finish(again);
    expect(taken()).toEqual([2]);
  });

  it('does not wait for ever for one that never comes back', () => {
    const first = pending(1, 'a');
    backlog.delay(first, 1_000);
    add(pending(2, 'a'));
    now = 60_999;
    expect(taken()).toEqual([]);
    now = 61_001;
    expect(taken()).toEqual([2]);
  });

  it('has a delivery once when the broker sends it again', () => {
    add(pending(1, 'a'), pending(1, 'a', 2));
    expect(backlog.take(10).map(({ tried }) => tried.attempts)).toEqual([2]);
  });

  it('lets go of one partition, with what its keys waited for', () => {
    const first = pending(1, 'a');
    backlog.delay(first, 1_000);
    add(pending(2, 'a'), pending(3, 'bb'));
    expect(backlog.drop(1).map(({ streamSequence }) => streamSequence)).toEqual([2]);
    add(pending(4, 'a'));
    expect(taken()).toEqual([3, 4]);
  });
});
