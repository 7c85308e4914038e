import { afterEach, describe, expect, it } from '@jest/globals';
import { openApi } from '../api.js';
import { fakePlatform, type FakePlatform, type Routes } from '../testing/fake-platform.js';
import { deliver } from './deliver.js';
import { pauseBefore } from './persist.js';

const events = Array.from({ length: 3 }, (_, index) => ({
  id: `e-${String(index)}`,
  source: '/test',
  type: 'kith.message.posted.v1',
}));
const accepted = {
  status: 202,
  body: { results: [{ status: 'accepted' }] },
};
const away = { status: 503, headers: { 'retry-after': '0' }, body: { title: 'Busy' } };

describe('an import', () => {
  let platform: FakePlatform | null = null;
  afterEach(() => platform?.close());

  const send = async (routes: Routes, patienceMs: number) => {
    platform = await fakePlatform(routes);
    const api = openApi({ url: platform.url, key: null }, new AbortController().signal);
    return deliver(api, events, { batchSize: 1, patienceMs, onProgress: () => undefined });
  };

  it('outlasts a server that sends it away more often than any command would come back', async () => {
    let refusals = 100;
    const routes: Routes = {
      'POST /v1/events': () => (refusals-- > 0 ? away : accepted),
      'GET /v1/events/*': () => (refusals-- > -60 ? away : { body: { status: 'indexed' } }),
    };
    expect((await send(routes, 60_000)).accepted).toBe(3);
  });

  it('gives up, and says why, when nothing got on for long', async () => {
    await expect(send({ 'POST /v1/events': () => away }, 200)).rejects.toThrow(
      /is busy \(status 503\), and nothing got on for 0 seconds/u,
    );
  });

  it('does not wait for ever for what was taken and never indexed', async () => {
    const routes: Routes = {
      'POST /v1/events': () => accepted,
      'GET /v1/events/*': () => ({ body: { status: 'recorded' } }),
    };
    await expect(send(routes, 200)).rejects.toThrow(/was accepted and is not indexed/u);
  });

  it('waits as long as it is told to, else ever longer, and never more than a quarter of a minute', () => {
    expect(pauseBefore(1, 7_000)).toBe(7_000);
    expect([1, 2, 3, 20, 2_000].map((attempt) => pauseBefore(attempt, null))).toEqual([
      250, 500, 1_000, 15_000, 15_000,
    ]);
    expect(pauseBefore(1, 0)).toBeGreaterThan(0);
  });
});
