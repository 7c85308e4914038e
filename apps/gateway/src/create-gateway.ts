import 'reflect-metadata';
import type { NestApplicationOptions } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SwaggerModule } from '@nestjs/swagger';
import type { Registry } from 'prom-client';
import type { IngestService, RecallService } from '#domain';
import type { MessageBus, RequestReply } from '#messaging';
import { Access } from './access.js';
import { Admission } from './admission.js';
import type { ApiKeys } from './api-keys.js';
import { BackPressure, type BackPressureLimits } from './back-pressure.js';
import { Calls } from './calls.js';
import type { Readiness } from './controllers/operations.controller.js';
import { docsPath } from './docs-page.js';
import { endpointsOf } from './endpoint.js';
import { controllers, GatewayModule } from './gateway.module.js';
import type { GatewayLog } from './log.js';
import { EdgeMetrics } from './metrics.js';
import { observe } from './observe.js';
import { openApiDocument } from './openapi/document.js';
import { Routes } from './routes.js';
import { edgeServer, type ConnectionLimits } from './server.js';
import { ingestOperations, recallOperations, serviceClient } from './service-client.js';
import { TokenBuckets, type Rate } from './token-bucket.js';

export interface GatewayConfig {
  /** Requests a key may make. */
  readonly rate: Rate;
  /** Wrong keys that may come from one address before it has to wait. */
  readonly wrongKeys: Rate;
  /** Requests worked on at once. */
  readonly mostRunning: number;
  readonly backPressure: BackPressureLimits;
  /** An app that takes longer to answer is taken for unavailable. */
  readonly answerWithinMs: number;
  readonly connections: ConnectionLimits;
}

export const defaultGatewayConfig: GatewayConfig = {
  rate: { perSecond: 500, burst: 2000 },
  wrongKeys: { perSecond: 1, burst: 30 },
  mostRunning: 256,
  backPressure: { mostWaiting: 20_000, refreshMs: 500 },
  answerWithinMs: 30_000,
  // A wait for `indexed` may be silent for a minute and a half.
  connections: { most: 512, requestWithinMs: 60_000, silentForMs: 120_000 },
};

export interface GatewayParts {
  readonly config?: GatewayConfig;
  readonly bus: MessageBus;
  readonly services: RequestReply;
  readonly keys: ApiKeys;
  readonly log: GatewayLog;
  readonly metrics: Registry;
  /** Others than this machine can connect: numbers are for operators then. */
  readonly isExposed: boolean;
  /** Asked by /readyz besides the bus: each must resolve. */
  readonly readiness?: Readiness;
  /** Events on their way to recall; those on the bus, when it is not told. */
  readonly backlog?: () => Promise<number>;
  readonly now: () => Date;
}

// Bodies are decoded after the key was checked, and Nest's own log would print what foreign errors say.
const nestOptions: NestApplicationOptions = {
  logger: false,
  abortOnError: false,
  bodyParser: false,
  return503OnClosing: true,
};

const eventsWaiting = async (bus: MessageBus): Promise<number> =>
  (await bus.depth()).find(({ kind }) => kind === 'events')?.waiting ?? 0;

/** The HTTP edge, initialised but not listening yet: `listen` it, and `close` it to drain. */
export const createGateway = async (parts: GatewayParts): Promise<NestFastifyApplication> => {
  const { config = defaultGatewayConfig, bus, services, keys, log, now } = parts;
  const client = { limitMs: config.answerWithinMs, log };
  const metrics = new EdgeMetrics(parts.metrics);
  const routes = new Routes(endpointsOf(controllers));
  const ofKeys = new TokenBuckets(config.rate, now);
  const wrongKeys = new TokenBuckets(config.wrongKeys, now);
  const access = new Access({ keys, ofKeys, wrongKeys, metrics, isExposed: parts.isExposed, log });
  const module = GatewayModule.with({
    bus,
    recall: serviceClient<RecallService>(services, 'recall', recallOperations, client),
    ingest: serviceClient<IngestService>(services, 'ingest', ingestOperations, client),
    keys,
    log,
    metrics,
    readiness: { bus: () => bus.depth(), ...parts.readiness },
    routes,
    calls: new Calls(now),
    access,
    admission: new Admission(config.mostRunning, (running) => metrics.running(running)),
    pressure: new BackPressure(parts.backlog ?? (() => eventsWaiting(bus)), config.backPressure, now),
    now,
  });
  const adapter = edgeServer(routes, access, config.connections);
  observe(adapter.getInstance(), log, metrics);
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, nestOptions);
  SwaggerModule.setup(docsPath, app, openApiDocument(routes.endpoints), {
    customSiteTitle: 'Kith',
    raw: ['json'],
  });
  await app.init();
  return app;
};
