import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  agent,
  channel,
  memoriesOf,
  workspace,
  World,
  type PersonOf,
  type PlaceOf,
} from './support/world.js';

/** A mention names one account of its platform. A name alone never reaches beyond the people of the place. */
describe('whom a mention means', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.open();
  }, 120_000);
  afterAll(() => world.close());

  const on = (platform: string, place: PlaceOf): PlaceOf => ({
    ...place,
    platform,
    ...(place.parent ? { parent: on(platform, place.parent) } : {}),
  });
  const say = (platform: string, person: PersonOf, place: PlaceOf, text: string, mentions: object[] = []) =>
    world.say(person, on(platform, place), text, { platform, mentions });
  const join = (platform: string, person: PersonOf, place: PlaceOf) =>
    world.publish(world.joined({ ...person, platform }, on(platform, place)));
  const dmOf = (person: string): PlaceOf => ({ type: 'dm', external_id: person });
  const heardBy = async (platform: string, platform_user_id: string): Promise<readonly string[]> =>
    memoriesOf(
      await world.ask('nobody', null, 'what do you know about me?', {
        agent_id: agent,
        viewer: { platform, platform_user_id },
        top_k: 100,
      }),
    );
  const hears = async (platform: string, person: string, what: string): Promise<boolean> =>
    (await heardBy(platform, person)).some((memory) => memory.includes(what));

  const lounge = channel('lounge', workspace('mill'));

  it('is the account that it names, not a namesake of another platform', async () => {
    const nova: PersonOf = { id: 'n-77', handle: 'nova', name: 'Nova of Forum' };
    await say('forum', nova, channel('elsewhere', workspace('other')), 'hello');
    await say('matrix', { id: 'mx1', handle: 'nova', name: 'Nova of Matrix' }, dmOf('mx1'), 'hello');
    await join('forum', { id: 'petra' }, lounge);
    const named = [{ platform_user_id: 'n-77', handle: 'nova' }];
    await say('forum', { id: 'petra' }, lounge, '@nova plays the harp', named);
    expect([await hears('forum', 'n-77', 'harp'), await hears('matrix', 'mx1', 'harp')]).toEqual([
      true,
      false,
    ]);
  }, 60_000);

  it('is the account that it names, though somebody else of the place has the name', async () => {
    const other: PersonOf = { id: 'r-1', handle: 'rowan', name: 'Rowan' };
    for (const person of [other, { id: 'petra' }]) await join('forum', person, lounge);
    const named = [{ platform_user_id: 'r-2', handle: 'rowan', display_name: 'Rowan Ash' }];
    await say('forum', { id: 'petra' }, lounge, '@rowan owns a sailboat', named);
    await say('forum', { id: 'petra' }, lounge, 'Rowan Ash keeps bees', named);
    const { results } = await world.ask('petra', on('forum', lounge), 'what of the sailboat and the bees?', {
      viewer: { platform: 'forum', platform_user_id: 'petra' },
    });
    for (const what of ['sailboat', 'bees']) {
      const about = results.filter(({ memory }) => memory.includes(what));
      expect(about.flatMap(({ subjects }) => subjects.map(({ name }) => name))).toEqual(['Rowan Ash']);
    }
  }, 60_000);

  it.each([
    ['forum', 'zelda', '@zelda loves pizza', 'pizza'],
    ['slack:T9', 'yrsa', 'ask @yrsa, she plays the organ', 'organ'],
    ['irc', 'xaver', '@xaver collects moths', 'moths'],
  ])(
    'is on %s the account that it names, of whom that is held once they appear: %s',
    async (platform, person, said, what) => {
      const place = channel(`porch-${person}`, workspace(`porch-${person}`));
      await join(platform, { id: 'petra' }, place);
      const named = [{ platform_user_id: `id-${person}`, handle: person }];
      await say(platform, { id: 'petra' }, place, said, named);
      await say(platform, { id: `id-${person}`, handle: person }, dmOf(person), 'hello');
      expect(await hears(platform, `id-${person}`, what)).toBe(true);
      const viewer = { platform, platform_user_id: 'petra' };
      const about = await world.ask('petra', on(platform, place), `what of ${person}?`, { viewer });
      const { body } = await world.call(
        'GET',
        `/v1/scope?platform=${platform}&platform_user_id=id-${person}`,
      );
      const { user_id } = body as { user_id: string };
      const subjects = about.results
        .filter(({ memory }) => memory.includes(what))
        .map((one) => one.subjects.map(({ entity_id }) => entity_id));
      expect(subjects).toEqual([[user_id]]);
    },
    60_000,
  );

  it('is the account that it names in the first message of a place, and for the pronoun after it', async () => {
    const later = new Date(Date.parse(world.at()) + 3_600_000).toISOString();
    await world.say({ id: 'mx2', handle: 'ilex' }, on('matrix', dmOf('mx2')), 'hello', {
      platform: 'matrix',
      sent_at: later,
    });
    const cellar = channel('cellar', null, 'open');
    const named = [{ platform_user_id: 'i-5', handle: 'ilex' }];
    await say('forum', { id: 'petra' }, cellar, '@ilex moved to Bergen', named);
    await say('forum', { id: 'petra' }, cellar, 'she plays the oboe');
    for (const what of ['Bergen', 'oboe'])
      expect([what, await hears('forum', 'i-5', what), await hears('matrix', 'mx2', what)]).toEqual([
        what,
        true,
        false,
      ]);
  }, 60_000);

  it('is nobody who is known from elsewhere only, by a handle or a name alone', async () => {
    await say('matrix', { id: 'mx3', handle: 'sorrel', name: 'Sorrel' }, dmOf('mx3'), 'hello');
    await say(
      'forum',
      { id: 'f-3', handle: 'sorrel', name: 'Sorrel' },
      channel('far', workspace('away')),
      'hello',
    );
    await say('forum', { id: 'petra' }, lounge, '@sorrel plays the banjo');
    await say('forum', { id: 'petra' }, lounge, 'Sorrel has a parrot');
    await say('forum', { id: 'petra' }, dmOf('petra'), '@sorrel works at the bakery');
    for (const [platform, person] of [
      ['matrix', 'mx3'],
      ['forum', 'f-3'],
    ] as const)
      for (const what of ['banjo', 'parrot', 'bakery'])
        expect([person, what, await hears(platform, person, what)]).toEqual([person, what, false]);
    await join('forum', { id: 'f-3', handle: 'sorrel', name: 'Sorrel' }, lounge);
    await world.platform.settled(30_000);
    expect(await hears('forum', 'f-3', 'banjo')).toBe(true);
  }, 60_000);

  it.each(['you can tell @briar', 'you can tell Briar'])(
    'is told nothing of another platform by "%s"',
    async (words) => {
      const speaker = words.includes('@') ? 'olaf' : 'oda';
      await say('matrix', { id: 'mx4', handle: 'briar', name: 'Briar' }, dmOf('mx4'), 'hello');
      await say('forum', { id: speaker }, dmOf(speaker), "I'm looking for a new job");
      await say('forum', { id: speaker }, dmOf(speaker), words);
      expect(await heardBy('matrix', 'mx4')).toEqual([]);
    },
    60_000,
  );

  it('is nobody with whom the agent alone shares a place', async () => {
    const bot: PersonOf = { id: 'bot', kind: 'agent' };
    await say('forum', bot, channel('shed', workspace('away')), 'hello');
    await say(
      'forum',
      { id: 't-1', handle: 'tansy', name: 'Tansy' },
      channel('shed', workspace('away')),
      'hi',
    );
    await say('forum', { id: 'ove' }, dmOf('ove'), 'I am learning Welsh');
    await say('forum', bot, dmOf('ove'), 'Welsh is a fine language');
    for (const name of ['@tansy', 'Tansy'])
      await say('forum', { id: 'ove' }, dmOf('ove'), `you can tell ${name} about the Welsh`);
    expect(await hears('forum', 't-1', 'Welsh')).toBe(false);
  }, 60_000);

  it('is told when it is pointed at', async () => {
    await say('matrix', { id: 'mx5', handle: 'fern' }, dmOf('mx5'), 'hello');
    await say('forum', { id: 'otto' }, dmOf('otto'), 'I am learning Basque');
    await say('forum', { id: 'otto' }, dmOf('otto'), 'you can tell @fern', [
      { platform_user_id: 'f-9', handle: 'fern' },
    ]);
    expect([await hears('forum', 'f-9', 'Basque'), await hears('matrix', 'mx5', 'Basque')]).toEqual([
      true,
      false,
    ]);
  }, 60_000);

  it('is told apart from who asks where both have one name, also where nothing is told of who asks', async () => {
    const mill = channel('mill', workspace('village'));
    await world.say({ id: 'rosalie-a', name: 'Rosalie' }, mill, 'I collect thimbles');
    await world.say({ id: 'rosalie-b', name: 'Rosalie' }, mill, 'lovely weather');
    const { context } = await world.ask('rosalie-b', mill, 'who collects thimbles?');
    expect(context).toContain("#### Rosalie 2's shared context");
    expect((await world.ask('rosalie-a', mill, 'what do I collect?')).context).not.toContain('Rosalie 2');
  });
});
