import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ParkedView } from '#contracts';
import { sourceIdOf } from '#domain';
import { EmbeddedMessageBus, MessageBus } from '#messaging';
import type { Engines } from '#standalone';
import { openEngines } from './support/engines.js';
import { agent, channel, dm, workspace, World, type PlaceOf } from './support/world.js';

/** What cannot be handled waits for an operator, alone: its place goes on, and what concerns it reaches it there. */
describe('a parked message', () => {
  let world: World;
  let engines: Engines;
  let bus: EmbeddedMessageBus;
  beforeAll(async () => {
    world = await World.open({}, undefined, openEngines, undefined, (opened) => {
      engines = opened;
      // What threw is tried again at once.
      bus = new EmbeddedMessageBus(engines.database, { retryDelays: [50] });
      return [[MessageBus, bus]];
    });
    // Whatever is called odd-… cannot be stored until it is mended.
    await engines.database.query(`create function refuse_odd() returns trigger language plpgsql as $$
      begin raise exception 'odd' using errcode = '22023'; end $$`);
  }, 120_000);
  afterAll(() => world.close());

  const breakStore = () =>
    engines.database.query(`create trigger refuse_odd before insert on messages for each row
      when (new.message_id like 'odd-%') execute function refuse_odd()`);
  const mendStore = () => engines.database.query('drop trigger refuse_odd on messages');

  const list = async (): Promise<readonly ParkedView[]> => {
    const { status, body } = await world.call('GET', '/v1/parked');
    expect(status).toBe(200);
    return (body as { results: readonly ParkedView[] }).results;
  };
  const settle = (id: string, verb: 'replay' | 'discard', key?: string) =>
    world.call('POST', `/v1/parked/${id}/${verb}`, {}, key);
  const clear = async (): Promise<void> => {
    for (const { id } of await list()) await settle(id, 'discard');
  };
  /** Past the edge, as a broker may bring it. */
  const bring = async (
    event: { readonly id: string },
    place: PlaceOf,
    tenantId = 'default',
  ): Promise<void> => {
    await bus.publish([
      {
        id: `/test|${event.id}`,
        tenantId,
        kind: 'events',
        key: sourceIdOf(tenantId, 'chat', place.type, place.external_id),
        headers: {},
        body: Buffer.from(JSON.stringify(event)),
      },
    ]);
    await world.platform.settled(30_000);
  };
  const odd = (event: ReturnType<World['posted']>) => ({
    ...event,
    data: { ...event.data, colour: 'mauve' },
  });
  const isStored = async (what: string): Promise<boolean> => {
    const rows = await engines.database.query(
      `select 1 from bus_messages where position($1::bytea in body) > 0
       union all select 1 from messages where text like $2 union all select 1 from memories where content like $2`,
      [Buffer.from(what), `%${what}%`],
    );
    return rows.length > 0;
  };
  const factsOf = async (person: string): Promise<readonly string[]> => {
    const query = `agent_id=${agent}&viewer_platform=chat&viewer_platform_user_id=${person}&limit=200`;
    const { body } = await world.call('GET', `/v1/memories?${query}`);
    return (body as { results: readonly { memory: string; status: string; kind: string }[] }).results
      .map(({ memory, status }) => `${status}: ${memory}`)
      .sort();
  };

  it('is listed by ids and cause, without its words, for operators alone', async () => {
    const place = channel('attic', workspace('house'));
    await bring(odd(world.posted('uma', place, 'I collect gramophones', { message_id: 'a-1' })), place);
    const [parked, ...others] = await list();
    expect(parked).toMatchObject({
      consumer: 'ingest-recorder',
      kind: 'events',
      type: 'kith.message.posted.v1',
      platform: 'chat',
      message_id: 'a-1',
      cause: 'data.colour: is not a known field',
      attempts: 1,
    });
    expect([others, JSON.stringify(parked).includes('gramophone')]).toEqual([[], false]);
    for (const role of ['adaptor', 'client'] as const) {
      const key = await world.keyFor(role);
      const told = [
        await world.call('GET', '/v1/parked', undefined, key),
        await settle(parked?.id ?? '', 'replay', key),
        await settle(parked?.id ?? '', 'discard', key),
      ];
      expect(told.map(({ status }) => status)).toEqual([403, 403, 403]);
    }
    expect((await settle('ingest-recorder-999999', 'replay')).status).toBe(404);
    expect((await settle('nothing', 'discard')).status).toBe(404);
    await clear();
  }, 60_000);

  it('is one of a tenant that nobody made; of nothing that is kept, until an operator makes the tenant and replays it', async () => {
    const place = channel('loft', workspace('house'));
    const theirs = world.posted('uma', place, 'I collect zithers', { message_id: 't-1' });
    await bring(theirs, place, 'nobody');
    const kept = () => engines.database.query("select 1 from events where tenant_id = 'nobody'");
    expect(await list()).toEqual([]);
    expect(await kept()).toEqual([]);
    const { key } = (await world.call('POST', '/v1/tenants', { id: 'nobody' })).body as { key: string };
    const { results } = (await world.call('GET', '/v1/parked', undefined, key)).body as {
      results: readonly ParkedView[];
    };
    expect(results.map(({ cause }) => cause)).toEqual([
      'tenant: there is none of this id; an operator adds it',
    ]);
    expect((await settle(results[0]?.id ?? '', 'replay', key)).status).toBeLessThan(300);
    await world.platform.settled(30_000);
    expect((await kept()).length).toBeGreaterThan(0);
  }, 60_000);

  it('is discarded with its bytes, once, and not taken when it comes again; the log tells by whom', async () => {
    const place = channel('cellar', workspace('house'));
    const event = odd(world.posted('uma', place, 'I bottle elderflower'));
    await bring(event, place);
    const [parked] = await list();
    expect((await settle(parked?.id ?? '', 'replay')).body).toEqual({ id: parked?.id });
    await world.platform.settled(30_000);
    expect(await list()).toMatchObject([{ id: parked?.id }]);
    expect(await isStored('elderflower')).toBe(true);
    expect((await settle(parked?.id ?? '', 'discard')).body).toEqual({ id: parked?.id });
    expect((await settle(parked?.id ?? '', 'discard')).status).toBe(404);
    expect([await list(), await isStored('elderflower')]).toEqual([[], false]);
    const { body } = await world.call('GET', `/v1/events/${event.id}?source=/test`);
    expect(body).toMatchObject({ status: 'failed', error: 'discarded: by-an-operator' });
    const told = (await engines.log.readStream('default', `parked-${parked?.id ?? ''}`)).map(
      ({ type, metadata }) => [type, metadata.actor.startsWith('key:')],
    );
    expect(told).toEqual([
      ['ParkedReplayed', true],
      ['ParkedDiscarded', true],
    ]);
  }, 60_000);

  it.each([
    ['after it', false, 'I breed newts'],
    ['before it', true, 'I breed axolotls'],
  ])(
    'goes, bytes and all, with a deletion that came %s',
    async (when, isFirst, text) => {
      const place = channel(`shed-${String(isFirst)}`, workspace('house'));
      const id = `d-${String(isFirst)}`;
      const posted = odd(world.posted('vito', place, text, { message_id: id }));
      const other = odd(world.posted('vito', place, 'I mend chairs', { message_id: `${id}-other` }));
      if (isFirst) await world.publish(world.deleted(id, place));
      await bring(posted, place);
      await bring(other, place);
      if (!isFirst) await world.publish(world.deleted(id, place));
      const word = text.split(' ').at(-1) ?? '';
      expect([when, await isStored(word), await isStored('chairs')]).toEqual([when, false, true]);
      expect((await list()).map(({ message_id: left }) => left)).toEqual([`${id}-other`]);
      await clear();
    },
    60_000,
  );

  it('goes when its author has everything forgotten, and that of others stays', async () => {
    const place = channel('loft', workspace('house'));
    await world.publish(world.joined('wanda', place), world.joined('xaver', place));
    await bring(odd(world.posted('wanda', place, 'I carve spoons')), place);
    await bring(odd(world.posted('xaver', place, 'I carve flutes')), place);
    await world.say('wanda', dm('wanda'), 'Please forget everything you know about me');
    await world.platform.settled(30_000);
    expect([await isStored('spoons'), await isStored('flutes')]).toEqual([false, true]);
    await bring(
      odd(world.posted('wanda', place, 'I carve bowls', { sent_at: '2020-02-02T12:00:00Z' })),
      place,
    );
    await bring(odd(world.posted('wanda', place, 'I carve masks')), place);
    expect([await isStored('bowls'), await isStored('masks')]).toEqual([false, true]);
    await clear();
  }, 60_000);

  it('gives the same facts when it is replayed later as if it had come in time', async () => {
    const story = (who: string, place: PlaceOf, mark: string) => [
      world.posted(who, place, 'I live in Oslo', { message_id: `${mark}-1` }),
      world.posted(who, place, 'I have a dog called Bosse', { message_id: `${mark}-2` }),
      world.posted(who, place, 'I live in Turku now', { message_id: `${mark}-3` }),
      world.edited(`${mark}-2`, place, 'I have a dog called Rufus'),
      world.posted(who, place, 'I am allergic to shellfish', { message_id: `${mark}-4` }),
      world.deleted(`${mark}-4`, place),
      world.posted(who, place, 'I play the cello', { message_id: `${mark}-5` }),
    ];
    const [smooth, rough] = [channel('smooth', workspace('sea')), channel('rough', workspace('sea'))];
    await world.pour(story('yara', smooth, 'even'));
    await breakStore();
    await world.pour(story('zeno', rough, 'odd'));
    // What threw together is tried again alone, after a while; what was deleted meanwhile is gone.
    const names = async () => (await list()).map(({ message_id: id }) => id).join(' ');
    for (const end = Date.now() + 30_000; (await names()) !== 'odd-1 odd-2 odd-3 odd-5' && Date.now() < end;)
      await world.platform.settled(30_000);
    expect([await names(), await factsOf('zeno')]).toEqual(['odd-1 odd-2 odd-3 odd-5', []]);
    await mendStore();
    for (const { id } of [...(await list())].reverse()) {
      await settle(id, 'replay');
      await world.platform.settled(30_000);
    }
    expect(await list()).toEqual([]);
    expect(await factsOf('zeno')).toEqual(await factsOf('yara'));
    expect((await factsOf('zeno')).join('\n')).toMatch(/Rufus[^]*cello|cello[^]*Rufus/u);
    // What the bus has handled it lets go of a moment later.
    for (const end = Date.now() + 10_000; (await isStored('shellfish')) && Date.now() < end;)
      await world.platform.settled(30_000);
    expect(await isStored('shellfish')).toBe(false);
  }, 60_000);

  it('that was deleted before it could be recorded is recorded without its words', async () => {
    const place = channel('porch', workspace('house'));
    await world.publish(world.deleted('gone', place));
    await world.say('uma', place, 'I hide truffles', { message_id: 'gone' });
    await world.publish(world.edited('gone', place, 'I hide morels'));
    const told = JSON.stringify(
      (
        await engines.log.read({ transactionId: 0n, position: 0n }, 10_000, {
          types: ['MessageRecorded', 'MessageEdited'],
        })
      ).map(({ data }) => data),
    );
    expect([told.includes('truffles'), told.includes('morels')]).toEqual([false, false]);
  }, 60_000);
});
