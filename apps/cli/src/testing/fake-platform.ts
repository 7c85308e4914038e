import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import pc from 'picocolors';
import { parseEnv, type KithConfig } from '#config';
import type { MemoryView, UserView } from '#contracts';
import type { Context } from '../context.js';
import { run } from '../program.js';

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
  readonly key: string | null;
}
interface Given {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}
export type Routes = Readonly<Record<string, (asked: Asked) => Given>>;

export interface FakePlatform {
  readonly url: string;
  readonly port: number;
  readonly asked: readonly Asked[];
  readonly close: () => Promise<void>;
}

const readAsked = async (request: IncomingMessage): Promise<Asked> => {
  const url = new URL(request.url ?? '/', 'http://fake');
  const body = await textOf(request);
  return {
    method: request.method ?? '',
    path: decodeURIComponent(url.pathname),
    query: url.searchParams,
    body: body === '' ? null : (JSON.parse(body) as unknown),
    key: request.headers.authorization?.replace('Bearer ', '') ?? null,
  };
};

/** Answers what `routes` says, by `METHOD /path`; a route may end in `*`. It knows nothing of the platform's rules. */
export const fakePlatform = async (routes: Routes): Promise<FakePlatform> => {
  const asked: Asked[] = [];
  const answer = (request: Asked): Given => {
    if (request.path === '/healthz') return { body: { status: 'ok' } };
    const name = `${request.method} ${request.path}`;
    const found = Object.entries(routes).find(([route]) =>
      route.endsWith('*') ? name.startsWith(route.slice(0, -1)) : name === route,
    );
    return found?.[1](request) ?? { status: 404, body: { title: 'Not found' } };
  };
  const server = createServer((request, response) => {
    void readAsked(request).then((one) => {
      if (one.path !== '/healthz') asked.push(one);
      const { status = 200, headers = {}, body } = answer(one);
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    asked,
    close: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  };
};

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

const configOf = (environment: Readonly<Record<string, string>>): KithConfig => {
  const parsed = parseEnv(environment);
  if (!parsed.ok) throw new Error(parsed.faults.join('; '));
  return parsed.config;
};

/** Runs a command line as a process would, without one; piped unless `isTty`. */
export const runKith = async (
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  {
    isTty = false,
    hosting = () => Promise.reject(new Error('no platform in tests')),
  }: { readonly isTty?: boolean; readonly hosting?: Context['hosting'] } = {},
): Promise<Ran> => {
  const out: string[] = [];
  const err: string[] = [];
  const code = await run(args, {
    terminal: {
      out: (text) => out.push(text),
      err: (text) => err.push(text),
      status: () => undefined,
      isTty,
      watchesErrors: false,
      width: isTty ? 80 : Number.POSITIVE_INFINITY,
      paint: pc.createColors(false),
      now: () => new Date('2026-05-04T12:00:00Z'),
    },
    config: (overrides = {}) => configOf({ ...environment, ...overrides }),
    signal: new AbortController().signal,
    hosting,
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
};

/** Runs one command against a platform that answers so, and is gone afterwards. */
export const kithOn = async (
  routes: Routes,
  args: readonly string[],
  options: { readonly isTty?: boolean; readonly hosting?: Context['hosting'] } = {},
) => {
  const platform = await fakePlatform(routes);
  const environment = {
    KITH_PORT: String(platform.port),
    KITH_DATA_DIR: 'memory://',
    KITH_OPERATOR_KEY: 'k-1',
  };
  const ran = await runKith(args, environment, options).finally(() => platform.close());
  return { ...ran, asked: platform.asked };
};

const someId = (seed: string): string => `${seed.padEnd(8, '0').slice(0, 8)}-0000-4000-8000-000000000000`;

export const memory = (seed: string, fields: Partial<MemoryView> = {}): MemoryView => ({
  id: someId(seed),
  kind: 'fact',
  memory: 'Grows roses',
  score: 0.5,
  similarity: null,
  lane: 'subject',
  memory_type: 'knowledge',
  importance: null,
  status: 'active',
  subjects: [{ entity_id: someId('e1'), name: 'Moss' }],
  speaker: { entity_id: someId('e2'), name: 'Fern' },
  owner: null,
  source: { source_id: someId('50'), type: 'group', name: '#garden' },
  conversation_id: null,
  visibility_scope: 'source_shared',
  sensitivity: 'public',
  portable: true,
  disclosure: 'public',
  trust: 'hearsay',
  conflicts_with: [],
  observed_at: '2026-05-01T12:00:00.000Z',
  created_at: '2026-05-01T12:00:00.000Z',
  updated_at: '2026-05-01T12:00:00.000Z',
  expires_at: null,
  evidence: [],
  metadata: {},
  ...fields,
});

export const user = (seed: string, name: string, account: string): UserView => ({
  id: someId(seed),
  display_name: name,
  created_at: '2026-05-01T12:00:00.000Z',
  platform_links: [{ platform: 'irc', platform_user_id: account }],
  memory_count: 0,
});
