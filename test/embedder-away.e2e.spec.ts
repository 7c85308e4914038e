import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { HashingEmbedder } from '#testing';
import { channel, workspace, World } from './support/world.js';

const yard = channel('yard', workspace('town'));

/** An embedding service on this machine. */
class Service {
  status = 200;
  /** Refused by itself, whatever else is asked together with it. */
  refused: string | null = null;
  private readonly embedder = new HashingEmbedder();
  private readonly server: Server = createServer((request, response) => {
    void textOf(request).then(async (body) => {
      const { input } = JSON.parse(body) as { readonly input: readonly string[] };
      const { refused } = this;
      const status = refused !== null && input.some((text) => text.includes(refused)) ? 400 : this.status;
      const vectors = await this.embedder.embed(input);
      const data = vectors.map((vector, index) => ({ index, embedding: Array.from(vector) }));
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
    });
  });

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }
  get url(): string {
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}`;
  }
  close(): Promise<void> {
    return new Promise((resolve) => this.server.close(() => resolve()).closeAllConnections());
  }
}

describe('while the embedder is away', () => {
  let service: Service;
  let world: World;
  /** Where it keeps what it must know after a restart; else it keeps nothing. */
  let folder: string | undefined;
  const open = async (): Promise<World> =>
    World.open({
      ...(folder === undefined ? {} : { KITH_DATA_DIR: folder }),
      KITH_EMBEDDER: 'openai',
      KITH_EMBEDDER_URL: service.url,
      KITH_EMBEDDER_MODEL: 'test',
    });
  beforeEach(async () => {
    service = new Service();
    await service.open();
  }, 60_000);
  afterEach(async () => {
    await world.close();
    await service.close();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  });

  /** How near the fact with these words is to the question; null while it is found by its words alone. */
  const nearness = async (words: RegExp, query: string): Promise<number | null> => {
    const { results } = await world.ask('una', yard, query);
    const found = results.find(({ memory }) => words.test(memory));
    if (!found) throw new Error('it is not found at all');
    return found.similarity;
  };
  const untilNear = async (words: RegExp, query: string): Promise<void> => {
    const limit = Date.now() + 60_000;
    while ((await nearness(words, query)) === null) {
      if (Date.now() > limit) throw new Error('its vector never came');
      await pause(200);
    }
  };

  const expectNothingParked = async (): Promise<void> => {
    const { url, operatorKey } = world.platform;
    const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${operatorKey}` } });
    const text = await answer.text();
    expect(text).toMatch(/^kith_bus_parked\{stream="facts"\} 0$/mu);
    expect(text).not.toMatch(/^kith_messages_(?:parked|delayed)_total\{consumer="recall-indexer"\} [1-9]/mu);
  };

  it('nothing is parked and nobody waits: a fact is found by its words at once, and by its meaning when it is back', async () => {
    world = await open();
    service.status = 500;
    await world.say('una', yard, 'I have a dog named Rex');
    await world.say('una', yard, 'I work at the lighthouse');
    expect(await nearness(/Rex/u, 'Rex the dog')).toBeNull();
    expect(await nearness(/lighthouse/u, 'the lighthouse')).toBeNull();
    for (const food of ['plums', 'pears', 'figs']) await world.say('una', yard, `I like ${food}`);
    await expectNothingParked();
    service.status = 200;
    await untilNear(/Rex/u, 'Rex the dog');
    await untilNear(/lighthouse/u, 'the lighthouse');
    await world.say('una', yard, 'I like rye bread');
    expect(await nearness(/rye bread/u, 'rye bread')).not.toBeNull();
  }, 120_000);

  it('what it owes is made up for after the next start', async () => {
    folder = await mkdtemp(join(tmpdir(), 'kith-away-'));
    world = await open();
    service.status = 500;
    await world.say('una', yard, 'I have a dog named Rex');
    await world.close();
    world = await open();
    expect(await nearness(/Rex/u, 'Rex the dog')).toBeNull();
    service.status = 200;
    await untilNear(/Rex/u, 'Rex the dog');
  }, 120_000);

  it('a text that it refuses keeps no other from its vector', async () => {
    world = await open();
    service.refused = 'Oslo';
    await world.publish(
      world.posted('una', yard, 'I live in Oslo'),
      world.posted('una', yard, 'I have a dog named Rex'),
    );
    await untilNear(/Rex/u, 'Rex the dog');
    expect(await nearness(/Oslo/u, 'where in Oslo?')).toBeNull();
  }, 120_000);
});
