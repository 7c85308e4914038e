import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { proofCases } from '#testing';
import { runKith } from '../../apps/cli/src/testing/fake-platform.js';
import { Serving } from '../operations/serving.js';
import { hostileTexts, hostileValues, placesOf, replaced, type Path } from './hostile.js';

interface Case {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  /** The field that was spoiled. */
  readonly at: Path;
}

const yesterday = new Date(Date.now() - 86_400_000).toISOString();
const viewer = { platform: 'chat', platform_user_id: 'u-1' };
const place = { platform: 'chat', type: 'group', external_id: 'hall' };
const eventIn = (room: string, id: string) => ({
  specversion: '1.0',
  id,
  source: '/fuzz',
  type: 'kith.message.posted.v1',
  time: yesterday,
  data: {
    platform: 'chat',
    agent_id: 'helper',
    message_id: id,
    text: 'the kettle is on',
    sent_at: yesterday,
    source: { type: 'group', external_id: room, name: room, parent: { type: 'workspace', external_id: 'w' } },
    author: { platform_user_id: 'u-2', handle: 'bert', display_name: 'Bert' },
    conversation_id: room,
    reply_to: 'm-0',
    mentions: [{ platform_user_id: 'u-3', handle: 'ada' }],
    participants: [{ platform_user_id: 'u-3', role: 'member' }],
    participants_complete: false,
  },
});

const filters = {
  AND: [{ trust: 'fact' }, { NOT: { source_id: { in: ['6b1f0b6e-2f0a-5d1c-9d6e-4a7c3b2a1908'] } } }],
  memory_type: { ne: 'task' },
  observed_at: { gte: yesterday },
  'metadata.colour': { contains: 'red' },
};
const recall = {
  agent_id: 'helper',
  viewer,
  source: place,
  audience: [viewer],
  query: 'what does wanda like?',
  top_k: 5,
  mode: 'hybrid',
  subjects: [viewer],
  lanes: ['self', 'source'],
  filters,
  as_of: yesterday,
  include_messages: true,
};
const remember = {
  agent_id: 'helper',
  viewer,
  content: 'Likes tea',
  source: place,
  conversation_id: 'hall',
  memory_type: 'preference',
  importance: 0.5,
  sensitivity: 'public',
  observed_at: yesterday,
  metadata: { colour: 'red', deep: { list: [1] } },
};
const patch = { content: 'Likes coffee', importance: 0.4, metadata: { colour: 'blue' } };
const listed = {
  agent_id: 'helper',
  viewer_platform: 'chat',
  viewer_platform_user_id: 'u-1',
  viewer_source_type: 'group',
  viewer_source_platform: 'chat',
  viewer_source_external_id: 'hall',
  memory_type: 'preference',
  status: 'active',
  limit: '5',
};

/** Each place of the document with each hostile value in turn; `share` of them, spread evenly. */
const spoiled = (
  method: string,
  path: string,
  bodyOf: (n: number) => unknown,
  every: number,
  offset = 0,
): readonly Case[] => {
  const cases: Case[] = [];
  let n = offset;
  for (const at of placesOf(bodyOf(0)))
    for (const value of hostileValues) {
      n += 1;
      if (n % every === 0) cases.push({ method, path, body: replaced(bodyOf(n), at, value), at });
    }
  return cases;
};

const inQuery = (path: string, query: Readonly<Record<string, string>>): readonly Case[] =>
  Object.keys(query).flatMap((name) =>
    hostileTexts
      .filter((text) => text.length < 2_000 && !/\p{Surrogate}/u.test(text))
      .map((text) => ({
        method: 'GET',
        path: `${path}?${new URLSearchParams({ ...query, [name]: text }).toString()}`,
        at: [name],
      })),
  );

const inPath = (method: string, before: string, after = ''): readonly Case[] =>
  hostileTexts
    .filter((text) => text.trim() !== '' && text.length < 2_000 && !/\p{Surrogate}/u.test(text))
    .map((text) => ({ method, path: `${before}${encodeURIComponent(text)}${after}`, at: [] }));

describe('the platform under nonsense', () => {
  let serving: Serving;
  let memoryId = '';
  beforeAll(async () => {
    serving = await Serving.open({ KITH_LOG_LEVEL: 'info' });
    await serving.call('POST', '/v1/memories', {
      agent_id: 'helper',
      viewer,
      content: 'Allergic to zinnias',
    });
    const told = await serving.call('POST', '/v1/memories', { ...remember, content: 'Keeps a duck' });
    memoryId = told.body.results[0].id as string;
  }, 120_000);
  afterAll(() => serving.platform.stop());

  const casesOf = (): readonly Case[] => [
    ...spoiled('POST', '/v1/events', (n) => eventIn('one', `one-${String(n)}`), 3),
    ...spoiled('POST', '/v1/events', (n) => [eventIn('many', `many-${String(n)}`)], 3, 1),
    ...spoiled('POST', '/v1/recall', () => recall, 3),
    ...spoiled('POST', '/v1/memories/search', () => recall, 9, 1),
    ...spoiled('POST', '/v1/memories', () => remember, 3),
    ...spoiled('POST', '/v1/policy/explain', () => ({ viewer, source: place, memory_id: memoryId }), 3),
    ...spoiled('POST', '/v1/keys', () => ({ name: 'x', roles: ['client'] }), 2),
    ...spoiled('PATCH', `/v1/memories/${memoryId}`, () => patch, 2),
    ...inQuery('/v1/memories', listed),
    ...inQuery('/v1/memories', { cursor: 'abc' }),
    ...inQuery('/v1/scope', { platform: 'chat', platform_user_id: 'u-1' }),
    ...inQuery('/v1/users', {
      limit: '5',
      offset: '0',
      viewer_platform: 'chat',
      viewer_platform_user_id: 'u',
    }),
    ...inQuery('/api/agents/memories/search', { agent_id: 'helper', user_id: memoryId, q: 'x', limit: '5' }),
    ...inPath('GET', '/v1/memories/'),
    ...inPath('DELETE', '/v1/memories/'),
    ...inPath('GET', '/v1/memories/', '/history'),
    ...inPath('GET', '/v1/events/', '?source=%2Ffuzz'),
    ...inPath('GET', '/v1/entities/'),
    ...inQuery('/v1/grants', { memory_id: memoryId, entity_id: memoryId, limit: '5', cursor: memoryId }),
    ...inPath('DELETE', '/v1/grants/'),
    ...inPath('DELETE', '/v1/keys/'),
  ];

  interface Seen {
    readonly asked: Case;
    readonly status: number;
    readonly text: string;
  }

  const faultOf = ({ asked, status, text }: Seen): string | null => {
    if (status >= 500) return 'a fault of the platform';
    if (/\bat .*\.[jt]s:\d|syntax error|relation "|postgres|pglite|ZodError/iu.test(text))
      return 'tells of its inside';
    if (status < 400 || status === 404) return null;
    const problem = JSON.parse(text) as {
      status?: number;
      errors?: readonly { path: string; message: string }[];
    };
    if (problem.status !== status) return 'is no problem document';
    if (status !== 422) return null;
    const errors = problem.errors ?? [];
    if (errors.length === 0) return 'names no field';
    const fields = asked.at.filter((step) => typeof step === 'string');
    const isNamed = ({ path }: { readonly path: string }): boolean =>
      path === '' || fields.length === 0 || path.split('.').some((step) => fields.includes(step));
    return errors.some(isNamed) ? null : 'names another field';
  };

  it('answers what can be taken, refuses the rest by the name of the field, and loses nothing', async () => {
    const all = casesOf();
    expect(all.length).toBeGreaterThan(1_500);
    const cases = all.filter((_, n) => n % proofCases(1, 10) === 0);
    for (const [path, body] of [
      ['/v1/events', eventIn('good', 'good')],
      ['/v1/recall', recall],
      ['/v1/memories', remember],
    ] as const)
      expect((await serving.call('POST', path, body)).status).toBeLessThan(300);
    const faults: string[] = [];
    const statuses = new Map<number, number>();
    let posted = 1;
    let next = 0;
    const heapBefore = process.memoryUsage().heapUsed;
    const work = async (): Promise<void> => {
      for (let asked = cases[next++]; asked; asked = cases[next++]) {
        const { method, path, body } = asked;
        const { status, text } = await serving.call(method, path, body);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        const fault = faultOf({ asked, status, text });
        if (fault !== null)
          faults.push(
            `${fault}: ${method} ${path.slice(0, 80)} ${asked.at.join('.')} ${body === undefined ? '' : JSON.stringify(body).slice(0, 300)} -> ${String(status)} ${text.slice(0, 300)}`,
          );
        if (path === '/v1/events' && status === 202)
          posted += (JSON.parse(text) as { results: readonly { status: string }[] }).results.filter(
            (result) => result.status === 'accepted',
          ).length;
        serving.answers.length = 0;
      }
    };
    await Promise.all(Array.from({ length: 6 }, work));
    expect(faults.slice(0, 10)).toEqual([]);
    expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 201, 202, 404, 422]));

    await serving.platform.settled(60_000);
    const { body: stats } = await serving.call('GET', '/v1/stats');
    expect(posted).toBeGreaterThan(proofCases(50, 3));
    expect(stats.messages).toBe(posted);
    expect(await serving.metric('kith_bus_parked{stream="events"}')).toBe(0);
    expect(await serving.metric('kith_bus_parked{stream="facts"}')).toBe(0);
    const failures = serving.logged.filter((line) => /"level":"(?:error|fatal)"/u.test(line));
    expect(failures).toEqual([]);
    const asked = { agent_id: 'helper', viewer, query: 'zinnias' };
    expect((await serving.call('POST', '/v1/recall', asked)).text).toContain('Allergic to zinnias');
    expect(process.memoryUsage().heapUsed - heapBefore).toBeLessThan(400 * 1024 * 1024);
  }, 400_000);

  it('takes the good lines of a file of nonsense, and says the number of every other', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kith-fuzz-'));
    const template = eventIn('file', 'file');
    const spoiledLines = placesOf(template).flatMap((at, index) =>
      hostileValues
        .filter((_, n) => (n + index) % 9 === 0)
        .map((value) => Buffer.from(JSON.stringify(replaced(template, at, value)))),
    );
    const odd = [
      Buffer.from('{"broken": '),
      Buffer.from('[1,2'),
      Buffer.from('"text"'),
      Buffer.from('null'),
      Buffer.from('['.repeat(5_000)),
      Buffer.from(`${'['.repeat(5_000)}${']'.repeat(5_000)}`),
      Buffer.from(JSON.stringify({ ...template, data: { ...template.data, text: 'z'.repeat(1_100_000) } })),
      Buffer.concat([Buffer.from('{"id": "'), Buffer.from([0xff, 0xfe, 0x00]), Buffer.from('"}')]),
    ];
    const good = (n: number) => Buffer.from(JSON.stringify(eventIn('file', `good-${String(n)}`)));
    const lines = [...spoiledLines, ...odd].flatMap((line, n) => [line, good(n)]);
    const file = join(folder, 'nonsense.jsonl');
    await writeFile(file, Buffer.concat(lines.flatMap((line) => [line, Buffer.from('\n')])));
    const before = (await serving.call('GET', '/v1/stats')).body.messages as number;
    const { code, out, err } = await runKith(['import', 'jsonl', file, '--json'], {
      KITH_PORT: serving.port,
      KITH_OPERATOR_KEY: serving.platform.operatorKey,
    });
    await rm(folder, { recursive: true, force: true });

    expect(code).toBe(1);
    const refused = new Set(
      [...err.matchAll(/^nonsense\.jsonl:(\d+): (.+)$/gmu)].map(([, line]) => Number(line)),
    );
    expect(refused.size).toBeGreaterThan(100);
    // Every second line is good, and none of them is refused.
    expect([...refused].filter((line) => line % 2 === 0)).toEqual([]);
    for (const [at] of odd.entries()) expect(refused).toContain((spoiledLines.length + at) * 2 + 1);
    const told = JSON.parse(out) as { readonly accepted: number; readonly duplicates: number };
    expect(told.accepted + told.duplicates + refused.size).toBe(lines.length);
    await serving.platform.settled(60_000);
    const after = (await serving.call('GET', '/v1/stats')).body.messages as number;
    expect(after - before).toBeGreaterThanOrEqual(lines.length / 2);
    expect(await serving.metric('kith_bus_parked{stream="events"}')).toBe(0);
  }, 240_000);
});
