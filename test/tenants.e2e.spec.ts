import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { tokenOf, verifying } from './support/tokens.js';
import { agent, channel, dm, workspace, World, type PlaceOf } from './support/world.js';

/** The same people, places and ids in each world; only the words differ. */
const tenants = ['default', 'acme', 'zeta-9'] as const;
type Tenant = (typeof tenants)[number];
const things = {
  default: ['tuba', 'Porto', 'badgers', 'cellar'],
  acme: ['oboe', 'Lund', 'ferrets', 'attic'],
  'zeta-9': ['lute', 'Graz', 'weasels', 'pantry'],
} as const satisfies Record<Tenant, readonly string[]>;
const people = ['vera', 'wim', 'xenia', 'yusuf'];
const mill = workspace('mill');
const yard = channel('yard', mill);
const loft = channel('loft', mill, 'restricted');

/** Small and fixed, so that a failure can be told again. */
const chance = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

let world: World;
const keys = new Map<Tenant, string>();
const keyOf = (tenant: Tenant): string => keys.get(tenant) ?? '';
const foreignTo = (tenant: Tenant): readonly string[] =>
  tenants.filter((other) => other !== tenant).flatMap((other) => things[other]);
const call = (tenant: Tenant, method: string, path: string, body?: unknown) =>
  world.call(method, path, body, keyOf(tenant));
const idOf = async (tenant: Tenant, person: string): Promise<string> => {
  const { body } = await call(tenant, 'GET', `/v1/scope?platform=chat&platform_user_id=${person}`);
  return (body as { user_id: string }).user_id;
};

beforeAll(async () => {
  world = await World.open(verifying);
  keys.set('default', world.platform.operatorKey);
  for (const id of tenants.slice(1)) {
    const { status, body } = await world.call('POST', '/v1/tenants', { id });
    expect(status).toBe(201);
    keys.set(id, (body as { key: string }).key);
  }
  const pick = chance(20_261_123);
  const at = (n: number): string => new Date(Date.now() - 86_400_000 + n * 60_000).toISOString();
  const sentences = (words: readonly string[], n: number): string =>
    [
      `I play the ${words[0] ?? ''}`,
      `I live in ${words[1] ?? ''}`,
      `I have two ${words[2] ?? ''}`,
      `I sleep in the ${words[3] ?? ''}`,
    ][n] ?? '';
  // Interleaved, one event each, with the same ids in every world.
  for (let n = 0; n < 24; n += 1) {
    const person = people[pick(people.length)] ?? 'vera';
    const place: PlaceOf = [yard, loft, dm(person)][pick(3)] ?? yard;
    const sentence = pick(4);
    for (const tenant of tenants) {
      const event = {
        specversion: '1.0',
        id: `same-${String(n)}`,
        source: '/same',
        type: 'kith.message.posted.v1',
        data: {
          platform: 'chat',
          agent_id: agent,
          message_id: `same-${String(n)}`,
          text: sentences(things[tenant], sentence),
          sent_at: at(n),
          source: place,
          author: {
            platform_user_id: person,
            handle: person,
            display_name: `${person} of ${things[tenant][3]}`,
          },
        },
      };
      const { status } = await call(tenant, 'POST', '/v1/events', event);
      expect(status).toBe(202);
    }
  }
  await world.platform.settled(60_000);
}, 180_000);
afterAll(() => world.close());

describe('three tenants in one store', () => {
  it('hold each what was said in it, and nothing of another, whoever asks where for what', async () => {
    let told = 0;
    for (const tenant of tenants)
      for (const person of people)
        for (const place of [yard, loft, dm(person), null]) {
          const viewer = { platform: 'chat', platform_user_id: person };
          const source = place && { platform: 'chat', type: place.type, external_id: place.external_id };
          const { text, body } = await call(tenant, 'POST', '/v1/recall', {
            agent_id: agent,
            viewer,
            source,
            query: Object.values(things).flat().join(' '),
            threshold: 0,
            top_k: 200,
            include_messages: true,
          });
          told += (body as { results: readonly unknown[] }).results.length;
          expect(foreignTo(tenant).filter((word) => text.includes(word))).toEqual([]);
        }
    expect(told).toBeGreaterThan(50);
  });

  it('list, count and inspect their own alone', async () => {
    for (const tenant of tenants) {
      for (const path of [
        '/v1/memories?limit=200',
        '/v1/users?limit=200',
        '/v1/keys',
        '/v1/parked',
        '/api/agents/memories?limit=200',
        '/v1/events/same-3?source=/same',
        '/v1/identity/whoami?platform=chat&platform_user_id=vera',
      ]) {
        const { status, text } = await call(tenant, 'GET', path);
        expect([path, status]).toEqual([path, 200]);
        expect([path, foreignTo(tenant).filter((word) => text.includes(word))]).toEqual([path, []]);
      }
    }
  });

  it('know nobody and nothing of another by its id, in the bytes of what does not exist', async () => {
    const ids = await Promise.all(tenants.map((tenant) => idOf(tenant, 'vera')));
    expect(new Set(ids).size).toBe(3);
    const { body } = await call('acme', 'GET', '/v1/memories?limit=1');
    const [memory] = (body as { results: readonly { id: string; source: { source_id: string } | null }[] })
      .results;
    const none = '00000000-0000-4000-8000-000000000000';
    for (const [method, path, more] of [
      ['GET', '/v1/memories/', ''],
      ['GET', '/v1/memories/', '/history'],
      ['DELETE', '/v1/memories/', ''],
    ] as const) {
      const foreign = await call('default', method, `${path}${memory?.id ?? ''}${more}`);
      const absent = await call('default', method, `${path}${none}${more}`);
      expect([foreign.status, foreign.text]).toEqual([404, absent.text]);
    }
    const [, acmeVera = ''] = ids;
    for (const path of [`/v1/entities/${acmeVera}`, `/v1/entities/${none}`])
      expect((await call('zeta-9', 'GET', path)).status).toBe(404);
    const asked = await call('zeta-9', 'POST', '/v1/recall', {
      agent_id: agent,
      viewer: { entity_id: acmeVera },
      source: memory?.source ? { source_id: memory.source.source_id } : null,
      query: 'oboe Lund ferrets attic',
      threshold: 0,
    });
    expect((asked.body as { results: readonly unknown[] }).results).toEqual([]);
    expect(asked.text).not.toMatch(/oboe|Lund|ferrets|attic/u);
    expect((await call('acme', 'GET', `/v1/memories/${memory?.id ?? ''}`)).status).toBe(200);
  });

  it('verify, link and forget within themselves', async () => {
    const account = { platform: 'chat', platform_user_id: 'vera' };
    const elsewhere = { platform: 'mail', platform_user_id: 'vera' };
    await call('acme', 'POST', '/v1/identity/verify', { ...account, token: await tokenOf('auth0|vera') });
    await call('zeta-9', 'POST', '/v1/identity/verify', { ...elsewhere, token: await tokenOf('auth0|vera') });
    const links = async (tenant: Tenant, who: typeof account) => {
      const query = new URLSearchParams(who).toString();
      const { body } = await call(tenant, 'GET', `/v1/identity/whoami?${query}`);
      return (body as { platform_links: readonly unknown[] }).platform_links;
    };
    expect([await links('acme', account), await links('zeta-9', elsewhere)]).toEqual([
      [account],
      [elsewhere],
    ]);
    const { body } = await call('acme', 'POST', '/v1/identity/link-codes', account);
    const { code } = body as { code: string };
    const said = { platform: 'mail', platform_user_id: 'thief', code };
    expect((await call('default', 'POST', '/v1/identity/link-codes/confirm', said)).status).toBe(409);
    await call('zeta-9', 'DELETE', `/v1/memories?agent_id=${agent}&user_id=${await idOf('zeta-9', 'wim')}`);
    const left = await call(
      'acme',
      'GET',
      `/v1/memories?agent_id=${agent}&user_id=${await idOf('acme', 'wim')}`,
    );
    expect((left.body as { results: readonly unknown[] }).results.length).toBeGreaterThan(0);
  });

  it('are told no count of what is done for all of them', async () => {
    const whole = async (tenant: Tenant): Promise<readonly boolean[]> => {
      const { body } = await call(tenant, 'GET', '/v1/maintenance/doctor');
      const { waiting, parked, disk } = body as Readonly<Record<string, object | null>>;
      return [waiting, parked, disk].map((each) => each !== null);
    };
    expect([await whole('default'), await whole('acme')]).toEqual([
      [true, true, true],
      [false, false, false],
    ]);
  });

  it('are made and listed by operators of the first alone', async () => {
    const { body } = await call('default', 'GET', '/v1/tenants');
    expect((body as { results: readonly { id: string }[] }).results.map(({ id }) => id)).toEqual([
      'acme',
      'default',
      'zeta-9',
    ]);
    for (const [method, more] of [
      ['GET', undefined],
      ['POST', { id: 'other' }],
    ] as const)
      expect((await call('acme', method, '/v1/tenants', more)).status).toBe(403);
    expect((await call('default', 'POST', '/v1/tenants', { id: 'acme' })).status).toBe(409);
    for (const id of ['Acme', '', '-a', 'a_b', 'x'.repeat(64)])
      expect((await call('default', 'POST', '/v1/tenants', { id })).status).toBe(422);
  });
});

describe('a key of one agent or platform', () => {
  const confined = async (more: object, ...roles: readonly string[]): Promise<string> => {
    const { status, body } = await world.call('POST', '/v1/keys', { name: 'confined', roles, ...more });
    expect(status).toBe(201);
    return (body as { key: string; agent_id: string | null }).key;
  };
  const recallBy = (key: string, more: object) =>
    world.call(
      'POST',
      '/v1/recall',
      {
        viewer: { platform: 'chat', platform_user_id: 'vera' },
        query: 'tuba Porto badgers cellar',
        threshold: 0,
        ...more,
      },
      key,
    );

  it('is for that agent, named or not, and for no other', async () => {
    const key = await confined({ agent_id: agent }, 'client', 'adaptor');
    const other = await confined({ agent_id: 'somebody-else' }, 'client');
    expect((await recallBy(key, {})).text).toBe((await recallBy(key, { agent_id: agent })).text);
    expect(
      ((await recallBy(key, {})).body as { results: readonly unknown[] }).results.length,
    ).toBeGreaterThan(0);
    expect((await recallBy(key, { agent_id: 'somebody-else' })).status).toBe(403);
    expect(((await recallBy(other, {})).body as { results: readonly unknown[] }).results).toEqual([]);
    const [told] = await world.say('vera', dm('vera'), 'I play the bagpipes');
    const denial = (memory_id: string, by: string) =>
      world.call(
        'POST',
        '/v1/reviews',
        { kind: 'misattribution', memory_id, viewer: { platform: 'chat', platform_user_id: 'vera' } },
        by,
      );
    const hidden = await denial(told?.memory_id ?? '', other);
    const absent = await denial('00000000-0000-4000-8000-000000000000', other);
    expect([hidden.status, hidden.text]).toEqual([404, absent.text]);
    expect((await denial(told?.memory_id ?? '', key)).status).toBe(201);
    const event = world.posted('vera', dm('vera'), 'I drink matcha', { agent_id: 'somebody-else' });
    expect((await world.call('POST', '/v1/events', event, key)).status).toBe(422);
    expect((await world.call('GET', '/v1/events/same-3?source=/same', undefined, key)).status).toBe(200);
  });

  it('is for that platform, and is told of no message of another', async () => {
    const key = await confined({ platform: 'mail' }, 'client', 'adaptor');
    expect((await recallBy(key, { agent_id: agent })).status).toBe(403);
    const byId = { viewer: { entity_id: await idOf('default', 'vera') }, agent_id: agent };
    expect((await recallBy(key, byId)).status).toBe(403);
    const whoami = await world.call(
      'GET',
      '/v1/identity/whoami?platform=chat&platform_user_id=vera',
      undefined,
      key,
    );
    expect(whoami.status).toBe(403);
    const status = await world.call('GET', '/v1/events/same-3?source=/same', undefined, key);
    const none = await world.call('GET', '/v1/events/never?source=/same', undefined, key);
    expect([status.status, status.text]).toEqual([404, none.text]);
    const posted = await world.call(
      'POST',
      '/v1/events',
      world.posted('vera', dm('vera'), 'I drink matcha'),
      key,
    );
    expect(posted.status).toBe(422);
  });

  it('of one platform is told no account of another, by whichever call it asks', async () => {
    const key = await confined({ platform: 'mail' }, 'client', 'adaptor');
    const [account, other] = [
      { platform: 'mail', platform_user_id: 'vera-mails' },
      { platform: 'chat', platform_user_id: 'vera' },
    ];
    const { body } = await world.call('POST', '/v1/identity/link-codes', other);
    const said = { ...account, code: (body as { code: string }).code };
    const told = [await world.call('POST', '/v1/identity/link-codes/confirm', said, key)];
    const of = 'viewer_platform=mail&viewer_platform_user_id=vera-mails';
    for (const path of ['/v1/identity/whoami?platform=mail&platform_user_id=vera-mails', `/v1/users?${of}`])
      told.push(await world.call('GET', path, undefined, key));
    expect(told.map(({ status }) => status)).toEqual([200, 200, 200]);
    const own = `/v1/entities/${await idOf('default', 'vera')}?${of}`;
    told.push(await world.call('GET', own, undefined, key));
    for (const { text } of told) expect(text).not.toContain('"chat"');
    const everywhere = '/v1/identity/whoami?platform=mail&platform_user_id=vera-mails';
    expect((await world.call('GET', everywhere)).body).toMatchObject({ platform_links: [other, account] });
  });

  it('is no operator’s', async () => {
    const body = { name: 'x', roles: ['operator'], platform: 'mail' };
    expect((await world.call('POST', '/v1/keys', body)).status).toBe(422);
  });
});
