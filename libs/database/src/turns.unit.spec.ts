import { describe, expect, it } from '@jest/globals';
import { Turns, type Urgency } from './turns.js';

const served = async (turns: Turns, asked: readonly Urgency[]): Promise<readonly string[]> => {
  const order: string[] = [];
  const end = await turns.take('working');
  const all = asked.map(async (urgency, index) => {
    const done = await turns.take(urgency);
    order.push(`${urgency} ${String(index)}`);
    done();
  });
  end();
  await Promise.all(all);
  return order;
};

describe('turns on one connection', () => {
  it('go to answers before work, each in order of asking', async () => {
    const turns = new Turns({ patienceMs: 60_000, lingerMs: 1 });
    expect(await served(turns, ['working', 'answering', 'working', 'answering'])).toEqual([
      'answering 1',
      'answering 3',
      'working 0',
      'working 2',
    ]);
  });

  it('go to work that waited too long, in turn with answers', async () => {
    const turns = new Turns({ patienceMs: -1, lingerMs: 1 });
    expect(await served(turns, ['working', 'working', 'answering', 'answering'])).toEqual([
      'answering 2',
      'working 0',
      'answering 3',
      'working 1',
    ]);
  });

  it('wait a moment for the next statement of an answer', async () => {
    const turns = new Turns({ patienceMs: 60_000, lingerMs: 200 });
    const order: string[] = [];
    const first = await turns.take('answering');
    const work = turns.take('working').then((done) => {
      order.push('work');
      done();
    });
    first();
    const second = await turns.take('answering');
    order.push('second');
    second();
    expect(order).toEqual(['second']);
    await work;
    expect(order).toEqual(['second', 'work']);
  });

  it('are taken from nobody who gave up waiting', async () => {
    const turns = new Turns();
    const end = await turns.take('working');
    const giving = new AbortController();
    const given = turns.take('answering', giving.signal);
    giving.abort(new Error('too late'));
    await expect(given).rejects.toThrow('too late');
    const next = turns.take('working');
    end();
    (await next)();
  });
});
