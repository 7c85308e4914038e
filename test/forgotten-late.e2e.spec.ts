import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Engines } from '#standalone';
import { openEngines } from './support/engines.js';
import { agent, channel, dm, memoriesOf, workspace, World, type PlaceOf } from './support/world.js';

/** Sent before the order, and come after it: forgotten as if it had come in time. */
describe('what arrives after it was asked to be forgotten', () => {
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
    const extra = { top_k: 100, include_messages: true };
    const answer = await world.ask(viewer, place, `what do you know? the ${what}`, extra);
    return [...memoriesOf(answer), answer.context].join('\n').includes(what);
  };
  /** Whether anything holds the words still: rows, and the log as far as it can be opened. */
  const isHeld = async (what: string): Promise<boolean> => {
    const rows = await engines.database.query<{ found: string }>(
      `select text as found from messages where text ilike $1 union all select content from memories where content ilike $1
       union all select text from message_revisions where text ilike $1`,
      [`%${what}%`],
    );
    return rows.length > 0;
  };
  const rebuilt = async (what: string): Promise<boolean> => {
    await engines.log.rebuild(() => undefined);
    return isHeld(what);
  };

  it('stays forgotten when everything was asked to be, wherever it was said', async () => {
    const place = await room('dale', 'gus', 'brae');
    const [first, second] = [world.at(), world.at()];
    await say('gus', place, 'I like tea');
    await say('gus', dm('gus'), 'forget everything about me');
    const facts = await say('gus', place, 'I play the theremin', { sent_at: first });
    expect(facts.map(({ outcome }) => outcome)).toEqual(['NOOP']);
    await say('gus', dm('gus'), 'My brother plays the theremin too', { sent_at: second });
    for (const [viewer, where] of [
      ['gus', null],
      ['gus', place],
      ['brae', place],
    ] as const)
      expect([viewer, await hears(viewer, where, 'theremin')]).toEqual([viewer, false]);
    expect(await isHeld('theremin')).toBe(false);
    expect(await rebuilt('theremin')).toBe(false);
  }, 60_000);

  it('stays forgotten when another said it of them', async () => {
    const place = await room('vale', 'hedda', 'brae');
    const before = world.at();
    await say('hedda', dm('hedda'), 'forget everything about me');
    const mentions = [{ platform_user_id: 'hedda', handle: 'hedda' }];
    await say('brae', place, '@hedda likes parsnips', { sent_at: before, mentions });
    await say('brae', place, 'I keep bees', { sent_at: before });
    for (const viewer of ['brae', 'hedda'])
      expect([viewer, await hears(viewer, place, 'parsnips')]).toEqual([viewer, false]);
    expect(await hears('brae', place, 'bees')).toBe(true);
    await say('brae', place, '@hedda likes parsnips', { mentions });
    expect(await hears('brae', place, 'parsnips')).toBe(true);
  }, 60_000);

  it('is heard when it is said after the order, though the same was said before it', async () => {
    const before = world.at();
    await say('ivar', dm('ivar'), 'forget everything about me');
    await say('ivar', dm('ivar'), 'I play the zither');
    await say('ivar', dm('ivar'), 'I play the zither', { sent_at: before });
    expect(await hears('ivar', null, 'zither')).toBe(true);
    await engines.log.rebuild(() => undefined);
    const { body } = await world.call(
      'GET',
      `/v1/memories?agent_id=${agent}&viewer_platform=chat&viewer_platform_user_id=ivar`,
    );
    expect((body as { results: readonly { memory: string }[] }).results.map(({ memory }) => memory)).toEqual([
      expect.stringContaining('zither'),
    ]);
  }, 60_000);

  it('is kept of others, and for other agents', async () => {
    const before = world.at();
    await say('jorn', dm('jorn'), 'forget everything about me');
    await say('kari', dm('kari'), 'I play the lute', { sent_at: before });
    await say('jorn', dm('jorn'), 'I play the viol', { sent_at: before, agent_id: 'other' });
    expect(await hears('kari', null, 'lute')).toBe(true);
    expect(await isHeld('viol')).toBe(true);
  }, 60_000);

  it.each([
    ['its author said it elsewhere', 'lena', 'Ask Milo about gate 4711 tomorrow', 'gate 4711'],
    ['the place said it', 'otto', 'The crane label is tug-31, and the crane is blue', 'tug-31'],
    ['it was put otherwise', 'lena', 'They call it   QUAY\n17, I think', 'quay 17'],
  ])(
    'is without a value that was asked to be forgotten: %s',
    async (how, who, text, value) => {
      const place = await room(`yard-${value.slice(0, 3)}`, 'lena', 'otto');
      const elsewhere = who === 'lena' ? dm('lena') : place;
      const before = world.at();
      await say('lena', place, `Please delete the label "${value}" from your memory`);
      await say(who, elsewhere, text, { sent_at: before });
      expect([how, await isHeld(value.replace(' ', '%'))]).toEqual([how, false]);
      expect(await rebuilt(value.replace(' ', '%'))).toBe(false);
      await say(who, elsewhere, text);
      expect(await isHeld(value.replace(' ', '%'))).toBe(true);
    },
    60_000,
  );

  it('keeps a value that another says of themselves, or that stands in another place', async () => {
    const place = await room('fjord', 'mats', 'nell');
    const before = world.at();
    await say('mats', place, 'Please delete the codes box-77 and barge-12 from your memory');
    await say('nell', place, 'my boat label is box-77', { sent_at: before });
    await say('nell', dm('nell'), 'the barge is called barge-12', { sent_at: before });
    expect([await isHeld('box-77'), await isHeld('barge-12')]).toEqual([true, true]);
  }, 60_000);
});
