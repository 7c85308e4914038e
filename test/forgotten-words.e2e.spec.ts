import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { agent, channel, dm, workspace, World } from './support/world.js';

const orchard = workspace('orchard');
const barn = channel('barn', orchard);

/** What is forgotten by a call is not told again by the message that said it. */
describe('the message of a forgotten memory', () => {
  let world: World;
  let client: string;
  beforeAll(async () => {
    world = await World.open();
    client = await world.keyFor('client');
    await world.publish(...['gita', 'hugo', 'ivar'].map((id) => world.joined(id, barn)));
  }, 120_000);
  afterAll(() => world.close());

  const contextFor = async (person: string, query: string): Promise<string> =>
    (
      await Promise.all(
        [barn, dm(person), null].map((place) =>
          world.ask(person, place, query, { include_messages: true, top_k: 50 }),
        ),
      )
    )
      .map(({ context, results }) => context + JSON.stringify(results))
      .join('\n');
  const forget = async (viewer: string, id: string): Promise<number> =>
    (
      await world.call(
        'DELETE',
        `/v1/memories/${id}?agent_id=${agent}&viewer_platform=chat&viewer_platform_user_id=${viewer}`,
        undefined,
        client,
      )
    ).status;

  it('is told to nobody once its speaker had it forgotten, while their other words are', async () => {
    await world.say('gita', barn, 'I play the zither');
    const [fact] = await world.say('gita', barn, 'I hate rhubarb');
    expect(await contextFor('hugo', 'rhubarb')).toMatch(/I hate rhubarb/u);
    expect(await forget('gita', fact?.memory_id ?? '')).toBe(200);
    for (const person of ['gita', 'hugo']) expect(await contextFor(person, 'rhubarb')).not.toMatch(/hate/iu);
    await world.platform.settled(30_000);
    for (const person of ['gita', 'hugo']) expect(await contextFor(person, 'rhubarb')).not.toMatch(/hate/iu);
    expect(await contextFor('hugo', 'zither')).toMatch(/I play the zither/u);
  });

  it('is told to nobody once a subject had it forgotten', async () => {
    const [fact] = await world.say('hugo', barn, '@ivar likes parsnips', {
      mentions: [{ platform_user_id: 'ivar', handle: 'ivar' }],
    });
    expect(await contextFor('gita', 'parsnips')).toMatch(/@ivar likes parsnips/u);
    expect(await forget('ivar', fact?.memory_id ?? '')).toBe(200);
    for (const person of ['gita', 'hugo', 'ivar'])
      expect(await contextFor(person, 'parsnips')).not.toMatch(/likes/iu);
  });
});
