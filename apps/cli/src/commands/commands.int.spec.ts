import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  fakePlatform,
  memory,
  runKith,
  user,
  type FakePlatform,
  type Routes,
} from '../testing/fake-platform.js';

let open: FakePlatform[] = [];
let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kith-cli-'));
});
afterEach(async () => {
  await Promise.all(open.map((platform) => platform.close()));
  open = [];
  await rm(folder, { recursive: true, force: true });
});

const kith = async (routes: Routes, args: readonly string[], options: { readonly isTty?: boolean } = {}) => {
  const platform = await fakePlatform(routes);
  open.push(platform);
  const ran = await runKith(
    args,
    { KITH_PORT: String(platform.port), KITH_DATA_DIR: folder, KITH_OPERATOR_KEY: 'k-1' },
    options,
  );
  return { ...ran, asked: platform.asked };
};

const context =
  "## Relevant Context From Past Conversations\n\n### Public Knowledge From This Server\n\n#### Moss's shared context\n- Grows roses (said by Fern, 2026-05-01)\n";
const recalled = {
  gated: false,
  scope: null,
  results: [memory('a1')],
  context,
  asked_about: [],
  explanation: null,
};
const users = {
  results: [user('e1', 'Moss', 'moss'), user('e2', 'Alex', 'alex'), user('e3', 'Alex', 'lex')],
};

/** A platform that knows how its people are and were called. */
const called = (names: Readonly<Record<string, readonly string[]>>): Routes => ({
  'GET /v1/users': () => ({ body: users }),
  'GET /v1/entities/*': ({ path }) => ({
    body: {
      aliases:
        names[users.results.find(({ id }) => path.endsWith(id))?.platform_links[0]?.platform_user_id ?? ''] ??
        [],
    },
  }),
  'POST /v1/recall': () => ({ body: recalled }),
});

describe('what is asked of no agent by name', () => {
  const only = (agent: string | null): Routes => ({
    'GET /v1/memories': ({ query }) => ({
      body: {
        results: query.get('agent_id') === agent || !query.has('agent_id') ? [memory('a1')] : [],
        next_cursor: null,
      },
    }),
    'POST /v1/recall': () => ({ body: { ...recalled, results: [], context: '' } }),
    'POST /v1/memories/search': () => ({ body: { results: [], next_cursor: null } }),
    'POST /v1/policy/explain': () => ({
      body: { decision: 'deny', rule: 'other-agent', reason: 'of another', policy_version: '1', knobs: {} },
    }),
  });
  const commands = [
    ['recall', 'roses?'],
    ['memories', 'search', 'roses'],
  ];
  it.each(commands)('is told of the other agents where the default holds nothing: %s', async (...words) => {
    const args = [...words, '--as', 'irc:moss'];
    expect((await kith(only('helper'), args)).err).toContain('--agent <handle>');
    expect((await kith(only('default'), args)).err).not.toContain('--agent');
    expect((await kith(only('helper'), [...args, '--agent', 'helper'])).err).not.toContain('--agent');
  });
  it('is told of them where a memory is another agent’s', async () => {
    const id = memory('a1').id;
    expect((await kith(only('helper'), ['explain', id, '--as', 'irc:moss'])).err).toContain(
      '--agent <handle>',
    );
  });
});

describe('the beginning of an id', () => {
  it('finds what no longer stands, too', async () => {
    const replaced = memory('b7', { status: 'superseded' });
    const routes: Routes = {
      'GET /v1/memories': ({ query }) => ({
        body: {
          results: query.get('status') === 'superseded' ? [replaced] : [memory('a1')],
          next_cursor: null,
        },
      }),
      [`GET /v1/memories/${replaced.id}`]: () => ({ body: replaced }),
    };
    const { code, out } = await kith(routes, ['memories', 'show', 'b700']);
    expect([code, out.includes('Grows roses')]).toEqual([0, true]);
  });
});

describe('kith recall', () => {
  it('prints the block, each memory with who, where, when and score', async () => {
    const { out, code } = await kith({ 'POST /v1/recall': () => ({ body: recalled }) }, [
      'recall',
      'roses?',
      '--as',
      'irc:moss',
    ]);
    expect(code).toBe(0);
    expect(out).toBe(
      [
        'Public Knowledge From This Server',
        "  Moss's shared context",
        '  - Grows roses (said by Fern, 2026-05-01)',
        '    said by Fern · #garden · 2026-05-01 · hearsay · 0.50 · a1000000-0000-4000-8000-000000000000',
      ].join('\n'),
    );
  });

  it('says where and by whom it is asked, with the key of the environment', async () => {
    const { asked } = await kith({ 'POST /v1/recall': () => ({ body: recalled }) }, [
      'recall',
      'roses?',
      '--as',
      'irc:moss',
      '--in',
      'irc:group:#garden',
      '--top-k',
      '3',
    ]);
    expect(asked[0]).toMatchObject({
      key: 'k-1',
      body: {
        viewer: { platform: 'irc', platform_user_id: 'moss' },
        source: { platform: 'irc', type: 'group', external_id: '#garden' },
        query: 'roses?',
        top_k: 3,
      },
    });
  });

  it('finds people by the name that others see', async () => {
    const { asked } = await kith(
      { 'GET /v1/users': () => ({ body: users }), 'POST /v1/recall': () => ({ body: recalled }) },
      ['recall', 'roses?', '--as', 'Moss'],
    );
    expect(asked.at(-1)?.body).toMatchObject({ viewer: { platform: 'irc', platform_user_id: 'moss' } });
  });

  it('lists the people a name may mean, and asks nothing', async () => {
    const { code, err, asked } = await kith(called({}), ['recall', 'roses?', '--as', 'alexx']);
    expect(code).toBe(2);
    expect(err).toContain('--as alexx: nobody is called so here');
    const other = await kith({ 'GET /v1/users': () => ({ body: users }) }, [
      'recall',
      'roses?',
      '--as',
      'Alex',
    ]);
    expect(other.err).toContain(
      '--as Alex may be any of 2 people. Choose one:\n  irc:alex  (Alex)\n  irc:lex  (Alex)',
    );
    expect(asked.some(({ method }) => method === 'POST')).toBe(false);
  });

  it('finds people by a handle or a name of before, and lists those who share one', async () => {
    const names = { moss: ['Moss', 'old.moss'], alex: ['Alex', 'fern'], lex: ['Alex', 'Fern'] };
    const one = await kith(called(names), ['recall', 'roses?', '--as', '@Old.Moss']);
    expect(one.asked.at(-1)?.body).toMatchObject({ viewer: { platform: 'irc', platform_user_id: 'moss' } });
    const several = await kith(called(names), ['recall', 'roses?', '--as', 'fern']);
    expect(several.code).toBe(2);
    expect(several.err).toContain('--as fern may be any of 2 people. Choose one:');
    expect(several.asked.some(({ method }) => method === 'POST')).toBe(false);
  });

  it('finds a place by the name its memories carry', async () => {
    const routes: Routes = {
      'GET /v1/memories': () => ({ body: { results: [memory('a1')], next_cursor: null } }),
      'POST /v1/recall': () => ({ body: recalled }),
    };
    const { asked } = await kith(routes, ['recall', 'roses?', '--as', 'irc:moss', '--in', '#garden']);
    expect(asked.at(-1)?.body).toMatchObject({
      source: { source_id: '50000000-0000-4000-8000-000000000000' },
    });
  });

  it('asks nothing in a place that nobody knows, and names those that are called nearly so', async () => {
    const routes: Routes = {
      'GET /v1/memories': () => ({ body: { results: [memory('a1')], next_cursor: null } }),
      'POST /v1/recall': () => ({ body: recalled }),
    };
    for (const [written, hint] of [
      ['#gardne', 'Did you mean #garden?'],
      ['garden-shed', 'Did you mean #garden?'],
      ['#volcano', 'Nothing here is called nearly so.'],
    ] as const) {
      const { code, err, asked } = await kith(routes, [
        'recall',
        'roses?',
        '--as',
        'irc:moss',
        '--in',
        written,
      ]);
      expect(code).toBe(2);
      expect(err).toContain(`--in ${written}: no place is called so here. ${hint}`);
      expect(asked.map(({ path }) => path)).toEqual(['/v1/memories']);
    }
  });

  it('with --json is the answer of the API', async () => {
    const { out } = await kith({ 'POST /v1/recall': () => ({ body: recalled }) }, [
      'recall',
      'roses?',
      '--as',
      'irc:moss',
      '--json',
    ]);
    expect(JSON.parse(out)).toEqual(recalled);
  });

  it.each([
    [['recall', 'roses?'], '--as is required'],
    [['recall', '--as', 'irc:moss'], 'A question is required'],
    [
      ['recall', 'x', '--as', 'irc:moss', '--top-k', '900'],
      '--top-k wants a whole number from 1 to 200, not 900.',
    ],
    [
      ['recall', 'x', '--as', 'irc:moss', '--mode', 'psychic'],
      '--mode wants one of hybrid, recent, important, typed, not psychic.',
    ],
    [
      ['recall', 'x', '--as', 'irc:moss', '--in', '#a', '--private'],
      '--in and --private exclude each other.',
    ],
    [['recall', 'x', '--ass', 'irc:moss'], "unknown option '--ass'"],
  ])('%j is called wrongly', async (args, sentence) => {
    const { code, err } = await kith({}, args);
    expect(code).toBe(2);
    expect(err).toContain(sentence);
  });

  it.each([
    [422, { errors: [{ path: 'query', message: 'is too long' }] }, 'kith: query: is too long'],
    [401, {}, 'does not know this key'],
    [403, {}, 'has not the role'],
    [500, { detail: 'The store is away.' }, 'The store is away.'],
  ])('tells a refusal with status %i in a sentence', async (status, body, sentence) => {
    const { code, err } = await kith({ 'POST /v1/recall': () => ({ status, body }) }, [
      'recall',
      'roses?',
      '--as',
      'irc:moss',
    ]);
    expect(code).toBe(1);
    expect(err).toContain(sentence);
  });

  it.each([
    ['recall', 'x', '--as', 'irc:a'],
    ['tenants', 'add', 'acme'],
  ])('has nothing to work on without a platform and a data directory: %s %s', async (...command) => {
    const { code, err } = await runKith(command, {
      KITH_PORT: '1',
      KITH_DATA_DIR: join(folder, 'none'),
    });
    expect(code).toBe(1);
    expect(err).toContain(
      `No platform answers at http://127.0.0.1:1 and there is no data directory ${join(folder, 'none')}.`,
    );
  });
});

const indexed: Routes = {
  'GET /v1/events/*': ({ path }) => ({ body: { id: path.split('/').at(-1), status: 'indexed', facts: [] } }),
  'GET /v1/stats': () => ({
    body: { memories: { active: 0 }, messages: 0, entities: 0, sources: 0, events: 0 },
  }),
};
const accepted = (status: string) => (asked: { readonly body: unknown }) => ({
  status: 202,
  body: { results: (asked.body as { id: string }[]).map(({ id }) => ({ id, status })) },
});

describe('kith import', () => {
  const log = async (name: string, ...lines: readonly string[]): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, lines.join('\n'));
    return path;
  };

  it('sends a log in batches, waits for each, and counts', async () => {
    const path = await log(
      '2020-05-01.log',
      '[09:00] <moss> hi',
      '=== fern  has joined #garden',
      '[09:01] <fern> moss: hello',
      '??',
    );
    const { code, out, asked } = await kith({ ...indexed, 'POST /v1/events': accepted('accepted') }, [
      'import',
      'irc',
      path,
      '--batch',
      '2',
      '--json',
    ]);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      channel: '#garden',
      lines: 4,
      messages: 2,
      joins: 1,
      people: 2,
      not_understood: 1,
      accepted: 3,
    });
    expect(
      asked.filter(({ method }) => method === 'POST').map(({ body }) => (body as unknown[]).length),
    ).toEqual([2, 1]);
    expect(asked.some(({ path: asks }) => asks === '/v1/events/2020-05-01:3')).toBe(true);
  });

  it('says so when everything was here already', async () => {
    const path = await log('2020-05-01.log', '[09:00] <moss> hi');
    const { out } = await kith({ ...indexed, 'POST /v1/events': accepted('duplicate') }, [
      'import',
      'irc',
      path,
    ]);
    expect(out).toContain('Nothing new');
  });

  it('waits as long as the platform asks, and goes on', async () => {
    const path = await log('2020-05-01.log', '[09:00] <moss> hi');
    let refusals = 2;
    const routes: Routes = {
      ...indexed,
      'POST /v1/events': (asked) =>
        refusals-- > 0
          ? { status: 429, headers: { 'retry-after': '0' }, body: {} }
          : accepted('accepted')(asked),
    };
    const { code, asked } = await kith(routes, ['import', 'irc', path]);
    expect(code).toBe(0);
    expect(asked.filter(({ method }) => method === 'POST')).toHaveLength(3);
  });

  it('names the lines of JSON that were refused, and sends the others', async () => {
    const path = await log('events.jsonl', '{"id":"a"}', 'nonsense', '', '{"id":"b"}');
    const routes: Routes = {
      ...indexed,
      'POST /v1/events': () => ({
        status: 202,
        body: {
          results: [
            { id: 'a', status: 'accepted' },
            { id: 'b', status: 'rejected', errors: [{ path: 'data.text', message: 'is required' }] },
          ],
        },
      }),
    };
    const { code, out, err } = await kith(routes, ['import', 'jsonl', path]);
    expect(code).toBe(1);
    expect(err).toContain('events.jsonl:2: is not JSON\nevents.jsonl:4: data.text: is required');
    expect(out).toContain('new\t1\nrefused\t2');
  });

  it.each([
    [['import', 'irc', 'garden.log'], 2, 'garden.log: its name holds no date. Give --date YYYY-MM-DD.'],
    [['import', 'irc', '2020-05-01.log'], 1, '2020-05-01.log: there is no such file.'],
    [['import', 'irc', 'x.log', '--date', '2020-02-31x'], 2, '--date wants YYYY-MM-DD'],
    [
      ['import', 'irc', '2020-05-01.log', '--timezone', 'Mars/Base'],
      2,
      '--timezone: Mars/Base is no time zone.',
    ],
  ])('%j cannot be done', async (args, exitCode, sentence) => {
    const { code, err } = await kith({}, args);
    expect(err).toContain(sentence);
    expect(code).toBe(exitCode);
  });
});

describe('kith memories', () => {
  const listed: Routes = {
    'GET /v1/memories': () => ({ body: { results: [memory('a1'), memory('b2')], next_cursor: null } }),
  };

  it('are whole and separated by tabs when piped', async () => {
    const { out } = await kith(listed, ['memories', 'list']);
    expect(out.split('\n')[1]).toBe(
      'a1000000-0000-4000-8000-000000000000\tMoss\tGrows roses\tFern\t#garden\t2026-05-01\thearsay',
    );
  });

  it('have short ids and relative dates in a terminal', async () => {
    const { out } = await kith(listed, ['memories', 'list'], { isTty: true });
    expect(out.split('\n')[1]).toBe('a1000000  Moss   Grows roses  Fern     #garden  3d ago  hearsay');
  });

  it('are found by the first characters of their id', async () => {
    const routes: Routes = { ...listed, 'GET /v1/memories/*': () => ({ body: memory('b2') }) };
    const { asked } = await kith(routes, ['memories', 'show', 'b200']);
    expect(asked.at(-1)?.path).toBe('/v1/memories/b2000000-0000-4000-8000-000000000000');
  });

  it('are exported one a line, and counted', async () => {
    const stats = (active: number) => ({
      'GET /v1/stats': () => ({
        body: { memories: { active }, messages: 0, entities: 0, sources: 0, events: 0 },
      }),
    });
    const whole = await kith({ ...listed, ...stats(2) }, ['memories', 'export']);
    expect(whole.out.split('\n').map((line) => (JSON.parse(line) as { id: string }).id.slice(0, 2))).toEqual([
      'a1',
      'b2',
    ]);
    expect(whole.err).toBe('Exported 2 memories, as many as the platform counts.');
    let asked = 0;
    const erasing = {
      'GET /v1/erasures': () => ({
        body: { results: asked++ === 0 ? [] : [{ id: 'x' }], next_cursor: null },
      }),
    };
    const cut = await kith({ ...listed, ...stats(2), ...erasing }, ['memories', 'export']);
    expect([cut.code, cut.out]).toEqual([1, '']);
    expect(cut.err).toContain('Something was erased while this ran');
    const short = await kith({ ...listed, ...stats(3) }, ['memories', 'export']);
    expect(short.code).toBe(1);
    expect(short.err).toContain('Exported 2 memories, but the platform counts 3.');
  });
});
