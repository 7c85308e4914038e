import { readFileSync } from 'node:fs';
import {
  Inject,
  Module,
  type DynamicModule,
  type OnApplicationShutdown,
  type Provider,
} from '@nestjs/common';
import { ClientProxy, type CustomTransportStrategy } from '@nestjs/microservices';
import type { KithConfig, NatsConfig } from '#config';
import { Database } from '#database';
import {
  connectNats,
  EmbeddedMessageBus,
  inboxOf,
  JetStreamMessageBus,
  MessageBus,
  NatsRequests,
  type BusReport,
  type Nats,
} from '#messaging';
import { Log, Metrics } from '#observability';
import { APP, CLOCK, CONFIG, type Clock } from './config.module.js';
import { reportBus } from './report-bus.js';
import { BusServer } from '../transport/bus-server.js';
import { InMemoryClient, InMemoryServer } from '../transport/in-memory.js';
import { NatsClient, NatsServer } from '../transport/over-nats.js';

/** The open connection, or null where the bus is in the database. */
const NATS = Symbol('Nats');
/** Answers what other apps ask. */
export const REQUEST_SERVER = Symbol('RequestServer');

const textOf = (path: string): string => readFileSync(path, 'utf8');

/** The connection of an app, or of an operator's command. */
const openNats = (config: NatsConfig, app: string): Promise<Nats> => {
  const { url, prefix, nkey, credentialsFile, caFile, certificateFile, keyFile } = config;
  const tls = {
    ...(caFile === null ? {} : { caFile }),
    ...(certificateFile === null ? {} : { certFile: certificateFile }),
    ...(keyFile === null ? {} : { keyFile }),
  };
  return connectNats({
    url: url.reveal(),
    name: `${prefix}-${app}`,
    inboxPrefix: inboxOf(prefix, app),
    ...(nkey === null ? {} : { nkeySeed: nkey.reveal() }),
    ...(credentialsFile === null ? {} : { credentials: textOf(credentialsFile) }),
    ...(Object.keys(tls).length === 0 ? {} : { tls }),
  });
};

/** Resolves when the broker takes us in. */
export const reachNats = async (config: NatsConfig): Promise<void> => {
  const { nc } = await openNats(config, 'operator');
  await nc.close();
};

/** Makes the streams that are missing, in the name of an operator: the users of apps may have no right to. */
export const prepareStreams = async (config: NatsConfig): Promise<void> => {
  const nats = await openNats(config, 'operator');
  try {
    const bus = await JetStreamMessageBus.open(nats, { root: config.prefix });
    await bus.close();
  } finally {
    await nats.nc.close();
  }
};

const openBus = (
  { nats: config }: KithConfig,
  nats: Nats | null,
  database: Database,
  now: Clock,
  log: Log,
  metrics: Metrics,
): MessageBus | Promise<MessageBus> => {
  const report = (one: BusReport): void => reportBus(log, metrics, one);
  return nats && config
    ? openJetStream(nats, { root: config.prefix, report })
    : new EmbeddedMessageBus(database, { now, report });
};

/** What cannot be worked with is let go of, so that the process ends. */
const openJetStream = async (
  nats: Nats,
  options: Parameters<typeof JetStreamMessageBus.open>[1],
): Promise<MessageBus> => {
  try {
    return await JetStreamMessageBus.open(nats, options);
  } catch (error) {
    await nats.nc.close();
    throw error;
  }
};

const inProcess: readonly Provider[] = [
  InMemoryServer,
  { provide: REQUEST_SERVER, useExisting: InMemoryServer },
  {
    provide: ClientProxy,
    useFactory: (server: InMemoryServer) => new InMemoryClient(server),
    inject: [InMemoryServer],
  },
];

/** Requests of one process to another; without a broker an app that runs by itself can ask itself alone. */
const betweenProcesses: readonly Provider[] = [
  InMemoryServer,
  {
    provide: NatsRequests,
    useFactory: (nats: Nats | null, { nats: config }: KithConfig) =>
      nats && config && new NatsRequests(nats, config.prefix),
    inject: [NATS, CONFIG],
  },
  {
    provide: REQUEST_SERVER,
    useFactory: (requests: NatsRequests | null, server: InMemoryServer): CustomTransportStrategy =>
      requests ? new NatsServer(requests) : server,
    inject: [NatsRequests, InMemoryServer],
  },
  {
    provide: ClientProxy,
    useFactory: (requests: NatsRequests | null, server: InMemoryServer) =>
      requests ? new NatsClient(requests) : new InMemoryClient(server),
    inject: [NatsRequests, InMemoryServer],
  },
];

/** The bus, and how apps ask each other: the only place that knows which broker there is. */
@Module({})
export class MessagingModule implements OnApplicationShutdown {
  constructor(
    @Inject(MessageBus) private readonly bus: MessageBus,
    @Inject(NATS) private readonly nats: Nats | null,
  ) {}

  static with(asks: 'in-process' | 'between-processes'): DynamicModule {
    return {
      module: MessagingModule,
      global: true,
      providers: [
        {
          provide: NATS,
          useFactory: ({ nats }: KithConfig, app: string) => nats && openNats(nats, app),
          inject: [CONFIG, APP],
        },
        {
          provide: MessageBus,
          useFactory: openBus,
          inject: [CONFIG, NATS, Database, CLOCK, Log, Metrics],
        },
        { provide: BusServer, useFactory: (bus: MessageBus) => new BusServer(bus), inject: [MessageBus] },
        ...(asks === 'in-process' ? inProcess : betweenProcesses),
      ],
      exports: [MessageBus, BusServer, REQUEST_SERVER, ClientProxy],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.bus.close();
    await this.nats?.nc.drain();
  }
}
