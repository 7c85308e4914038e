import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { agent, channel, dm, workspace, World } from './support/world.js';

const barn = workspace('barn');
const loft = channel('loft', barn);
const stall = channel('stall', barn, 'restricted');

/** What is told of somebody where they do not hear it goes with all that they have forgotten, and they are told of none. */
describe('what others told of somebody in confidence', () => {
  let world: World;
  let key: string;
  beforeAll(async () => {
    world = await World.open();
    key = await world.keyFor('client');
    await world.publish(
      ...['zeno', 'ylva', 'runa', 'bodil'].map((person) => world.joined(person, loft)),
      world.joined('zeno', stall),
      ...['Ylva', 'Runa', 'Bodil'].flatMap((name) => [
        world.posted('zeno', loft, `${name} plays the lute`),
        world.posted('zeno', stall, `${name} is allergic to wasps`),
        world.posted('zeno', dm('zeno'), `${name} moved to Tromsø`),
      ]),
    );
  }, 120_000);
  afterAll(() => world.close());

  const params = (person: string) =>
    `agent_id=${agent}&viewer_platform=chat&viewer_platform_user_id=${person}`;
  const idOf = async (person: string): Promise<string> => {
    const { body } = await world.call('GET', `/v1/scope?platform=chat&platform_user_id=${person}`);
    return (body as { user_id: string }).user_id;
  };
  const listed = async (person: string): Promise<readonly string[]> => {
    const query = `${params(person)}&subject_id=${await idOf(person)}`;
    const { body } = await world.call('GET', `/v1/memories?${query}`, undefined, key);
    return (body as { results: readonly { memory: string }[] }).results.map(({ memory }) => memory);
  };
  /** What Zeno is still told of them, in the three places. */
  const held = async (name: string): Promise<readonly string[]> => {
    const found: string[] = [];
    for (const place of [loft, stall, dm('zeno')]) {
      const { results } = await world.ask('zeno', place, `what do you know about ${name}?`, { top_k: 50 });
      const about = results.filter(
        ({ kind, subjects }) => kind === 'fact' && subjects.some((subject) => subject.name === name),
      );
      found.push(...about.map(({ memory }) => memory));
    }
    return ['lute', 'wasps', 'Tromsø', 'owl'].filter((what) => found.some((memory) => memory.includes(what)));
  };

  it('is hidden from them, and goes when all about them is deleted, uncounted', async () => {
    expect(await held('Ylva')).toEqual(['lute', 'wasps', 'Tromsø']);
    expect(await listed('ylva')).toEqual(['Plays the lute']);
    const id = await idOf('ylva');
    const { body } = await world.call(
      'DELETE',
      `/v1/memories?${params('ylva')}&user_id=${id}`,
      undefined,
      key,
    );
    expect(body).toEqual({ forgotten: 1 });
    await world.platform.settled(30_000);
    expect(await held('Ylva')).toEqual([]);
    const again = await world.call('DELETE', `/v1/memories?${params('ylva')}&user_id=${id}`, undefined, key);
    expect(again.body).toEqual({ forgotten: 0 });
  }, 60_000);

  it('goes when they say so, whenever it arrives, and no outcome tells of it', async () => {
    expect(await held('Runa')).toEqual(['lute', 'wasps', 'Tromsø']);
    const late = world.posted('zeno', stall, 'Runa keeps a tame owl');
    const outcomes = await world.say('runa', dm('runa'), 'forget everything about me');
    expect(JSON.stringify(outcomes)).not.toMatch(/"count":[^1]/u);
    await world.publish(late);
    expect(await held('Runa')).toEqual([]);
  }, 60_000);

  it('stays when they ask for less, and when somebody else asks', async () => {
    const [own, other] = [await idOf('bodil'), await idOf('runa')];
    for (const query of [
      `${params('bodil')}&user_id=${own}&memory_type=goal`,
      `${params('runa')}&user_id=${own}`,
      `${params('bodil')}&user_id=${other}`,
    ])
      await world.call('DELETE', `/v1/memories?${query}`, undefined, key);
    await world.say('bodil', dm('bodil'), 'forget that');
    await world.platform.settled(30_000);
    expect((await held('Bodil')).slice(-2)).toEqual(['wasps', 'Tromsø']);
  }, 60_000);
});
