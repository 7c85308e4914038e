import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Engines } from '#standalone';
import { openEngines } from './support/engines.js';
import { agent, channel, dm, memoriesOf, workspace, World, type PlaceOf } from './support/world.js';

const hour = 3_600_000;
const fromNow = (hours: number): string => new Date(Date.now() + hours * hour).toISOString();

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
/** Whether any row holds the words still. */
const isHeld = async (what: string): Promise<boolean> => {
  const rows = await engines.database.query(
    `select 1 from messages where text ilike $1 union all select 1 from memories where content ilike $1
     union all select 1 from message_revisions where text ilike $1`,
    [`%${what}%`],
  );
  return rows.length > 0;
};
/** And the log, as far as it can be opened. */
const isHeldRebuilt = async (what: string): Promise<boolean> => {
  await engines.log.rebuild(() => undefined);
  return isHeld(what);
};

/** Sent before the order, and come after it: forgotten as if it had come in time. */
describe('what arrives after it was asked to be forgotten', () => {
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
    expect(await isHeldRebuilt('theremin')).toBe(false);
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
      expect(await isHeldRebuilt(value.replace(' ', '%'))).toBe(false);
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

/** Clocks differ: what comes with a time that has not come yet was sent when it was received, at the latest. */
describe('what was sent with a time that has not come yet', () => {
  it.each([
    ['an hour', 'gro', 1, 'forget everything about me', 'bassoon'],
    ['nearly a day', 'hal', 23, 'please forget everything you know about me', 'clavichord'],
  ])(
    'is forgotten with everything else, though it is %s ahead',
    async (_, who, hours, order, what) => {
      const place = await room(`fell-${who}`, who, 'inga');
      await say(who, place, `I play the ${what}`, { sent_at: fromNow(hours) });
      await say('inga', place, `@${who} plays the ${what} well`, {
        sent_at: fromNow(hours),
        mentions: [{ platform_user_id: who, handle: who }],
      });
      await say('inga', place, 'I keep ferrets', { sent_at: fromNow(hours) });
      expect(await hears('inga', place, what)).toBe(true);
      // The order itself comes as the platform of its author dates it: late, by now, or ahead.
      await say(who, dm(who), order);
      for (const [viewer, where] of [
        [who, null],
        [who, place],
      ] as const)
        expect([viewer, await hears(viewer, where, what)]).toEqual([viewer, false]);
      const facts = await engines.database.query(
        `select 1 from memories where content ilike $1 and status <> 'forgotten'`,
        [`%${what}%`],
      );
      expect(facts).toEqual([]);
      expect(await hears('inga', place, 'ferrets')).toBe(true);
      await engines.log.rebuild(() => undefined);
      expect(await hears(who, place, what)).toBe(false);
    },
    60_000,
  );

  it('is kept when it is said after the order, whatever the times say', async () => {
    await say('jette', dm('jette'), 'forget everything about me', { sent_at: fromNow(20) });
    await say('jette', dm('jette'), 'I play the spinet', { sent_at: fromNow(0) });
    expect(await hears('jette', null, 'spinet')).toBe(true);
    expect(await isHeldRebuilt('spinet')).toBe(true);
  }, 60_000);

  it.each([
    [
      'a label',
      'Please delete the label "rack-9" from your memory',
      'The rack label is rack-9, I think',
      'rack-9',
    ],
    ['that', 'forget that', 'I adopted a tortoise called Blitz', 'Blitz'],
  ])(
    'is without what was asked to be forgotten: %s',
    async (how, order, said, what) => {
      const place = await room(`moor-${what}`, 'kuno', 'lea');
      await say('kuno', place, 'I like rye bread');
      await say('kuno', place, said, { sent_at: fromNow(5) });
      await say('kuno', place, order, { sent_at: fromNow(0) });
      expect([how, await hears('kuno', place, what), await isHeld(what)]).toEqual([how, false, false]);
      expect(await hears('lea', place, 'rye bread')).toBe(true);
      expect(await isHeldRebuilt(what)).toBe(false);
    },
    60_000,
  );

  it('stays forgotten by a call when its message is read again', async () => {
    const place = await room('heath', 'marit', 'nils');
    await say('marit', place, 'My boat is called Seegurke', { sent_at: fromNow(9), message_id: 'boat' });
    const query = `agent_id=${agent}&viewer_platform=chat&viewer_platform_user_id=marit`;
    const { body } = await world.call('GET', `/v1/memories?${query}`);
    const ids = (body as { results: readonly { id: string; kind: string }[] }).results.map(({ id }) => id);
    for (const id of ids) await world.call('DELETE', `/v1/memories/${id}?${query}`);
    await engines.database.query(
      `insert into extraction_queue select record_id, tenant_id, sent_at, recorded_at from messages where message_id = 'boat'`,
    );
    await say('nils', place, 'hello');
    const left = await engines.database.query(
      `select 1 from memories where content ilike '%Seegurke%' and status <> 'forgotten'`,
    );
    expect([ids.length > 0, left]).toEqual([true, []]);
  }, 60_000);
});
