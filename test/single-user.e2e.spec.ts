import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RecallAnswer } from '#contracts';
import { accountRef, dm, memoriesOf, World } from './support/world.js';

/** The one person of a tenant need not be named when reading alone; whoever is named and not known is told nothing. */
describe('a tenant of a single user', () => {
  let world: World;
  let client: string;
  beforeAll(async () => {
    world = await World.open({ KITH_IDENTITY__MODE: 'single_user' });
    client = await world.keyFor('client');
    await world.say({ id: 'ann', name: 'Ann' }, dm('ann'), 'I have a parrot');
    await world.say('ann', dm('ann'), 'My sister Bea lives in Turku');
  }, 120_000);
  afterAll(() => world.close());

  const recalled = async (more: object): Promise<RecallAnswer> =>
    (
      await world.call(
        'POST',
        '/v1/recall',
        { agent_id: 'helper', query: 'what do I have?', threshold: 0, include_messages: false, ...more },
        client,
      )
    ).body as RecallAnswer;
  const listed = async (path: string, key = client): Promise<readonly [number, readonly string[]]> => {
    const { status, body } = await world.call('GET', path, undefined, key);
    const { results = [] } = body as { results?: readonly { readonly memory: string }[] };
    return [status, results.map(({ memory }) => memory)];
  };

  it('answers without a viewer, of whom "I" and "my" are', async () => {
    const answer = await recalled({});
    expect(memoriesOf(answer)).toContain('Has a parrot');
    expect(answer.context).toMatch(/### Your History\n(?:- .*\n)*- Has a parrot/u);
    expect(answer.scope?.user_id).toMatch(/^[0-9a-f-]{36}$/u);
    const own = await recalled({ query: 'do you remember my pet?', threshold: null });
    expect(memoriesOf(own)).toEqual(['Has a parrot']);
  });
  it('lists, shows and changes without a viewer, for a client as for an operator', async () => {
    for (const key of [client, world.platform.operatorKey])
      expect((await listed('/v1/memories?agent_id=helper', key))[1]).toContain('Has a parrot');
    expect((await listed('/api/agents/memories?agent_id=helper'))[1]).toContain('Has a parrot');
    expect((await listed('/api/agents/memories/search?agent_id=helper&q=what+pet+do+I+have'))[1]).toContain(
      'Has a parrot',
    );
    const { body } = await world.call('GET', '/v1/memories?agent_id=helper', undefined, client);
    const fact = (body as { results: readonly { id: string; memory: string }[] }).results.find(
      ({ memory }) => memory === 'Has a parrot',
    );
    for (const [method, path, more] of [
      ['GET', `/v1/memories/${fact?.id ?? ''}?agent_id=helper`, undefined],
      ['GET', `/v1/memories/${fact?.id ?? ''}/history?agent_id=helper`, undefined],
      ['PATCH', `/v1/memories/${fact?.id ?? ''}?agent_id=helper`, { importance: 0.9 }],
      ['GET', '/v1/users', undefined],
    ] as const)
      expect([path, (await world.call(method, path, more, client)).status]).toEqual([path, 200]);
  });
  it('erases nothing for a client that names nobody', async () => {
    const { body } = await world.call('GET', '/v1/users', undefined, client);
    const id = (body as { results: readonly { id: string }[] }).results[0]?.id;
    const order = { entity_id: id, kind: 'both', dry_run: true };
    expect((await world.call('POST', '/v1/erasures', order, client)).status).toBe(422);
  });
  it('answers nothing to somebody who is named and not known', async () =>
    expect(memoriesOf(await recalled({ viewer: accountRef('nobody') }))).toEqual([]));
  it('takes nobody for "I" once several people were heard, and answers all the same', async () => {
    await world.say('bo', dm('bo'), 'I have a ferret');
    const answer = await recalled({});
    expect(answer.scope).toBeNull();
    expect(memoriesOf(answer)).toEqual(expect.arrayContaining(['Has a parrot', 'Has a ferret']));
  });
});
