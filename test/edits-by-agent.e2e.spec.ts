import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Engines } from '#standalone';
import { openEngines } from './support/engines.js';
import { channel, workspace, World, type PlaceOf } from './support/world.js';

interface Result {
  readonly status: string;
  readonly facts?: readonly unknown[];
}
type Event = ReturnType<World['deleted']>;

/** Two agents of one tenant hear what is said in one town; the adaptor of each has a key that is for its agent alone. */
describe('an edit or a deletion by the key of another agent', () => {
  let world: World;
  let engines: Engines;
  let smith: string;
  let miller: string;
  const square = channel('square', workspace('town'));
  const well: PlaceOf = channel('well', workspace('town'));

  beforeAll(async () => {
    world = await World.open({}, undefined, async (...given) => (engines = await openEngines(...given)));
    [smith, miller] = await Promise.all([keyOf('smith'), keyOf('miller')]);
  }, 120_000);
  afterAll(() => world.close());

  const keyOf = async (agent_id: string): Promise<string> => {
    const { body } = await world.call('POST', '/v1/keys', { roles: ['adaptor'], name: agent_id, agent_id });
    return (body as { key: string }).key;
  };
  const unnamed = (event: Event, where: 'placed' | 'placeless' = 'placed') => {
    const { agent_id: _, source, ...data } = event.data as unknown as Record<string, unknown>;
    return { ...event, data: where === 'placed' ? { ...data, source } : data };
  };
  const tell = async (key: string, event: object): Promise<Result | undefined> => {
    const { body } = await world.call('POST', '/v1/events?wait=indexed&timeout_ms=30000', [event], key);
    return (body as { results: readonly Result[] }).results[0];
  };
  const say = (key: string, message_id: string, text: string, place = square) =>
    tell(key, unnamed(world.posted('hugo', place, text, { message_id })));
  const wordsOf = async (id: string): Promise<readonly (string | null)[]> => {
    const rows = await engines.database.query<{ text: string | null }>(
      'select text from messages where message_id = $1 order by text nulls last',
      [id],
    );
    return rows.map(({ text }) => text);
  };
  const rebuilt = async (id: string): Promise<readonly (string | null)[]> => {
    await engines.log.rebuild(() => undefined);
    return wordsOf(id);
  };
  const without = ({ id: _, ...outcome }: Result & { readonly id?: string }) => outcome;

  it.each(['placed', 'placeless'] as const)(
    'changes nothing, and ends as one of a message that nobody knows: %s',
    async (where) => {
      const id = `gate-${where}`;
      await say(smith, id, 'I collect anvils');
      const gone = await tell(miller, unnamed(world.deleted(id, square), where));
      const reworded = await tell(miller, unnamed(world.edited(id, square, 'I collect feathers'), where));
      expect(await wordsOf(id)).toEqual(['I collect anvils']);
      const unknown = await tell(miller, unnamed(world.deleted(`no-${id}`, square), where));
      expect([gone, reworded].map((one) => one && without(one))).toEqual(
        [unknown, unknown].map((one) => one && without(one)),
      );
      expect(await rebuilt(id)).toEqual(['I collect anvils']);
    },
  );

  it('changes nothing where the key is for no agent, and the event names one', async () => {
    await say(smith, 'toll', 'I carve spoons');
    const event = world.deleted('toll', square);
    await tell(world.platform.operatorKey, { ...event, data: { ...event.data, agent_id: 'miller' } });
    expect(await wordsOf('toll')).toEqual(['I carve spoons']);
    await tell(world.platform.operatorKey, unnamed(event));
    await tell(world.platform.operatorKey, unnamed(world.deleted('toll', square)));
    expect(await wordsOf('toll')).toEqual([null]);
  });

  it.each(['placed', 'placeless'] as const)(
    'that comes first takes no message of the other, and does take its own: %s',
    async (where) => {
      const [theirs, own] = [`late-${where}`, `own-${where}`];
      for (const id of [theirs, own]) await tell(miller, unnamed(world.deleted(id, square), where));
      await tell(miller, unnamed(world.edited(theirs, square, 'I weave lies'), where));
      await say(smith, theirs, 'I weave baskets');
      await say(miller, own, 'I grind rye');
      expect([await wordsOf(theirs), await wordsOf(own)]).toEqual([['I weave baskets'], [null]]);
      await tell(smith, unnamed(world.edited(theirs, square, 'I weave mats')));
      expect([await rebuilt(theirs), await rebuilt(own)]).toEqual([['I weave mats'], [null]]);
    },
  );

  it('without its place finds the one of its own agent that has the same id elsewhere', async () => {
    await say(smith, 'twin', 'I shoe horses');
    await tell(miller, unnamed(world.deleted('twin', square), 'placeless'));
    await say(miller, 'twin', 'I sell flour', well);
    expect(await wordsOf('twin')).toEqual(['I shoe horses', null]);
    expect(await rebuilt('twin')).toEqual(['I shoe horses', null]);
  });

  it('is of its own alone where both heard a message, and of both where it names none', async () => {
    const heard = (id: string, text: string) => unnamed(world.posted('hugo', well, text, { message_id: id }));
    // The very same event, as two honest adaptors name it.
    const both = heard('both', 'I forge hinges');
    for (const key of [smith, miller])
      expect(await tell(key, both)).toMatchObject({ status: 'accepted', facts: [{ outcome: 'ADD' }] });
    expect(await tell(miller, both)).toMatchObject({ status: 'duplicate', facts: [{ outcome: 'ADD' }] });
    await tell(miller, unnamed(world.deleted('both', well)));
    expect(await wordsOf('both')).toEqual(['I forge hinges', null]);

    // What one made up takes nothing from the other.
    await tell(miller, heard('stolen', '.'));
    expect(await tell(smith, heard('stolen', 'I paint gates'))).toMatchObject({
      facts: [{ outcome: 'ADD' }],
    });
    await tell(world.platform.operatorKey, unnamed(world.edited('stolen', well, 'I paint fences')));
    expect(await rebuilt('stolen')).toEqual(['I paint fences', 'I paint fences']);
  });

  it("of another platform stands in nobody's way by its source and id", async () => {
    const { body } = await world.call('POST', '/v1/keys', {
      roles: ['adaptor'],
      name: 'irc',
      platform: 'irc',
    });
    const { key } = body as { key: string };
    const real = unnamed(world.posted('hugo', square, 'I collect thimbles', { message_id: 'real' }));
    const forged = { ...real, data: { ...real.data, platform: 'irc', message_id: 'forged', text: '.' } };
    expect(await tell(key, forged)).toMatchObject({ status: 'accepted', facts: [] });
    expect(await tell(smith, real)).toMatchObject({ status: 'accepted', facts: [{ outcome: 'ADD' }] });
    expect(await tell(smith, real)).toMatchObject({ status: 'duplicate', facts: [{ outcome: 'ADD' }] });
    const asked = async (by: string, more = '') =>
      (await world.call('GET', `/v1/events/${real.id}?source=/test${more}`, undefined, by)).body;
    expect(await asked(key)).toMatchObject({ facts: [] });
    const { operatorKey } = world.platform;
    expect(await asked(operatorKey, '&platform=chat&agent_id=smith')).toMatchObject({
      facts: [{ outcome: 'ADD' }],
    });
  });

  it('is told of to its own agent alone', async () => {
    await say(smith, 'told', 'I mend kettles');
    const event = unnamed(world.edited('told', square, 'I mend clocks'));
    await tell(smith, event);
    const asked = async (key: string) =>
      (await world.call('GET', `/v1/events/${event.id}?source=/test`, undefined, key)).status;
    expect([await asked(smith), await asked(miller)]).toEqual([200, 404]);
  });

  it('of no message is known to be done to the key that brought it, and to no other', async () => {
    const { data, ...event } = world.joined('ingrid', square);
    const { agent_id: _, participant: __, ...changed } = data as unknown as Record<string, unknown>;
    const described = { ...event, id: `${event.id}-place`, type: 'kith.source.changed.v1', data: changed };
    for (const one of [unnamed({ ...event, data }), described]) {
      expect(await tell(smith, one)).toMatchObject({ status: 'accepted', facts: [] });
      const asked = async (key: string) =>
        (await world.call('GET', `/v1/events/${one.id}?source=/test`, undefined, key)).status;
      expect([await asked(smith), await asked(miller)]).toEqual([200, 404]);
    }
  });
});
