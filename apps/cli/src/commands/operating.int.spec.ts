import { describe, expect, it } from '@jest/globals';
import type { Context } from '../context.js';
import { kithOn as kith, type Routes } from '../testing/fake-platform.js';

describe('kith keys', () => {
  it('prints a new key alone, so it can be piped', async () => {
    const routes: Routes = {
      'POST /v1/keys': () => ({
        status: 201,
        body: { id: 'x', key: 'secret-1', roles: ['client'], name: 'bot' },
      }),
    };
    const { out, asked } = await kith(routes, ['keys', 'create', '--role', 'client', '--name', 'bot']);
    expect(out).toBe('secret-1');
    expect(asked[0]?.body).toEqual({ roles: ['client'], name: 'bot' });
  });

  it('refuses a role that does not exist', async () => {
    const { code, err } = await kith({}, ['keys', 'create', '--role', 'king']);
    expect(code).toBe(2);
    expect(err).toContain('--role wants one of adaptor, client, operator, not king.');
  });

  it.each(['keys', 'tenants'])('lists all there are: %s', async (word) => {
    const one = { roles: ['client'], name: 'n', created_at: '2026-05-01T10:00:00.000Z', revoked_at: null };
    const more = { agent_id: null, platform: null };
    const routes: Routes = {
      [`GET /v1/${word}`]: ({ query }) => ({
        body:
          query.get('cursor') === 'a'
            ? { results: [{ ...one, ...more, id: 'b' }], next_cursor: null }
            : { results: [{ ...one, ...more, id: 'a' }], next_cursor: 'a' },
      }),
    };
    const { out } = await kith(routes, [word, 'list']);
    expect(out.split('\n').map((line) => line.split('\t')[0])).toEqual(['id', 'a', 'b']);
  });
});

describe('kith parked', () => {
  const parked = (id: string, fields: object = {}) => ({
    id,
    kind: 'events',
    consumer: 'ingest-recorder',
    event_key: '/adaptors/irc|m-7',
    type: 'kith.message.posted.v1',
    platform: 'irc',
    message_id: 'm-7',
    attempts: 5,
    cause: 'data.colour: is not a known field',
    bytes: 412,
    received_at: '2026-05-04T10:00:00.000Z',
    parked_at: '2026-05-04T11:00:00.000Z',
    ...fields,
  });
  const page = (results: readonly object[], next_cursor: string | null = null) => ({
    body: { results, next_cursor },
  });

  it('lists what waits, by ids and causes', async () => {
    const odd = parked('ingest-recorder-9', { type: null, platform: null, message_id: null });
    const routes = { 'GET /v1/parked': () => page([parked('ingest-recorder-7'), odd]) };
    const { out, code } = await kith(routes, ['parked', 'list'], { isTty: true });
    expect(code).toBe(0);
    expect(out).toContain('7   posted  irc m-7');
    expect(out).toMatch(/data.colour: is not a known field +5 +1h ago/u);
    expect(out).toMatch(/^9 +events +\/adaptors\/irc\|m-7/mu);
  });

  it('says so when nothing is parked', async () => {
    const { out, err, code } = await kith({ 'GET /v1/parked': () => page([]) }, ['parked', 'list']);
    expect([code, out, err]).toEqual([0, '', 'Nothing is parked.']);
  });

  it('replays and discards by id, or everything there is', async () => {
    const routes: Routes = {
      'GET /v1/parked': ({ query }) =>
        query.get('cursor') === null ? page([parked('r-1')], '1') : page([parked('r-2')]),
      'POST /v1/parked/*': ({ path }) => ({ body: { id: path.split('/')[3] } }),
    };
    const one = await kith(routes, ['parked', 'replay', 'r-1']);
    expect([one.code, one.out]).toEqual([0, '1 message replayed.']);
    const byNumber = await kith(routes, ['parked', 'replay', '2', '1', '--json']);
    expect(JSON.parse(byNumber.out)).toEqual({ replayed: ['r-2', 'r-1'], missing: [] });
    const all = await kith(routes, ['parked', 'discard', '--all', '--json']);
    expect([all.code, JSON.parse(all.out)]).toEqual([0, { discarded: ['r-1', 'r-2'], missing: [] }]);
    expect(all.asked.flatMap(({ method, path }) => (method === 'POST' ? [path] : []))).toEqual([
      '/v1/parked/r-1/discard',
      '/v1/parked/r-2/discard',
    ]);
  });

  it('names what is not parked, and wants to be told which', async () => {
    const gone = await kith({}, ['parked', 'replay', 'r-1']);
    expect([gone.code, gone.err]).toEqual([1, 'kith: Not parked: r-1.']);
    expect((await kith({}, ['parked', 'discard'])).code).toBe(2);
    expect((await kith({}, ['parked', 'discard', 'r-1', '--all'])).code).toBe(2);
  });
});

describe('kith janitor', () => {
  const report = (fields: object = {}) => ({
    id: '50000000-0000-4000-8000-000000000001',
    task: 'garbage',
    dry_run: false,
    status: 'done',
    asked_by: 'schedule',
    asked_at: '2026-05-04T11:00:00.000Z',
    started_at: '2026-05-04T11:00:00.000Z',
    finished_at: '2026-05-04T11:00:02.000Z',
    found: 1204,
    changed: 1204,
    findings: [{ kind: 'superseded', found: 1204, changed: 1204, sample_ids: ['a', 'b', 'c', 'd'] }],
    error: null,
    ...fields,
  });

  it('runs a task and tells what it found and did', async () => {
    const routes = { 'POST /v1/maintenance/garbage': () => ({ body: report() }) };
    const { out, code, asked } = await kith(routes, ['janitor', 'run', 'garbage'], { isTty: true });
    expect(code).toBe(0);
    expect(asked[0]?.body).toEqual({ dry_run: false });
    expect(out).toContain('superseded  1,204    1,204  a, b, c, …');
    expect(out).toContain('garbage: 1,204 found, 1,204 changed.');
  });

  it('changes nothing in a dry run, and says so', async () => {
    const routes = {
      'POST /v1/maintenance/garbage': () => ({ body: report({ dry_run: true, changed: 0, findings: [] }) }),
    };
    const { out, asked } = await kith(routes, ['janitor', 'run', 'garbage', '--dry-run']);
    expect(asked[0]?.body).toEqual({ dry_run: true });
    expect(out).toBe('garbage: 1,204 found; nothing was changed.');
  });

  it('fails with the task, and with a word that is none', async () => {
    const routes = {
      'POST /v1/maintenance/expire': () => ({
        body: report({ task: 'expire', status: 'failed', error: 'StatementTimeoutError', findings: [] }),
      }),
    };
    const failed = await kith(routes, ['janitor', 'run', 'expire']);
    expect([failed.code, failed.err]).toEqual([
      1,
      'kith: expire failed (StatementTimeoutError); it is parked.',
    ]);
    const { code, err } = await kith({}, ['janitor', 'run', 'sweep']);
    expect([code, err]).toEqual([2, expect.stringContaining('expire, garbage')]);
  });

  it('lists what tasks found and did', async () => {
    const body = { results: [report(), report({ dry_run: true })], next_cursor: null };
    const { out } = await kith({ 'GET /v1/maintenance/reports': () => ({ body }) }, ['janitor', 'reports'], {
      isTty: true,
    });
    expect(out).toMatch(/1h ago +garbage +done +1,204 +1,204 +schedule/u);
    expect(out).toContain('dry run');
  });

  it.each([
    ['/v1/maintenance/reports', ['janitor', 'reports']],
    ['/v1/erasures', ['erasures', 'list']],
  ])('says that there is more than it shows: %s', async (path, args) => {
    const { err } = await kith(
      { [`GET ${path}`]: () => ({ body: { results: [], next_cursor: 'a' } }) },
      args,
    );
    expect(err).toContain('There are more');
  });
});

describe('kith doctor', () => {
  it('tells on one page how the store is, and what to see to', async () => {
    const page = {
      status: 'needs-attention',
      advice: ['2 messages are parked: `kith parked list` shows why, replay or discard them.'],
      versions: { kith: '0.1.0', node: 'v20.19.0', engine: 'embedded', embedder: 'bundled' },
      reachable: { ingest: true, recall: false },
      memories: { active: 20114, archived: 31 },
      messages: 51000,
      entities: 212,
      sources: 9,
      index: { engine: 'qdrant', reachable: true },
      events: 130000,
      waiting: {
        bus: { events: 3, facts: 1 },
        bus_oldest_seconds: 4,
        reading: 0,
        reading_oldest_seconds: 0,
        index_lag: 1,
      },
      faults: { contradicted: 4, ended: 0 },
      parked: { count: 2, oldest_seconds: 7200 },
      disk: { database_bytes: 104857600, log_bytes: 52428800 },
      last_runs: [],
    };
    const { out, code } = await kith({ 'GET /v1/maintenance/doctor': () => ({ body: page }) }, ['doctor'], {
      isTty: true,
    });
    expect(code).toBe(0);
    for (const line of [
      'needs attention',
      'memories active    20,114',
      'ingest yes, recall NO',
      '4, the oldest for 4.0 s (events 3, facts 1)',
      '2, the oldest for 2 h 00 min',
    ])
      expect(out).toContain(line);
    expect(out).toContain('- 2 messages are parked');
    expect(out.split('\n').length).toBeLessThan(24);
  });

  const away = {
    'GET /v1/maintenance/doctor': () => ({ status: 503, body: { title: 'Service Unavailable' } }),
  };
  const seeing = (engines: Readonly<Record<string, string | null>>): Context['hosting'] => {
    const none = () => Promise.reject(new Error('not asked for'));
    const reach = () => Promise.resolve(engines);
    return () =>
      Promise.resolve({ start: none, rebuild: none, migrate: none, addModel: none, compare: none, reach });
  };

  it('looks at the servers itself when nobody behind the edge can tell', async () => {
    const hosting = seeing({ postgres: null, nats: 'connection refused' });
    const { out, err, code } = await kith(away, ['doctor'], { isTty: true, hosting });
    expect(out).toContain('gateway yes, postgres yes, nats NO (connection refused)');
    expect([code, err]).toEqual([1, expect.stringContaining('a server that all apps need does not')]);
  });

  it('says that no janitor answers when all servers do', async () => {
    const hosting = seeing({ postgres: null, nats: null, qdrant: null });
    const { out, err, code } = await kith(away, ['doctor', '--json'], { hosting });
    expect(JSON.parse(out)).toEqual({
      status: 'unreachable',
      reachable: { postgres: true, nats: true, qdrant: true },
    });
    expect([code, err]).toEqual([1, expect.stringContaining('no janitor does')]);
  });
});
