import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  agent,
  channel,
  dm,
  memoriesOf,
  workspace,
  World,
  type PlaceOf,
  type Response,
} from './support/world.js';

const harbour = workspace('shipyard');
const slip = channel('slip', harbour);
const cabin = channel('cabin', harbour, 'restricted');
const refOf = ({ type, external_id }: PlaceOf) => ({ platform: 'chat', type, external_id });
const nobody = '00000000-0000-4000-8000-000000000000';

/** What is held with people as subject or speaker is theirs to list, to get, to trace and to have forgotten: one decision. */
describe('what is held with somebody', () => {
  let world: World;
  let client: string;
  beforeAll(async () => {
    world = await World.open();
    client = await world.keyFor('client');
    await world.publish(...['ylva', 'zeno'].map((id) => world.joined(id, slip)), world.joined('zeno', cabin));
  }, 120_000);
  afterAll(() => world.close());

  const held = async (content: string, more: object): Promise<string> => {
    const { status, body } = await world.call('POST', '/v1/memories', {
      agent_id: agent,
      content,
      speaker: { platform: 'chat', platform_user_id: 'ylva' },
      source: refOf(slip),
      memory_type: 'knowledge',
      ...more,
    });
    expect(status).toBe(201);
    await world.platform.settled(30_000);
    return (body as { results: readonly { id: string }[] }).results[0]?.id ?? '';
  };
  it('comes to them without the place where they never were, and without whom they never met', async () => {
    const loft = channel('rigging-loft', workspace('ropeworks'));
    const pier = channel('pier', workspace('marina'));
    await world.publish(world.joined('ulf', pier), world.joined('vidar', pier), world.joined('vidar', loft));
    const mentions = [{ platform_user_id: 'ulf', handle: 'ulf' }];
    await world.say('orla', loft, '@ulf lives in Bod\u00f8', { mentions });
    await world.say('vidar', loft, '@ulf plays the zither', { mentions });
    const { results, context } = await world.ask('ulf', null, 'what do you know about me?', { threshold: 0 });
    const told = (word: string) => results.find(({ memory }) => memory.includes(word));
    expect(told('Bod\u00f8')).toMatchObject({ source: null, conversation_id: null, evidence: [] });
    expect(told('Bod\u00f8')?.speaker?.name).toBe('a former member');
    expect(told('zither')?.speaker?.name.toLowerCase()).toBe('vidar');
    expect(`${context} ${JSON.stringify(results)}`).not.toMatch(/rigging|orla/iu);
    const own = await world.ask('vidar', loft, 'who plays the zither?', { threshold: 0 });
    expect(JSON.stringify(own)).toContain('rigging-loft');
  }, 60_000);

  const paramsOf = (viewer: string, place: PlaceOf | null = null): string =>
    new URLSearchParams({
      agent_id: agent,
      viewer_platform: 'chat',
      viewer_platform_user_id: viewer,
      ...(place === null
        ? {}
        : {
            viewer_source_platform: 'chat',
            viewer_source_type: place.type,
            viewer_source_external_id: place.external_id,
          }),
    }).toString();
  const by = (
    method: string,
    path: string,
    viewer: string,
    place: PlaceOf | null = null,
  ): Promise<Response> =>
    world.call(method, `/v1/memories${path}?${paramsOf(viewer, place)}`, undefined, client);
  const lists = async (viewer: string, id: string): Promise<boolean> =>
    (await by('GET', '', viewer)).text.includes(id);

  const kinds = [
    ['what only matters there', 'Leads the regatta briefing', { portable: false }],
    ['what is secret', 'Hides a spare anchor', { sensitivity: 'secret' }],
    ['what is the agent’s own', 'Answers best before noon', { visibility_scope: 'system' }],
  ] as const;

  it.each(kinds)(
    'is theirs to get, to trace and to forget as it is to list: %s',
    async (_kind, content, more) => {
      const id = await held(content, more);
      for (const place of [null, dm('ylva')]) {
        expect((await by('GET', `/${id}`, 'ylva', place)).body).toMatchObject({ id, memory: content });
        expect((await by('GET', `/${id}/history`, 'ylva', place)).text).toContain('MemoryCaptured');
      }
      expect(await lists('ylva', id)).toBe(true);
      expect((await by('DELETE', `/${id}`, 'ylva')).status).toBe(200);
      await world.platform.settled(30_000);
      expect(await lists('ylva', id)).toBe(false);
      expect((await by('GET', `/${id}`, 'ylva')).status).toBe(404);
    },
  );

  it.each(kinds)(
    'is no different for them where others read along, and for others nowhere: %s',
    async (_kind, content, more) => {
      const id = await held(`${content} as well`, more);
      for (const [method, tail] of [
        ['GET', ''],
        ['GET', '/history'],
        ['DELETE', ''],
      ] as const)
        for (const [viewer, place] of [
          ['zeno', null],
          ['zeno', dm('zeno')],
          ['zeno', cabin],
          ['ylva', cabin],
        ] as const) {
          const answer = await by(method, `/${id}${tail}`, viewer, place);
          const none = await by(method, `/${nobody}${tail}`, viewer, place);
          expect([answer.status, answer.text]).toEqual([404, none.text]);
        }
    },
  );

  it('is forgotten by a filter as it is listed', async () => {
    const id = await held('Knows the vault number by heart', { sensitivity: 'secret', memory_type: 'goal' });
    expect((await by('DELETE', '', 'zeno')).status).toBe(422);
    const filter = `&memory_type=goal`;
    const asZeno = await world.call('DELETE', `/v1/memories?${paramsOf('zeno')}${filter}`, undefined, client);
    const inCabin = await world.call(
      'DELETE',
      `/v1/memories?${paramsOf('ylva', cabin)}${filter}`,
      undefined,
      client,
    );
    expect([asZeno.body, inCabin.body]).toEqual([{ forgotten: 0 }, { forgotten: 0 }]);
    const asYlva = await world.call('DELETE', `/v1/memories?${paramsOf('ylva')}${filter}`, undefined, client);
    expect(asYlva.body).toEqual({ forgotten: 1 });
    expect(await lists('ylva', id)).toBe(false);
  });

  it('is recalled, searched and reworded no more widely than before', async () => {
    const id = await held('Keeps the brass sextant under the bunk', { sensitivity: 'secret' });
    expect(memoriesOf(await world.ask('ylva', null, 'brass sextant', { top_k: 50 })).join()).not.toContain(
      'sextant',
    );
    const found = await world.call(
      'POST',
      '/v1/memories/search',
      { agent_id: agent, viewer: { platform: 'chat', platform_user_id: 'ylva' }, query: 'brass sextant' },
      client,
    );
    expect(found.text).not.toContain('under the bunk');
    const patched = await world.call(
      'PATCH',
      `/v1/memories/${id}?${paramsOf('ylva')}`,
      { importance: 0.9 },
      client,
    );
    expect(patched.status).toBe(404);
  });

  it('is not theirs where others told it in confidence', async () => {
    const { body } = await world.call('POST', '/v1/memories', {
      agent_id: agent,
      content: 'Snapped the tiller',
      speaker: { platform: 'chat', platform_user_id: 'zeno' },
      subjects: [{ platform: 'chat', platform_user_id: 'ylva' }],
      source: refOf(cabin),
    });
    const id = (body as { results: readonly { id: string }[] }).results[0]?.id ?? '';
    await world.platform.settled(30_000);
    for (const [method, tail] of [
      ['GET', ''],
      ['GET', '/history'],
      ['DELETE', ''],
    ] as const)
      expect((await by(method, `/${id}${tail}`, 'ylva')).status).toBe(404);
    expect((await by('GET', `/${id}`, 'zeno', cabin)).status).toBe(200);
  });

  it('that was replaced is forgotten only where what replaced it is told', async () => {
    await world.say('zeno', slip, "Ylva's favorite season is spring");
    await world.say('ylva', dm('ylva'), 'My favorite season is summer');
    await world.platform.settled(30_000);
    const filter = '&status=superseded&memory_type=preference';
    const asZeno = await world.call('DELETE', `/v1/memories?${paramsOf('zeno')}${filter}`, undefined, client);
    expect(asZeno.body).toEqual({ forgotten: 0 });
    const asYlva = await world.call('DELETE', `/v1/memories?${paramsOf('ylva')}${filter}`, undefined, client);
    expect(asYlva.body).toEqual({ forgotten: 1 });
  });
});
