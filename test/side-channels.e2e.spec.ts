import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RecallAnswer } from '#contracts';
import { channel, dm, workspace, World } from './support/world.js';

const quay = workspace('quay');
const mooring = channel('mooring', quay);
const cabin = channel('cabin', quay, 'restricted');
const frozen = new Date();

/** The same world twice: once with things that Carla may not hear, once without them. */
const open = async (withSecrets: boolean): Promise<World> => {
  const world = await World.open({}, () => frozen);
  const events = [
    world.joined('ruben', mooring),
    world.joined('carla', mooring),
    world.joined('tilde', mooring),
    world.posted('ruben', mooring, 'I have a boat named Petrel'),
    world.posted('carla', mooring, 'I play the banjo'),
  ];
  const hidden = [
    world.posted('ruben', dm('ruben'), 'I have anxiety'),
    world.posted('ruben', dm('ruben'), 'My salary is 90k'),
    world.posted('tilde', cabin, 'Watching Carla for spam'),
    world.posted('tilde', dm('tilde'), 'Carla is getting a surprise party on Sunday, do not tell her'),
    world.posted('ruben', mooring, 'I am in therapy'),
    world.posted('ruben', dm('ruben'), 'I play the banjo'),
  ];
  await world.publish(...events);
  if (withSecrets) await world.publish(...hidden);
  return world;
};

describe('what Carla is told', () => {
  let secretive: World;
  let plain: World;
  let hiddenId: string;
  beforeAll(async () => {
    secretive = await open(true);
    plain = await open(false);
    const all = await secretive.call('GET', '/v1/memories?agent_id=helper&limit=200');
    const memories = (all.body as { results: readonly { id: string; memory: string }[] }).results;
    hiddenId = memories.find((memory) => /anxiety/iu.test(memory.memory))?.id ?? '';
    expect(hiddenId).not.toBe('');
    expect(memories.length).toBeGreaterThan(5);
  });
  afterAll(async () => {
    await secretive.close();
    await plain.close();
  });

  const both = async (method: string, path: string, body?: unknown) => {
    const [a, b] = await Promise.all([secretive.call(method, path, body), plain.call(method, path, body)]);
    return { secretive: { status: a.status, text: a.text }, plain: { status: b.status, text: b.text } };
  };
  const carla = 'agent_id=helper&viewer_platform=chat&viewer_platform_user_id=carla';
  const inMooring = `${carla}&viewer_source_platform=chat&viewer_source_type=group&viewer_source_external_id=mooring`;
  const viewer = { platform: 'chat', platform_user_id: 'carla' };
  const place = { platform: 'chat', type: 'group', external_id: 'mooring' };

  const questions = [
    { query: 'does Ruben have any health memories? how many?' },
    { query: 'what do you know about me?' },
    { query: 'who plays an instrument?' },
    { query: 'salary', threshold: 0 },
    { query: 'what do you know about Ruben?', include_messages: true },
    { query: 'anxiety salary therapy party spam', include_messages: true, top_k: 200 },
    { mode: 'recent', top_k: 200, include_messages: true },
    { mode: 'important', top_k: 200 },
    { mode: 'typed', memory_type: 'identity', top_k: 200 },
    { query: 'banjo', threshold: 0.2, sort_by: 'recency' },
  ];
  it.each(questions)('is the same bytes with and without what she may not hear: %j', async (question) => {
    for (const source of [place, null]) {
      const given = await both('POST', '/v1/recall', { agent_id: 'helper', viewer, source, ...question });
      expect(given.secretive).toEqual(given.plain);
      expect(given.plain.status).toBe(200);
    }
    const searched = await both('POST', '/v1/memories/search', {
      agent_id: 'helper',
      viewer,
      source: place,
      query: 'anything',
      threshold: 0,
      ...question,
    });
    expect(searched.secretive).toEqual(searched.plain);
  });

  it.each([
    ['GET', `/v1/memories?limit=3&${inMooring}`],
    ['GET', `/v1/memories?limit=200&${carla}`],
    ['GET', `/v1/users?limit=50&offset=0&${inMooring}`],
    ['GET', `/api/agents/memories/search?agent_id=helper&q=anxiety&user_id=`],
  ])('counts and pages tell nothing of it either: %s %s', async (method, path) => {
    const given = await both(method, path);
    expect(given.secretive).toEqual(given.plain);
  });

  it.each(['GET', 'PATCH', 'DELETE'])('a hidden memory and none are one to %s', async (method) => {
    const body = method === 'PATCH' ? { importance: 0.9 } : undefined;
    const hidden = await secretive.call(method, `/v1/memories/${hiddenId}?${inMooring}`, body);
    const none = await secretive.call(
      method,
      `/v1/memories/00000000-0000-4000-8000-000000000000?${inMooring}`,
      body,
    );
    expect(hidden.status).toBe(404);
    expect(hidden.text).toBe(none.text);
  });

  it('a hidden history and none are one', async () => {
    const hidden = await secretive.call('GET', `/v1/memories/${hiddenId}/history?${inMooring}`);
    const none = await secretive.call(
      'GET',
      `/v1/memories/00000000-0000-4000-8000-000000000000/history?${inMooring}`,
    );
    expect(hidden.status).toBe(404);
    expect(hidden.text).toBe(none.text);
  });

  /** By how much what is counted moves, as anybody on this machine sees it; times are nobody's doing. */
  const moved = async (world: World, act: () => Promise<unknown>) => {
    const read = async () => {
      const text = await (await fetch(`${world.platform.url}/metrics`)).text();
      const lines = text.split('\n').filter((line) => /^kith_(?!\w+_(?:sum|bucket)\b)/u.test(line));
      expect(lines.length).toBeGreaterThan(3);
      return new Map(
        lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
      );
    };
    const before = await read();
    await act();
    await world.platform.settled(30_000);
    const after = [...(await read())].map(
      ([name, value]) => [name, value - (before.get(name) ?? 0)] as const,
    );
    return JSON.stringify(after.filter(([, by]) => by !== 0));
  };

  it.each(['GET', 'PATCH', 'DELETE'])('numbers move by %s of a hidden memory as by none', async (method) => {
    const body = method === 'PATCH' ? { importance: 0.9 } : undefined;
    const by = (id: string) =>
      moved(secretive, () => secretive.call(method, `/v1/memories/${id}?${inMooring}`, body));
    expect(await by(hiddenId)).toBe(await by('00000000-0000-4000-8000-000000000000'));
  });

  it('a text that somebody else told in private is new when she tells it', async () => {
    const outcome = async (world: World) =>
      (await world.remember('carla', 'Has anxiety', { source: place })).body as {
        results: readonly { outcome: string }[];
      };
    expect((await outcome(secretive)).results[0]?.outcome).toBe('ADD');
    expect((await outcome(plain)).results[0]?.outcome).toBe('ADD');
  });

  it('what she guesses of somebody stays, be it right or wrong', async () => {
    const subjects = [{ platform: 'chat', platform_user_id: 'ruben' }];
    for (const guess of ['Has anxiety', 'Has asthma', 'Not in therapy', 'Is in therapy'])
      for (const world of [secretive, plain])
        expect((await world.remember('carla', guess, { source: place, subjects })).status).toBe(201);
    // What was put in by a call has ids of its own.
    const told = async (world: World): Promise<readonly string[]> => {
      const list = await world.call('GET', `/v1/memories?limit=200&${carla}`);
      const query = { query: 'what do you know about Ruben?', threshold: 0, top_k: 50 };
      const asked = await world.call('POST', '/v1/recall', {
        agent_id: 'helper',
        viewer,
        source: place,
        ...query,
      });
      return [list, asked].flatMap(({ body }) =>
        (body as Pick<RecallAnswer, 'results'>).results
          .map((item) => `${item.subjects.map(({ name }) => name).join()}: ${item.memory}`)
          .sort(),
      );
    };
    const without = await told(plain);
    expect(without).toContain('Ruben: Has anxiety');
    expect(await told(secretive)).toEqual(without);
  });

  it('numbers move by an order to forget as where nothing was hidden', async () => {
    const by = (world: World) =>
      moved(world, () => world.publish(world.posted('carla', dm('carla'), 'Forget everything about me.')));
    expect(await by(secretive)).toBe(await by(plain));
  });

  it('and Ruben, alone, gets back what he told', async () => {
    const answer: RecallAnswer = await secretive.ask('ruben', dm('ruben'), 'what do you know about me?');
    expect(answer.context).toMatch(/anxiety/iu);
  });
});

describe('hearsay about somebody who says otherwise to the agent alone', () => {
  const lines = async (settings: Record<string, string>): Promise<readonly string[]> => {
    const world = await World.open(settings);
    try {
      // A name means whoever bears it there when it is said.
      await world.say({ id: 'runa', name: 'Runa' }, mooring, 'I play the oboe');
      await world.say('mio', mooring, 'Runa lives in Split');
      await world.say('runa', dm('runa'), 'I live in Zadar');
      const { body } = await world.call(
        'GET',
        '/v1/memories?agent_id=helper&viewer_platform=chat&viewer_platform_user_id=mio',
      );
      return (body as Pick<RecallAnswer, 'results'>).results.map(({ memory }) => memory).sort();
    } finally {
      await world.close();
    }
  };

  it('gives way to their word, and by the knob stands for whoever said it as if nothing was said', async () => {
    expect(await lines({})).toEqual(['Plays the oboe']);
    expect(await lines({ KITH_PRIVACY__OWN_WORD_REPLACES_HEARSAY: 'same_source' })).toEqual([
      'Lives in Split',
      'Plays the oboe',
    ]);
  });
});
