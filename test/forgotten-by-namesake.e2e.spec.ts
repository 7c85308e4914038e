import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ErasureView } from '#contracts';
import type { Engines } from '#standalone';
import { openEngines } from './support/engines.js';
import { channel, dm, workspace, World, type PlaceOf } from './support/world.js';

const harbour = workspace('harbour');
const pier = channel('pier', harbour);
const vault = channel('vault', harbour, 'restricted');
const knots: PlaceOf = { type: 'thread', external_id: 'knots', name: 'knots', parent: pier };
const family: PlaceOf = { type: 'group', external_id: 'kitchen-table', name: 'kitchen table' };

let world: World;
let engines: Engines;
beforeAll(async () => {
  world = await World.open({}, undefined, async (...given) => (engines = await openEngines(...given)));
}, 120_000);
afterAll(() => world.close());

const idOf = async (person: string): Promise<string> => {
  const { body } = await world.call('GET', `/v1/scope?platform=chat&platform_user_id=${person}`);
  return (body as { user_id: string }).user_id;
};
/** All that somebody is still told: facts and excerpts of what they and others said. */
const toldTo = async (viewer: string): Promise<readonly string[]> => {
  const found = new Set<string>();
  for (const place of [null, pier, vault, knots, family, dm(viewer)]) {
    const extra = { top_k: 200, include_messages: true };
    const { results } = await world.ask(viewer, place, 'what do you know of all that was said?', extra);
    for (const { kind, memory } of results) found.add(`${kind}: ${memory}`);
  }
  return [...found].sort();
};
const subjectOf = async (person: string): Promise<readonly string[]> => {
  const { body } = await world.call('GET', `/v1/memories?subject_id=${await idOf(person)}&limit=200`);
  return (body as { results: readonly { memory: string }[] }).results.map(({ memory }) => memory);
};
const erasure = async (person: string, more: object): Promise<ErasureView> => {
  const { body } = await world.call('POST', '/v1/erasures', {
    entity_id: await idOf(person),
    kind: 'both',
    ...more,
  });
  return body as ErasureView;
};
const erased = async (id: string): Promise<void> => {
  const viewed = async () => (await world.call('GET', `/v1/erasures/${id}`)).body as ErasureView;
  while ((await viewed()).status === 'running') await new Promise((resolve) => setTimeout(resolve, 50));
};

/** What somebody says of their own life, and of one whom nobody here knows, all of it with one word. */
const saysWith = (who: string, name: string): readonly object[] => [
  world.posted(who, dm(who), `I live in ${name}`),
  world.posted(who, dm(who), `${name} owes me forty crowns`),
  world.posted(who, pier, `My sister ${name} is a glazier`),
  world.posted(who, pier, `${name} moved to Tartu`),
  world.posted(who, knots, `I have a ferret named ${name}`),
  world.posted(who, vault, `${name} is allergic to walnuts`),
  world.posted(who, family, `I drive a ${name}`),
];

describe('whoever takes a name that others have said', () => {
  type Taken = (id: string, name: string) => Promise<unknown>;
  const posts: Taken = (id, name) => world.say({ id, name }, pier, 'good morning');
  const profile: Taken = (id, name) => world.publish(world.renamed(id, name));
  const handle: Taken = (id, name) =>
    world.say({ id, name: 'Nix', handle: name.toLowerCase() }, pier, 'hello');
  const alias: Taken = async (id, name) =>
    world.call('POST', `/v1/entities/${await idOf(id)}/aliases`, { name });
  const asks: Taken = (id, name) => world.say({ id, name: 'Nix' }, pier, `please call me ${name}`);
  const joins: Taken = (id, name) =>
    world.publish(world.joined({ id, name }, pier), world.joined({ id, name }, vault));

  it.each([
    ['a message', 'Siena', posts, 'forget everything about me', dm],
    ['a profile', 'Bruno', profile, '/forget', () => pier],
    ['a handle', 'Skoda', handle, 'please forget everything you know about me', () => knots],
    ['an alias', 'Wilma', alias, 'forget everything about me, everywhere', dm],
    ['asking for it', 'Odile', asks, 'vergiss alles über mich', dm],
    ['joining with it', 'Marit', joins, '/forget everywhere', () => pier],
  ] as const)(
    'by %s (%s) is somebody else, and an order of theirs takes nothing of it',
    async (how, name, take, order, where) => {
      const [victim, taker] = [`ilse-${name}`, `nix-${name}`];
      await world.publish(...[pier, vault, family].map((place) => world.joined(victim, place)));
      if (take !== joins) await world.say({ id: taker, name: 'Nix' }, pier, 'hello there');
      await world.publish(...saysWith(victim, name));
      const before = (await toldTo(victim)).filter((one) => one.includes(name));
      expect(before.length).toBeGreaterThanOrEqual(7);
      await take(taker, name);
      const ofTaker = (await subjectOf(taker)).filter((memory) => !memory.startsWith('Goes by'));
      expect([how, ofTaker]).toEqual([how, []]);
      const who = { id: taker, name: take === posts || take === joins || take === profile ? name : 'Nix' };
      await world.say(who, where(taker), order);
      await world.platform.settled(30_000);
      const after = await toldTo(victim);
      expect([how, before.filter((one) => !after.includes(one))]).toEqual([how, []]);
    },
    60_000,
  );

  it('is told so by a dry run, and erases nothing of it; nothing comes or goes with a rebuild', async () => {
    const [victim, taker] = ['ilse-Petra', 'nix-Petra'];
    await world.publish(...[pier, vault, family].map((place) => world.joined(victim, place)));
    await world.say({ id: taker, name: 'Nix' }, pier, 'I whittle spoons');
    await world.publish(...saysWith(victim, 'Petra'));
    const before = await toldTo(victim);
    await world.say({ id: taker, name: 'Petra' }, pier, 'good evening');
    const { stores } = await erasure(taker, { dry_run: true });
    const found = Object.fromEntries(stores.map((store) => [store.store, store.found]));
    expect(found).toMatchObject({ memories: 1, messages: 2 });
    await erased((await erasure(taker, {})).id);
    const after = await toldTo(victim);
    expect(before.filter((one) => !after.includes(one))).toEqual([
      'fact: Whittles spoons',
      'message: I whittle spoons',
    ]);
    await engines.log.rebuild(() => undefined);
    expect(await toldTo(victim)).toEqual(after);
  }, 60_000);
});

describe('whoever bears a name where it is said', () => {
  const vera = { id: 'vera-1', name: 'Vera' };
  beforeAll(async () => {
    await world.publish(
      ...['jens', vera].flatMap((who) => [world.joined(who, pier), world.joined(who, vault)]),
    );
  });

  it('has forgotten what speaks of them, and nothing of what others live in, have or are related to', async () => {
    const kept = [
      world.posted('jens', dm('jens'), 'I moved to Vera in spring'),
      world.posted('jens', pier, 'My cat Vera is deaf'),
      world.posted('jens', pier, 'I have a boat called Vera'),
      world.posted('jens', vault, 'We drive a Vera'),
    ];
    const gone = [
      world.posted('jens', pier, 'Vera collects buttons'),
      world.posted('jens', vault, 'has anybody seen Vera and her bicycle?'),
      world.posted('jens', dm('jens'), 'I quarrelled with Vera about candles'),
      world.posted('jens', pier, 'My colleague is Vera'),
    ];
    await world.publish(...kept, ...gone);
    const before = await toldTo('jens');
    await world.say(vera, dm(vera.id), 'forget everything about me');
    await world.platform.settled(30_000);
    const after = (await toldTo('jens')).join('\n');
    for (const word of ['deaf', 'boat', 'drive', 'moved', 'spring'])
      expect([word, after.toLowerCase().includes(word)]).toEqual([
        word,
        before.join('\n').toLowerCase().includes(word),
      ]);
    expect(after).not.toMatch(/buttons|bicycle|candles|olleague/u);
  }, 60_000);

  it('is no one who was introduced by it before they came: that stays of the name', async () => {
    await world.publish(world.joined('karsten', pier));
    await world.say('karsten', pier, 'Our new colleague Liv starts on monday');
    await world.say('karsten', pier, 'Liv plays the bagpipes');
    const liv = { id: 'liv-1', name: 'Liv' };
    await world.publish(world.joined(liv, pier));
    await world.say('karsten', pier, 'Liv keeps bees');
    expect((await subjectOf('liv-1')).join()).toMatch(/bees/u);
    await world.say(liv, dm(liv.id), 'forget everything about me');
    await world.platform.settled(30_000);
    const left = async () => (await toldTo('karsten')).join('\n');
    expect(await left()).toMatch(/bagpipes/u);
    expect(await left()).not.toMatch(/bees/u);
  }, 60_000);

  it('is kept from what was said in confidence of that name, though they came to it later', async () => {
    await world.publish(world.joined('ragna', pier), world.joined('tilda', pier));
    await world.say('ragna', pier, "I sold the organ, don't tell @ove");
    await world.publish(world.joined({ id: 'ove-1', name: 'Ove', handle: 'ove' }, pier));
    await world.platform.settled(30_000);
    const hears = async (who: string) =>
      (await world.ask(who, pier, 'what of the organ?', { include_messages: true })).context.includes(
        'organ',
      );
    expect(await hears('ove-1')).toBe(false);
  }, 60_000);
});
