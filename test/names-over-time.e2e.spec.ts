import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { channel, dm, memoriesOf, workspace, World, type PersonOf, type PlaceOf } from './support/world.js';

/** What a person is called, and what they are, whatever the order in which it is heard of. */
describe('what is known of an account', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.open();
  }, 120_000);
  afterAll(() => world.close());

  const hall = (name: string): PlaceOf => channel(name, workspace(`${name}-space`));
  const nameOf = async (place: PlaceOf, what: string): Promise<string | undefined> => {
    const { results } = await world.ask('wim', place, `what of the ${what}?`, { top_k: 50 });
    return results.find(({ memory }) => memory.includes(what))?.subjects[0]?.name;
  };

  it.each(['mention', 'author', 'roster'])(
    'is the display name of the latest time, though the handle alone was seen after it, as %s',
    async (seen) => {
      const place = hall(`hall-${seen}`);
      const id = `gale-${seen}`;
      await world.publish(world.joined('wim', place), world.joined({ id, name: 'Gale' }, place));
      const late = { ...world.renamed(id, 'Abigail') };
      const ref = { platform_user_id: id, handle: id };
      if (seen === 'author') await world.say('wim', place, 'I own a lute', { author: ref });
      else if (seen === 'mention') await world.say('wim', place, `@${id} owns a lute`, { mentions: [ref] });
      else {
        await world.say({ id, name: 'Gale' }, place, 'I own a lute', { sent_at: world.at(-1) });
        await world.say('wim', place, 'nice', { participants: [ref] });
      }
      await world.publish(late);
      expect(await nameOf(place, 'lute')).toBe('Abigail');
    },
    60_000,
  );

  it('is the name seen last, whether it was seen in a message, a move or a profile', async () => {
    for (const [seen, sight] of [
      ['joined', (id: string, place: PlaceOf) => world.joined({ id, name: 'Moss' }, place)],
      [
        'left',
        (id: string, place: PlaceOf) =>
          world.left({ id, name: 'Moss' }, channel('attic', place.parent ?? null)),
      ],
      ['profile', (id: string) => world.renamed(id, 'Moss')],
      ['message', (id: string, place: PlaceOf) => world.posted({ id, name: 'Moss' }, place, 'good evening')],
    ] as const) {
      const place = hall(`moor-${seen}`);
      const id = `moss-${seen}`;
      await world.publish(world.joined('wim', place), world.joined({ id, name: 'Moss' }, place));
      await world.say({ id, name: 'Moss' }, place, 'I own a tuba');
      const late = world.renamed(id, 'Heather');
      await world.publish(sight(id, place));
      await world.publish(late);
      expect([seen, await nameOf(place, 'tuba')]).toEqual([seen, 'Moss']);
    }
  }, 60_000);

  it.each(['joined', 'spoke'])(
    'is a human reader, though it was called an agent at first, once a human %s',
    async (how) => {
      const home = dm(`ylva-${how}`);
      const ylva = `ylva-${how}`;
      const asked = async (): Promise<string> =>
        memoriesOf(await world.ask(ylva, home, 'what do you know about me?')).join();
      await world.publish(world.joined(ylva, home));
      await world.say(ylva, home, 'I have anxiety about lifts');
      const guest: PersonOf = { id: `guest-${how}` };
      await world.publish(world.joined({ ...guest, kind: 'agent' }, home));
      expect(await asked()).toContain('lifts');
      if (how === 'spoke') await world.say({ ...guest, kind: 'human' }, home, 'hello there');
      else await world.publish(world.joined({ ...guest, kind: 'human' }, hall('porch')));
      expect(await asked()).not.toContain('lifts');
      await world.say({ ...guest, kind: 'agent' }, home, 'beep');
      expect(await asked()).not.toContain('lifts');
    },
    60_000,
  );

  it('is told of a question as of its answer: a former member has no name', async () => {
    const place = hall('barn');
    await world.publish(world.joined('wim', place), world.joined({ id: 'runa', name: 'Runa' }, place));
    await world.say({ id: 'runa', name: 'Runa' }, place, 'I run the night market');
    const asked = async (source: PlaceOf | null, query: string) => {
      const { results, asked_about } = await world.ask('wim', source, query);
      const told = results.find(({ memory }) => memory.includes('night market'));
      return [asked_about.map(({ name }) => name), told?.subjects[0]?.name];
    };
    expect(await asked(place, 'what do you know about Runa?')).toEqual([['Runa'], 'Runa']);
    await world.publish(world.left('runa', workspace('barn-space')));
    const former = 'a former member';
    for (const source of [place, null])
      expect(await asked(source, 'what do you know about Runa?')).toEqual([[former], former]);
    await world.publish(
      world.joined('wim', hall('loft')),
      world.joined({ id: 'tore', name: 'Tore' }, hall('loft')),
    );
    await world.publish(world.left('tore', workspace('loft-space')));
    for (const source of [hall('loft'), dm('wim'), null])
      expect((await asked(source, 'what do you know about Tore?'))[0]).toEqual([former]);
  }, 60_000);

  // By its stem: a name as it stands would point to the person, whatever the index holds.
  it('finds, by a new name, what they said before they had it', async () => {
    const yard = hall('bay');
    await world.say('ruth', yard, 'the van in bay four has a flat tyre');
    for (const [at, thing] of ['ladder', 'crate', 'pallet', 'forklift', 'gate', 'scale'].entries())
      await world.say(at % 2 === 0 ? 'pavel' : 'ines', yard, `the ${thing} in bay four has a flat label`);
    const best = async (name: string): Promise<string | undefined> =>
      memoriesOf(
        await world.ask('ines', yard, `bay four ${name}`, {
          include_messages: true,
          top_k: 1,
          sort_by: 'relevance',
        }),
      )[0];
    await world.publish(world.renamed('ruth', 'Quillons'));
    await world.platform.settled(30_000);
    expect(await best('quillon')).toMatch(/van/u);
  });
});
