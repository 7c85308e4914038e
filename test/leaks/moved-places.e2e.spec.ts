import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { proofCases } from '#testing';
import { channel, dm, memoriesOf, workspace, World, type PlaceOf } from '../support/world.js';

const port = workspace('port');
const dock = channel('dock', port);
const bridge = channel('bridge', port, 'restricted');
const hatch = channel('hatch', port, 'restricted');
const thread = (external_id: string, parent: PlaceOf, access?: 'open' | 'restricted'): PlaceOf => ({
  type: 'thread',
  external_id,
  parent,
  ...(access ? { access } : {}),
});

const sampled = <Case>(cases: readonly Case[]): readonly Case[] =>
  cases.filter((_, at) => at % proofCases(1, 2) === 0);

/** Nora and Per are on the bridge, Quist is on the hatch, Rut is on the dock alone. */
describe('what was said before a place changed', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.open();
    await world.publish(
      ...['nora', 'per', 'quist', 'rut'].map((person) => world.joined(person, dock)),
      ...['nora', 'per'].map((person) => world.joined(person, bridge)),
      world.joined('quist', hatch),
    );
  }, 120_000);
  afterAll(() => world.close());

  const changed = async (source: PlaceOf, at = world.at()): Promise<void> => {
    await world.publish({
      specversion: '1.0',
      id: `changed-${source.external_id}-${at}`,
      source: '/test',
      type: 'kith.source.changed.v1',
      data: { platform: 'chat', source, at },
    });
    await world.platform.settled(30_000);
  };
  const hears = async (viewer: string, source: PlaceOf | null, word: string): Promise<boolean> => {
    const answer = await world.ask(viewer, source, `who has the ${word}?`, {
      include_messages: true,
      top_k: 50,
      threshold: 0,
    });
    return [...memoriesOf(answer), answer.context].join('\n').toLowerCase().includes(word);
  };
  const whoHear = async (word: string, places: readonly PlaceOf[]): Promise<readonly string[]> => {
    const heard: string[] = [];
    for (const viewer of ['nora', 'per', 'quist', 'rut'])
      for (const place of [...places, dm(viewer)])
        if (await hears(viewer, place, word))
          heard.push(`${viewer} ${place.type === 'dm' ? 'alone' : place.external_id}`);
    return heard;
  };
  const alone = ['nora alone', 'per alone'];

  const under = (place: PlaceOf, parent: PlaceOf): PlaceOf => ({
    ...place,
    parent: { type: parent.type, external_id: parent.external_id },
  });

  it.each(
    sampled<readonly [string, PlaceOf, PlaceOf, string]>([
      ['a thread', thread('t-loop', bridge), thread('t-eddy', bridge), 'quadrant'],
      ['an open thread', thread('t-wheel', dock), thread('t-spoke', dock), 'compass'],
      ['an open channel', channel('quay', port), channel('jetty', port), 'hawser'],
      ['a group of no workspace', channel('raft', null), channel('buoy', null), 'fender'],
    ]),
  )('in %s stays there when that is said to hang under what hangs under it', async (_, one, other, word) => {
    await world.publish(...['nora', 'per'].map((person) => world.joined(person, one)));
    await world.say('nora', one, `I have a ${word}`);
    await changed(under(other, one));
    const heard = await whoHear(word, [one, other, dock, bridge, hatch]);
    expect(heard).toContain(`per ${one.external_id}`);
    for (const ring of [under(one, other), under(one, one), under(other, one)]) {
      await changed(ring);
      expect(await whoHear(word, [one, other, dock, bridge, hatch])).toEqual(heard);
    }
  });

  it.each(
    sampled<readonly [string, PlaceOf, PlaceOf, string]>([
      ['led out of a restricted channel', thread('t-out', bridge), thread('t-out', dock), 'sextant'],
      ['led into another restricted channel', thread('t-over', bridge), thread('t-over', hatch), 'lantern'],
      [
        'apart, and said to be so no more',
        thread('t-apart', bridge, 'restricted'),
        thread('t-apart', bridge, 'open'),
        'ladder',
      ],
      ['opened', channel('galley', port, 'restricted'), channel('galley', port, 'open'), 'kettle'],
      ['of no workspace, and taken into one', channel('mates', null), channel('mates', port), 'parrot'],
    ]),
  )(
    'in one %s is told in no place, and alone to those who heard it',
    async (_title, before, after, word) => {
      await world.publish(...['nora', 'per'].map((person) => world.joined(person, before)));
      await world.say('nora', before, `Quist has the ${word}`);
      await changed(after);
      expect(await whoHear(word, [before, dock, bridge, hatch])).toEqual(alone);
      // Named so by a message, and read again: it is as it was.
      await world.say('per', after, 'aye');
      expect(await whoHear(word, [before, dock, bridge, hatch])).toEqual(alone);
    },
    60_000,
  );

  it('by a message that names another parent is no more open than by a notice', async () => {
    const before = thread('t-named', bridge);
    await world.say('nora', before, 'Quist has the anchor');
    await world.say('rut', thread('t-named', dock), 'Per has the compass');
    expect(await whoHear('anchor', [before, dock, bridge])).toEqual(['nora alone']);
    expect(await whoHear('compass', [before, dock])).toEqual(
      ['nora', 'per', 'quist', 'rut'].flatMap((who) => [`${who} t-named`, `${who} dock`, `${who} alone`]),
    );
  }, 60_000);

  it('is as open as the place is now, where that was closed or led away', async () => {
    const before = thread('t-in', dock);
    await world.say('nora', before, 'Quist has the telescope');
    await changed(thread('t-in', bridge));
    expect(await hears('rut', dock, 'telescope')).toBe(false);
    expect(await hears('rut', dm('rut'), 'telescope')).toBe(false);
    expect(await hears('rut', before, 'telescope')).toBe(false);
    // It was no secret when it was said, and is about him.
    expect(await hears('quist', dock, 'telescope')).toBe(true);
  }, 60_000);

  it('is judged by the time it was said, whatever order the news comes in', async () => {
    const opened = world.at();
    const late = channel('cabin', port, 'open');
    await world.say('nora', { ...late, access: 'restricted' }, 'Quist has the whistle', {
      sent_at: world.at(-1),
    });
    await world.say('nora', late, 'Quist has the barrel');
    await changed(late, opened);
    expect(await hears('rut', dock, 'whistle')).toBe(false);
    expect(await hears('rut', dock, 'barrel')).toBe(true);
  }, 60_000);
});
