import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { World } from './support/world.js';

interface Listed {
  readonly results: readonly {
    readonly id: string;
    readonly memory: string;
    readonly memory_count: number;
  }[];
}

/** Two personas of one tenant remember what they were told; one thing was told to the tenant as a whole. */
describe('an operator who asks without a viewer', () => {
  let world: World;
  let baker: string;
  let potter: string;
  const speaker = { platform: 'chat', platform_user_id: 'odo' };
  const remember = async (agent_id: string, content: string): Promise<string> => {
    const { body } = await world.call('POST', '/v1/memories', { agent_id, content, speaker });
    return (body as Listed).results[0]?.id ?? '';
  };
  const get = async (path: string): Promise<Listed> => (await world.call('GET', path)).body as Listed;
  const memoriesAt = async (path: string): Promise<readonly string[]> =>
    (await get(path)).results.map(({ memory }) => memory).sort();

  beforeAll(async () => {
    world = await World.open();
    baker = await remember('baker', 'Eats rye');
    potter = await remember('potter', 'Throws bowls');
    await world.platform.settled(30_000);
  }, 120_000);
  afterAll(() => world.close());

  it.each([
    ['baker', ['Eats rye']],
    ['BAKER', ['Eats rye']],
    ['potter', ['Throws bowls']],
    ['glazier', []],
  ])('is listed what %s remembers, and of others nothing', async (agent, expected) => {
    expect(await memoriesAt(`/v1/memories?agent_id=${agent}`)).toEqual(expected);
    expect(await memoriesAt(`/api/agents/memories?agent_id=${agent}`)).toEqual(expected);
  });

  it('is listed what every agent remembers where none is named', async () => {
    expect(await memoriesAt('/v1/memories')).toEqual(['Eats rye', 'Throws bowls']);
    expect(await memoriesAt('/api/agents/memories')).toEqual(['Eats rye', 'Throws bowls']);
  });

  it('pages through what one agent remembers alone', async () => {
    const more = ['Likes rolls', 'Likes loaves', 'Likes buns'];
    for (const [index, content] of more.entries()) {
      await remember('baker', content);
      await remember('potter', `Fires kiln ${String(index)}`);
    }
    await world.platform.settled(30_000);
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = await get(`/v1/memories?agent_id=baker&limit=1${cursor}`);
      seen.push(...page.results.map(({ memory }) => memory));
      const next = (page as unknown as { readonly next_cursor: string | null }).next_cursor;
      cursor = next === null ? '' : `&cursor=${next}`;
    } while (cursor !== '');
    expect(seen.sort()).toEqual(['Eats rye', ...more].sort());
  });

  it.each(['/v1/users', '/api/agents/users'])('has %s count by agent', async (path) => {
    const counts = [];
    for (const agent of ['agent_id=baker', 'agent_id=glazier', ''])
      counts.push((await get(`${path}?${agent}`)).results[0]?.memory_count ?? null);
    const [ofBaker, ofGlazier, ofAll] = counts;
    expect(ofGlazier).toBe(0);
    expect(ofBaker).toBeGreaterThan(0);
    expect(ofAll).toBeGreaterThan(ofBaker ?? 0);
  });

  it('reads, and changes, of a named agent what is its own', async () => {
    for (const path of [`/v1/memories/${baker}`, `/v1/memories/${baker}/history`]) {
      expect([path, (await world.call('GET', `${path}?agent_id=baker`)).status]).toEqual([path, 200]);
      expect([path, (await world.call('GET', path)).status]).toEqual([path, 200]);
      expect([path, (await world.call('GET', `${path}?agent_id=potter`)).status]).toEqual([path, 404]);
    }
    const change = { importance: 0.9 };
    expect((await world.call('PATCH', `/v1/memories/${potter}?agent_id=baker`, change)).status).toBe(404);
    expect((await world.call('PATCH', `/v1/memories/${potter}`, change)).status).toBe(200);
  });

  it('searches for a viewer in the memory of the agent that the query names', async () => {
    const asked = { viewer: speaker, query: 'rye bowls', top_k: 50, threshold: 0 };
    const found = async (path: string, body: object): Promise<readonly string[]> =>
      ((await world.call('POST', path, body)).body as Listed).results.map(({ memory }) => memory);
    expect(await found('/v1/memories/search?agent_id=baker', asked)).toContain('Eats rye');
    expect(await found('/v1/memories/search?agent_id=baker', asked)).not.toContain('Throws bowls');
    expect(await found('/v1/memories/search', { ...asked, agent_id: 'potter' })).toContain('Throws bowls');
    const { status, body } = await world.call('POST', '/v1/memories/search?agent_id=baker', {
      ...asked,
      agent_id: 'potter',
    });
    expect([status, (body as { errors: readonly { path: string }[] }).errors[0]?.path]).toEqual([
      422,
      'agent_id',
    ]);
  });

  it('forgets of no agent but the one that is named', async () => {
    const { body } = await world.call('DELETE', '/v1/memories?agent_id=baker&status=active');
    expect((body as { forgotten: number }).forgotten).toBeGreaterThan(0);
    await world.platform.settled(30_000);
    expect(await memoriesAt('/v1/memories?agent_id=baker')).toEqual([]);
    expect(await memoriesAt('/v1/memories')).toContain('Throws bowls');
    expect((await world.call('DELETE', '/v1/memories?status=active')).body).toEqual({ forgotten: 0 });
  });

  it('alone lets a key say who is who: one for a single agent may not, for that reaches all of them', async () => {
    const make = async (name: string, more: object): Promise<string> => {
      const { body } = await world.call('POST', '/v1/keys', { name, roles: ['client', 'adaptor'], ...more });
      return (body as { key: string }).key;
    };
    const [ofBaker, ofAll] = [await make('baker', { agent_id: 'baker' }), await make('all', {})];
    const other = { platform: 'irc', platform_user_id: 'odo2' };
    const asked = async (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
      (await world.call(method, path, body, ofBaker)).status;
    const link = { from: speaker, to: other, viewer: speaker };
    const some = '00000000-0000-4000-8000-000000000000';
    const of = 'viewer_platform=chat&viewer_platform_user_id=odo';
    expect([
      await asked('POST', '/v1/identity/register', { ...speaker, first_name: 'Odo', last_name: 'Fake' }),
      await asked('POST', '/v1/identity/verify', { ...speaker, token: 'a.b.c' }),
      await asked('POST', '/v1/identity/link-codes', speaker),
      await asked('POST', '/v1/identity/link-codes/confirm', { ...other, code: 'ABCDEFGH' }),
      await asked('POST', '/v1/links', link),
      await asked('DELETE', `/v1/links/${some}?${of}`),
      await asked('PATCH', `/v1/entities/${some}?${of}`, { name: 'Fake' }),
      await asked('POST', `/v1/entities/${some}/aliases?${of}`, { name: 'Fake' }),
    ]).toEqual(Array.from({ length: 8 }, () => 403));
    expect((await world.call('POST', '/v1/identity/link-codes', speaker, ofAll)).status).toBe(201);
  });
});
