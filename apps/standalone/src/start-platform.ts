import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { KithConfig } from '#config';
import { Database } from '#database';
import type { Embedder } from '#embeddings';
import { EventLog } from '#event-log';
import { ApiKeys, edgeAdapter, ensureOperatorKey, prepareEdge, type OperatorKey } from '#gateway';
import { IngestModule } from '#ingest';
import { MemoryIndex } from '#memory-index';
import { Log } from '#observability';
import { indexerName } from '#recall';
import { nestOptions, BusServer, CONFIG, EMBEDDING_ENGINE, type StartedWith, startServing } from '#wiring';
import { finishRebuild } from './rebuild.js';
import { StandaloneModule } from './standalone.module.js';

export interface PlatformOptions extends StartedWith {
  /** Zero takes any free one; absent, the configured one. */
  readonly port?: number;
  /** Logs warnings and errors only. */
  readonly quiet?: boolean;
  /** How Nest makes the application: a test puts others in the place of some providers. */
  readonly make?: (typeof NestFactory)['create'];
}

export interface Platform {
  readonly url: string;
  /** Empty when an operator's key exists but is not kept here. */
  readonly operatorKey: string;
  /** True when it was made by this start: show it, once. */
  readonly isNewKey: boolean;
  /** Resolves when everything published before the call can be recalled. */
  settled(withinMs: number): Promise<void>;
  /** Drains: stops taking requests, finishes what is in hand, closes the store. */
  stop(): Promise<void>;
}

const operatorKeyOf = (app: NestFastifyApplication): Promise<OperatorKey | null> => {
  const { dataDir, operatorKey } = app.get<KithConfig>(CONFIG);
  return ensureOperatorKey({ keys: app.get(ApiKeys), dataDir, configured: operatorKey?.reveal() });
};

/** Everything that runs, in the order in which one needs the other; HTTP last. */
const serve = async (
  app: NestFastifyApplication,
  port: number,
  host: string,
): Promise<OperatorKey | null> => {
  const log = app.get(Log);
  const finished = await finishRebuild({
    database: app.get(Database),
    log: app.get(EventLog),
    index: app.get(MemoryIndex),
    embedder: app.get<Embedder | null>(EMBEDDING_ENGINE),
  });
  if (finished !== null) log.warn('index.refilled', { count: finished });
  prepareEdge(app);
  await startServing(app);
  const operator = await operatorKeyOf(app);
  await app.listen(port, host);
  log.info('platform.started', { host });
  return operator;
};

/** The four apps in one process. Ready to be asked when it resolves. */
export const startPlatform = async ({
  config: { logLevel, ...config },
  port = config.port,
  quiet = false,
  make = NestFactory.create.bind(NestFactory),
  ...rest
}: PlatformOptions): Promise<Platform> => {
  const root = StandaloneModule.with({ ...rest, config: { ...config, logLevel: quiet ? 'warn' : logLevel } });
  const app = await make<NestFastifyApplication>(root, edgeAdapter(), {
    ...nestOptions,
    // Bodies are decoded after the key was checked.
    bodyParser: false,
    return503OnClosing: true,
  });
  const log = app.get(Log);
  const operator = await serve(app, port, config.host).catch(async (error: unknown) => {
    await app.close();
    throw error;
  });
  return {
    url: (await app.getUrl()).replace('[::1]', '127.0.0.1'),
    operatorKey: operator?.key ?? '',
    isNewKey: operator?.isNew ?? false,
    settled: async (withinMs) => {
      await app.get(IngestModule).settled(withinMs);
      await app.get(BusServer).drained(indexerName, withinMs);
    },
    stop: async () => {
      await app.close();
      log.info('platform.stopped', {});
    },
  };
};
