import { getEventListeners } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { unlessStopped } from './unless-stopped.js';

const never = new Promise<string>(() => undefined);

describe('work that a stop gives up', () => {
  it('tells what the work came to', async () => {
    const { signal } = new AbortController();
    await expect(unlessStopped(signal, Promise.resolve('done'))).resolves.toBe('done');
    await expect(unlessStopped(signal, Promise.reject(new Error('away')))).rejects.toThrow('away');
  });

  it('waits no longer than until the stop, nor at all after it', async () => {
    const stopping = new AbortController();
    const waiting = unlessStopped(stopping.signal, never);
    stopping.abort();
    await expect(waiting).rejects.toThrow('stopped');
    await expect(unlessStopped(stopping.signal, never)).rejects.toThrow('stopped');
  });

  it('leaves nothing that listens, however often it is asked', async () => {
    const { signal } = new AbortController();
    for (let times = 0; times < 20; times += 1) await unlessStopped(signal, Promise.resolve(times));
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });
});
