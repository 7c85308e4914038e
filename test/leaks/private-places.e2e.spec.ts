import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { channel, dm, memoriesOf, workspace, World, type PlaceOf } from '../support/world.js';

const harbour = workspace('harbour');
const quay = channel('quay', harbour);
const pier = channel('pier', harbour);
const cabin = channel('cabin', harbour, 'restricted');
const thread = (external_id: string, parent: PlaceOf | null): PlaceOf => ({
  type: 'thread',
  external_id,
  ...(parent ? { parent } : {}),
});
const dmIn = (person: string, access?: 'open' | 'restricted'): PlaceOf => ({
  ...dm(person),
  parent: harbour,
  ...(access ? { access } : {}),
});

interface Told {
  readonly memory: string;
  readonly visibility_scope: string;
  readonly disclosure: string;
}

describe('what is said in private places', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.open();
    await world.publish(
      ...['nils', 'orla', 'pia', 'quin'].flatMap((person) => [
        world.joined(person, quay),
        world.joined(person, pier),
      ]),
    );
  });
  afterAll(() => world.close());

  const hears = async (viewer: string, source: PlaceOf | null, word: RegExp): Promise<boolean> => {
    const answer = await world.ask(viewer, source, `what do you know? ${word.source}`, {
      include_messages: true,
      top_k: 200,
    });
    return memoriesOf(answer).some((memory) => word.test(memory)) || word.test(answer.context);
  };
  const elsewhere = (person: string): readonly (readonly [string, PlaceOf | null])[] =>
    ['nils', 'orla', 'pia', 'quin']
      .filter((other) => other !== person)
      .flatMap((other) => [
        [other, quay] as const,
        [other, pier] as const,
        [other, dm(other)] as const,
        [other, null] as const,
      ]);
  const othersWhoHear = async (person: string, word: RegExp): Promise<readonly string[]> => {
    const heard: string[] = [];
    for (const [other, place] of elsewhere(person))
      if (await hears(other, place, word)) heard.push(`${other} ${place?.external_id ?? 'alone'}`);
    return heard;
  };
  const held = async (word: RegExp): Promise<readonly Told[]> => {
    const { body } = await world.call('GET', '/v1/memories?agent_id=helper&limit=200');
    return (body as { results: readonly Told[] }).results.filter(({ memory }) => word.test(memory));
  };

  it.each([
    ['a dm whose access nobody gave', dmIn('nils'), /glockenspiel/iu],
    ['a dm that is said to be open', dmIn('nils', 'open'), /bagpipes/iu],
    ['a thread of a dm', thread('t-dm', dmIn('nils')), /theremin/iu],
    [
      'a thread of a dm that is said to be open',
      { ...thread('t-open', dmIn('nils')), access: 'open' as const },
      /sitar/iu,
    ],
    ['a thread of a thread of a dm', thread('t-t-dm', thread('t-dm', dmIn('nils'))), /ukulele/iu],
  ])('stays in %s', async (_title, place, word) => {
    const instrument = word.source;
    await world.say('nils', place, `I play the ${instrument}`);
    await world.say('nils', place, `Orla wants to sell the ${instrument}`);
    expect(await othersWhoHear('nils', word)).toEqual([]);
    expect(await hears('nils', dm('nils'), word)).toBe(true);
    for (const memory of await held(word))
      expect([memory.memory, memory.visibility_scope]).toEqual([memory.memory, 'private_subject']);
  });

  it('is remembered as private where a call names the thread first', async () => {
    const { status } = await world.call('POST', '/v1/memories', {
      agent_id: 'helper',
      speaker: { platform: 'chat', platform_user_id: 'nils' },
      source: { platform: 'chat', ...thread('t-call', dmIn('nils')) },
      content: 'Collects oboes',
    });
    expect(status).toBe(201);
    await world.platform.settled(30_000);
    expect((await held(/oboes/u)).map((memory) => memory.visibility_scope)).toEqual(['private_subject']);
    expect(await othersWhoHear('nils', /oboes/u)).toEqual([]);
  });

  it('stays in a thread whose dm is told of only later', async () => {
    await world.say('orla', thread('t-late', null), 'I play the marimba');
    await world.say('orla', thread('t-late', null), 'Nils wants to sell the marimba');
    expect(await othersWhoHear('orla', /marimba/iu)).toEqual([]);
    await world.say('orla', thread('t-late', dmIn('orla')), 'and that is that');
    expect(await othersWhoHear('orla', /marimba/iu)).toEqual([]);
    expect(await hears('orla', dm('orla'), /marimba/iu)).toBe(true);
  });

  it('stays in a thread, or a channel below, whose restricted channel is told of only later', async () => {
    const early = thread('t-cabin', null);
    const below = channel('bunk', null);
    await world.publish(
      world.posted('pia', early, 'I play the zither'),
      world.posted('quin', early, 'Aha, the zither'),
      world.posted('pia', below, 'I play the dulcimer'),
      world.posted('quin', below, 'Aha, the dulcimer'),
    );
    await world.publish(
      world.posted('pia', thread('t-cabin', cabin), 'and that is that'),
      world.posted('pia', { ...below, parent: cabin }, 'and that is that'),
    );
    await world.platform.settled(30_000);
    for (const word of [/zither/iu, /dulcimer/iu]) {
      const told = await held(word);
      expect(told.length).toBeGreaterThan(0);
      for (const memory of told) expect(memory.disclosure).toBe('conversation_private');
      expect(await hears('nils', quay, word)).toBe(false);
      expect(await hears('nils', dm('nils'), word)).toBe(false);
      // Not even to herself where others read along: it was told in confidence.
      expect(await hears('pia', quay, word)).toBe(false);
      expect(await hears('pia', dm('pia'), word)).toBe(true);
    }
  });

  it('makes nobody a member of the workspace that a dm is in', async () => {
    await world.say('nils', quay, 'I play the accordion');
    await world.say('guest', dmIn('guest'), 'hello');
    expect(await hears('guest', quay, /accordion/iu)).toBe(false);
    expect(await hears('guest', dmIn('guest'), /accordion/iu)).toBe(false);
    expect(await hears('orla', pier, /accordion/iu)).toBe(true);
  });
});

describe('a place that changes', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.open();
  });
  afterAll(() => world.close());

  const hears = async (viewer: string, source: PlaceOf | null, word: RegExp): Promise<boolean> =>
    memoriesOf(await world.ask(viewer, source, word.source, { include_messages: true, top_k: 200 })).some(
      (memory) => word.test(memory),
    );
  const lake = workspace('lake');
  const shore = channel('shore', lake);

  it('from open to restricted is closed to all but its own, also for what was said before', async () => {
    const deck = channel('deck', lake);
    await world.publish(
      ...['ada', 'bo', 'cy'].map((person) => world.joined(person, shore)),
      world.joined('ada', deck),
      world.joined('bo', deck),
      world.posted('ada', deck, 'I play the trombone'),
    );
    expect(await hears('cy', shore, /trombone/iu)).toBe(true);
    await world.publish(world.posted('ada', { ...deck, access: 'restricted' }, 'We are among ourselves now'));
    await world.platform.settled(30_000);
    expect([
      await hears('cy', shore, /trombone/iu),
      await hears('cy', deck, /trombone/iu),
      await hears('cy', dm('cy'), /trombone/iu),
      await hears('bo', shore, /trombone/iu),
    ]).toEqual([false, false, false, false]);
    expect(await hears('bo', deck, /trombone/iu)).toBe(true);
    expect(await hears('bo', dm('bo'), /trombone/iu)).toBe(true);
    // It was no secret when she said it, and is her own.
    expect(await hears('ada', shore, /trombone/iu)).toBe(true);
  });

  it('from restricted to open keeps what was said behind closed doors, edited or not', async () => {
    const hold = channel('hold', lake, 'restricted');
    const joins = [world.joined('ada', hold), world.joined('bo', hold)];
    const first = world.posted('ada', hold, 'I play the harmonica', { message_id: 'first-of-hold' });
    await world.publish(...joins, first);
    await world.publish(world.posted('ada', { ...hold, access: 'open' }, 'I play the clarinet'));
    await world.platform.settled(30_000);
    expect([
      await hears('cy', shore, /harmonica/iu),
      await hears('cy', dm('cy'), /harmonica/iu),
      await hears('ada', shore, /harmonica/iu),
      await hears('cy', shore, /clarinet/iu),
    ]).toEqual([false, false, false, true]);
    await world.publish(
      world.edited('first-of-hold', { ...hold, access: 'open' }, 'I play the harmonica badly'),
    );
    await world.platform.settled(30_000);
    expect([await hears('cy', shore, /harmonica/iu), await hears('bo', dm('bo'), /harmonica/iu)]).toEqual([
      false,
      true,
    ]);
  });

  it('from a dm to a group keeps what was said alone, edited or not', async () => {
    const corner = dm('corner');
    const first = world.posted('ada', corner, 'I play the lute', { message_id: 'first-of-corner' });
    const other = world.posted('ada', corner, 'Cy wants to sell the lute');
    await world.publish(first, other);
    await world.publish(world.joined('bo', corner), world.posted('bo', corner, 'I play the fiddle'));
    for (const text of ['I play the lute', 'I play the lute well']) {
      await world.publish(world.edited('first-of-corner', corner, text));
      await world.platform.settled(30_000);
      expect([
        await hears('bo', corner, /lute/iu),
        await hears('bo', dm('bo'), /play the lute/iu),
        await hears('ada', corner, /fiddle/iu),
      ]).toEqual([false, false, true]);
    }
  });

  it('from a dm to a group by a join that is told of late is a group for what was said since', async () => {
    const nook: PlaceOf = dm('nook');
    const early = world.at();
    await world.say('ada', nook, 'hello');
    const { status } = await world.call('POST', '/v1/memories', {
      agent_id: 'helper',
      speaker: { platform: 'chat', platform_user_id: 'ada' },
      source: { platform: 'chat', ...nook },
      content: 'Sleeps badly beside the spinet',
      visibility_scope: 'source_shared',
      disclosure: 'public',
      sensitivity: 'personal',
      observed_at: world.at(),
    });
    expect(status).toBe(201);
    await world.platform.settled(30_000);
    expect(await hears('ada', shore, /spinet/iu)).toBe(false);
    const { data, ...joined } = world.joined('bo', nook);
    await world.publish({ ...joined, data: { ...data, at: early } });
    await world.platform.settled(30_000);
    // A person's own fact of sensitivity 1 travels from a group, and not from a dm.
    expect(await hears('ada', shore, /spinet/iu)).toBe(true);
  });
});
