import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { answered, failed, type EventStatusView } from '#contracts';
import { sourceIdOf } from '#domain';
import { postedEvent, startEdge, type Edge } from '../testing/harness.js';

let edge: Edge;
beforeAll(async () => {
  edge = await startEdge({ backPressure: { mostWaiting: 1000, refreshMs: 500 } });
});
afterAll(() => edge.close());
beforeEach(() => {
  edge.bus.published.length = 0;
  edge.bus.isBroken = false;
  edge.bus.waiting = 0;
  edge.services.responders = {};
  edge.clock.now = new Date(edge.clock.now.getTime() + 1000);
});
const publish = (json: unknown, query = '', headers: Readonly<Record<string, string>> = {}) =>
  edge.ask('POST', `/v1/events${query}`, { key: edge.adaptor, json, headers });
const statusView = (status: EventStatusView['status']): EventStatusView => ({
  id: 'm-1',
  status,
  facts: status === 'indexed' ? [{ memory_id: null, outcome: 'NOOP', reason: 'known' }] : [],
});

describe('publishing', () => {
  it('puts the event as received on the bus, by its place', async () => {
    const event = postedEvent('m-1');
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const told = await publish(event, '', { 'x-correlation-id': 'corr-7', traceparent });
    expect([told.status, told.json]).toEqual([202, { results: [{ id: 'm-1', status: 'accepted' }] }]);
    const [message] = edge.bus.published;
    expect(message).toMatchObject({
      id: '/adaptors/irc|m-1',
      tenantId: 'default',
      kind: 'events',
      key: sourceIdOf('default', 'irc', 'group', '#quay'),
      headers: { 'x-correlation-id': 'corr-7', 'x-kith-reach': 'all', traceparent },
    });
    expect(JSON.parse(Buffer.from(message?.body ?? []).toString())).toEqual(event);
  });

  it('says of each in a batch what became of it, in order', async () => {
    const told = await publish([postedEvent('a'), postedEvent('b', { text: '' }), postedEvent('a'), 7]);
    expect(told.status).toBe(202);
    expect(told.json.results).toEqual([
      { id: 'a', status: 'accepted' },
      { id: 'b', status: 'rejected', errors: [expect.objectContaining({ path: 'data.text' })] },
      { id: 'a', status: 'duplicate' },
      { id: null, status: 'rejected', errors: [expect.objectContaining({ path: '' })] },
    ]);
    expect(edge.bus.published.map(({ id }) => id)).toEqual(['/adaptors/irc|a']);
  });

  it('knows a message again under another event id, posted alone or in a batch, and not in another place', async () => {
    const again = (id: string, data: Readonly<Record<string, unknown>> = {}) => {
      const event = postedEvent('again', data);
      return { ...event, id };
    };
    const elsewhere = { source: { type: 'group', external_id: '#pier' } };
    const statuses = async (body: unknown): Promise<readonly string[]> => {
      const { results } = (await publish(body)).json as { results: readonly { status: string }[] };
      return results.map(({ status }) => status);
    };
    expect(await statuses(again('e-1'))).toEqual(['accepted']);
    expect(await statuses(again('e-2', { text: 'said otherwise' }))).toEqual(['duplicate']);
    expect(await statuses([again('e-3'), again('e-4', elsewhere), again('e-5', elsewhere)])).toEqual([
      'duplicate',
      'accepted',
      'duplicate',
    ]);
  });

  it.each([
    'application/cloudevents+json',
    'application/cloudevents-batch+json; charset=utf-8',
    'application/json',
  ])('takes %s', async (type) => {
    expect((await publish([postedEvent('m-1')], '', { 'content-type': type })).status).toBe(202);
  });

  it('refuses one lone invalid event by the names of its fields', async () => {
    const told = await publish(postedEvent('m-1', { author: {} }));
    expect([told.status, told.json.errors[0].path]).toEqual([422, 'data.author.platform_user_id']);
    expect(edge.bus.published).toEqual([]);
  });

  it('takes 500 events and not one more', async () => {
    const many = Array.from({ length: 501 }, (_, n) => postedEvent(`m-${n}`));
    expect((await publish(many)).status).toBe(422);
    expect(edge.bus.published).toEqual([]);
    expect((await publish(many.slice(1))).json.results).toHaveLength(500);
  });

  it('is refused, to be tried again, while the bus is down', async () => {
    edge.bus.isBroken = true;
    const told = await publish(postedEvent('m-1'));
    expect([told.status, told.headers.get('retry-after'), told.json.type]).toEqual([
      503,
      '1',
      'urn:kith:problem:unavailable',
    ]);
  });

  it('is refused, to be tried again, while too much waits, and goes on when it has drained', async () => {
    edge.bus.waiting = 1000;
    const told = await publish(postedEvent('m-1'));
    expect([told.status, told.headers.get('retry-after'), edge.bus.published.length]).toEqual([503, '1', 0]);
    edge.bus.waiting = 999;
    edge.clock.now = new Date(edge.clock.now.getTime() + 500);
    expect((await publish(postedEvent('m-1'))).status).toBe(202);
  });
});

describe('waiting until indexed', () => {
  it('answers 200 with the facts of each', async () => {
    const seen = ['accepted', 'recorded', 'indexed'] as const;
    let asked = 0;
    edge.services.responders = {
      eventStatus: () => Promise.resolve(answered(statusView(seen[asked++] ?? 'indexed'))),
    };
    const told = await publish(
      [postedEvent('w-1'), postedEvent('bad', { text: '' })],
      '?wait=indexed&timeout_ms=5000',
    );
    expect([told.status, told.json.results[0]]).toEqual([
      200,
      { id: 'w-1', status: 'accepted', facts: [{ memory_id: null, outcome: 'NOOP', reason: 'known' }] },
    ]);
    expect(told.json.results[1]).toMatchObject({ id: 'bad', status: 'rejected' });
  });

  it('is 504 when it takes longer, and the events are kept', async () => {
    edge.services.responders = { eventStatus: () => Promise.resolve(answered(statusView('recorded'))) };
    const told = await publish(postedEvent('w-2'), '?wait=indexed&timeout_ms=60');
    expect([told.status, told.json.type, edge.bus.published.length]).toEqual([
      504,
      'urn:kith:problem:timeout',
      1,
    ]);
  });

  it('is 503 when ingest does not answer', async () => {
    expect((await publish(postedEvent('w-3'), '?wait=indexed')).status).toBe(503);
  });

  it.each(['?wait=soon', '?wait=indexed&timeout_ms=-1', '?timeout_ms=x'])(
    'is refused with %s',
    async (query) => {
      expect((await publish(postedEvent('w-4'), query)).status).toBe(422);
    },
  );
});

describe('the status of an event', () => {
  it('is what ingest says, by source and id', async () => {
    edge.services.responders = {
      eventStatus: ({ eventKey }) => Promise.resolve(answered({ ...statusView('indexed'), id: eventKey })),
    };
    const told = await edge.ask('GET', `/v1/events/${encodeURIComponent('a/b|c')}?source=%2Fx`, {
      key: edge.adaptor,
    });
    expect(told.json).toMatchObject({ id: '/x|a/b|c', status: 'indexed' });
  });

  it('is accepted as long as only the bus has it', async () => {
    edge.services.responders = { eventStatus: () => Promise.resolve(failed('not-found', '')) };
    await publish(postedEvent('m-7'));
    const ask = (id: string) =>
      edge.ask('GET', `/v1/events/${id}?source=/adaptors/irc`, { key: edge.adaptor });
    expect((await ask('m-7')).json).toEqual({ id: 'm-7', status: 'accepted', facts: [] });
    expect((await ask('never-sent')).status).toBe(404);
  });
});
