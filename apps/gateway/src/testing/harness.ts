import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import type { IngestService, RecallService } from '#domain';
import {
  EmbeddedMessageBus,
  InProcessRequestReply,
  messagingMigrations,
  type RequestReply,
} from '#messaging';
import { testDatabase } from '#testing';
import {
  ApiKeys,
  createGateway,
  defaultGatewayConfig,
  gatewayEntities,
  gatewayMigrations,
  type GatewayConfig,
} from '../index.js';
import { ingestOperations, recallOperations } from '../service-client.js';
import { WatchedBus } from './watched-bus.js';

export type Responders = Partial<RecallService & IngestService>;

/** The other apps, as far as a spec needs them; an operation that is not given is an app that fails. */
interface OtherApps {
  responders: Responders;
  readonly asked: { readonly operation: string; readonly input: unknown }[];
}

const otherApps = (services: RequestReply): OtherApps => {
  const apps: OtherApps = { responders: {}, asked: [] };
  const respond = (service: string, operation: keyof Responders) =>
    services.respond(service, operation, async (input) => {
      apps.asked.push({ operation: `${service}.${operation}`, input });
      const responder = apps.responders[operation] as ((asked: unknown) => unknown) | undefined;
      if (!responder) throw new Error(`nobody answers ${operation}`);
      return await responder(input);
    });
  for (const operation of Object.keys(recallOperations)) respond('recall', operation as keyof RecallService);
  for (const operation of Object.keys(ingestOperations)) respond('ingest', operation as keyof IngestService);
  return apps;
};

export interface Asked {
  readonly key?: string | null;
  readonly json?: unknown;
  readonly bytes?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
}
export interface Told {
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
  readonly ask: (method: string, path: string, asked?: Asked) => Promise<Told>;
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

export const startEdge = async (config: Partial<GatewayConfig> = {}, isExposed = false): Promise<Edge> => {
  const database = await testDatabase([...gatewayMigrations, ...messagingMigrations], gatewayEntities);
  const clock = { now: new Date('2026-05-02T12:00:00Z') };
  const now = () => clock.now;
  const keys = new ApiKeys(database, now);
  const bus = new WatchedBus(new EmbeddedMessageBus(database, { now }));
  const services = new InProcessRequestReply();
  const apps = otherApps(services);
  const registry = new Registry();
  const logged: LogLine[] = [];
  const write = (line: LogLine) => void logged.push(line);
  const app = await createGateway({
    config: { ...defaultGatewayConfig, ...config },
    bus,
    services,
    keys,
    log: { info: write, warn: write, error: write },
    metrics: registry,
    isExposed,
    now,
  });
  await app.listen(0, '127.0.0.1');
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
      await bus.close();
      await database.close();
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
