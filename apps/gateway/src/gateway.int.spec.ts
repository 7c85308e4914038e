import { connect } from 'node:net';
import { Counter } from 'prom-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { answered, failed, type MemoryView } from '#contracts';
import { startEdge, type Edge, type HttpAnswer } from './testing/harness.js';

let edge: Edge;
beforeAll(async () => {
  edge = await startEdge();
});
afterAll(() => edge.close());
beforeEach(() => {
  edge.services.responders = {};
  edge.services.asked.length = 0;
  edge.logged.length = 0;
});

const memoryId = '6b1f0b6e-2f0a-5d1c-9d6e-4a7c3b2a1908';
const viewer = 'viewer_platform=irc&viewer_platform_user_id=u-1';
const recallBody = { viewer: { platform: 'irc', platform_user_id: 'u-1' }, query: 'harbour' };
const emptyPage = answered({ results: [], next_cursor: null });
const problem = ({ status, json, headers }: HttpAnswer) => ({
  status,
  type: json.type as string,
  media: headers.get('content-type')?.split(';')[0],
  paths: (json.errors as { path: string }[]).map(({ path }) => path),
});
const problemOf = (status: number, kind: string, paths: readonly string[] = []) => ({
  status,
  type: `urn:kith:problem:${kind}`,
  media: 'application/problem+json',
  paths,
});

/** As it stands, byte for byte: fetch tidies paths and methods up. */
const sent = (request: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(edge.url);
    const socket = connect(Number(port), hostname, () => socket.end(request));
    let told = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (told += chunk));
    socket.on('error', reject).on('close', () => {
      resolve(told);
    });
  });

describe('a key', () => {
  it('is needed, and nothing tells which part of it was wrong', async () => {
    const told = await Promise.all([
      edge.ask('GET', '/v1/stats', { key: null }),
      edge.ask('GET', '/v1/stats', { key: 'kith_wrong' }),
      edge.ask('GET', '/v1/stats', { key: `${edge.operator.slice(0, -1)}~` }),
      edge.ask('GET', '/v1/stats', { key: null, headers: { authorization: 'Basic eDp5' } }),
    ]);
    expect(new Set(told.map(({ text }) => text)).size).toBe(1);
    expect(problem(told[0])).toEqual(problemOf(401, 'unauthenticated'));
    expect(told[0].headers.get('www-authenticate')).toBe('Bearer');
  });

  it('is taken as X-API-Key too', async () => {
    const told = await edge.ask('GET', '/v1/keys', { key: null, headers: { 'x-api-key': edge.operator } });
    expect(told.status).toBe(200);
  });

  it('is looked at before the body, and its role before anything is looked up', async () => {
    expect((await edge.ask('POST', '/v1/recall', { key: null, bytes: '{' })).status).toBe(401);
    expect(problem(await edge.ask('POST', '/v1/recall', { key: edge.adaptor, bytes: '{' }))).toEqual(
      problemOf(403, 'forbidden'),
    );
    expect(edge.services.asked).toEqual([]);
  });

  it.each([
    ['adaptor', 'POST', '/v1/recall'],
    ['adaptor', 'GET', `/v1/memories?${viewer}`],
    ['adaptor', 'GET', '/v1/users'],
    ['adaptor', 'GET', '/v1/keys'],
    ['client', 'POST', '/v1/events'],
    ['client', 'GET', '/v1/events/1?source=a'],
    ['client', 'GET', '/v1/stats'],
    ['client', 'POST', '/v1/policy/explain'],
    ['client', 'POST', '/v1/keys'],
    ['client', 'POST', '/v1/grants'],
    ['client', 'GET', '/v1/grants'],
    ['client', 'DELETE', `/v1/grants/${memoryId}`],
    ['adaptor', 'POST', '/v1/links'],
    ['client', 'POST', `/v1/reviews/${memoryId}/approve`],
    ['adaptor', 'POST', '/v1/grants'],
    ['adaptor', 'GET', '/v1/grants'],
    ['adaptor', 'DELETE', `/v1/grants/${memoryId}`],
    ['client', 'DELETE', `/v1/keys/${memoryId}`],
  ] as const)('of an %s may not %s %s', async (role, method, path) => {
    expect(problem(await edge.ask(method, path, { key: edge[role] }))).toEqual(problemOf(403, 'forbidden'));
  });

  it('can be made, used, listed without itself, and revoked', async () => {
    const made = await edge.ask('POST', '/v1/keys', { json: { name: 'bot', roles: ['client'] } });
    const { id, key } = made.json as { id: string; key: string };
    expect(made.status).toBe(201);
    edge.services.responders = { list: () => Promise.resolve(emptyPage) };
    expect((await edge.ask('GET', `/v1/memories?${viewer}`, { key })).status).toBe(200);
    const listed = await edge.ask('GET', '/v1/keys');
    expect(listed.json.results).toContainEqual(
      expect.objectContaining({ id, name: 'bot', roles: ['client'], revoked_at: null }),
    );
    expect(listed.text).not.toContain(key);
    expect((await edge.ask('DELETE', `/v1/keys/${id}`)).json).toEqual({ id });
    expect((await edge.ask('GET', `/v1/memories?${viewer}`, { key })).status).toBe(401);
    expect(JSON.stringify(edge.logged)).not.toContain(key);
  });

  it('is refused with roles that do not exist', async () => {
    const told = await edge.ask('POST', '/v1/keys', { json: { name: 'bot', roles: ['root'], colour: 1 } });
    expect(problem(told)).toEqual(problemOf(422, 'invalid', ['roles.0', 'colour']));
  });

  it('of the last operator stays', async () => {
    const { json } = await edge.ask('GET', '/v1/keys');
    const { id } = (json.results as { id: string; roles: string[] }[]).find(({ roles }) =>
      roles.includes('operator'),
    ) ?? { id: '' };
    expect(problem(await edge.ask('DELETE', `/v1/keys/${id}`))).toEqual(problemOf(409, 'conflict'));
  });
});

describe('a client', () => {
  it.each([
    ['/v1/memories', 'viewer_id'],
    [`/v1/memories/${memoryId}`, 'viewer_id'],
    [`/v1/memories/${memoryId}/history`, 'viewer_id'],
    ['/v1/users', 'viewer_id'],
    [`/v1/entities/${memoryId}`, 'viewer_id'],
    ['/api/agents/users', 'viewer_id'],
    ['/api/agents/memories', 'user_id'],
    ['/api/agents/memories/search?q=x', 'user_id'],
    ['/v1/memories?viewer_platform=irc', 'viewer_platform_user_id'],
    [`/v1/memories?${viewer}&viewer_source_platform=irc`, 'viewer_source_type,viewer_source_external_id'],
    [`/v1/memories?${viewer}&viewer_id=${memoryId}`, 'viewer_id'],
  ])('says for whom it asks %s', async (path, missing) => {
    expect(problem(await edge.ask('GET', path, { key: edge.client }))).toEqual(
      problemOf(422, 'invalid', missing.split(',')),
    );
    expect(edge.services.asked).toEqual([]);
  });

  it('gets no explanation', async () => {
    const asked = { key: edge.client, json: { ...recallBody, explain: true } };
    expect(problem(await edge.ask('POST', '/v1/recall', asked))).toEqual(
      problemOf(403, 'forbidden', ['explain']),
    );
    expect(problem(await edge.ask('POST', '/v1/memories/search', asked))).toEqual(
      problemOf(403, 'forbidden', ['explain']),
    );
    expect(edge.services.asked).toEqual([]);
  });

  it('speaks as its viewer alone', async () => {
    const statement = { content: 'Keeps bees', viewer: { platform: 'irc', platform_user_id: 'u-1' } };
    const speaker = { platform: 'irc', platform_user_id: 'u-2' };
    const asked = { key: edge.client, json: { ...statement, speaker } };
    expect(problem(await edge.ask('POST', '/v1/memories', asked))).toEqual(
      problemOf(403, 'forbidden', ['speaker']),
    );
    const unnamed = { key: edge.client, json: { content: 'Keeps bees', speaker } };
    expect(problem(await edge.ask('POST', '/v1/memories', unnamed))).toEqual(
      problemOf(422, 'invalid', ['viewer']),
    );
    edge.services.responders = { remember: () => Promise.resolve(answered({ results: [] })) };
    const own = { key: edge.client, json: { ...statement, speaker: statement.viewer } };
    expect((await edge.ask('POST', '/v1/memories', own)).status).toBe(201);
    expect(
      (await edge.ask('POST', '/v1/memories', { json: { content: 'Keeps bees', speaker } })).status,
    ).toBe(201);
  });

  it('may name its viewer in the query of a search, once', async () => {
    edge.services.responders = { search: () => Promise.resolve(emptyPage) };
    const path = `/v1/memories/search?${viewer}&viewer_source_id=${memoryId}`;
    expect((await edge.ask('POST', path, { key: edge.client, json: { query: 'harbour' } })).status).toBe(200);
    expect(edge.services.asked[0]?.input).toMatchObject({
      request: {
        viewer: { platform: 'irc', platform_user_id: 'u-1' },
        source: { source_id: memoryId },
        query: 'harbour',
      },
    });
    expect(problem(await edge.ask('POST', path, { key: edge.client, json: recallBody }))).toEqual(
      problemOf(422, 'invalid', ['viewer']),
    );
  });
});

describe('the seed paths', () => {
  it('make user_id the viewer, alone with the agent', async () => {
    edge.services.responders = {
      list: () => Promise.resolve(emptyPage),
      search: () => Promise.resolve(emptyPage),
    };
    await edge.ask('GET', `/api/agents/memories?agent_id=ash&user_id=${memoryId}&limit=5`, {
      key: edge.client,
    });
    await edge.ask('GET', `/api/agents/memories/search?agent_id=ash&user_id=${memoryId}&q=bees`, {
      key: edge.client,
    });
    expect(edge.services.asked.map(({ input }) => input)).toMatchObject([
      { query: { agent_id: 'ash', viewer_id: memoryId, limit: 5 } },
      { request: { agent_id: 'ash', viewer: { entity_id: memoryId }, query: 'bees', explain: false } },
    ]);
  });
});

describe('what may not be seen', () => {
  it('is the same bytes as what is not there, whatever the app said', async () => {
    const why = ['No such memory.', 'Memory 7 belongs to someone else.'];
    edge.services.responders = {
      get: () => Promise.resolve(failed('not-found', why.shift() ?? '', [{ path: 'x', message: 'y' }])),
    };
    const path = `/v1/memories/${memoryId}?${viewer}`;
    const absent = await edge.ask('GET', path, { key: edge.client });
    const hidden = await edge.ask('GET', path, { key: edge.client });
    const noId = await edge.ask('GET', `/v1/memories/nothing?${viewer}`, { key: edge.client });
    expect([hidden.text, noId.text]).toEqual([absent.text, absent.text]);
    expect(problem(absent)).toEqual(problemOf(404, 'not-found'));
    const unvarying = ({ headers }: HttpAnswer) =>
      [...headers].filter(([name]) => !/date|request-id|correlation-id/u.test(name));
    expect(unvarying(hidden)).toEqual(unvarying(absent));
  });
});

describe('an app that fails', () => {
  const asked = { key: '', json: recallBody };
  it.each([
    ['throws', () => Promise.reject(new Error('row: Mara keeps bees'))],
    ['says it is unavailable', () => Promise.resolve(failed('unavailable', 'row: Mara keeps bees'))],
    ['answers nonsense', () => Promise.resolve({ results: ['Mara keeps bees'] } as never)],
  ])('and %s is 503 with no word of a memory', async (_, recall) => {
    edge.services.responders = { recall };
    const told = await edge.ask('POST', '/v1/recall', { ...asked, key: edge.client });
    expect(problem(told)).toEqual(problemOf(503, 'unavailable'));
    expect(told.headers.get('retry-after')).toBe('1');
    expect(told.text + JSON.stringify(edge.logged)).not.toMatch(/bees|node_modules.*told/u);
  });

  it.each([
    ['conflict', 409, 'conflict'],
    ['credential-refused', 422, 'credential-refused'],
    ['forbidden', 403, 'forbidden'],
    ['timeout', 504, 'timeout'],
  ] as const)('with %s is %d', async (kind, status, type) => {
    edge.services.responders = { forget: () => Promise.resolve(failed(kind, 'Why.')) };
    expect(problem(await edge.ask('DELETE', `/v1/memories/${memoryId}?${viewer}`))).toEqual(
      problemOf(status, type),
    );
  });
});

describe('a request', () => {
  it.each([
    ['POST', '/v1/recall', { bytes: '{"query": "har' }, problemOf(400, 'malformed')],
    ['POST', '/v1/recall', { bytes: new Uint8Array([0x7b, 0xff, 0x7d]) }, problemOf(400, 'malformed')],
    [
      'POST',
      '/v1/recall',
      { bytes: '{}', headers: { 'content-type': 'text/xml' } },
      problemOf(415, 'unsupported-media-type'),
    ],
    [
      'POST',
      '/v1/recall',
      { bytes: '{}', headers: { 'content-type': '///' } },
      problemOf(415, 'unsupported-media-type'),
    ],
    ['POST', '/v1/recall', { bytes: 'x'.repeat(1024 * 1024 + 1) }, problemOf(413, 'too-large')],
    ['POST', '/v1/recall', {}, problemOf(415, 'unsupported-media-type')],
    ['POST', '/v1/recall', { json: { ...recallBody, top: 5 } }, problemOf(422, 'invalid', ['top'])],
    ['POST', '/v1/recall', { json: { ...recallBody, mode: 'psychic' } }, problemOf(422, 'invalid', ['mode'])],
    [
      'POST',
      '/v1/recall',
      { json: { ...recallBody, filters: { colour: 'red' } } },
      problemOf(422, 'invalid', ['filters.colour']),
    ],
    ['POST', '/v1/recall', { json: { ...recallBody, viewer: {} } }, problemOf(422, 'invalid', ['viewer'])],
    ['POST', '/v1/recall', { bytes: '{"__proto__":{"a":1}}' }, problemOf(422, 'invalid', ['__proto__'])],
    [
      'POST',
      '/v1/recall',
      { json: { ...recallBody, query: 'a\u0000' } },
      problemOf(422, 'invalid', ['query']),
    ],
    ['POST', '/v1/recall', { bytes: '['.repeat(100_000) }, problemOf(422, 'invalid', [''])],
    ['POST', '/v1/recall?x=1', { json: recallBody }, problemOf(422, 'invalid', ['x'])],
    ['DELETE', '/v1/memories', {}, problemOf(422, 'invalid', [''])],
    ['GET', '/v1/memories?status=nice', {}, problemOf(422, 'invalid', ['status'])],
    ['GET', '/v1/memories?limit=0', {}, problemOf(422, 'invalid', ['limit'])],
    ['GET', '/v1/memories?limit=5&limit=6', {}, problemOf(422, 'invalid', ['limit'])],
    ['GET', '/v1/scope?platform=a%00&platform_user_id=b', {}, problemOf(422, 'invalid', ['platform'])],
    ['GET', '/v1/nowhere', {}, problemOf(404, 'no-such-route')],
    ['POST', '/v1/nothing', { json: {} }, problemOf(404, 'no-such-route')],
    ['GET', '/%zz', {}, problemOf(400, 'malformed')],
    ['PUT', '/v1/recall', { json: {} }, problemOf(405, 'method-not-allowed')],
    ['PATCH', '/v1/memories/search', { json: {} }, problemOf(405, 'method-not-allowed')],
  ] as const)('%s %s is answered %#', async (method, path, asked, expected) => {
    const told = await edge.ask(method, path, asked);
    expect(problem(told)).toEqual(expected);
    expect(told.headers.get('x-request-id')).toMatch(/.{8}/u);
  });

  it('is told the methods that a path takes', async () => {
    expect((await edge.ask('PUT', `/v1/memories/${memoryId}`)).headers.get('allow')).toBe(
      'GET, HEAD, PATCH, DELETE',
    );
  });

  it('is told them whatever the method is', async () => {
    const asked = await Promise.all(
      ['TRACE', 'QUERY', 'LINK', 'FOO', 'get'].map((method) =>
        sent(`${method} /v1/recall?x=1 HTTP/1.1\r\nhost: kith\r\nconnection: close\r\n\r\n`),
      ),
    );
    for (const told of asked) expect(told).toMatch(/^HTTP\/1\.1 405 [\s\S]*allow: POST\r\n/iu);
    expect(await sent('FOO /v1/nowhere HTTP/1.1\r\nhost: kith\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /u);
  });

  it.each([
    '/docs/../v1/stats',
    '/docs/%2e%2e/v1/stats',
    '/docs/..\\v1',
    '/docs/a/../../v1/stats',
    '/%64ocs/..',
    '/docs/%2e',
    '/docs/package.json',
    '/docs/swagger-ui-bundle.js.map',
    '//v1/stats',
    '/v1/stats/',
    '/v1/../v1/stats',
  ])('finds no route at %s', async (path) => {
    const told = await sent(`GET ${path} HTTP/1.1\r\nhost: kith\r\nconnection: close\r\n\r\n`);
    expect(told).toMatch(/^HTTP\/1\.1 404 [\s\S]*urn:kith:problem:no-such-route/u);
  });

  it('never gets back what it said', async () => {
    const secret = 'Mara-keeps-bees';
    const json = {
      ...recallBody,
      mode: secret,
      lanes: [secret],
      as_of: secret,
      top_k: secret,
      viewer: { entity_id: secret },
    };
    const told = await edge.ask('POST', '/v1/recall', { json });
    expect([told.status, told.text.includes(secret)]).toEqual([422, false]);
    expect(JSON.stringify(edge.logged)).not.toContain(secret);
  });

  it('carries its ids in and out, and leaves one line', async () => {
    const headers = { 'x-request-id': 'req-1', 'x-correlation-id': 'corr-1' };
    const told = await edge.ask('GET', `/v1/memories/${memoryId}`, { headers });
    expect([told.headers.get('x-request-id'), told.headers.get('x-correlation-id')]).toEqual([
      'req-1',
      'corr-1',
    ]);
    const lines = edge.logged.filter(({ event }) => event === 'request.answered');
    expect(lines).toEqual([
      expect.objectContaining({
        request_id: 'req-1',
        correlation_id: 'corr-1',
        route: '/v1/memories/{id}',
        status: 503,
        tenant_id: 'default',
      }),
    ]);
    const forged = await edge.ask('GET', '/healthz', { headers: { 'x-request-id': 'a b{"x":1}' } });
    expect(forged.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/u);
  });
});

describe('the open routes', () => {
  it('tell health, readiness and numbers by route template', async () => {
    await edge.ask('GET', `/v1/memories/${memoryId}`);
    expect((await edge.ask('GET', '/healthz', { key: null })).json).toEqual({ status: 'ok' });
    expect((await edge.ask('GET', '/readyz', { key: null })).json).toEqual({ status: 'ok' });
    const { text, headers } = await edge.ask('GET', '/metrics', { key: null });
    expect(headers.get('content-type')).toMatch(/^text\/plain/u);
    expect(text).toContain('route="/v1/memories/{id}"');
    expect(text).not.toContain(memoryId);
  });

  it('tell of memories and decisions to operators alone, on this machine too', async () => {
    const seen = async (key: string | null): Promise<readonly string[]> => {
      const { status, text } = await edge.ask('GET', '/metrics', { key });
      expect(status).toBe(200);
      return [
        ...new Set(
          [...text.matchAll(/^# TYPE ((?!kith_http_|nodejs_|process_)\w+)/gmu)].map(([, name]) => name ?? ''),
        ),
      ];
    };
    const registers = [edge.registry];
    new Counter({ name: 'kith_policy_decisions_total', help: 'Decisions.', registers });
    expect([await seen(null), await seen(edge.client), await seen(edge.operator)]).toEqual([
      [],
      [],
      ['kith_policy_decisions_total'],
    ]);
    expect((await edge.ask('GET', '/metrics', { key: 'wrong' })).status).toBe(401);
    const { json } = await edge.ask('POST', '/v1/tenants', { json: { id: 'pottery' } });
    const { key } = json as { key: string };
    const refused = await edge.ask('GET', '/metrics', { key });
    expect([refused.status, refused.text.includes('kith_')]).toEqual([403, false]);
  });

  it('tell no numbers but to operators where others than this machine can connect', async () => {
    const exposed = await startEdge({}, true);
    try {
      const statusFor = async (key: string | null) => (await exposed.ask('GET', '/metrics', { key })).status;
      expect([await statusFor(null), await statusFor('wrong')]).toEqual([401, 401]);
      expect([await statusFor(exposed.client), await statusFor(exposed.adaptor)]).toEqual([403, 403]);
      const { status, text } = await exposed.ask('GET', '/metrics');
      expect([status, text.includes('kith_http_request_duration_seconds')]).toEqual([200, true]);
      expect((await exposed.ask('GET', '/healthz', { key: null })).status).toBe(200);
    } finally {
      await exposed.close();
    }
  });

  it('say when the bus is not there', async () => {
    edge.bus.isBroken = true;
    const told = await edge.ask('GET', '/readyz', { key: null });
    edge.bus.isBroken = false;
    expect(problem(told)).toEqual(problemOf(503, 'unavailable'));
  });

  it('show the contract with nothing from elsewhere', async () => {
    const page = await edge.ask('GET', '/docs', { key: null });
    const script = await edge.ask('GET', '/docs/swagger-ui-init.js', { key: null });
    expect(page.text).toContain('swagger-ui');
    expect((await edge.ask('GET', '/docs/swagger-ui.css', { key: null })).status).toBe(200);
    expect(page.text).not.toMatch(/(?:src|href)=["'](?:https?:)?\/\//u);
    expect(script.text).not.toMatch(/validatorUrl|https?:\/\/(?!json-schema\.org)/u);
    expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'.*script-src 'self';/u);
    expect(script.headers.get('content-security-policy')).not.toMatch(/script-src[^;]*unsafe/u);
    expect((await edge.ask('GET', '/docs-json', { key: null })).json.openapi).toBe('3.1.0');
  });
});

describe('recall', () => {
  it('hands the checked question over and the answer back', async () => {
    const memory: Partial<MemoryView> = { id: memoryId, memory: 'Keeps bees' };
    const answer = {
      gated: false,
      scope: null,
      results: [memory as MemoryView],
      context: 'x',
      asked_about: [],
      explanation: null,
    };
    edge.services.responders = { recall: () => Promise.resolve(answered(answer)) };
    const told = await edge.ask('POST', '/v1/recall', { key: edge.client, json: recallBody });
    expect([told.status, told.json]).toEqual([200, answer]);
    expect(edge.services.asked).toMatchObject([
      {
        operation: 'recall.recall',
        input: {
          caller: { tenantId: 'default', roles: ['client'] },
          request: { ...recallBody, top_k: 10, agent_id: 'default' },
        },
      },
    ]);
  });
});
