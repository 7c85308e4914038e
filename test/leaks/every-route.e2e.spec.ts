import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { maintenanceTasks } from '#domain';
import { agent, channel, dm, workspace, World } from '../support/world.js';

const castle = workspace('castle');
const hall = channel('hall', castle);
const vault = channel('vault', castle, 'restricted');

/** A word that is said in private only, and that nobody else may read anywhere. */
const secret = 'chrysoprase';
const nobody = '00000000-0000-4000-8000-000000000000';

interface KnownIds {
  readonly memoryId: string;
  readonly messageId: string;
  readonly ownerId: string;
}
interface Probe {
  readonly path: string;
  readonly body?: unknown;
  /** With what key; a client's unless told. */
  readonly as?: 'adaptor' | 'operator' | 'none';
}

const asker = { platform: 'chat', platform_user_id: 'mira' };
const here = { platform: 'chat', type: 'group', external_id: 'hall' };
const asMira = `agent_id=${agent}&viewer_platform=chat&viewer_platform_user_id=mira`;
const inHall = `${asMira}&viewer_source_platform=chat&viewer_source_type=group&viewer_source_external_id=hall`;
const ask = {
  agent_id: agent,
  viewer: asker,
  query: `tell me of the ${secret}`,
  include_messages: true,
  top_k: 200,
};

/** Each route, asked by somebody who may not hear of it in all the ways that the route allows. */
const probes: Readonly<Record<string, (known: KnownIds) => readonly Probe[]>> = {
  'POST /v1/recall': () =>
    [here, null, { platform: 'chat', type: 'dm', external_id: 'dm-mira' }].flatMap((source) =>
      ['hybrid', 'recent', 'important', 'typed'].map((mode) => ({
        path: '/v1/recall',
        body: { ...ask, source, mode, ...(mode === 'typed' ? { memory_type: 'preference' } : {}) },
      })),
    ),
  'POST /v1/memories/search': ({ ownerId }) => [
    { path: '/v1/memories/search', body: { ...ask, source: here } },
    { path: '/v1/memories/search', body: { ...ask, subjects: [{ entity_id: ownerId }] } },
    { path: '/v1/memories/search', body: { ...ask, as_of: new Date().toISOString() } },
  ],
  'GET /v1/memories': ({ ownerId }) =>
    [
      '',
      '&status=active',
      '&status=superseded',
      '&status=pending',
      '&status=forgotten',
      `&user_id=${ownerId}`,
    ].flatMap((more) => [
      { path: `/v1/memories?${asMira}${more}` },
      { path: `/v1/memories?${inHall}${more}` },
    ]),
  'GET /v1/memories/{id}': ({ memoryId }) => [
    { path: `/v1/memories/${memoryId}?${asMira}` },
    { path: `/v1/memories/${memoryId}?${inHall}` },
    { path: `/v1/memories/${memoryId}` },
  ],
  'GET /v1/memories/{id}/history': ({ memoryId }) => [
    { path: `/v1/memories/${memoryId}/history?${asMira}` },
    { path: `/v1/memories/${memoryId}/history?${inHall}` },
  ],
  'PATCH /v1/memories/{id}': ({ memoryId }) => [
    { path: `/v1/memories/${memoryId}?${asMira}`, body: { importance: 0.9 } },
  ],
  'DELETE /v1/memories/{id}': ({ memoryId }) => [{ path: `/v1/memories/${memoryId}?${inHall}` }],
  'DELETE /v1/memories': ({ ownerId }) => [
    { path: `/v1/memories?${asMira}&user_id=${ownerId}` },
    { path: `/v1/memories?${inHall}&status=active` },
  ],
  'POST /v1/memories': () => [
    {
      path: '/v1/memories',
      body: { agent_id: agent, viewer: asker, content: 'Plays the gong', source: here },
    },
  ],
  'GET /v1/users': () => [{ path: `/v1/users?${asMira}` }, { path: `/v1/users?${inHall}` }],
  'PATCH /v1/entities/{id}': ({ ownerId }) => [
    { path: `/v1/entities/${ownerId}?${inHall}`, body: { name: 'Lordling' } },
  ],
  'POST /v1/entities/{id}/aliases': ({ ownerId }) => [
    { path: `/v1/entities/${ownerId}/aliases?${inHall}`, body: { name: 'Lordling' } },
  ],
  'DELETE /v1/entities/{id}/aliases/{alias_id}': ({ ownerId }) => [
    { path: `/v1/entities/${ownerId}/aliases/${nobody}?${inHall}` },
  ],
  'GET /v1/entities/{id}': ({ ownerId }) => [{ path: `/v1/entities/${ownerId}?${inHall}` }],
  'POST /v1/identity/register': () => [
    { path: '/v1/identity/register', body: { ...asker, first_name: 'Mira', last_name: 'Vale' } },
    {
      path: '/v1/identity/register',
      body: { ...asker, first_name: 'Mira', last_name: 'Vale' },
      as: 'adaptor',
    },
  ],
  'POST /v1/identity/verify': () => [
    { path: '/v1/identity/verify', body: { ...asker, token: `${secret}.${secret}.${secret}` } },
  ],
  'GET /v1/identity/whoami': () => [
    { path: '/v1/identity/whoami?platform=chat&platform_user_id=mira' },
    { path: '/v1/identity/whoami?platform=chat&platform_user_id=mira', as: 'adaptor' },
  ],
  'GET /v1/tenants': () => [{ path: '/v1/tenants' }, { path: '/v1/tenants', as: 'operator' }],
  'POST /v1/tenants': () => [{ path: '/v1/tenants', body: { id: 'mine' } }],
  'POST /v1/identity/link-codes': () => [{ path: '/v1/identity/link-codes', body: asker }],
  'POST /v1/identity/link-codes/confirm': () => [
    { path: '/v1/identity/link-codes/confirm', body: { ...asker, code: 'KITH-7F3A-9QKM' } },
    { path: '/v1/identity/link-codes/confirm', body: { ...asker, code: secret } },
  ],
  'GET /v1/scope': () => [{ path: '/v1/scope?platform=chat&platform_user_id=mira' }],
  'POST /v1/policy/explain': ({ memoryId }) => [
    { path: '/v1/policy/explain', body: { agent_id: agent, viewer: asker, memory_id: memoryId } },
    {
      path: '/v1/policy/explain',
      body: { agent_id: agent, viewer: asker, memory_id: memoryId },
      as: 'operator',
    },
  ],
  'GET /api/agents/memories': ({ ownerId }) => [
    { path: `/api/agents/memories?agent_id=${agent}` },
    { path: `/api/agents/memories?agent_id=${agent}&user_id=${nobody}` },
    { path: `/api/agents/memories?agent_id=other&user_id=${ownerId}` },
  ],
  'GET /api/agents/memories/search': () => [
    { path: `/api/agents/memories/search?agent_id=${agent}&user_id=${nobody}&q=${secret}` },
  ],
  'GET /api/agents/users': () => [{ path: `/api/agents/users?${asMira}` }],
  'POST /v1/events': () => [
    { path: '/v1/events', body: [], as: 'adaptor' },
    { path: '/v1/events', body: [] },
  ],
  'GET /v1/events/{id}': ({ messageId }) => [
    { path: `/v1/events/${messageId}?source=/test`, as: 'adaptor' },
    { path: `/v1/events/${messageId}?source=/test` },
  ],
  'GET /v1/stats': () => [{ path: '/v1/stats' }, { path: '/v1/stats', as: 'operator' }],
  'GET /v1/keys': () => [{ path: '/v1/keys' }, { path: '/v1/keys', as: 'operator' }],
  'POST /v1/keys': () => [{ path: '/v1/keys', body: { roles: ['operator'], name: 'mine' } }],
  'DELETE /v1/keys/{id}': () => [{ path: `/v1/keys/${nobody}` }],
  'POST /v1/grants': ({ memoryId, ownerId }) => [
    { path: '/v1/grants', body: { memory_id: memoryId, entity_id: ownerId } },
    { path: '/v1/grants', body: { memory_id: memoryId, entity_id: ownerId }, as: 'operator' },
  ],
  'GET /v1/grants': ({ memoryId }) => [
    { path: `/v1/grants?memory_id=${memoryId}` },
    { path: `/v1/grants?memory_id=${memoryId}`, as: 'operator' },
  ],
  'POST /v1/erasures': ({ ownerId }) => [
    { path: `/v1/erasures?${asMira}`, body: { entity_id: ownerId, kind: 'both', dry_run: true } },
    { path: `/v1/erasures?${asMira}`, body: { entity_id: ownerId, kind: 'both' } },
    { path: '/v1/erasures', body: { entity_id: ownerId, kind: 'both', dry_run: true }, as: 'operator' },
  ],
  'GET /v1/erasures': () => [{ path: '/v1/erasures' }, { path: '/v1/erasures', as: 'operator' }],
  'GET /v1/erasures/key': () => [{ path: '/v1/erasures/key' }],
  'GET /v1/erasures/{id}': ({ memoryId }) => [{ path: `/v1/erasures/${memoryId}?${asMira}` }],
  'POST /v1/links': ({ ownerId }) => [
    { path: '/v1/links', body: { from: asker, to: { entity_id: ownerId }, viewer: asker } },
    {
      path: '/v1/links',
      body: { from: asker, to: { platform: 'chat', platform_user_id: 'lord' }, viewer: asker },
    },
    { path: '/v1/links', body: { from: { entity_id: ownerId }, to: { entity_id: nobody }, viewer: asker } },
  ],
  'DELETE /v1/links/{id}': ({ ownerId }) => [{ path: `/v1/links/${ownerId}?${asMira}` }],
  'GET /v1/reviews': () => [{ path: '/v1/reviews' }],
  'GET /v1/reviews/{id}': ({ memoryId }) => [
    { path: `/v1/reviews/${memoryId}` },
    { path: `/v1/reviews/${memoryId}`, as: 'operator' },
  ],
  'POST /v1/reviews': ({ memoryId }) => [
    {
      path: '/v1/reviews',
      body: { kind: 'misattribution', memory_id: memoryId, viewer: asker, agent_id: agent },
    },
  ],
  'POST /v1/reviews/decide': ({ memoryId }) => [
    { path: '/v1/reviews/decide', body: { verdict: 'approve', ids: [memoryId] } },
  ],
  ...Object.fromEntries(
    ['approve', 'reject', 'undo'].map((verdict) => [
      `POST /v1/reviews/{id}/${verdict}`,
      ({ memoryId }: KnownIds) => [
        { path: `/v1/reviews/${memoryId}/${verdict}`, body: {} },
        { path: `/v1/reviews/${memoryId}/${verdict}`, body: {}, as: 'operator' as const },
      ],
    ]),
  ),
  'GET /v1/parked': () => [{ path: '/v1/parked' }, { path: '/v1/parked', as: 'operator' }],
  'POST /v1/parked/{id}/replay': () => [{ path: '/v1/parked/ingest-recorder-1/replay', as: 'operator' }],
  'POST /v1/parked/{id}/discard': () => [{ path: '/v1/parked/ingest-recorder-1/discard', as: 'operator' }],
  'POST /v1/maintenance/{task}': () => [
    { path: '/v1/maintenance/expire', body: {} },
    ...maintenanceTasks.map((task) => ({
      path: `/v1/maintenance/${task}`,
      body: { dry_run: true },
      as: 'operator' as const,
    })),
  ],
  'GET /v1/maintenance/reports': () => [
    { path: '/v1/maintenance/reports' },
    { path: '/v1/maintenance/reports', as: 'operator' },
  ],
  'GET /v1/maintenance/doctor': () => [
    { path: '/v1/maintenance/doctor' },
    { path: '/v1/maintenance/doctor', as: 'operator' },
  ],
  'DELETE /v1/grants/{id}': () => [{ path: `/v1/grants/${nobody}` }],
  'GET /metrics': () => [{ path: '/metrics', as: 'none' }],
  'GET /healthz': () => [{ path: '/healthz', as: 'none' }],
  'GET /readyz': () => [{ path: '/readyz', as: 'none' }],
};

const methods = ['get', 'post', 'put', 'patch', 'delete'];
const routesOf = (document: { readonly paths: Readonly<Record<string, object>> }): readonly string[] =>
  Object.entries(document.paths)
    .flatMap(([path, operations]) =>
      Object.keys(operations)
        .filter((method) => methods.includes(method))
        .map((method) => `${method.toUpperCase()} ${path}`),
    )
    .sort();

describe('every route of the running platform', () => {
  let world: World;
  let known: KnownIds;
  let keys: Readonly<Record<'client' | 'adaptor', string>>;
  let routes: readonly string[];
  beforeAll(async () => {
    world = await World.open();
    keys = { client: await world.keyFor('client'), adaptor: await world.keyFor('adaptor') };
    await world.publish(
      world.joined('mira', hall),
      world.joined('lord', hall),
      world.joined('lord', vault),
      world.posted('lord', hall, 'I play the lyre'),
      world.posted('lord', dm('lord'), `I have a ring named ${secret}`),
      world.posted('lord', vault, `My favorite stone is ${secret}`),
      world.posted(
        'lord',
        { type: 'thread', external_id: 'aside', parent: dm('lord') },
        `I collect ${secret}`,
      ),
    );
    const { body } = await world.call('GET', `/v1/memories?agent_id=${agent}&limit=200`);
    const all = (
      body as { results: readonly { id: string; memory: string; speaker: { entity_id: string } }[] }
    ).results;
    const hidden = all.filter(({ memory }) => memory.includes(secret));
    expect(hidden).toHaveLength(3);
    const [first] = hidden;
    known = { memoryId: first?.id ?? '', messageId: 'e-4', ownerId: first?.speaker.entity_id ?? '' };
    const document = await fetch(`${world.platform.url}/docs-json`);
    routes = routesOf((await document.json()) as Parameters<typeof routesOf>[0]);
  });
  afterAll(() => world.close());

  it('is asked here: a new one says how it keeps what is not for everybody', () => {
    expect(routes).toEqual(Object.keys(probes).sort());
  });

  it('is missed if it is not', () => {
    const added = routesOf({ paths: { '/v1/export': { get: {} } } });
    expect([...routes, ...added].sort()).not.toEqual(Object.keys(probes).sort());
  });

  it.each(Object.entries(probes))('tells nothing hidden: %s', async (route, probe) => {
    const method = route.slice(0, route.indexOf(' '));
    for (const { path, body, as } of probe(known)) {
      const key = as === 'operator' ? undefined : as === 'none' ? '' : keys[as ?? 'client'];
      const response = await fetch(world.platform.url + path, {
        method,
        headers: {
          ...(key === '' ? {} : { authorization: `Bearer ${key ?? world.platform.operatorKey}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const echoed = text.replaceAll(ask.query, '');
      expect([path, response.status < 500, echoed.includes(secret)]).toEqual([path, true, false]);
      // Ids are for operators, and for the adaptor whose event it was.
      if (as === undefined) expect([path, text.includes(known.memoryId)]).toEqual([path, false]);
    }
  });

  it.each<[string, field: string, body?: object]>([
    ['POST /v1/recall', 'viewer', { agent_id: agent, query: 'who am I?' }],
    ['POST /v1/memories/search', 'viewer', { agent_id: agent, query: 'who am I?' }],
    ['POST /v1/memories', 'viewer', { agent_id: agent, content: 'Plays the gong' }],
    ['GET /v1/memories', 'viewer_id'],
    [`GET /v1/memories/${nobody}`, 'viewer_id'],
    [`GET /v1/memories/${nobody}/history`, 'viewer_id'],
    [`PATCH /v1/memories/${nobody}`, 'viewer_id', { importance: 0.9 }],
    [`DELETE /v1/memories/${nobody}`, 'viewer_id'],
    ['DELETE /v1/memories?status=active', 'viewer_id'],
    ['GET /v1/users', 'viewer_id'],
    [`GET /v1/entities/${nobody}`, 'viewer_id'],
    [`PATCH /v1/entities/${nobody}`, 'viewer_id', { name: 'Lordling' }],
    [`POST /v1/entities/${nobody}/aliases`, 'viewer_id', { name: 'Lordling' }],
    [`DELETE /v1/entities/${nobody}/aliases/${nobody}`, 'viewer_id'],
    ['POST /v1/links', 'viewer', { from: asker, to: { entity_id: nobody } }],
    [`DELETE /v1/links/${nobody}`, 'viewer_id'],
    ['POST /v1/reviews', 'viewer', { kind: 'misattribution', memory_id: nobody, agent_id: agent }],
    ['POST /v1/erasures', 'viewer_id', { entity_id: nobody, kind: 'both' }],
    [`GET /v1/erasures/${nobody}`, 'viewer_id'],
    ['GET /api/agents/memories', 'user_id'],
    ['GET /api/agents/memories/search?q=ring', 'user_id'],
    ['GET /api/agents/users', 'viewer_id'],
    ['GET /v1/scope', 'platform'],
    ['GET /v1/identity/whoami', 'platform'],
  ])('asks a client who asks: %s', async (route, ...[field, body]) => {
    const [method = '', path = ''] = route.split(' ');
    const { status, body: problem } = await world.call(method, path, body, keys.client);
    const { errors = [] } = problem as { errors?: readonly { path: string }[] };
    expect([status, errors.map((error) => error.path)]).toEqual([422, expect.arrayContaining([field])]);
  });

  it('and all is still there for whom it is', async () => {
    const { context } = await world.ask('lord', dm('lord'), `what do you know of the ${secret}?`, {
      top_k: 50,
    });
    expect(context.match(new RegExp(secret, 'gu'))?.length).toBeGreaterThanOrEqual(3);
  });
});
