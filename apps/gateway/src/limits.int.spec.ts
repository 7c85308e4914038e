import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startEdge, type Edge } from './testing/harness.js';

let edge: Edge;
beforeAll(async () => {
  edge = await startEdge({ rate: { perSecond: 1, burst: 3 }, answerWithinMs: 50 });
});
afterAll(() => edge.close());

describe('limits', () => {
  it('stop a key that asks too often, and no other', async () => {
    const ask = (key: string) => edge.ask('GET', '/v1/scope', { key });
    const statuses = [];
    for (let n = 0; n < 4; n++) statuses.push((await ask(edge.client)).status);
    expect(statuses).toEqual([422, 422, 422, 429]);
    expect((await ask(edge.client)).headers.get('retry-after')).toBe('1');
    expect((await ask(edge.adaptor)).status).toBe(403);
    edge.clock.now = new Date(edge.clock.now.getTime() + 1000);
    expect((await ask(edge.client)).status).toBe(422);
  });

  it('end the wait for an app that does not answer', async () => {
    edge.services.responders = { stats: () => new Promise(() => undefined) };
    expect((await edge.ask('GET', '/v1/stats')).status).toBe(503);
  });
});
