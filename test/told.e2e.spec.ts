import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { agent, channel, dm, memoriesOf, workspace, World, type PlaceOf } from './support/world.js';

/** "You can tell Nils" lets Nils hear it, in private: nobody hears more than before besides. */
describe('what somebody lets one person know', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.open();
  }, 120_000);
  afterAll(() => world.close());

  const room = async (name: string, ...people: readonly string[]): Promise<PlaceOf> => {
    const place = channel(name, workspace(`${name}-space`));
    await world.publish(...people.map((person) => world.joined(person, place)));
    return place;
  };
  const told = async (viewer: string, place: PlaceOf | null = null): Promise<string> => {
    const answer = await world.ask(viewer, place, 'what do you know?', { top_k: 200 });
    return [...memoriesOf(answer), answer.context].join('\n');
  };
  const hears = async (viewer: string, place: PlaceOf | null, what: string): Promise<boolean> =>
    (await told(viewer, place)).includes(what);
  const pointing = (person: string) => ({ mentions: [{ platform_user_id: person, handle: person }] });

  it.each([
    ['banquet', "we plan a farewell banquet for @svea on Friday, don't tell her", 'you can tell Nils'],
    ['Lisbon', '@svea is moving to Lisbon, told me in confidence. You can tell Nils', null],
    ['orchard', '@svea bought an orchard', 'feel free to tell Nils'],
  ])(
    'is not told to the person whom it is about: %s',
    async (what, words, then) => {
      const speaker = `mats-${what}`;
      const place = await room(`room-${what}`, speaker, 'svea', 'nils', 'extra');
      await world.say(speaker, dm(speaker), words, pointing('svea'));
      if (then !== null) await world.say(speaker, dm(speaker), then);
      expect(await hears('nils', null, what)).toBe(true);
      for (const where of [null, dm('svea'), place])
        expect([where?.type, await hears('svea', where, what)]).toEqual([where?.type, false]);
      for (const viewer of ['nils', 'extra', speaker])
        expect([viewer, await hears(viewer, place, what)]).toEqual([viewer, false]);
      const listed = await world.call(
        'GET',
        `/v1/memories?agent_id=${agent}&viewer_platform=chat&viewer_platform_user_id=svea&limit=200`,
      );
      expect(listed.text).not.toContain(what);
    },
    60_000,
  );

  it('is read out to nobody else, though it was said in a room of its own', async () => {
    const inner = channel('board', workspace('firm'), 'restricted');
    const outer = channel('canteen', workspace('firm'));
    for (const person of ['kaja', 'nils', 'extra']) await world.publish(world.joined(person, outer));
    await world.publish(world.joined('kaja', inner));
    await world.say('kaja', inner, 'I am moving to Trieste');
    await world.say('kaja', inner, '@helper you can tell Nils');
    expect(await hears('nils', null, 'Trieste')).toBe(true);
    for (const viewer of ['nils', 'extra', 'kaja'])
      expect([viewer, await hears(viewer, outer, 'Trieste')]).toEqual([viewer, false]);
  }, 60_000);

  const idOf = async (speaker: string, text: string, what: string): Promise<string> => {
    await room(`hall-${what}`, speaker, 'nils');
    const [fact] = await world.say(speaker, dm(speaker), text);
    await world.say(speaker, dm(speaker), 'you can tell Nils');
    expect(await hears('nils', null, what)).toBe(true);
    return `/v1/memories/${fact?.memory_id ?? ''}?agent_id=${agent}&viewer_platform=chat&viewer_platform_user_id=${speaker}`;
  };

  it('is told no longer once it is deleted', async () => {
    const path = await idOf('ulla', 'my favorite color is teal', 'teal');
    expect((await world.call('DELETE', path)).status).toBe(200);
    for (const viewer of ['nils', 'ulla'])
      expect([viewer, await hears(viewer, null, 'teal')]).toEqual([viewer, false]);
  }, 60_000);

  it('is told as it was corrected', async () => {
    const path = await idOf('vidar', 'my favorite color is ochre', 'ochre');
    expect((await world.call('PATCH', path, { content: 'Favorite color: maroon' })).status).toBe(200);
    expect([await hears('nils', null, 'ochre'), await hears('nils', null, 'maroon')]).toEqual([false, true]);
  }, 60_000);

  it.each([{ disclosure: 'conversation_private' }, { sensitivity: 'secret' }])(
    'is told no longer once it is kept closer by a call: %j',
    async (patch) => {
      const word = 'disclosure' in patch ? 'amber' : 'coral';
      const path = await idOf(`yngve-${word}`, `my favorite color is ${word}`, word);
      expect((await world.call('PATCH', path, patch)).status).toBe(200);
      expect(await hears('nils', null, word)).toBe(false);
    },
    60_000,
  );

  it.each(['keep that between us', "please don't tell anyone about my favorite color"])(
    'is told no longer once they say "%s", until they say otherwise',
    async (words) => {
      const word = words.startsWith('keep') ? 'umber' : 'lilac';
      const speaker = `runa-${word}`;
      await idOf(speaker, `my favorite color is ${word}`, word);
      await world.say(speaker, dm(speaker), words, { reply_to: null });
      expect(await hears('nils', null, word)).toBe(false);
      expect(
        (await told(speaker)).split('\n').filter((line) => line.startsWith('- ') && line.includes(word)),
      ).toHaveLength(1);
      await world.say(speaker, dm(speaker), 'you can tell Nils about my favorite color');
      expect(await hears('nils', null, word)).toBe(true);
    },
    60_000,
  );
});
