import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Engines } from '#standalone';
import { openEngines } from './support/engines.js';
import { agent, channel, dm, memoriesOf, workspace, World, type PlaceOf } from './support/world.js';

const hour = 3_600_000;
const fromNow = (hours: number): string => new Date(Date.now() + hours * hour).toISOString();

/** Clocks differ: what comes with a time that has not come yet was sent when it was received, at the latest. */
describe('what was sent with a time that has not come yet', () => {
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
  const say = async (...given: Parameters<World['say']>): Promise<void> => {
    await world.say(...given);
    await world.platform.settled(30_000);
  };
  const hears = async (viewer: string, place: PlaceOf | null, what: string): Promise<boolean> => {
    const answer = await world.ask(viewer, place, `what do you know? the ${what}`, {
      top_k: 100,
      include_messages: true,
    });
    return [...memoriesOf(answer), answer.context].join('\n').includes(what);
  };
  const isHeld = async (what: string): Promise<boolean> => {
    const rows = await engines.database.query(
      `select 1 from messages where text ilike $1 union all select 1 from memories where content ilike $1
       union all select 1 from message_revisions where text ilike $1`,
      [`%${what}%`],
    );
    return rows.length > 0;
  };
  const isRebuilt = async (what: string): Promise<boolean> => {
    await engines.log.rebuild(() => undefined);
    return isHeld(what);
  };

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
    expect(await isRebuilt('spinet')).toBe(true);
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
      expect(await isRebuilt(what)).toBe(false);
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
    await engines.database.query(`update messages set needs_reading = true where message_id = 'boat'`);
    await say('nils', place, 'hello');
    const left = await engines.database.query(
      `select 1 from memories where content ilike '%Seegurke%' and status <> 'forgotten'`,
    );
    expect([ids.length > 0, left]).toEqual([true, []]);
  }, 60_000);
});
