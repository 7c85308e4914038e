import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { answered } from '#contracts';
import { startEdge, type Edge } from '../testing/harness.js';

const never = (): Promise<never> => new Promise(() => undefined);

/** Waits for a condition, with a limit. */
const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  for (const deadline = performance.now() + 10_000; performance.now() < deadline;) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error('did not come true within 10 s');
};

const numberIn = async (edge: Edge, sample: string): Promise<number> => {
  const { text } = await edge.ask('GET', '/metrics', { key: null });
  const line = text.split('\n').find((each) => each.startsWith(`${sample} `));
  return line === undefined ? 0 : Number(line.slice(sample.length + 1));
};

/** A connection of our own, and everything that came back on it. */
const open = async (edge: Edge): Promise<{ socket: Socket; told: () => string }> => {
  const { hostname, port } = new URL(edge.url);
  const socket = connect(Number(port), hostname);
  let told = '';
  socket.on('data', (bytes) => (told += bytes.toString()));
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('connect', resolve));
  return { socket, told: () => told };
};

const headOf = (edge: Edge, key: string | null, length: number): string =>
  [
    'POST /v1/recall HTTP/1.1',
    `host: ${new URL(edge.url).host}`,
    ...(key === null ? [] : [`authorization: Bearer ${key}`]),
    'content-type: application/json',
    `content-length: ${String(length)}`,
    '\r\n',
  ].join('\r\n');

describe('limits of a key', () => {
  let edge: Edge;
  beforeAll(async () => {
    edge = await startEdge({ rate: { perSecond: 1, burst: 3 }, answerWithinMs: 50 });
  });
  afterAll(() => edge.close());

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
    edge.services.responders = { stats: never };
    expect((await edge.ask('GET', '/v1/stats')).status).toBe(503);
  });
});

describe('wrong keys', () => {
  let edge: Edge;
  beforeAll(async () => {
    edge = await startEdge({ wrongKeys: { perSecond: 1, burst: 3 } });
  });
  afterAll(() => edge.close());

  it('are not looked up without end, and lock out nobody whose key was right a moment ago', async () => {
    const ask = (key: string) => edge.ask('GET', '/v1/scope', { key });
    expect((await ask(edge.client)).status).toBe(422);
    const statuses = [];
    for (let n = 0; n < 5; n++) statuses.push((await ask(`kith_wrong-${String(n)}`)).status);
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
    expect((await ask('kith_wrong')).headers.get('retry-after')).toBe('1');
    expect((await ask(edge.client)).status).toBe(422);
    expect(await numberIn(edge, 'kith_http_turned_away_total{reason="wrong-keys"}')).toBe(3);
    edge.clock.now = new Date(edge.clock.now.getTime() + 1000);
    expect((await ask(edge.adaptor)).status).toBe(403);
  });
});

describe('many requests at once', () => {
  let edge: Edge;
  beforeAll(async () => {
    edge = await startEdge({ mostRunning: 2 });
  });
  afterAll(() => edge.close());

  it('are worked on up to a number; the others are told to come again, and there is room again afterwards', async () => {
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    edge.services.responders = {
      stats: async () => {
        await finished;
        return answered({ memories: {}, messages: 0, entities: 0, sources: 0, events: 0 });
      },
    };
    const running = [edge.ask('GET', '/v1/stats'), edge.ask('GET', '/v1/stats')];
    await until(async () => (await numberIn(edge, 'kith_http_requests_running')) === 2);
    const sentAway = await edge.ask('GET', '/v1/stats');
    expect([sentAway.status, sentAway.headers.get('retry-after')]).toEqual([503, '1']);
    expect((await edge.ask('GET', '/healthz', { key: null })).status).toBe(200);
    finish();
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await edge.ask('GET', '/v1/stats')).status).toBe(200);
  });

  it('count until their work is done, though their clients went away', async () => {
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    edge.services.responders = {
      stats: async () => {
        await finished;
        return answered({ memories: {}, messages: 0, entities: 0, sources: 0, events: 0 });
      },
    };
    const leaving = new AbortController();
    const headers = { authorization: `Bearer ${edge.operator}` };
    const gone = [1, 2].map(() =>
      fetch(`${edge.url}/v1/stats`, { headers, signal: leaving.signal }).then(
        () => 'answered',
        () => 'left',
      ),
    );
    await until(async () => (await numberIn(edge, 'kith_http_requests_running')) === 2);
    leaving.abort();
    expect(await Promise.all(gone)).toEqual(['left', 'left']);
    await until(async () => (await numberIn(edge, 'kith_http_clients_gone_total{route="/v1/stats"}')) === 2);
    expect((await edge.ask('GET', '/v1/stats')).status).toBe(503);
    finish();
    await until(async () => (await edge.ask('GET', '/v1/stats')).status === 200);
    expect(await numberIn(edge, 'kith_http_requests_running')).toBe(0);
  });
});

describe('a slow client', () => {
  let edge: Edge;
  beforeAll(async () => {
    edge = await startEdge({ connections: { most: 20, requestWithinMs: 300, silentForMs: 300 } });
  });
  afterAll(() => edge.close());

  it('that drips its body is told that it is too slow, and others are served meanwhile', async () => {
    const slow = await open(edge);
    slow.socket.write(headOf(edge, edge.client, 1000));
    const dripping = setInterval(() => slow.socket.write(' '), 50);
    expect((await edge.ask('GET', '/v1/scope', { key: edge.client })).status).toBe(422);
    await until(() => slow.socket.destroyed || slow.told().includes('\r\n\r\n'));
    clearInterval(dripping);
    expect(slow.told()).toMatch(/^HTTP\/1\.1 408 /u);
    expect(slow.told()).toContain('urn:kith:problem:too-slow');
    slow.socket.destroy();
  });

  it('without a key is refused before its body', async () => {
    const { socket, told } = await open(edge);
    socket.write(headOf(edge, null, 1000));
    await until(() => told().includes('\r\n\r\n'));
    expect(told()).toMatch(/^HTTP\/1\.1 401 /u);
    socket.destroy();
  });

  it('that never says or reads anything is let go', async () => {
    const { socket } = await open(edge);
    await until(() => socket.destroyed || socket.readableEnded);
    socket.destroy();
  });

  it('that goes away in the middle of its body leaves nothing running', async () => {
    for (let n = 0; n < 10; n++) {
      const { socket } = await open(edge);
      socket.write(`${headOf(edge, edge.client, 1000)}{"query`);
      socket.destroy();
    }
    expect((await edge.ask('GET', '/v1/scope', { key: edge.client })).status).toBe(422);
    expect(await numberIn(edge, 'kith_http_requests_running')).toBe(0);
  });
});
