import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testQdrantServer } from '#config';
import { type Database, openDatabase } from '#database';
import { type IndexEntry, memoryIndexMigrations, QdrantMemoryIndex } from '#memory-index';
import { entry } from '../../libs/memory-index/src/testing/entries.js';
import { OwnQdrant } from '../support/own-servers.js';
import { channel, memoriesOf, workspace, World } from '../support/world.js';
import { until } from './serving.js';

const program = testQdrantServer();
const dock = channel('dock', workspace('harbour'));

const rowOf = (number: number, fields: Partial<IndexEntry> = {}): IndexEntry => {
  const at = new Date(number * 60_000);
  const searchText = `barge number ${String(number)}`;
  return entry(`row-${String(number)}`, { observedAt: at, firstObservedAt: at, searchText, ...fields });
};
const vectorOf = (number: number, width: number): Float32Array =>
  new Float32Array(width).map((_, at) => Math.sin((number + 1) * (at + 1)));

describe('an index in Qdrant, when something fails', () => {
  if (program === undefined) {
    it('is tried where KITH_TEST_QDRANT_SERVER names the program', () => expect(program).toBeUndefined());
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'kith-qdrant-'));
  let qdrant: OwnQdrant;
  let world: World;
  let database: Database;
  beforeAll(async () => {
    qdrant = await OwnQdrant.start(program, folder);
    const settings = { KITH_INDEX: 'qdrant', QDRANT_URL: qdrant.direct, KITH_QDRANT_PREFIX: 'faults' };
    world = await World.open({ KITH_DATA_DIR: 'memory://', ...settings });
    database = await openDatabase({ dataDir: 'memory://' });
    await database.migrate(memoryIndexMigrations);
  }, 60_000);
  afterAll(async () => {
    await world.close();
    await database.close();
    await qdrant.stop();
    rmSync(folder, { recursive: true, force: true });
  }, 30_000);

  const asked = (query: string) =>
    fetch(`${world.platform.url}/v1/recall`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${world.platform.operatorKey}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        agent_id: 'helper',
        viewer: { platform: 'chat', platform_user_id: 'Marit' },
        source: { platform: 'chat', type: 'group', external_id: 'dock' },
        query,
        threshold: 0,
      }),
    });
  const told = async (query: string) => memoriesOf(await world.ask('Marit', dock, query)).join('\n');

  it('answers 503 and when to come again while Qdrant is down, nothing of what it knows, and catches up when it is back', async () => {
    await world.publish(world.joined('Ivar', dock), world.joined('Marit', dock));
    await world.say('Ivar', dock, 'I restore old barges');
    expect(await told('what does Ivar restore?')).toContain('barges');
    await qdrant.halt();
    const refused = await asked('what does Ivar restore?');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await refused.text()).not.toContain('barge');
    const taken = await world.call('POST', '/v1/events', [world.posted('Ivar', dock, 'I collect foghorns')]);
    expect(taken.status).toBe(202);
    await qdrant.resume();
    await until(async () => {
      const answer = await asked('what does Ivar collect?');
      return answer.status === 200 && (await answer.text()).includes('foghorns');
    }, 60_000);
    expect(await told('what does Ivar restore?')).toContain('barges');
  }, 120_000);

  it('emptied, tells nothing, and is filled again by reconcile', async () => {
    await qdrant.lose();
    expect(await told('what does Ivar restore?')).toBe('');
    const { body, status } = await world.call('POST', '/v1/maintenance/reconcile', {});
    expect(status).toBe(200);
    expect(JSON.stringify(body)).toContain('index-missing');
    expect(await told('what does Ivar restore?')).toContain('barges');
    expect(await told('what does Ivar collect?')).toContain('foghorns');
    const again = await world.call('POST', '/v1/maintenance/reconcile', {});
    expect(JSON.stringify(again.body)).not.toContain('index-missing');
  }, 120_000);

  const opened = (prefix: string) =>
    new QdrantMemoryIndex(database, { url: qdrant.url, apiKey: null, prefix, quantization: 'none' });

  it('is not told of a change before the server says that a search sees it', async () => {
    const index = opened('slow');
    await index.warm();
    qdrant.asked.length = 0;
    let isHeld = true;
    qdrant.onAsked = async (request) => {
      if (!request.includes('/points')) return;
      await until(() => Promise.resolve(!isHeld));
    };
    let isTold = false;
    const writing = index.upsert([rowOf(1)]).then(() => (isTold = true));
    await until(() => Promise.resolve(qdrant.asked.some((request) => request.includes('/points'))));
    await pause(50);
    expect(isTold).toBe(false);
    isHeld = false;
    await writing;
    await index.addVectors('m', [{ id: 'row-1', textKey: 'text 1', vector: vectorOf(1, 16) }]);
    await index.remove(['row-1'], 2n);
    await index.clear();
    qdrant.onAsked = () => Promise.resolve();
    const changes = qdrant.asked.filter(
      (request) =>
        request.startsWith('POST') &&
        /\/points\/(?:batch|delete)/u.test(request) &&
        !request.includes('query'),
    );
    expect(changes.length).toBeGreaterThan(3);
    expect(changes.filter((request) => !request.includes('wait=true'))).toEqual([]);
  }, 60_000);

  it('keeps the newer of two writers, though the older one is held up and comes late', async () => {
    const [one, other] = [opened('late'), opened('late')];
    await one.warm();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let batches = 0;
    qdrant.onAsked = async (request) => {
      if (request.includes('/points/batch') && (batches += 1) === 1) await held;
    };
    const late = one.upsert([rowOf(7, { searchText: 'stale', position: 3n })]);
    await until(() => Promise.resolve(batches === 1));
    await other.upsert([rowOf(7, { searchText: 'fresh', position: 5n })]);
    await other.remove(['row-8'], 9n);
    release();
    await late;
    await one.upsert([rowOf(8, { position: 8n })]);
    qdrant.onAsked = () => Promise.resolve();
    expect(await one.positions(['row-7', 'row-8'])).toEqual(new Map([['row-7', 5n]]));
  }, 60_000);

  it('answers by the old model while Qdrant is killed as another fills, and by the new one when that is done', async () => {
    const index = opened('models');
    const rows = Array.from({ length: 600 }, (_, at) =>
      rowOf(at, { embedding: { model: 'old', vector: vectorOf(at, 16) } }),
    );
    await index.useModels({ answering: 'old', building: null });
    await index.upsert(rows);
    await index.useModels({ answering: 'old', building: 'new' });
    const nearest = async (model: string, width: number) => {
      const embedding = { model, vector: vectorOf(42, width), near: 0.2 };
      const clues = { speakerIds: [], within: [] };
      const order = { by: 'relevance', text: '', embedding, clues } as const;
      const [lane] = await opened('models').search([
        { name: 'a', where: 'everything', order, limit: 1, offset: 0 },
      ]);
      return lane?.hits.map(({ id }) => id);
    };
    const vectors = rows.map(({ id, textKey }, at) => ({ id, textKey, vector: vectorOf(at, 24) }));
    let pages = 0;
    qdrant.onAsked = async (request) => {
      if (request.includes('/points/scroll') && (pages += 1) === 2) await qdrant.halt();
    };
    await expect(index.addVectors('new', vectors)).rejects.toThrow();
    qdrant.onAsked = () => Promise.resolve();
    await qdrant.resume();
    expect(await nearest('old', 16)).toEqual(['row-42']);
    expect((await index.lackingVectors('new', ['row-1', 'row-42'])).toSorted()).toEqual(['row-1', 'row-42']);
    await opened('models').addVectors('new', vectors);
    expect(await nearest('old', 16)).toEqual(['row-42']);
    await index.useModels({ answering: 'new', building: null });
    expect(await nearest('new', 24)).toEqual(['row-42']);
    const all = await opened('models').positions(rows.map(({ id }) => id));
    expect(all.size).toBe(600);
    const names = await fetch(`${qdrant.url}/collections`).then((answer) => answer.text());
    expect(names.match(/models-[a-z]+/gu)).toEqual(['models-new']);
  }, 120_000);
});
