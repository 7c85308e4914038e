import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { agent, channel, dm, memoriesOf, workspace, World, type PlaceOf } from '../support/world.js';

const foundry = workspace('foundry');
const yard = channel('yard', foundry);
const office = channel('office', foundry, 'restricted');
const stray = (external_id: string, parent?: PlaceOf): PlaceOf => ({
  type: 'thread',
  external_id,
  ...(parent ? { parent } : {}),
});

/** An adaptor names a thread and not what it hangs under: who reads along there is not known. */
describe('a thread of which nothing above is known', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.open();
    await world.publish(
      ...['una', 'wulf', 'ysolt'].map((person) => world.joined(person, yard)),
      ...['una', 'wulf'].map((person) => world.joined(person, office)),
    );
  }, 120_000);
  afterAll(() => world.close());

  const hears = async (viewer: string, source: PlaceOf | null, word: string): Promise<boolean> => {
    const answer = await world.ask(viewer, source, `what do you know about the ${word}?`, {
      include_messages: true,
      top_k: 100,
    });
    return [...memoriesOf(answer), answer.context].join('\n').includes(word);
  };
  const heardBy = async (word: string, asked: readonly (readonly [string, PlaceOf | null])[]) => {
    const heard: boolean[] = [];
    for (const [viewer, source] of asked) heard.push(await hears(viewer, source, word));
    return heard;
  };
  const moved = async (source: PlaceOf): Promise<void> => {
    const { type, ...envelope } = world.joined('nobody', source);
    expect(type).toBe('kith.participant.joined.v1');
    const { participant: _, ...data } = envelope.data as unknown as Record<string, unknown>;
    await world.publish({ ...envelope, type: 'kith.source.changed.v1', data });
    await world.platform.settled(30_000);
  };

  it('is no private conversation, though one person alone has spoken there', async () => {
    await world.say('una', dm('una'), 'I was diagnosed with diabetes');
    const place = stray('stray-alone');
    await world.say('una', place, 'hello');
    expect(
      await heardBy('diabetes', [
        ['una', place],
        ['una', dm('una')],
      ]),
    ).toEqual([false, true]);
  });

  it('keeps what one person says there to the thread and to themselves alone', async () => {
    const place = stray('stray-one');
    await world.say('una', place, 'My favorite tool is the anvil');
    await world.say('una', place, 'Wulf wants to sell the anvil');
    expect(
      await heardBy('anvil', [
        ['una', place],
        ['una', null],
        ['una', yard],
        ['wulf', yard],
        ['wulf', place],
        ['wulf', dm('wulf')],
      ]),
    ).toEqual([true, true, false, false, false, false]);
  });

  it.each([undefined, 'open'] as const)(
    'keeps what several say there to those who are in it: access %s',
    async (access) => {
      const word = access ? 'bellows' : 'crucible';
      const place = { ...stray(`stray-${word}`), ...(access ? { access } : {}) };
      await world.say('una', place, `My favorite tool is the ${word}`);
      await world.say('wulf', place, 'mine is the rasp');
      await world.say('una', place, `Ysolt wants to sell the ${word}`);
      expect(
        await heardBy(word, [
          ['una', place],
          ['wulf', place],
          ['wulf', null],
          ['ysolt', place],
          ['ysolt', yard],
          ['una', yard],
          ['ysolt', null],
        ]),
      ).toEqual([true, true, true, false, false, false, false]);
    },
  );

  it('that turns out to hang under an open channel is heard where that is heard', async () => {
    await world.say('una', stray('stray-yard'), 'My favorite tool is the tongs');
    expect(
      await heardBy('tongs', [
        ['una', yard],
        ['ysolt', yard],
      ]),
    ).toEqual([false, false]);
    await moved(stray('stray-yard', yard));
    expect(
      await heardBy('tongs', [
        ['una', yard],
        ['ysolt', yard],
        ['una', stray('stray-yard')],
      ]),
    ).toEqual([true, true, true]);
  });

  it('that turns out to hang under a restricted channel stays with those who heard it', async () => {
    await world.say('una', stray('stray-office'), 'My favorite tool is the vise');
    await moved(stray('stray-office', office));
    expect(
      await heardBy('vise', [
        ['una', stray('stray-office')],
        ['una', null],
        ['una', office],
        ['wulf', office],
        ['una', yard],
        ['ysolt', yard],
      ]),
    ).toEqual([true, true, true, true, false, false]);
  });

  it.each(['a notice', 'a message'])(
    'that turns out by %s to hang under a dm is one from then on',
    async (by) => {
      const word = by === 'a notice' ? 'lathe' : 'mandrel';
      const person = `solo-${word}`;
      const place = stray(`stray-${word}`);
      await world.publish(world.joined(person, yard));
      await world.say(person, dm(person), 'I was diagnosed with diabetes');
      await world.say(person, place, `My favorite tool is the ${word}`);
      expect(await heardBy('diabetes', [[person, place]])).toEqual([false]);
      expect(await heardBy(word, [[person, yard]])).toEqual([false]);
      const known = stray(`stray-${word}`, dm(person));
      if (by === 'a notice') await moved(known);
      else await world.say(person, known, 'and that is that');
      await world.platform.settled(30_000);
      expect(await heardBy('diabetes', [[person, place]])).toEqual([true]);
      expect(
        await heardBy(word, [
          [person, dm(person)],
          [person, yard],
          ['ysolt', yard],
        ]),
      ).toEqual([true, true, false]);
      const { body } = await world.call('GET', `/v1/memories?agent_id=${agent}&limit=200`);
      const held = (body as { results: readonly { memory: string; visibility_scope: string }[] }).results;
      expect(held.filter(({ memory }) => memory.includes(word)).map((fact) => fact.visibility_scope)).toEqual(
        ['private_subject'],
      );
    },
  );

  it('of which a workspace is known, and no channel, is for its own people unless it is said to be open', async () => {
    const shut = stray('stray-shut', foundry);
    const open: PlaceOf = { ...stray('stray-open', foundry), access: 'open' };
    await world.say('una', shut, 'My favorite tool is the swage');
    await world.say('una', open, 'My favorite tool is the chisel');
    expect(
      await heardBy('swage', [
        ['una', shut],
        ['una', null],
        ['una', yard],
        ['ysolt', yard],
      ]),
    ).toEqual([true, true, false, false]);
    expect(
      await heardBy('chisel', [
        ['una', open],
        ['ysolt', yard],
      ]),
    ).toEqual([true, true]);
    await moved(stray('stray-shut', yard));
    expect(await heardBy('swage', [['ysolt', yard]])).toEqual([true]);
  });

  it('is the same whatever was known first: what it hangs under, or what is said in it', async () => {
    await moved(stray('stray-told-first', yard));
    await world.say('una', stray('stray-told-first'), 'My favorite tool is the punch');
    expect(
      await heardBy('punch', [
        ['ysolt', yard],
        ['una', yard],
      ]),
    ).toEqual([true, true]);
  });
});
