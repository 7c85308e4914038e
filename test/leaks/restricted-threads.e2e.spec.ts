import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { channel, dm, memoriesOf, workspace, World, type PlaceOf } from '../support/world.js';

const bakery = workspace('bakery');
const counter = channel('counter', bakery);
const club = channel('chess-club', null);
const sideTalk = (parent: PlaceOf, name: string, access?: 'open' | 'restricted'): PlaceOf => ({
  type: 'thread',
  external_id: name,
  parent,
  ...(access ? { access } : {}),
});

/** Mira and Tove talk apart; Joss is in the place alone. Asserted on what recall answers, message excerpts included. */
describe('what is said in a private thread of an open place', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.open();
  }, 120_000);
  afterAll(() => world.close());

  const hears = async (viewer: string, source: PlaceOf | null, word: string): Promise<boolean> => {
    const answer = await world.ask(viewer, source, `what do you know about the ${word}?`, {
      include_messages: true,
      top_k: 50,
    });
    return [...memoriesOf(answer), answer.context].join('\n').includes(word);
  };
  const heardBy = async (word: string, asked: readonly (readonly [string, PlaceOf | null])[]) => {
    const heard: boolean[] = [];
    for (const [viewer, source] of asked) heard.push(await hears(viewer, source, word));
    return heard;
  };

  describe.each([
    ['a channel', counter],
    ['a group of no workspace', club],
  ] as const)('of %s', (_title, place) => {
    const apart = sideTalk(place, `${place.external_id}-apart`, 'restricted');
    beforeAll(() =>
      world.publish(
        ...['mira', 'tove', 'joss'].map((person) => world.joined(person, place)),
        ...['mira', 'tove'].map((person) => world.joined(person, apart)),
      ),
    );

    it('is told in it, and alone to those who are in it', async () => {
      await world.say('mira', apart, 'I sold the harpsichord to my cousin');
      expect(
        await heardBy('harpsichord', [
          ['mira', apart],
          ['tove', apart],
          ['mira', dm('mira')],
          ['tove', null],
        ]),
      ).toEqual([true, true, true, true]);
    });
    it('is not told in the place, nor to somebody of the place alone', async () => {
      await world.say('tove', apart, "Joss' contract with the windmill ends in March");
      expect(
        await heardBy('windmill', [
          ['mira', place],
          ['tove', place],
          ['joss', place],
          ['joss', apart],
          ['joss', dm('joss')],
          ['joss', null],
        ]),
      ).toEqual([false, false, false, false, false, false]);
      expect(await hears('tove', apart, 'windmill')).toBe(true);
    });
    it('leaves what the place hears, in itself or in an open thread, to everybody there', async () => {
      await world.say('joss', place, 'I repaired the carousel');
      expect(
        await heardBy('carousel', [
          ['mira', place],
          ['mira', apart],
          ['joss', place],
        ]),
      ).toEqual([true, true, true]);
      const aloud = sideTalk(place, `${place.external_id}-aloud`);
      await world.say('tove', aloud, 'I painted the lighthouse');
      expect(
        await heardBy('lighthouse', [
          ['tove', aloud],
          ['mira', place],
          ['joss', place],
        ]),
      ).toEqual([true, true, true]);
    });
    it('takes no room in answers given in the place', async () => {
      for (let day = 1; day <= 5; day += 1)
        await world.say('joss', place, `I baked ${String(day)} trays of saffron buns`);
      await world.publish(
        ...Array.from({ length: 60 }, (_, day) =>
          world.posted('mira', apart, `I baked ${String(day + 10)} trays of saffron buns`),
        ),
      );
      const asked = await world.ask('mira', place, 'who baked trays of saffron buns?', {
        top_k: 5,
        include_messages: true,
      });
      expect(asked.results).toHaveLength(5);
      expect(asked.results.map(({ source }) => source?.name)).toEqual(Array(5).fill(place.name));
    });
  });
});
