import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MemoryView } from '#contracts';
import { accountEntityId } from '#domain';
import type { Engines } from '#standalone';
import { openEngines } from './support/engines.js';
import {
  agent,
  channel,
  dm,
  memoriesOf,
  workspace,
  World,
  type PersonOf,
  type PlaceOf,
} from './support/world.js';

/** "Don't tell Tom", in the words of a chat, holds wherever Tom reads: asserted on what recall answers. */
describe('what somebody keeps from one person', () => {
  let world: World;
  let engines: Engines;
  beforeAll(async () => {
    world = await World.open({}, undefined, async (...given) => {
      engines = await openEngines(...given);
      return engines;
    });
  }, 120_000);
  afterAll(() => world.close());

  const idOf = (person: PersonOf | string): string => (typeof person === 'string' ? person : person.id);
  const room = async (name: string, ...people: readonly (PersonOf | string)[]): Promise<PlaceOf> => {
    const place = channel(name, workspace(`${name}-space`));
    await world.publish(...people.map((person) => world.joined(person, place)));
    return place;
  };
  const hears = async (
    viewer: string,
    place: PlaceOf | null,
    what: string,
    extra: Readonly<Record<string, unknown>> = {},
  ): Promise<boolean> => {
    const answer = await world.ask(viewer, place, `what do you know about the ${what}?`, {
      include_messages: true,
      top_k: 50,
      ...extra,
    });
    return [...memoriesOf(answer), answer.context].join('\n').includes(what);
  };

  it.each<readonly [string, string, string]>([
    ['Narva', 'B\u0435n', "I sold the boat in Narva, don't tell Ben"],
    ['Pskov', 'B e n', "I sold the boat in Pskov, don't tell Ben"],
    ['Riga', 'Ben', "I sold the boat in Riga, don't tell B\u0435n"],
  ])(
    'is kept from whoever bears a name that looks like it: %s, from "%s"',
    async (what, name, words) => {
      const ben: PersonOf = { id: `b-${what}`, handle: `h${what.length}${what}`, name };
      const place = await room(`mast-${what}`, 'ines', 'brae', ben);
      await world.say(ben, place, 'hello');
      await world.say('ines', place, words);
      expect(await hears(ben.id, place, what)).toBe(false);
      expect(await hears(ben.id, null, what)).toBe(false);
      expect(await hears('brae', null, what)).toBe(true);
    },
    60_000,
  );

  const thorne: PersonOf = { id: 'u-77', handle: 'gearhead', name: 'Tobias Thorne' };
  it.each<readonly [string, PersonOf | string, string]>([
    ['Malta', 'tom', "I'm planning a trip to Malta, don't tell Tom"],
    ['Tartu', thorne, "I'm planning a trip to Tartu. Not a word to @gearhead!"],
    ['Turku', 'xena', "I'm planning a trip to Turku. Xena and Yann aren't supposed to know yet."],
  ])(
    'is told to nobody while they read along, and to them nowhere: %s',
    async (what, kept, words) => {
      const place = await room(`inn-${what}`, 'ines', 'brae', kept);
      await world.say('ines', place, words);
      const from = idOf(kept);
      for (const viewer of [from, 'brae', 'ines'])
        expect([viewer, await hears(viewer, place, what)]).toEqual([viewer, false]);
      for (const where of [dm(from), null]) expect(await hears(from, where, what)).toBe(false);
      for (const viewer of ['brae', 'ines'])
        expect([viewer, await hears(viewer, dm(viewer), what)]).toEqual([viewer, true]);
      await world.publish(world.left(kept, place));
      expect([await hears('brae', place, what), await hears(from, place, what)]).toEqual([true, false]);
    },
    60_000,
  );

  it('holds when they join later, in a thread of it, and as long as they stay', async () => {
    const place = await room('loft', 'ines', 'brae');
    const tomas: PersonOf = { id: 'tomas' };
    const lane = channel('lane', workspace('loft-space'));
    await world.publish(world.joined(tomas, lane));
    const [fact] = await world.say('ines', place, "I adopted a wolfhound, don't tell Tomas");
    expect(fact?.outcome).toBe('ADD');
    expect([await hears('brae', place, 'wolfhound'), await hears('tomas', lane, 'wolfhound')]).toEqual([
      true,
      false,
    ]);
    await world.publish(world.joined(tomas, place));
    const thread: PlaceOf = { type: 'thread', external_id: 'loft-thread', parent: place };
    for (const viewer of ['brae', 'tomas'])
      for (const where of [place, thread]) expect(await hears(viewer, where, 'wolfhound')).toBe(false);
    expect(await hears('tomas', dm('tomas'), 'wolfhound')).toBe(false);
    expect(await hears('brae', dm('brae'), 'wolfhound')).toBe(true);
  }, 60_000);

  it('holds when a caller says that they read along, and when it is somebody nobody knows', async () => {
    const place = await room('porch', 'ines', 'brae');
    await world.publish(world.joined('kurt', channel('shed', workspace('porch-space'))));
    await world.say('ines', place, "I adopted a ferret, don't tell Kurt");
    const reader = (platform_user_id: string) => ({ audience: [{ platform: 'chat', platform_user_id }] });
    expect(await hears('brae', place, 'ferret')).toBe(true);
    expect(await hears('brae', place, 'ferret', reader('kurt'))).toBe(false);
    expect(await hears('brae', place, 'ferret', reader('who-is-this'))).toBe(false);
    expect(await hears('brae', place, 'ferret', reader('ines'))).toBe(true);
  }, 60_000);

  it('holds for a name that somebody bears only later', async () => {
    const place = await room('barn', 'ines', 'brae');
    await world.say('ines', place, "I adopted a lizard, don't tell Zeno");
    expect(await hears('brae', place, 'lizard')).toBe(true);
    await world.publish(world.joined({ id: 'z-1', handle: 'zz', name: 'Zeno' }, place));
    await world.platform.settled(30_000);
    for (const viewer of ['z-1', 'brae'])
      expect([viewer, await hears(viewer, place, 'lizard')]).toEqual([viewer, false]);
    expect(await hears('z-1', null, 'lizard')).toBe(false);
    expect(await hears('brae', null, 'lizard')).toBe(true);
  }, 60_000);

  // Each comes to the name in another way, weeks after it was spoken.
  it.each<readonly [string, string, (place: PlaceOf) => Promise<unknown>]>([
    [
      'gecko',
      "I adopted a gecko. Don't breathe a word of it to Marek",
      (place) => world.say({ id: 'm-gecko', handle: 'mk1', name: 'MK' }, place, 'call me Marek'),
    ],
    [
      'iguana',
      'keep this from Marek: I adopted an iguana',
      (place) => world.publish(world.joined({ id: 'm-iguana', handle: 'marek' }, place)),
    ],
    [
      'axolotl',
      "I adopted an axolotl and Marek mustn't find out",
      async (place) => {
        await world.publish(world.joined({ id: 'm-axolotl', handle: 'mk3', name: 'MK' }, place));
        await world.publish(world.renamed('m-axolotl', 'Marek Vogel'));
      },
    ],
    [
      'tortoise',
      "I adopted a tortoise, don't tell Marek",
      async (place) => {
        await world.publish(world.joined({ id: 'm-tortoise', handle: 'mk4', name: 'MK' }, place));
        const scope = await world.call('GET', '/v1/scope?platform=chat&platform_user_id=m-tortoise');
        const { user_id } = scope.body as { user_id: string };
        await world.call('POST', `/v1/entities/${user_id}/aliases`, { name: 'Marek' });
      },
    ],
  ])(
    'holds for whoever comes to the name later: %s',
    async (what, words, comes) => {
      const place = await room(`pen-${what}`, 'ines', 'brae');
      await world.publish(
        world.joined({ id: `old-${what}`, handle: `old${what}`, name: 'Marek Old' }, place),
      );
      await world.say('ines', place, words);
      await world.publish(world.left(`old-${what}`, place));
      await world.publish(world.joined({ id: `m-${what}` }, place));
      await comes(place);
      await world.platform.settled(30_000);
      expect([await hears(`m-${what}`, place, what), await hears('brae', place, what)]).toEqual([
        false,
        false,
      ]);
      expect([await hears(`m-${what}`, null, what), await hears('brae', null, what)]).toEqual([false, true]);
    },
    60_000,
  );

  it('holds for all that active links join to them, as long as they do', async () => {
    const place = await room('attic', 'ines', 'brae', 'otis');
    await world.publish(world.joined('otis2', place), world.left('otis', place));
    await world.say('ines', place, "I adopted a gecko, don't tell otis");
    const heard: boolean[][] = [];
    let link = '';
    for (const moved of [
      async () => (link = await world.propose('otis', 'otis2')),
      () => world.link('otis', 'otis2'),
      () => world.call('DELETE', `/v1/links/${link}`),
    ]) {
      await moved();
      heard.push([await hears('otis2', null, 'gecko'), await hears('brae', place, 'gecko')]);
    }
    expect(heard).toEqual([
      [true, true],
      [false, false],
      [true, true],
    ]);
  }, 60_000);

  it('can be said later, of what was said before, and be taken back', async () => {
    const place = await room('dock', 'ines', 'brae', 'rolf');
    const asks = async () => [
      await hears('rolf', place, 'catamaran'),
      await hears('rolf', dm('rolf'), 'catamaran'),
      await hears('brae', dm('brae'), 'catamaran'),
    ];
    await world.say('ines', place, 'I bought a catamaran last week');
    await world.say('ines', place, 'I keep bees');
    expect(await asks()).toEqual([true, true, true]);
    await world.say('ines', place, "don't tell Rolf about the catamaran");
    expect(await asks()).toEqual([false, false, true]);
    expect(await hears('rolf', place, 'bees')).toBe(true);
    await world.say('brae', place, 'nice weather');
    await world.say('ines', place, '@helper ok, you can tell Rolf now');
    const { results } = await world.ask('rolf', place, 'what did Ines buy? the catamaran');
    expect(results.map(({ memory }) => memory).join()).toContain('catamaran');
    expect(await hears('rolf', dm('rolf'), 'catamaran')).toBe(true);
  }, 60_000);

  describe('holds for what only a message says, of which nothing is held', () => {
    /** Who of these reads it in the place, and who in private. */
    const readers = async (place: PlaceOf, what: string) => {
      await world.platform.settled(60_000);
      const inPrivate: string[] = [];
      for (const viewer of ['ines', 'brae', 'rolf'])
        if (await hears(viewer, dm(viewer), what)) inPrivate.push(viewer);
      return { inPlace: await hears('brae', place, what), inPrivate };
    };
    const kept = { inPlace: false, inPrivate: ['ines', 'brae'] };
    const heldOf = async (what: string) =>
      (await world.ask('ines', dm('ines'), `what about the ${what}?`)).results.filter(({ memory }) =>
        memory.includes(what),
      );

    it.each<readonly [string, string, string]>([
      ['moped', 'ugh crashed the moped on the quay yesterday', "don't tell Rolf that I crashed the moped"],
      ['kiln', 'so the kiln went up in smoke lol', "Rolf mustn't find out about the kiln"],
      ['scooter', 'lol the scooter is in the canal', 'if Rolf asks i never had a scooter'],
      ['ferry', 'and there goes the ferry without us', "please don't tell Rolf that"],
    ])('said afterwards in the same place: %s', async (what, words, order) => {
      const place = await room(`yard-${what}`, 'ines', 'brae', 'rolf');
      await world.say('ines', place, 'the kettle hums again, somehow');
      await world.say('ines', place, words);
      expect(await heldOf(what)).toEqual([]);
      expect((await readers(place, what)).inPrivate).toEqual(['ines', 'brae', 'rolf']);
      await world.say('ines', place, order);
      expect(await readers(place, what)).toEqual(kept);
      expect(await hears('rolf', dm('rolf'), 'kettle')).toBe(true);
    });

    it('and the order says how much it keeps, or that it means nothing known', async () => {
      const place = await room('lock', 'vera', 'silent', 'brae', 'rolf');
      await world.say('vera', place, 'well, the gondola leaks');
      await world.say('vera', place, 'I bought a gondola');
      const outcomes = async (who: string, text: string) =>
        (await world.say(who, dm(who), text)).map(({ outcome, reason, count }) => [outcome, reason, count]);
      expect(await outcomes('vera', "don't tell Rolf about the gondola")).toEqual([['NOOP', 'withheld', 2]]);
      expect(await outcomes('silent', "don't tell Rolf about the gondola")).toEqual([
        ['NOOP', 'nothing-meant', undefined],
      ]);
      expect(await outcomes('vera', 'you can tell Rolf about the gondola')).toEqual([['NOOP', 'shared', 2]]);
    });

    it('told to the agent alone, and also when what it means comes late', async () => {
      const place = await room('mole', 'ines', 'brae', 'rolf');
      const late = world.posted('ines', place, 'oh no, sat on the trombone');
      await world.say('ines', dm('ines'), "don't tell Rolf about the trombone");
      await world.publish(late);
      expect(await readers(place, 'trombone')).toEqual(kept);
    });

    it('until its author lets them know', async () => {
      const place = await room('sluice', 'ines', 'brae', 'rolf');
      await world.say('ines', place, 'so, the dinghy sank, ha');
      await world.say('ines', dm('ines'), "don't tell Rolf about the dinghy");
      expect(await readers(place, 'dinghy')).toEqual(kept);
      await world.say('brae', dm('brae'), 'you can tell Rolf about the dinghy');
      expect((await readers(place, 'dinghy')).inPrivate).toEqual(kept.inPrivate);
      await world.say('ines', dm('ines'), 'you can tell Rolf about the dinghy now');
      expect(await readers(place, 'dinghy')).toEqual({ inPlace: true, inPrivate: ['ines', 'brae', 'rolf'] });
      await world.say('ines', dm('ines'), "no, don't tell Rolf about the dinghy");
      expect((await readers(place, 'dinghy')).inPrivate).toEqual(kept.inPrivate);
    });

    it('until its author let them know, though that arrived first', async () => {
      const place = await room('weir', 'ines', 'brae', 'rolf');
      await world.say('ines', place, 'well, the pontoon is gone');
      const order = world.posted('ines', place, "don't tell Rolf about the pontoon");
      await world.say('ines', dm('ines'), 'you can tell Rolf about the pontoon');
      await world.publish(order);
      expect((await readers(place, 'pontoon')).inPrivate).toContain('rolf');
    });

    it('and told to the agent alone, before anything else was said there', async () => {
      const place = await room('pier', 'ines', 'brae', 'rolf');
      await world.say('ines', place, 'ok the gazebo is ash now');
      await world.say(
        { id: 'ines', name: 'Ines' },
        { type: 'dm', external_id: 'fresh-ines' },
        "don't tell Rolf that",
      );
      expect(await readers(place, 'gazebo')).toEqual(kept);
    });

    it('and for what is held of it later, as it was edited', async () => {
      const place = await room('jetty', 'ines', 'brae', 'rolf');
      await world.say('ines', place, 'argh the unicycle, of all things', { message_id: 'jetty-1' });
      await world.say('ines', place, "don't tell Rolf about the unicycle");
      await world.publish(world.edited('jetty-1', place, 'I love my unicycle'));
      expect(await heldOf('unicycle')).not.toEqual([]);
      expect(await readers(place, 'unicycle')).toEqual(kept);
    });

    it('and only of what its author said', async () => {
      const place = await room('shed', 'ines', 'brae', 'rolf');
      await world.say('ines', place, 'ha, the piano fell off the lorry');
      await world.say('brae', place, "don't tell Rolf about the piano");
      expect((await readers(place, 'piano')).inPrivate).toContain('rolf');
    });
  });

  it('is told to the others who heard it when the agent alone is asked to keep it', async () => {
    const place = await room('barn', 'ines', 'brae', 'rolf');
    await world.say('ines', place, 'I bought an accordion');
    await world.say('ines', place, 'I work as a glazier');
    await world.say('ines', dm('ines'), "don't tell Rolf about the accordion");
    await world.say('ines', dm('ines'), "don't tell Rolf my job");
    for (const what of ['accordion', 'glazier'])
      expect([what, await hears('rolf', dm('rolf'), what), await hears('brae', dm('brae'), what)]).toEqual([
        what,
        false,
        true,
      ]);
  }, 60_000);

  it('is told to nobody when it is about them, and they list nothing of it', async () => {
    const place = await room('hut', 'ines', 'brae', 'saga');
    await world.say('ines', place, "Saga is getting a kayak for her birthday, don't tell her");
    for (const where of [place, null, dm('saga')]) expect(await hears('saga', where, 'kayak')).toBe(false);
    const asked = `agent_id=${agent}&viewer_platform=chat&viewer_platform_user_id=saga`;
    for (const query of [asked, `${asked}&status=superseded`, `${asked}&status=pending`])
      expect((await world.call('GET', `/v1/memories?${query}&limit=200`)).text).not.toContain('kayak');
    expect(await hears('brae', null, 'kayak')).toBe(true);
  }, 60_000);

  it('is explained to operators, and shown by history without those it is kept from', async () => {
    const place = await room('mill', 'ines', 'brae', 'thea');
    const [fact] = await world.say('ines', place, "I adopted a hedgehog, don't tell Thea");
    const id = fact?.memory_id ?? '';
    const explain = async (viewer: string) =>
      (
        await world.call('POST', '/v1/policy/explain', {
          agent_id: agent,
          viewer: { platform: 'chat', platform_user_id: viewer },
          source: { platform: 'chat', type: 'group', external_id: 'mill' },
          memory_id: id,
        })
      ).body;
    for (const viewer of ['thea', 'brae'])
      expect(await explain(viewer)).toMatchObject({ decision: 'deny', rule: 'withheld' });
    const asked = (viewer: string) =>
      `agent_id=${agent}&viewer_platform=chat&viewer_platform_user_id=${viewer}`;
    const history = async (query: string) => world.call('GET', `/v1/memories/${id}/history?${query}`);
    expect((await history(asked('thea'))).status).toBe(404);
    expect((await history(asked('brae'))).text).not.toContain('withheld');
    expect((await history(`agent_id=${agent}`)).text).toContain('withheld_from_ids');
    const shown = await world.call('GET', `/v1/memories/${id}?agent_id=${agent}`);
    expect(shown.body).toMatchObject({
      withheld_from: [{ entity_id: accountEntityId('default', 'chat', 'thea') }],
    });
    const own = await world.call('GET', `/v1/memories/${id}?${asked('ines')}`);
    expect([own.status, own.text.includes('withheld_from')]).toEqual([200, false]);
  }, 60_000);

  it('leaves no trace: the same bytes, the same number of results, now and as of then', async () => {
    const place = await room('quay', 'ines', 'brae', 'wren');
    await world.publish(
      ...['a drum', 'a lute', 'a harp', 'a fiddle', 'an oboe'].map((thing) =>
        world.posted('brae', place, `I own ${thing}`),
      ),
    );
    const asked = async (extra: Readonly<Record<string, unknown>> = {}): Promise<string> =>
      JSON.stringify([
        await world.ask('wren', place, 'who owns what?', { top_k: 5, ...extra }),
        await world.ask('wren', place, 'who owns what?', {
          mode: 'recent',
          include_messages: true,
          top_k: 10,
          ...extra,
        }),
        await world.ask('wren', null, 'a ship', { include_messages: true, top_k: 100, ...extra }),
      ]);
    const before = await asked();
    const ships = Array.from(
      { length: 16 },
      (_, n) => `I own a ship named Gull ${String(n)}, don't tell Wren`,
    );
    await world.publish(...ships.map((text) => world.posted('ines', place, text)));
    expect(await asked()).toBe(before);
    expect(await asked({ as_of: new Date().toISOString() })).toBe(before);
    expect((JSON.parse(before) as readonly { results: readonly MemoryView[] }[])[0]?.results).toHaveLength(5);
    expect(await hears('brae', null, 'Gull')).toBe(true);
  }, 90_000);

  it('is not widened by what was said to all, nor the other way round', async () => {
    const place = await room('well', 'ines', 'brae', 'yrsa');
    const [open] = await world.say('ines', place, 'I adopted a tortoise');
    const [kept] = await world.say('ines', place, "I adopted a tortoise, don't tell Yrsa");
    expect(kept?.memory_id).not.toBe(open?.memory_id);
    const { results } = await world.ask('yrsa', place, 'what of the tortoise?', { include_messages: true });
    expect(results.map(({ id }) => id)).not.toContain(kept?.memory_id);
  }, 60_000);

  it('comes out of a rebuild as it was', async () => {
    const rows = () =>
      engines.database.query(
        `select memory_id as id, withheld_from_ids as kept from memories where withheld_from_ids <> '{}'
         union all select record_id, withheld_from_ids from messages where withheld_from_ids <> '{}' order by 1`,
      );
    const before = await rows();
    expect(before.length).toBeGreaterThan(60);
    await engines.log.rebuild(() => undefined);
    expect(await rows()).toEqual(before);
  }, 60_000);
});
