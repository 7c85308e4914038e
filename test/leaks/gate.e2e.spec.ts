import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { agent, channel, dm, workspace, World } from '../support/world.js';

const mill = workspace('mill');
const yard = channel('yard', mill);
const asVera = `agent_id=${agent}&viewer_platform=chat&viewer_platform_user_id=vera`;

describe('whoever is gated', () => {
  let world: World;
  let memoryId: string;
  const logged = new PassThrough();
  beforeAll(async () => {
    world = await World.open(
      {
        KITH_GATE__REQUIRE_VERIFIED: 'true',
        KITH_GATE__MESSAGE: 'Please say who you are.',
        KITH_LOG_LEVEL: 'warn',
      },
      undefined,
      undefined,
      logged,
    );
    await world.publish(world.joined('vera', yard), world.posted('vera', yard, 'I play the tuba'));
    const everybody = await world.call('POST', '/v1/memories', {
      agent_id: agent,
      speaker: { platform: 'chat', platform_user_id: 'vera' },
      subjects: [],
      content: 'The tuba room is open on Mondays',
      visibility_scope: 'global_shared',
    });
    expect(everybody.status).toBe(201);
    await world.platform.settled(30_000);
    const { body } = await world.call('GET', `/v1/memories?agent_id=${agent}`);
    const { results } = body as { results: readonly { id: string; memory: string }[] };
    expect(results.filter(({ memory }) => /tuba/iu.test(memory))).toHaveLength(2);
    memoryId = results.find(({ memory }) => /play/iu.test(memory))?.id ?? '';
  });
  afterAll(() => world.close());

  it('is so for good where no token can be checked, which the start says', () => {
    expect(String(logged.read())).toContain('"event":"gate.left-without-issuer"');
  });

  it.each([yard, dm('vera'), null])('is told nothing in a recall at %j', async (place) => {
    const answer = await world.ask('vera', place, 'tuba', { include_messages: true });
    expect(answer).toMatchObject({ gated: true, results: [], asked_about: [], explanation: null });
    expect(answer.context).toMatch(/^\[MEMORY_SCOPE\]\ngated: true\n\[\/MEMORY_SCOPE\]/u);
    expect(JSON.stringify(answer)).not.toMatch(/tuba/iu);
  });

  it.each([
    ['GET', `/v1/memories?${asVera}`, undefined],
    ['GET', `/v1/memories?${asVera}&status=superseded`, undefined],
    ['GET', `/v1/users?${asVera}`, undefined],
    ['GET', `/api/agents/memories/search?agent_id=${agent}&q=tuba&user_id=`, undefined],
    [
      'POST',
      '/v1/memories/search',
      { agent_id: agent, viewer: { platform: 'chat', platform_user_id: 'vera' }, query: 'tuba' },
    ],
    ['DELETE', `/v1/memories?${asVera}&memory_type=preference`, undefined],
  ])('finds no memory by %s %s', async (method, path, body) => {
    const { status, text } = await world.call(method, path, body);
    expect(status).toBeLessThan(500);
    expect(text).not.toMatch(/tuba/iu);
    expect(text).not.toMatch(/"memory_count":[1-9]|"forgotten":[1-9]/u);
  });

  it.each([
    ['GET', '', undefined],
    ['GET', '/history', undefined],
    ['PATCH', '', { importance: 0.9 }],
    ['DELETE', '', undefined],
  ])('gets for a memory of their own what one gets for none: %s %s', async (method, tail, body) => {
    const own = await world.call(method, `/v1/memories/${memoryId}${tail}?${asVera}`, body);
    const none = await world.call(
      method,
      `/v1/memories/00000000-0000-4000-8000-000000000000${tail}?${asVera}`,
      body,
    );
    expect(own.status).toBe(404);
    expect(own.text).toBe(none.text);
  });

  it('is not told whom they share a place with', async () => {
    await world.publish(world.joined({ id: 'otis', name: 'Otis Fairweather' }, yard));
    await world.platform.settled(30_000);
    const { body } = await world.call('GET', `/v1/users?agent_id=${agent}`);
    const everybody = (body as { results: readonly { id: string; display_name: string }[] }).results;
    expect(everybody.map((user) => user.display_name)).toContain('Otis Fairweather');
    expect((await world.call('GET', `/v1/users?${asVera}`)).body).toEqual({ results: [] });
    const absent = await world.call('GET', `/v1/entities/00000000-0000-4000-8000-000000000000?${asVera}`);
    for (const { id } of everybody)
      expect(await world.call('GET', `/v1/entities/${id}?${asVera}`)).toEqual(absent);
  });

  it('is not an operator who inspects', async () => {
    const { body } = await world.call('GET', `/v1/memories/${memoryId}?agent_id=${agent}`);
    expect((body as { memory: string }).memory).toMatch(/tuba/iu);
  });
});
