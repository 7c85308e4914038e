import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { lastValueFrom } from 'rxjs';
import { testNatsUrl } from '#config';
import { connectNats, NatsRequests, type Nats } from '#messaging';
import { NatsClient, NatsServer } from './over-nats.js';
import { askWithin } from './within.js';

const url = testNatsUrl();
let made = 0;

describe('requests over NATS', () => {
  if (url === undefined) {
    it('are tried where KITH_TEST_NATS_URL names a server', () => expect(url).toBeUndefined());
    return;
  }
  let nats: readonly Nats[];
  let root: string;
  const servers: NatsServer[] = [];
  beforeEach(async () => {
    root = `kith-ask-${String(process.pid)}-${String(++made)}`;
    nats = await Promise.all(['one', 'two', 'asking'].map((name) => connectNats({ url, name })));
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
    for (const { nc } of nats) await nc.close();
  });

  const connection = (at: number): Nats => {
    const found = nats[at];
    if (!found) throw new RangeError('no such connection');
    return found;
  };
  const serve = async (
    at: number,
    pattern: string,
    handler: (input: unknown, context: { signal: AbortSignal }) => Promise<unknown>,
  ): Promise<NatsServer> => {
    const server = new NatsServer(new NatsRequests(connection(at), root));
    server.addHandler(pattern, handler);
    server.listen(() => undefined);
    servers.push(server);
    await connection(at).nc.flush();
    return server;
  };
  const client = () => new NatsClient(new NatsRequests(connection(2), root));
  const ask = (pattern: string, input: unknown, ms = 5_000) => askWithin(client(), pattern, input, ms);

  it('bring the request to a handler and its answer back, dates and all', async () => {
    await serve(0, 'recall.get', (input) => Promise.resolve({ input, at: new Date(0) }));
    const asked = { since: new Date(1_000), text: 'ä' };
    expect(await ask('recall.get', asked)).toEqual({ input: asked, at: new Date(0) });
  });

  it('carry an answer that is longer than a message of the server may be', async () => {
    const long = 'é'.repeat(1_500_000);
    await serve(0, 'recall.list', () => Promise.resolve({ long }));
    expect(await ask('recall.list', {})).toEqual({ long });
  });

  it('fail at once when nobody is there', async () => {
    await expect(ask('recall.get', {}, 60_000)).rejects.toMatchObject({ code: 'nobody-there' });
  });

  it('fail with the name of what was thrown, and none of its words', async () => {
    await serve(0, 'recall.get', () => Promise.reject(new TypeError('Rain said her secret')));
    const failure = await ask('recall.get', {}).then(
      () => null,
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({ code: 'refused', cause: 'TypeError' });
    expect(String(failure)).not.toContain('Rain');
  });

  it('fail after their time, and tell whoever works on them', async () => {
    let given = (): void => undefined;
    const gaveUp = new Promise<void>((resolve) => (given = resolve));
    await serve(0, 'recall.get', async (_, { signal }) => {
      signal.addEventListener('abort', given);
      await gaveUp;
      return 'too late';
    });
    await expect(ask('recall.get', {}, 100)).rejects.toThrow();
    await gaveUp;
  });

  it('can be given up, and whoever works on them hears of it', async () => {
    let started = (): void => undefined;
    const working = new Promise<void>((resolve) => (started = resolve));
    let given = (): void => undefined;
    const gaveUp = new Promise<void>((resolve) => (given = resolve));
    await serve(0, 'recall.get', async (_, { signal }) => {
      signal.addEventListener('abort', given);
      started();
      await gaveUp;
      return null;
    });
    const asking = client()
      .send('recall.get', {})
      .subscribe({ error: () => undefined });
    await working;
    asking.unsubscribe();
    await gaveUp;
  });

  it('are shared by those who answer, each answered once', async () => {
    const answeredBy = [0, 0];
    for (const at of [0, 1])
      await serve(at, 'recall.get', () => Promise.resolve((answeredBy[at] = (answeredBy[at] ?? 0) + 1)));
    await Promise.all(Array.from({ length: 60 }, () => ask('recall.get', {})));
    expect(answeredBy.reduce((sum, count) => sum + count)).toBe(60);
    expect(Math.min(...answeredBy)).toBeGreaterThan(5);
  });

  it('are finished by who is closed, and go to the others afterwards', async () => {
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    let started = (): void => undefined;
    const working = new Promise<void>((resolve) => (started = resolve));
    const first = await serve(0, 'recall.get', async () => {
      started();
      await finished;
      return 'first';
    });
    const pending = ask('recall.get', {});
    await working;
    const closed = first.close();
    await serve(1, 'recall.get', () => Promise.resolve('second'));
    await connection(0).nc.flush();
    expect(await ask('recall.get', {})).toBe('second');
    finish();
    await closed;
    expect(await pending).toBe('first');
  });

  it('give the answer of send as an observable that ends', async () => {
    await serve(0, 'recall.get', () => Promise.resolve(7));
    expect(await lastValueFrom(client().send('recall.get', {}))).toBe(7);
  });
});
