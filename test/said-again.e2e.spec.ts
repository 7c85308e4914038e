import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Engines } from '#standalone';
import { openEngines } from './support/engines.js';
import { channel, dm, workspace, World, type PlaceOf } from './support/world.js';

describe('what was asked to be forgotten', () => {
  let world: World;
  let engines: Engines;
  let hours = 0;
  beforeAll(async () => {
    world = await World.open({}, undefined, async (...given) => (engines = await openEngines(...given)));
  }, 120_000);
  afterAll(() => world.close());

  /** An hour later each time. */
  const later = (): string => {
    hours += 1;
    return new Date(Date.parse('2026-03-01T08:00:00Z') + hours * 3_600_000).toISOString();
  };
  const say = async (who: string, place: PlaceOf, text: string, sent_at = later()): Promise<void> => {
    await world.say(who, place, text, { sent_at });
    await world.platform.settled(30_000);
  };
  const held = async (): Promise<string> => {
    const { body } = await world.call('GET', '/v1/memories?agent_id=helper&limit=200');
    return (body as { results: readonly { memory: string }[] }).results.map((one) => one.memory).join('\n');
  };
  const hears = async (who: string, query: string): Promise<string> =>
    (await world.ask(who, dm(who), query, { include_messages: true, top_k: 50 })).context;

  it.each([
    ['runa', 'I live in Lillehammer', 'please forget that I live in Lillehammer', 'Lillehammer'],
    ['stig', 'I work as a cooper', 'delete what I said about the cooper', 'cooper'],
    ['tuva', 'I am allergic to lupins', 'forget that', 'lupins'],
    ['ulf', 'I play the nyckelharpa', 'forget everything about me', 'nyckelharpa'],
  ])('is heard again when %s says it again later: %s', async (who, text, order, word) => {
    await say(who, dm(who), text);
    await say(who, dm(who), order);
    expect(await hears(who, `what do you know about me? ${word}`)).not.toContain(word);
    await say(who, dm(who), text);
    expect(await hears(who, `what do you know about me? ${word}`)).toContain(word);
    await engines.log.rebuild(() => undefined);
    expect(await held()).toContain(word);
    await say(who, dm(who), order);
    expect(await hears(who, `what do you know about me? ${word}`)).not.toContain(word);
  });

  it('is heard again after a call deleted it', async () => {
    const now = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();
    await say('vera', dm('vera'), 'I have a goat named Pim');
    const [found] = (await world.ask('vera', dm('vera'), 'what do you know about me?')).results;
    await world.call('DELETE', `/v1/memories/${found?.id ?? ''}`);
    await world.platform.settled(30_000);
    expect(await hears('vera', 'who is Pim?')).not.toContain('Pim');
    await say('vera', dm('vera'), 'I have a goat named Pim', now(2));
    expect(await hears('vera', 'who is Pim?')).toContain('Pim');
  });

  it.each([
    ['the place where it was forgotten', (who: string) => dm(who)],
    ['another place', (who: string) => channel(`${who}-shed`, workspace(`${who}-yard`))],
  ])('stays so when a message sent before arrives after it, in %s', async (_where, placeOf) => {
    const who = placeOf('x').type === 'dm' ? 'wanja' : 'xaver';
    const [first, second] = [later(), later()];
    await say(who, dm(who), 'I live in Tromso');
    await say(who, dm(who), 'please forget that I live in Tromso');
    await say(who, placeOf(who), 'I live in Tromso', first);
    await say(who, placeOf(who), 'I live in Tromso these days', second);
    expect(await held()).not.toContain('Tromso');
    await engines.log.rebuild(() => undefined);
    expect(await held()).not.toContain('Tromso');
  });

  it('stays so when nothing of it had arrived before the order did', async () => {
    const first = later();
    await say('yngve', dm('yngve'), 'please forget that I collect barometers');
    await say('yngve', dm('yngve'), 'I collect barometers', first);
    expect(await held()).not.toContain('barometers');
  });

  it('is told as it was said last when the order comes late', async () => {
    await say('zita', dm('zita'), 'I play the cittern');
    const between = later();
    await say('zita', dm('zita'), 'I play the cittern');
    await say('zita', dm('zita'), 'please forget that I play the cittern', between);
    expect(await hears('zita', 'what do I play?')).toContain('cittern');
    await say('zita', dm('zita'), 'please forget that I play the cittern');
    expect(await hears('zita', 'what do I play?')).not.toContain('cittern');
  });

  const now = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();
  const path = (id: string | undefined, who: string): string =>
    `/v1/memories/${id ?? ''}?agent_id=helper&viewer_platform=chat&viewer_platform_user_id=${who}`;

  it('is news when it was put into other words before, and stays corrected when it was said before that', async () => {
    const [fact] = await world.say('asta', dm('asta'), 'I live in Oslo');
    const before = now(-1);
    const content = 'Lives in Bergen';
    expect((await world.call('PATCH', path(fact?.memory_id, 'asta'), { content })).status).toBe(200);
    await say('asta', dm('asta'), 'I live in Oslo', before);
    const asked = async () => {
      const heard = await hears('asta', 'where do I live? what do you know about me?');
      return [heard.includes('Lives in Oslo'), heard.includes('Lives in Bergen')];
    };
    expect(await asked()).toEqual([false, true]);
    await say('asta', dm('asta'), 'I live in Oslo', now(2));
    expect(await asked()).toEqual([true, false]);
    await engines.log.rebuild(() => undefined);
    expect(await asked()).toEqual([true, false]);
    await world.call('PATCH', path(fact?.memory_id, 'asta'), { metadata: { seen: true } });
    await world.platform.settled(30_000);
    expect(await asked()).toEqual([true, false]);
  });

  it.each([
    ['reworded', 'bea', 'I live in Narvik'],
    ['forgotten', 'caja', 'I live in Hamar'],
  ])('is one memory, however often it is remembered by a call after it was %s', async (how, who, content) => {
    const remember = async () => {
      const { body } = await world.remember(who, content);
      return (body as { results: readonly { id: string; outcome: string }[] }).results[0];
    };
    const first = await remember();
    const patch = { content: 'Lives in Bergen' };
    if (how === 'reworded') await world.call('PATCH', path(first?.id, who), patch);
    else await world.call('DELETE', path(first?.id, who));
    const again = [await remember(), await remember()];
    expect(again.map((one) => one?.outcome)).toEqual([how === 'reworded' ? 'SUPERSEDE' : 'ADD', 'NOOP']);
    await world.platform.settled(30_000);
    const heard = await hears(who, 'where do I live? what do you know about me?');
    expect([heard.includes(content), heard.includes('Bergen')]).toEqual([true, false]);
  });
});

describe('what holds for a while', () => {
  let world: World;
  let engines: Engines;
  beforeAll(async () => {
    world = await World.open({}, undefined, async (...given) => (engines = await openEngines(...given)));
  }, 120_000);
  afterAll(() => world.close());

  const ago = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();

  it.each([
    ['ketil', [20, 3], true],
    ['liv', [3, 20], true],
    ['mads', [26, 13], true],
    ['nora', [40, 20], false],
  ])('lasts from when it was said last, in whatever order it came: %s', async (who, days, stands) => {
    for (const day of days)
      await world.say(who, dm(who), 'I have to renew my passport', { sent_at: ago(day) });
    const heard = async () => (await world.ask(who, dm(who), 'what do I have to do? the passport')).context;
    expect((await heard()).includes('passport')).toBe(stands);
    await engines.log.rebuild(() => undefined);
    await world.platform.settled(30_000);
    expect((await heard()).includes('passport')).toBe(stands);
  });
});
