import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { event as build } from '#domain';
import type { Engines } from '#standalone';
import { openEngines } from './support/engines.js';
import { agent, channel, dm, memoriesOf, workspace, World, type PlaceOf } from './support/world.js';

/** "You can tell Nils" and "don't tell Nils" hold by when they were said, however late they come and however often they are read. */
describe('what may be told, when its messages are read again', () => {
  let world: World;
  let engines: Engines;
  beforeAll(async () => {
    world = await World.open({}, undefined, async (...given) => (engines = await openEngines(...given)));
  }, 120_000);
  afterAll(() => world.close());

  const room = async (name: string, ...people: readonly string[]): Promise<PlaceOf> => {
    const place = channel(name, workspace(`${name}-space`));
    await world.publish(...people.map((person) => world.joined(person, place)));
    return place;
  };
  const say = async (...given: Parameters<World['say']>) => {
    const facts = await world.say(...given);
    await world.platform.settled(30_000);
    return facts;
  };
  const hears = async (viewer: string, place: PlaceOf | null, what: string): Promise<boolean> => {
    const answer = await world.ask(viewer, place, `what do you know? the ${what}`, { top_k: 100 });
    return [...memoriesOf(answer), answer.context].join('\n').includes(what);
  };
  /** As by a newer extractor: nothing is new but that it is read once more. */
  const readAgain = async (text: string): Promise<void> => {
    const found = await engines.database.query<{ record_id: string }>(
      'select record_id from messages where text = $1',
      [text],
    );
    expect(found).toHaveLength(1);
    const recordIds = found.map((row) => row.record_id);
    const asked = build('ReadingAsked', { recordIds, extractor: 'test' }, new Date());
    await engines.log.write('default', (writer) =>
      writer.append([{ stream: 'reading-test', events: [asked] }], { actor: 'test' }),
    );
    await say('waker', dm('waker'), 'hm');
  };
  const memory = (id: string | undefined, viewer?: string): string =>
    `/v1/memories/${id ?? ''}?agent_id=${agent}${viewer ? `&viewer_platform=chat&viewer_platform_user_id=${viewer}` : ''}`;
  const copyOf = async (viewer: string, what: string): Promise<string | undefined> =>
    (await world.ask(viewer, null, what)).results.find((result) => result.memory.includes(what))?.id;

  it('is kept from somebody again, after it was let be told', async () => {
    const place = await room('pier', 'ines', 'brae', 'rolf');
    await say('ines', place, "I bought a catamaran last week, don't tell Rolf");
    await say('ines', place, '@helper ok, you can tell Rolf about the catamaran');
    expect(await hears('rolf', null, 'catamaran')).toBe(true);
    await say('ines', place, "don't tell Rolf about the catamaran");
    const told = async () => [
      await hears('rolf', place, 'catamaran'),
      await hears('rolf', null, 'catamaran'),
    ];
    expect(await told()).toEqual([false, false]);
    await readAgain('@helper ok, you can tell Rolf about the catamaran');
    expect(await told()).toEqual([false, false]);
    expect(await hears('brae', null, 'catamaran')).toBe(true);
  }, 60_000);

  it('stays let be told when the earlier wish is read again', async () => {
    const place = await room('lock', 'ines', 'brae', 'sven');
    await say('ines', place, 'I bought a trimaran last week');
    await say('ines', place, "don't tell Sven about the trimaran");
    await say('ines', place, '@helper ok, you can tell Sven about the trimaran');
    expect(await hears('sven', place, 'trimaran')).toBe(true);
    await readAgain("don't tell Sven about the trimaran");
    expect(await hears('sven', place, 'trimaran')).toBe(true);
  }, 60_000);

  it('stays as an operator decided since', async () => {
    const place = await room('cove', 'ines', 'brae');
    const deck = channel('deck', workspace('cove-space'));
    await world.publish(world.joined('lasse', deck));
    const [fact] = await say('ines', place, 'I bought a dinghy last week');
    await say('ines', place, 'keep that between us please');
    expect(await hears('lasse', deck, 'dinghy')).toBe(false);
    const opened = { disclosure: 'public', sensitivity: 'public' };
    expect((await world.call('PATCH', memory(fact?.memory_id), opened)).status).toBe(200);
    await world.platform.settled(30_000);
    expect(await hears('lasse', deck, 'dinghy')).toBe(true);
    await readAgain('keep that between us please');
    expect(await hears('lasse', deck, 'dinghy')).toBe(true);
  }, 60_000);

  it('is not told by leave that was given before it was kept closer, and came late', async () => {
    const place = await room('nook', 'nora', 'nils', 'brae');
    await say('nora', dm('nora'), 'I adopted an ocelot');
    const between = world.at();
    await say('nora', dm('nora'), 'keep the ocelot between us');
    await say('nora', place, '@helper you can tell Nils about the ocelot', { sent_at: between });
    expect(await hears('nils', null, 'ocelot')).toBe(false);
    await say('nora', place, '@helper you can tell Nils about the ocelot');
    expect(await hears('nils', null, 'ocelot')).toBe(true);
  }, 60_000);

  it.each(['deleted', 'edited', 'corrected and deleted', 'a value of it forgotten'])(
    'goes with what it is a copy of, long after: %s',
    async (how) => {
      const what = `box-${String(how.length)}`;
      const speaker = `jana-${what}`;
      const text = `My boat label is ${what}`;
      await room(`hall-${what}`, speaker, 'nils');
      const [fact] = await say(speaker, dm(speaker), text, { message_id: what, sent_at: world.at(-3) });
      await say(speaker, dm(speaker), `you can tell Nils about my boat label`);
      expect(await hears('nils', null, what)).toBe(true);
      if (how.startsWith('corrected'))
        await world.call('PATCH', memory(fact?.memory_id), { content: `Locker code: ${what}, top row` });
      if (how.endsWith('deleted')) await world.publish(world.deleted(what, dm(speaker)));
      if (how === 'edited') await world.publish(world.edited(what, dm(speaker), 'good morning'));
      if (how.startsWith('a value'))
        await say(speaker, dm(speaker), `Delete the code ${what} from your memory`, { sent_at: world.at(1) });
      await world.platform.settled(30_000);
      expect(await hears('nils', null, what)).toBe(false);
    },
    60_000,
  );

  it('means nothing else once what it named is gone', async () => {
    await room('mill', 'pia', 'nils');
    const [fact] = await say('pia', dm('pia'), 'I bought a windmill last week');
    await say('pia', dm('pia'), 'I am getting divorced');
    await say('pia', dm('pia'), 'you can tell Nils about the windmill');
    expect([await hears('nils', null, 'windmill'), await hears('nils', null, 'divorced')]).toEqual([
      true,
      false,
    ]);
    await world.call('DELETE', memory(fact?.memory_id, 'pia'));
    await world.platform.settled(30_000);
    expect([await hears('nils', null, 'windmill'), await hears('nils', null, 'divorced')]).toEqual([
      false,
      false,
    ]);
  }, 60_000);

  it.each([
    ['said just before', false],
    ['replied to', true],
  ])(
    'means nothing else once the message that it spoke of is gone: %s',
    async (_how, isReply) => {
      const who = isReply ? 'rika' : 'qvist';
      await room(`barn-${who}`, who, 'nils');
      await say(who, dm(who), 'I play the kazoo');
      await say(who, dm(who), 'I collect barometers', { message_id: `m-${who}` });
      await say(who, dm(who), 'you can tell Nils', isReply ? { reply_to: `m-${who}` } : {});
      expect([await hears('nils', null, 'barometers'), await hears('nils', null, 'kazoo')]).toEqual([
        true,
        false,
      ]);
      await world.publish(world.deleted(`m-${who}`, dm(who)));
      await world.platform.settled(30_000);
      expect([await hears('nils', null, 'barometers'), await hears('nils', null, 'kazoo')]).toEqual([
        false,
        false,
      ]);
    },
    60_000,
  );

  it('is, as its hearer keeps it, kept so', async () => {
    await room('tarn', 'hana', 'nils');
    await say('hana', dm('hana'), "I'm moving to Cardiff, keep it between us");
    await say('hana', dm('hana'), 'you can tell Nils now');
    const patched = await world.call('PATCH', memory(await copyOf('nils', 'Cardiff'), 'nils'), {
      sensitivity: 'secret',
    });
    expect(patched.status).toBe(200);
    expect(await hears('nils', null, 'Cardiff')).toBe(false);
    await readAgain('you can tell Nils now');
    expect(await hears('nils', null, 'Cardiff')).toBe(false);
  }, 60_000);

  it('replaces nothing that its speaker said', async () => {
    const place = await room('moor', 'mona', 'nils', 'brae');
    await say('mona', place, 'I live in Oslo');
    const between = world.at();
    await say('mona', dm('mona'), 'you can tell Nils that I live in Oslo');
    const [moved] = await say('mona', place, 'I live in Bergen', { sent_at: between });
    const { body } = await world.call('GET', memory(moved?.memory_id, 'brae'));
    expect(body).toMatchObject({ memory: expect.stringContaining('Bergen') as unknown });
    expect(await hears('brae', place, 'Oslo')).toBe(false);
    expect(await hears('nils', null, 'Oslo')).toBe(false);
  }, 60_000);

  it('leaves what its message says besides to be read anew', async () => {
    const place = await room('weir', 'olaf', 'nils', 'brae', 'alva', 'bodil');
    await say('olaf', place, 'Alva is here', { message_id: 'weir-1' });
    await say('olaf', place, 'She plays the harmonium. @helper you can tell Nils');
    const copy = await copyOf('nils', 'harmonium');
    const { body } = await world.call('GET', memory(copy, 'nils'));
    expect(body).toMatchObject({ visibility_scope: 'private_subject' });
    await world.call('PATCH', memory(copy, 'nils'), { importance: 0.9 });
    await world.publish(world.edited('weir-1', place, 'Bodil is here'));
    await world.platform.settled(30_000);
    const found = (await world.ask('brae', place, 'who plays the harmonium?')).results.find((result) =>
      result.memory.includes('harmonium'),
    );
    expect(found?.subjects.map(({ name }) => name)).toEqual(['Bodil']);
  }, 60_000);

  it('comes out of a rebuild as it was', async () => {
    const rows = () =>
      engines.database.query(
        'select memory_id, status, content, owner_entity_id, withheld_from_ids, disclosure, superseded_by from memories order by 1',
      );
    const before = await rows();
    await engines.log.rebuild(() => undefined);
    expect(await rows()).toEqual(before);
  }, 60_000);
});
