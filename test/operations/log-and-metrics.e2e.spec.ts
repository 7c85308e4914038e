import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runKith } from '../../apps/cli/src/testing/fake-platform.js';
import { Embedder } from '#embeddings';
import { EmbeddedMessageBus } from '#messaging';
import type { Engines } from '#standalone';
import { openEngines } from '../support/engines.js';
import { HashingEmbedder } from '#testing';
import { eventOf, nextMinute, posted, Serving, until } from './serving.js';

/** Embeds by words, or fails with an error that quotes what it was given. */
class FickleEmbedder extends Embedder {
  readonly model = 'fickle-1';
  readonly dimensions = 512;
  isBroken = false;
  /** Nothing goes on beside what a test does. */
  override readonly takesMessages = false;
  private readonly inner = new HashingEmbedder();

  embed(texts: readonly string[]): Promise<readonly Float32Array[]> {
    return this.isBroken
      ? Promise.reject(Object.assign(new Error(`cannot embed ${texts.join()}`), { code: 'out-of-breath' }))
      : this.inner.embed(texts);
  }
  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** Every word here was written or chosen by people, or lets somebody in. */
const personal = {
  texts: ['marigold', 'trombone', 'Ljubljana', 'zucchini', 'gazebo', 'periwinkle', 'hippogriff', 'Saskatoon'],
  names: ['wanda', 'Wanda', 'Quillfeather', 'hall', 'Brindlemark'],
};
const viewer = { platform: 'chat', platform_user_id: 'u-1' };
const place = { platform: 'chat', type: 'group', external_id: 'hall' };
const question = {
  agent_id: 'helper',
  viewer,
  source: place,
  query: 'what do I play, marigold?',
  threshold: 0,
};

describe('what an operator sees', () => {
  const embedder = new FickleEmbedder();
  let engines: Engines;
  let serving: Serving;
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kith-log-'));
    serving = await Serving.open(
      {},
      async (...given) => (engines = { ...(await openEngines(...given)), embedder }),
    );
  }, 120_000);
  afterAll(async () => {
    await serving.platform.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const publish = (events: readonly object[]) =>
    serving.call('POST', '/v1/events?wait=indexed&timeout_ms=60000', events, {
      'x-correlation-id': 'corr-7',
    });

  it('is a number that moves for everything that happens', async () => {
    const samples = {
      'kith_http_events_total{status="accepted"}': 3,
      'kith_http_events_total{status="rejected"}': 2,
      'kith_http_events_rejected_total{reason="sent_at"}': 1,
      'kith_http_events_rejected_total{reason="unknown-field"}': 1,
      kith_messages_recorded_total: 3,
      'kith_facts_total{outcome="ADD"}': 2,
      kith_memories: 2,
      'kith_recalls_total{mode="hybrid",outcome="answered"}': 1,
      'kith_recall_duration_seconds_count{mode="hybrid",stage="search"}': 1,
      'kith_recall_duration_seconds_count{mode="hybrid",stage="decide"}': 1,
      'kith_embedding_duration_seconds_count{purpose="query"}': 1,
    };
    const read = async () =>
      Object.fromEntries(
        await Promise.all(Object.keys(samples).map(async (name) => [name, await serving.metric(name)])),
      ) as Record<string, number>;
    const before = await read();
    const told = await publish([
      posted('m-1', 'I play the trombone'),
      posted('m-2', 'I live in Ljubljana', { author: { platform_user_id: 'u-2', handle: 'Quillfeather' } }),
      posted('m-3', 'good morning'),
      posted('m-4', 'hi', { sent_at: '1980-01-01T00:00:00Z' }),
      posted('m-5', 'hi', { mood: 'sour' }),
    ]);
    expect(told.status).toBe(200);
    expect((await serving.call('POST', '/v1/recall', question)).body.results).not.toEqual([]);
    await until(async () => (await serving.metric('kith_memories')) === 2);
    const after = await read();
    const moved = Object.fromEntries(
      Object.keys(samples).map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)]),
    );
    expect(moved).toEqual(samples);
    for (const busy of [
      'kith_extraction_duration_seconds_count',
      'kith_embedding_duration_seconds_count{purpose="document"}',
      'kith_index_writes_total',
      'kith_index_rows',
      'kith_log_position',
      'kith_log_size_bytes',
      'kith_database_size_bytes',
      'kith_policy_decisions_total{decision="allow",rule="same-place"}',
      'process_resident_memory_bytes',
    ])
      expect([busy, (await serving.metric(busy)) > 0]).toEqual([busy, true]);
    const { text } = await serving.call('GET', '/metrics');
    for (const idle of [
      'kith_bus_waiting{stream="events"}',
      'kith_bus_oldest_age_seconds{stream="events"}',
      'kith_bus_parked{stream="events"}',
      'kith_extraction_waiting',
      'kith_extraction_oldest_age_seconds',
      'kith_embedding_waiting',
    ])
      expect(text).toContain(`\n${idle} 0\n`);
    expect(text).toMatch(/^kith_build_info\{engine="\w+",embedder="fickle-1",extractor="[^"]+"\} 1$/mu);
  }, 240_000);

  it('is a story that can be followed by ids: event, memory, recall', async () => {
    const told = await publish([posted('m-9', 'I collect periwinkle shells')]);
    const { memory_id: memoryId } = told.body.results[0].facts[0] as { memory_id: string };
    const taken = serving.lines('events.taken').at(-1);
    expect(taken).toMatchObject({ eventKeys: ['/test|m-9'], accepted: 1, correlationId: 'corr-7' });
    expect(serving.lines('message.read').at(-1)).toMatchObject({
      eventKey: '/test|m-9',
      memoryIds: [memoryId],
    });
    const asked = { ...question, query: 'periwinkle shells?' };
    await serving.call('POST', '/v1/recall', asked, { 'x-request-id': 'recall-9' });
    const answered = serving.lines('recall.answered').at(-1);
    expect(answered).toMatchObject({ requestId: 'recall-9', mode: 'hybrid' });
    expect(answered?.['memoryIds']).toContain(memoryId);
    expect(serving.lines('request.answered').at(-1)).toMatchObject({
      requestId: 'recall-9',
      httpStatus: 200,
    });
  }, 120_000);

  it('is why vectors are missing, while words go on finding', async () => {
    embedder.isBroken = true;
    const told = await serving.call('POST', '/v1/recall', { ...question, query: 'trombone', explain: true });
    embedder.isBroken = false;
    expect([told.status, told.body.explanation.notes]).toEqual([
      200,
      ['the embedder failed: found by words alone'],
    ]);
    expect(told.text).toContain('trombone');
    expect(await serving.metric('kith_recalls_by_words_alone_total')).toBe(1);
    expect(await serving.metric('kith_embedding_failures_total{purpose="query"}')).toBe(1);
    expect(serving.lines('embedder.failed')).toMatchObject([
      { operation: 'query', error: { name: 'Error', code: 'out-of-breath' } },
    ]);
  }, 120_000);

  it('is what was parked, and why', async () => {
    const bus = new EmbeddedMessageBus(engines.database);
    const body = Buffer.from('{"text":"zucchini in the gazebo", "author":"Wanda"');
    await bus.publish([
      { id: 'odd', tenantId: 'default', kind: 'events', key: 'odd-key', headers: {}, body },
    ]);
    await until(async () => (await serving.metric('kith_bus_parked{stream="events"}')) === 1);
    expect(serving.lines('message.parked')).toMatchObject([{ consumer: 'ingest-recorder', key: 'odd-key' }]);
    expect(await serving.metric('kith_messages_parked_total{consumer="ingest-recorder"}')).toBe(1);
    await bus.close();
  }, 120_000);

  it('holds no text, name, question, key or token, whatever happens', async () => {
    const key = (await serving.call('POST', '/v1/keys', { name: 'Brindlemark', roles: ['client'] })).body
      .key as string;
    const bearer = { authorization: `Bearer ${key}` };
    const wrong = `kith_${'hippogriff'.repeat(4)}`;
    await publish([
      eventOf('e-1', 'message.edited', {
        message_id: 'm-1',
        text: 'I play the gazebo',
        edited_at: nextMinute(),
      }),
      eventOf('e-2', 'profile.changed', {
        account: { platform_user_id: 'u-1' },
        display_name: 'Quillfeather',
        at: nextMinute(),
      }),
      eventOf('e-3', 'message.deleted', { message_id: 'm-2', deleted_at: nextMinute() }),
    ]);
    await serving.call(
      'POST',
      '/v1/memories',
      { agent_id: 'helper', viewer, content: 'Grows zucchini' },
      bearer,
    );
    await serving.call('POST', '/v1/recall', question, bearer);
    for (const broken of [
      '{"query": "marigold',
      '{"marigold": 1}',
      JSON.stringify({ ...question, mode: 'marigold', filters: { zucchini: 'gazebo' } }),
      JSON.stringify({ ...question, viewer: { entity_id: 'Wanda' }, as_of: 'gazebo' }),
    ])
      await serving.call('POST', '/v1/recall', broken, bearer);
    await serving.call('GET', '/v1/scope?platform=wanda&platform_user_id=marigold', undefined, bearer);
    await serving.call('GET', '/v1/memories/hippogriff?zucchini=gazebo', undefined, bearer);
    await serving.call('GET', '/v1/Saskatoon/marigold', undefined, bearer);
    await serving.call('POST', '/v1/recall', question, { authorization: `Bearer ${wrong}` });
    const lines = join(folder, 'events.jsonl');
    await writeFile(
      lines,
      `${JSON.stringify(posted('l-1', 'I adore Saskatoon berries'))}\n{"broken": "gazebo\n`,
    );
    await runKith(['import', 'jsonl', lines], { KITH_PORT: serving.port, KITH_OPERATOR_KEY: key });
    embedder.isBroken = true;
    await serving.call('POST', '/v1/recall', question);
    embedder.isBroken = false;

    const { text: metrics } = await serving.call('GET', '/metrics');
    const seen = [...serving.logged, metrics].join('\n');
    expect(serving.logged.length).toBeGreaterThan(30);
    const forbidden = [...personal.texts, ...personal.names, key, wrong, serving.platform.operatorKey];
    expect(forbidden.filter((word) => seen.includes(word))).toEqual([]);
    // Fields that were dropped for their shape would be holes in the story.
    expect(serving.logged.filter((line) => line.includes('"dropped"'))).toEqual([]);
  }, 240_000);

  it('is told apart by closed words, never by ids', async () => {
    const { text } = await serving.call('GET', '/metrics');
    const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    expect(samples.length).toBeGreaterThan(100);
    for (const sample of samples) {
      expect(sample).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/u);
      for (const [, value = ''] of sample.matchAll(/="([^"]*)"/gu))
        expect(value).toMatch(/^(?:[\w.+/{} :-]{1,64})$/u);
    }
  });
});
