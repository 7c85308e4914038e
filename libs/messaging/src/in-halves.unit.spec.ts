import { describe, expect, it } from '@jest/globals';
import { settleInHalves } from './in-halves.js';
import type { Delivery, Outcome } from './message-bus.js';

const rules = { maxAttempts: 5, delays: [2_000], chance: 0 };
const deliveriesOf = (keys: string): readonly Delivery[] =>
  Array.from(keys, (key, at): Delivery => ({
    id: String(at),
    tenantId: 'harbour',
    kind: 'events',
    key,
    headers: {},
    body: Buffer.from(''),
    sequence: BigInt(at),
    attempt: 1,
    storedAt: new Date(0),
  }));

/** Throws for whatever batch has one of these; tells each call by the ids in it. */
const settled = async (keys: string, poison: readonly number[], error: Error = new Error('no')) => {
  const calls: string[] = [];
  let thrown = 0;
  const settlements = await settleInHalves(deliveriesOf(keys), {
    rules,
    isStopped: () => false,
    onThrow: () => (thrown += 1),
    handle: (deliveries): Promise<readonly Outcome[]> => {
      calls.push(deliveries.map(({ id }) => id).join(' '));
      return deliveries.some(({ id }) => poison.includes(Number(id)))
        ? Promise.reject(error)
        : Promise.resolve(deliveries.map(() => ({ kind: 'done' })));
    },
  });
  return { kinds: settlements.map(({ kind }) => kind).join(' '), calls, thrown };
};

describe('a batch that throws', () => {
  it('is handed over in halves until what throws is alone; the others are handled', async () => {
    expect(await settled('abcd', [2])).toEqual({
      kinds: 'handled handled delay handled',
      calls: ['0 1 2 3', '0 1', '2 3', '2', '3'],
      thrown: 2,
    });
  });

  it('has what comes after it of its key wait, in whichever half that is', async () => {
    const { kinds, calls } = await settled('abcaba', [0]);
    expect(kinds).toBe('delay handled handled behind handled behind');
    expect(calls.at(-1)).toBe('4');
  });

  it('parks at once what no attempt can heal', async () => {
    const { kinds } = await settled('abc', [1], Object.assign(new Error('no'), { code: '22P05' }));
    expect(kinds).toBe('handled park handled');
  });

  it('finds several', async () => {
    expect((await settled('abcdefgh', [1, 6])).kinds).toBe(
      'handled delay handled handled handled handled delay handled',
    );
  });

  it('is not taken apart for ever where everything throws, and loses none', async () => {
    const all = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
    const { kinds, calls } = await settled(
      all,
      Array.from(all, (_, at) => at),
    );
    expect(calls.length).toBeLessThan(60);
    expect(new Set(kinds.split(' '))).toEqual(new Set(['delay']));
  });

  it('is told of whole when what it needs is away', async () => {
    const away = Object.assign(new Error('no'), { code: 'ECONNREFUSED' });
    await expect(settled('abcd', [2], away)).rejects.toBe(away);
  });
});
