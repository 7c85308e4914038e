import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { testServerUrl } from '#config';
import { channel, memoriesOf, workspace, World, type PlaceOf } from './support/world.js';

const placeOf = (name: string): PlaceOf => channel(name, workspace(`of-${name}`));

describe('what was waited for', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.open();
  }, 120_000);
  afterAll(() => world.close());

  /** All that is told of one person, at once: nothing waits here. */
  const told = async (place: PlaceOf, person: string): Promise<string> =>
    memoriesOf(
      await world.ask(`reader-${person}`, place, `what do you know about ${person}?`, { top_k: 50 }),
    ).join('\n');

  const met = (place: PlaceOf, person: string) => world.say(`reader-${person}`, place, 'good morning');

  const posted = (person: string, place: PlaceOf, text: string, id: string) =>
    world.posted(person, place, text, { message_id: `${person}-${id}` });

  it('is told as it was edited', async () => {
    const place = placeOf('harbour');
    await met(place, 'milo');
    await world.publish(posted('milo', place, 'I live in Trieste', '1'));
    const [facts] = await world.publish(world.edited('milo-1', place, 'I live in Split'));
    expect(await told(place, 'milo')).toMatch(/Split/u);
    expect(await told(place, 'milo')).not.toMatch(/Trieste/u);
    expect(facts).toEqual([expect.objectContaining({ outcome: 'ADD' })]);
  });

  it('is told no more when it was deleted', async () => {
    const place = placeOf('quarry');
    await met(place, 'petra');
    await world.publish(posted('petra', place, 'I play the oboe', '1'));
    expect(await told(place, 'petra')).toMatch(/oboe/iu);
    expect(await world.publish(world.deleted('petra-1', place))).toEqual([[]]);
    expect(await told(place, 'petra')).not.toMatch(/oboe/iu);
  });

  it('is told no more when every message that said it was deleted', async () => {
    const place = placeOf('forge');
    await met(place, 'ilse');
    await world.publish(
      posted('ilse', place, 'I play the oboe', '1'),
      posted('ilse', place, 'I play the oboe', '2'),
    );
    await world.publish(world.deleted('ilse-1', place));
    expect(await told(place, 'ilse')).toMatch(/oboe/iu);
    await world.publish(world.deleted('ilse-2', place));
    expect(await told(place, 'ilse')).not.toMatch(/oboe/iu);
  });

  it('stands again when what replaced it was deleted', async () => {
    const place = placeOf('mill');
    await met(place, 'otto');
    await world.publish(posted('otto', place, 'I live in Graz', '1'));
    await world.publish(posted('otto', place, 'I live in Linz', '2'));
    expect(await told(place, 'otto')).not.toMatch(/Graz/u);
    await world.publish(world.deleted('otto-2', place));
    expect(await told(place, 'otto')).toMatch(/Graz/u);
    expect(await told(place, 'otto')).not.toMatch(/Linz/u);
  });

  it('is known of an edit that came before its message, and of one that came twice', async () => {
    const place = placeOf('ferry');
    await met(place, 'vera');
    const edit = world.edited('vera-1', place, 'I live in Bergen');
    expect(await world.publish(edit)).toEqual([[]]);
    const [read] = await world.publish({
      ...posted('vera', place, 'I live in Voss', '1'),
    });
    expect(await told(place, 'vera')).toMatch(/Bergen/u);
    const [again] = await world.publish(edit);
    expect(again?.map((fact) => fact.memory_id)).toEqual(read?.map((fact) => fact.memory_id));
  });

  it('took few statements: a message in which nothing is told at most 70, and one with a fact 80', async () => {
    const place = placeOf('weir');
    await met(place, 'sven');
    const client = pg.Client.prototype as { query: (...given: unknown[]) => unknown };
    const { query } = client;
    // On a server others may work on the same, so it is claimed, locked, and looked at by the clock.
    const more = testServerUrl() === undefined ? 0 : 40;
    let count = 0;
    client.query = function (...given) {
      count += 1;
      return query.apply(this, given);
    };
    // What looks by the clock comes between where the machine is busy.
    const fewest = async (texts: readonly string[]): Promise<number> => {
      const counts: number[] = [];
      for (const text of texts) {
        count = 0;
        await world.say('sven', place, text);
        counts.push(count);
      }
      return Math.min(...counts);
    };
    try {
      const talk = ['see you there', 'lol', 'what a day', 'did it rain?', 'on my way', 'ok then'];
      expect(await fewest(talk)).toBeLessThanOrEqual(70 + more);
      const told = ['oboe', 'lute', 'harp', 'tuba', 'viola', 'banjo'].map((name) => `I play the ${name}`);
      expect(await fewest(told)).toBeLessThanOrEqual(80 + more);
    } finally {
      client.query = query;
    }
  });

  it('is told as it became however many wait at once', async () => {
    const changed = async (person: string): Promise<void> => {
      const place = placeOf(`yard-${person}`);
      await met(place, person);
      const wrong: string[] = [];
      const note = async (wanted: RegExp, unwanted: RegExp): Promise<void> => {
        const all = await told(place, person);
        if (!wanted.test(all) || unwanted.test(all)) wrong.push(`${person}: ${all}`);
      };
      await world.publish(posted(person, place, 'I live in Turku', '1'));
      await note(/Turku/u, /Oulu/u);
      await world.publish(world.edited(`${person}-1`, place, 'I live in Oulu'));
      await note(/Oulu/u, /Turku/u);
      await world.publish(posted(person, place, 'I collect stamps', '2'));
      await world.publish(world.deleted(`${person}-1`, place));
      await note(/stamps/u, /Oulu|Turku/u);
      expect(wrong).toEqual([]);
    };
    await Promise.all(['ada', 'ben', 'cleo', 'dora', 'emil', 'finn', 'gerd', 'hana'].map(changed));
  }, 120_000);
});
