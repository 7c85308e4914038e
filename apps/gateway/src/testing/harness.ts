import type { AddressInfo } from 'node:net';
import { ClientProxy } from '@nestjs/microservices';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Registry } from 'prom-client';
import { parseEnv } from '#config';
import { Database } from '#database';
import type { IngestService, RecallService } from '#contracts';
import { EmbeddedMessageBus, MessageBus, messagingMigrations } from '#messaging';
import { tenantMigrations } from '#read-models';
import { madeWith, testDatabase, type Provided } from '#testing';
import { InMemoryClient, baseModules, storeSchema } from '#wiring';
import { defaultLimits, type GatewayLimits } from '../limits/limits.js';
import { EdgeMetrics } from '../telemetry/metrics.js';
import { ApiKeys, edgeAdapter, edgeOptions, gatewayEntities, GatewayModule } from '../index.js';
import { prepareEdge } from '../edge/prepare-edge.js';
import { BACKLOG, LIMITS, LOG } from '../tokens.js';
import { WatchedBus } from './watched-bus.js';

export type Responders = Partial<RecallService & IngestService>;

/** The other apps, as far as a spec needs them; an operation that is not given is an app that fails. */
interface OtherApps {
  responders: Responders;
  readonly asked: { readonly operation: string; readonly input: unknown }[];
}

const otherApps = (): OtherApps & { readonly client: ClientProxy } => {
  const apps: OtherApps = { responders: {}, asked: [] };
  const answer = (pattern: string, input: unknown): Promise<unknown> => {
    if (pattern.endsWith('.ready')) return Promise.resolve(null);
    const operation = pattern.split('.')[1] as keyof Responders;
    apps.asked.push({ operation: pattern, input });
    const responder = apps.responders[operation] as ((asked: unknown) => unknown) | undefined;
    return responder
      ? Promise.resolve(responder(input))
      : Promise.reject(new Error(`nobody answers ${operation}`));
  };
  return Object.assign(apps, { client: new InMemoryClient({ answer }) });
};

export interface HttpCall {
  readonly key?: string | null;
  readonly json?: unknown;
  readonly bytes?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
}
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a spec asserts the shape
  readonly json: any;
}
type LogLine = Readonly<Record<string, unknown>>;

/** A gateway on an ephemeral port, with a key of every role. */
export interface Edge {
  readonly url: string;
  readonly keys: ApiKeys;
  readonly bus: WatchedBus;
  readonly registry: Registry;
  readonly services: OtherApps;
  readonly logged: LogLine[];
  readonly clock: { now: Date };
  readonly operator: string;
  readonly adaptor: string;
  readonly client: string;
  readonly ask: (method: string, path: string, asked?: HttpCall) => Promise<HttpAnswer>;
  readonly close: () => Promise<void>;
}

const asker =
  (url: string, operator: string): Edge['ask'] =>
  async (method, path, { key = operator, json, bytes, headers = {} } = {}) => {
    const body = bytes ?? (json === undefined ? undefined : JSON.stringify(json));
    const reply = await fetch(url + path, {
      method,
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    const text = await reply.text();
    const isJson = /json/u.test(reply.headers.get('content-type') ?? '') && text !== '';
    return {
      status: reply.status,
      headers: reply.headers,
      text,
      json: isJson ? (JSON.parse(text) as unknown) : null,
    };
  };

const hosted = { KITH_HOST: '0.0.0.0', KITH_OPERATOR_KEY: 'kith_of-the-harness' };
class Root {}

const startApp = async (
  limits: Partial<GatewayLimits>,
  now: () => Date,
  isExposed: boolean,
  provided: Provided,
): Promise<NestFastifyApplication> => {
  const parsed = parseEnv({
    KITH_DATA_DIR: 'memory://',
    KITH_EMBEDDER: 'none',
    ...(isExposed ? hosted : {}),
  });
  if (!parsed.ok) throw new Error(parsed.faults.join('\n'));
  const root = {
    module: Root,
    imports: [...baseModules({ config: parsed.config, now }, storeSchema, 'in-process'), GatewayModule],
  };
  const all = { ...defaultLimits, ...limits };
  const make = madeWith(() => Promise.resolve([...provided, [LIMITS, all]]));
  const app = await make<NestFastifyApplication>(root, edgeAdapter(all.connections), edgeOptions);
  prepareEdge(app);
  await app.init();
  await app.listen(0, '127.0.0.1');
  return app;
};

export const startEdge = async (limits: Partial<GatewayLimits> = {}, isExposed = false): Promise<Edge> => {
  const database = await testDatabase([...tenantMigrations, ...messagingMigrations], gatewayEntities);
  const clock = { now: new Date('2026-05-02T12:00:00Z') };
  const now = () => clock.now;
  const bus = new WatchedBus(new EmbeddedMessageBus(database, { now }));
  const apps = otherApps();
  const registry = new Registry();
  const logged: LogLine[] = [];
  const write = (line: LogLine) => void logged.push(line);
  const app = await startApp(limits, now, isExposed, [
    [Database, database],
    [MessageBus, bus],
    [ClientProxy, apps.client],
    [EdgeMetrics, new EdgeMetrics(registry)],
    [LOG, { info: write, warn: write, error: write }],
    [BACKLOG, async () => (await bus.depth()).find(({ kind }) => kind === 'events')?.waiting ?? 0],
  ]);
  const keys = app.get(ApiKeys);
  const keyOf = async (role: 'operator' | 'adaptor' | 'client') =>
    (await keys.create({ tenantId: 'default', name: role, roles: [role] })).key;
  const url = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`;
  const operator = await keyOf('operator');
  return {
    url,
    keys,
    bus,
    registry,
    services: apps,
    logged,
    clock,
    operator,
    adaptor: await keyOf('adaptor'),
    client: await keyOf('client'),
    ask: asker(url, operator),
    close: async () => {
      await app.close();
    },
  };
};

export const postedEvent = (id: string, changes: Readonly<Record<string, unknown>> = {}) => ({
  specversion: '1.0',
  id,
  source: '/adaptors/irc',
  type: 'kith.message.posted.v1',
  data: {
    platform: 'irc',
    message_id: id,
    text: 'The harbour opens at noon',
    sent_at: '2026-05-01T12:00:00Z',
    source: { type: 'group', external_id: '#quay' },
    author: { platform_user_id: 'u-1', handle: 'mara' },
    ...changes,
  },
});
