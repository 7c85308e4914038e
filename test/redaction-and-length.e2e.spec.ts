import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openEngines, type Engines } from '#standalone';
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

  it.each([
    ['a card code', 'cvv 123 '],
    ['a pin', 'pin 4711 '],
    ['a password', 'pw: x1y2 '],
    ['a door code', 'code 0042, '],
    ['an address with a key', 'a://b:c@d '],
  ])(
    'is taken at any length: %s',
    async (how, words) => {
      const place = channel(`lane-${how.replaceAll(' ', '-')}`, workspace('mill'));
      const name = filled(words, 256);
      const told = await world.say(
        { id: 'wil', name, handle: name },
        { ...place, name },
        filled(words, 32 * 1024),
        { message_id: how, participants: [{ platform_user_id: 'vera', display_name: name }] },
      );
      expect(Array.isArray(told)).toBe(true);
      await world.publish(
        world.edited(how, { ...place, name }, filled(words, 32 * 1024 - 100)),
        world.renamed('wil', filled(words, 250)),
        { ...world.joined({ id: 'xeno', name }, place), subject: filled(words, 1_024) },
      );
      expect(await parked()).toBe(0);
      expect((await world.ask('wil', place, filled(words, 8_192))).gated).toBe(false);
    },
    60_000,
  );

  it('stops nothing of its place: deletions, orders to forget and leaves go on', async () => {
    const place = channel('quay', workspace('port'));
    await world.publish(world.joined('asta', place), world.joined('bo', place));
    await world.say('asta', place, 'I keep a heron', { message_id: 'heron' });
    await world.say('bo', place, 'I paint lighthouses');
    await world.say({ id: 'cy', name: filled('cvv 123 ', 256) }, place, filled('cvv 123 ', 15_200));
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
