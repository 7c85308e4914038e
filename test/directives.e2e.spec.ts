import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { channel, dm, memoriesOf, workspace, World, type PlaceOf } from './support/world.js';

/** What people ask to be done with what they said, in the words of a chat; asserted on what recall answers. */
describe('an order in a message', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.open();
  }, 120_000);
  afterAll(() => world.close());

  const hears = async (viewer: string, place: PlaceOf | null, query: string): Promise<string> => {
    const answer = await world.ask(viewer, place, query, { include_messages: true });
    return [...memoriesOf(answer), answer.context].join('\n');
  };
  const town = (name: string) => channel(name, workspace(`${name}-space`));

  it('forgets one statement, however it is put, and leaves the others', async () => {
    await world.say('orla', dm('orla'), 'I live in Galway');
    await world.say('orla', dm('orla'), 'I collect teapots');
    await world.say('orla', dm('orla'), 'please forget that I live in Galway');
    const heard = await hears('orla', dm('orla'), 'what do you know about me? where do I live?');
    expect([heard.includes('Galway'), heard.includes('teapots')]).toEqual([false, true]);
  }, 60_000);

  it('forgets what was said last', async () => {
    await world.say('piet', dm('piet'), 'I work as a glazier');
    await world.say('piet', dm('piet'), 'My brother is in debt');
    await world.say('piet', dm('piet'), 'oh, delete that please');
    const heard = await hears('piet', dm('piet'), 'what do you know about me and my brother?');
    expect([heard.includes('debt'), heard.includes('glazier')]).toEqual([false, true]);
  }, 60_000);

  it('puts another statement in the place of the last', async () => {
    await world.say('rumi', dm('rumi'), 'I moved to Bergen');
    await world.say('rumi', dm('rumi'), 'scratch that, I moved to Molde');
    const heard = await hears('rumi', dm('rumi'), 'where do I live?');
    expect([heard.includes('Bergen'), heard.includes('Molde')]).toEqual([false, true]);
  }, 60_000);

  it.each([
    ['forget it', 'agda', 'kazoo'],
    ['ugh never mind, delete that', 'birk', 'tabla'],
    ['otto: forget that', 'cato', 'shawm'],
  ])(
    'is no order among people: %s',
    async (idle, who, what) => {
      const hall = town(`${who}-hall`);
      await world.publish(world.joined('otto', hall));
      await world.say(who, hall, `I play the ${what}`);
      await world.say(who, hall, idle);
      const asks = () => hears(who, hall, `what do you know about me? ${what}`);
      expect(await asks()).toContain(what);
      await world.say(who, hall, `I play the ${what}`);
      await world.say(who, hall, '@helper forget that');
      expect(await asks()).not.toContain(what);
    },
    60_000,
  );

  it('takes back among people what its speaker said last, and nothing of who spoke after', async () => {
    const loft = town('loft');
    await world.say('ebbe', loft, 'I play the bagpipes');
    await world.say('ebbe', loft, 'hmm, scratch that');
    await world.say('ebbe', loft, 'I collect barometers');
    await world.say('otto', loft, 'I keep newts');
    await world.say('ebbe', loft, 'nah forget that');
    const heard = await hears('ebbe', loft, 'what do you know about me? bagpipes, barometers, newts');
    expect(['bagpipes', 'barometers', 'newts'].map((word) => heard.includes(word))).toEqual([
      false,
      false,
      true,
    ]);
  }, 60_000);

  it.each([
    ['forget me', 'fenja'],
    ['hey bot, erase whatever you have on me', 'gorm'],
    ["I'd like all my memories wiped", 'hild'],
  ])(
    'forgets who asks for it among people, in few words: %s',
    async (text, who) => {
      const yard = town(`${who}-yard`);
      await world.say('otto', yard, `${who} is allergic to hazelnuts`);
      await world.say(who, yard, 'I play the zither');
      await world.say(who, yard, text);
      const heard = await hears('otto', yard, `what do you know about ${who}? the zither, hazelnuts`);
      expect([heard.includes('zither'), heard.includes('hazelnuts')]).toEqual([false, false]);
    },
    60_000,
  );

  it('forgets all about who asks, said by them or by others, and only that', async () => {
    const hall = town('hall');
    await world.publish(world.joined('otto', hall));
    await world.say('tove', hall, 'I play the zither');
    await world.say('otto', hall, 'Tove is allergic to hazelnuts');
    await world.say('otto', hall, 'I keep bees');
    await world.say('otto', hall, '@helper forget everything about Tove');
    expect(await hears('tove', hall, 'what do you know about Tove?')).toContain('zither');
    await world.say('tove', dm('tove'), 'forget everything about me');
    for (const place of [hall, dm('tove')]) {
      const heard = await hears('tove', place, 'what do you know about Tove? the zither, hazelnuts');
      expect([heard.includes('zither'), heard.includes('hazelnuts')]).toEqual([false, false]);
    }
    expect(await hears('otto', hall, 'what do you know about otto?')).toContain('bees');
  }, 60_000);

  it('keeps from one person what others of the place hear', async () => {
    const yard = town('yard');
    const lane = channel('lane', workspace('yard-space'));
    await world.publish(world.joined('brae', yard), world.joined('tomas', lane), world.joined('brae', lane));
    await world.say('ines', yard, "I'm planning a trip to Malta, don't tell Tomas");
    expect(await hears('brae', yard, 'what is Ines planning? Malta')).toContain('Malta');
    for (const place of [lane, dm('tomas')])
      expect(await hears('tomas', place, 'what is Ines planning? Malta')).not.toContain('Malta');
  }, 60_000);

  it('keeps to its conversation what was said just before', async () => {
    const pier = town('pier');
    const deck = channel('deck', workspace('pier-space'));
    await world.publish(world.joined('lasse', deck));
    await world.say('kaia', pier, 'I bought a sailing boat last week');
    expect(await hears('lasse', deck, 'what did Kaia buy? boat')).toContain('sailing boat');
    await world.say('kaia', pier, 'keep that between us please');
    expect(await hears('lasse', deck, 'what did Kaia buy? boat')).not.toContain('sailing boat');
  }, 60_000);

  it('tells on to whom it is released, in private, and to nobody else', async () => {
    const club = town('club');
    for (const person of ['anouk', 'berk', 'zola']) await world.say(person, club, 'hello');
    await world.say('zola', dm('zola'), "I'm moving to Cardiff, keep it between us");
    const asks = (viewer: string) => hears(viewer, dm(viewer), 'what do you know about Zola? Cardiff');
    expect([(await asks('anouk')).includes('Cardiff'), (await asks('zola')).includes('Cardiff')]).toEqual([
      false,
      true,
    ]);
    await world.say('zola', dm('zola'), 'you can tell Anouk');
    expect([(await asks('anouk')).includes('Cardiff'), (await asks('berk')).includes('Cardiff')]).toEqual([
      true,
      false,
    ]);
    expect(await hears('anouk', club, 'what do you know about Zola? Cardiff')).not.toContain('Cardiff');
  }, 60_000);

  it('lets nobody but who may know hear it, and forgets it for them too', async () => {
    const shop = town('shop');
    for (const person of ['emre', 'fay', 'gil']) await world.say(person, shop, 'hello');
    await world.say('gil', dm('gil'), 'I adopted a greyhound. Only Emre may know.');
    const asks = (viewer: string) => hears(viewer, dm(viewer), 'what do you know about Gil? greyhound');
    expect([(await asks('emre')).includes('greyhound'), (await asks('fay')).includes('greyhound')]).toEqual([
      true,
      false,
    ]);
    await world.say('gil', dm('gil'), 'forget that I adopted a greyhound');
    expect([(await asks('emre')).includes('greyhound'), (await asks('gil')).includes('greyhound')]).toEqual([
      false,
      false,
    ]);
  }, 60_000);
});
