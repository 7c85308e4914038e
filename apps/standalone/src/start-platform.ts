import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Database } from '#database';
import type { Embedder } from '#embeddings';
import { EventLog } from '#event-log';
import { edgeAdapter, edgeOptions, serveEdge } from '#gateway';
import { IngestModule } from '#ingest';
import { MemoryIndex } from '#memory-index';
import { Log } from '#observability';
import { indexerName } from '#recall';
import { BusServer, EMBEDDING_ENGINE, endOnSignals, type StartedWith } from '#wiring';
import { finishRebuild } from './rebuild.js';
import { StandaloneModule } from './standalone.module.js';

export interface PlatformOptions extends StartedWith {
  /** Zero takes any free one; absent, the configured one. */
  readonly port?: number;
  /** Logs warnings and errors only. */
  readonly quiet?: boolean;
  /** The process ends by itself, orderly, when it is told to. */
  readonly endsOnSignals?: boolean;
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

/** The index is whole before anybody is answered from it. */
const refillIndex = async (app: NestFastifyApplication): Promise<void> => {
  const finished = await finishRebuild({
    database: app.get(Database),
    log: app.get(EventLog),
    index: app.get(MemoryIndex),
    embedder: app.get<Embedder | null>(EMBEDDING_ENGINE),
  });
  if (finished !== null) app.get(Log).warn('index.refilled', { count: finished });
};

/** The four apps in one process. Ready to be asked when it resolves. */
export const startPlatform = async ({
  config: { logLevel, ...config },
  port = config.port,
  quiet = false,
  endsOnSignals = false,
  make = NestFactory.create.bind(NestFactory),
  ...rest
}: PlatformOptions): Promise<Platform> => {
  const root = StandaloneModule.with({ ...rest, config: { ...config, logLevel: quiet ? 'warn' : logLevel } });
  const app = await make<NestFastifyApplication>(root, edgeAdapter(), edgeOptions);
  const log = app.get(Log);
  const serve = async () => {
    await refillIndex(app);
    return serveEdge(app, port);
  };
  const operator = await serve().catch(async (error: unknown) => {
    await app.close();
    throw error;
  });
  if (endsOnSignals) endOnSignals(app);
  log.info('platform.started', { host: config.host });
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
