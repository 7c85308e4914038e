import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { ClientProxy } from '@nestjs/microservices';
import { isLoopback, type KithConfig } from '#config';
import { Database } from '#database';
import type { IngestService, JanitorService, RecallService } from '#contracts';
import { MessageBus } from '#messaging';
import { Log, Metrics } from '#observability';
import { countUnread } from '#read-models';
import { askWithin, CLOCK, CONFIG, type Clock } from '#wiring';
import { Access } from './auth/access.js';
import { Admission } from './limits/admission.js';
import { ApiKeys } from './auth/api-keys.js';
import { BackPressure } from './limits/back-pressure.js';
import { Calls } from './http/calls.js';
import type { Readiness } from './controllers/operations.controller.js';
import { AccessGuard, AnswerInterceptor, ProblemFilter } from './edge/edge.js';
import { edgeLog } from './telemetry/edge-log.js';
import { controllers, endpoints } from './controllers/endpoints.js';
import { defaultLimits, type GatewayLimits } from './limits/limits.js';
import type { GatewayLog } from './telemetry/log.js';
import { EdgeMetrics } from './telemetry/metrics.js';
import { Routes } from './edge/routes.js';
import { ingestOperations, janitorOperations, recallOperations, serviceClient } from './service-client.js';
import { Tenants } from './auth/tenants.js';
import { TokenBuckets } from './limits/token-bucket.js';
import { BACKLOG, INGEST, JANITOR, LIMITS, LOG, READINESS, RECALL } from './tokens.js';

type Backlog = () => Promise<number>;

/** Events that were taken and cannot be recalled yet: on the bus, recorded but not read, or read but not indexed. */
const backlogOn =
  (database: Database, bus: MessageBus): Backlog =>
  async () => {
    const depth = await bus.depth();
    return depth.reduce((sum, { waiting }) => sum + waiting, await countUnread(database));
  };

const readyWithinMs = 2_000;

const readinessOf = (database: Database, bus: MessageBus, apps: ClientProxy): Readiness => ({
  recall: () => askWithin(apps, 'recall.ready', {}, readyWithinMs),
  ingest: () => askWithin(apps, 'ingest.ready', {}, readyWithinMs),
  bus: () => bus.depth(),
  database: () => database.reading.query('select 1'),
});

const accessWith = (
  keys: ApiKeys,
  { rate, wrongKeys }: GatewayLimits,
  { host }: KithConfig,
  metrics: EdgeMetrics,
  log: GatewayLog,
  now: Clock,
): Access =>
  new Access({
    keys,
    ofKeys: new TokenBuckets(rate, now),
    wrongKeys: new TokenBuckets(wrongKeys, now),
    metrics,
    isExposed: !isLoopback(host),
    log,
  });

/** HTTP: authenticate, validate, pass on. */
@Module({
  controllers: [...controllers],
  providers: [
    { provide: LIMITS, useValue: defaultLimits },
    { provide: LOG, useFactory: edgeLog, inject: [Log] },
    {
      provide: EdgeMetrics,
      useFactory: ({ registers }: Metrics) => new EdgeMetrics(registers),
      inject: [Metrics],
    },
    { provide: Routes, useFactory: () => new Routes(endpoints()) },
    {
      provide: Calls,
      useFactory: (now: Clock, { knobs }: KithConfig) =>
        new Calls(now, knobs['identity.mode'] === 'single_user'),
      inject: [CLOCK, CONFIG],
    },
    {
      provide: ApiKeys,
      useFactory: (database: Database, now: Clock) => new ApiKeys(database, now),
      inject: [Database, CLOCK],
    },
    {
      provide: Tenants,
      useFactory: (database: Database, keys: ApiKeys, now: Clock) => new Tenants(database, keys, now),
      inject: [Database, ApiKeys, CLOCK],
    },
    { provide: Access, useFactory: accessWith, inject: [ApiKeys, LIMITS, CONFIG, EdgeMetrics, LOG, CLOCK] },
    {
      provide: Admission,
      useFactory: (limits: GatewayLimits, metrics: EdgeMetrics) =>
        new Admission(
          {
            most: limits.mostRunning,
            mostOfKey: limits.mostRunningOfKey,
            mostOfTenant: limits.mostRunningOfTenant,
          },
          (running) => metrics.running(running),
        ),
      inject: [LIMITS, EdgeMetrics],
    },
    { provide: BACKLOG, useFactory: backlogOn, inject: [Database, MessageBus] },
    {
      provide: BackPressure,
      useFactory: (backlog: Backlog, { backPressure }: GatewayLimits, now: Clock) =>
        new BackPressure(backlog, backPressure, now),
      inject: [BACKLOG, LIMITS, CLOCK],
    },
    { provide: READINESS, useFactory: readinessOf, inject: [Database, MessageBus, ClientProxy] },
    {
      provide: RECALL,
      useFactory: (apps: ClientProxy, { answerWithinMs: limitMs }: GatewayLimits, log: GatewayLog) =>
        serviceClient<RecallService>(apps, 'recall', recallOperations, { limitMs, log }),
      inject: [ClientProxy, LIMITS, LOG],
    },
    {
      provide: INGEST,
      useFactory: (apps: ClientProxy, { answerWithinMs: limitMs }: GatewayLimits, log: GatewayLog) =>
        serviceClient<IngestService>(apps, 'ingest', ingestOperations, { limitMs, log }),
      inject: [ClientProxy, LIMITS, LOG],
    },
    {
      provide: JANITOR,
      useFactory: (apps: ClientProxy, { answerWithinMs: limitMs }: GatewayLimits, log: GatewayLog) =>
        serviceClient<JanitorService>(apps, 'janitor', janitorOperations, { limitMs, log }),
      inject: [ClientProxy, LIMITS, LOG],
    },
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_INTERCEPTOR, useClass: AnswerInterceptor },
    { provide: APP_FILTER, useClass: ProblemFilter },
  ],
})
export class GatewayModule {}
