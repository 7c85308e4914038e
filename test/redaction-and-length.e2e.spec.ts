import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Engines } from '#standalone';
import { openEngines } from './support/engines.js';
import { channel, dm, memoriesOf, workspace, World, type PlaceOf } from './support/world.js';

/** The longest text of such words that the edge takes. */
const filled = (words: string, length: number): string =>
  words.repeat(Math.floor(length / words.length)).trim();

/** The mark of a credential is longer than the credential itself: what had room at the edge has room behind it. */
describe('what is full of credentials', () => {
  let world: World;
  let engines: Engines;
  beforeAll(async () => {
    world = await World.open({}, undefined, async (...given) => (engines = await openEngines(...given)));
  }, 120_000);
  afterAll(() => world.close());

  const parked = async (): Promise<number> => {
    const rows = await engines.database.query('select 1 from bus_held');
    return rows.length;
  };
  const hears = async (viewer: string, place: PlaceOf, what: string): Promise<boolean> => {
    const answer = await world.ask(viewer, place, `what do you know? the ${what}`, {
      top_k: 100,
      include_messages: true,
    });
    return [...memoriesOf(answer), answer.context].join('\n').includes(what);
  };

  it('asks a question of any length', async () => {
    await world.say('wil', dm('wil'), 'hello');
    expect((await world.ask('wil', dm('wil'), filled('cvv 123 ', 8_192))).gated).toBe(false);
  });

  it('stops nothing of its place: deletions, orders to forget and leaves go on', async () => {
    const place = channel('quay', workspace('port'));
    await world.publish(world.joined('asta', place), world.joined('bo', place));
    await world.say('asta', place, 'I keep a heron', { message_id: 'heron' });
    await world.say('bo', place, 'I paint lighthouses');
    const name = filled('cvv 123 ', 256);
    await world.say({ id: 'cy', name, handle: name }, { ...place, name }, filled('cvv 123 ', 15_200));
    expect(await parked()).toBe(0);
    await world.publish(world.deleted('heron', place), world.left('asta', place));
    await world.say('bo', place, 'forget everything about me');
    await world.platform.settled(30_000);
    expect([await hears('bo', place, 'heron'), await hears('cy', place, 'lighthouses')]).toEqual([
      false,
      false,
    ]);
    expect(await hears('asta', dm('asta'), 'heron')).toBe(false);
    await world.say('bo', place, 'I repair clocks');
    expect(await hears('bo', place, 'clocks')).toBe(true);
  }, 60_000);
});
