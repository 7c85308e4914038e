import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import type { IngestService, RecallService } from '#domain';
import { MessageBus } from '#messaging';
import { Access } from './access.js';
import { Admission } from './admission.js';
import { ApiKeys } from './api-keys.js';
import { BackPressure } from './back-pressure.js';
import { Calls } from './calls.js';
import { GrantsController } from './controllers/grants.controller.js';
import { KeysController } from './controllers/keys.controller.js';
import { MemoriesController } from './controllers/memories.controller.js';
import { OperationsController, type Readiness } from './controllers/operations.controller.js';
import { ParkedController } from './controllers/parked.controller.js';
import { PeopleController } from './controllers/people.controller.js';
import { RecallController } from './controllers/recall.controller.js';
import { SeedController } from './controllers/seed.controller.js';
import { AccessGuard, AnswerInterceptor, ProblemFilter } from './edge.js';
import { EventsController } from './events/events.controller.js';
import type { GatewayLog } from './log.js';
import { EdgeMetrics } from './metrics.js';
import { Routes } from './routes.js';
import { CLOCK, INGEST, LOG, READINESS, RECALL } from './tokens.js';

export const controllers: readonly Type[] = [
  EventsController,
  RecallController,
  MemoriesController,
  GrantsController,
  PeopleController,
  SeedController,
  KeysController,
  ParkedController,
  OperationsController,
];

export interface Wiring {
  readonly bus: MessageBus;
  readonly recall: RecallService;
  readonly ingest: IngestService;
  readonly keys: ApiKeys;
  readonly log: GatewayLog;
  readonly metrics: EdgeMetrics;
  readonly readiness: Readiness;
  readonly routes: Routes;
  readonly calls: Calls;
  readonly access: Access;
  readonly admission: Admission;
  readonly pressure: BackPressure;
  readonly now: () => Date;
}

@Module({})
export class GatewayModule {
  static with(wiring: Wiring): DynamicModule {
    const values: readonly (readonly [symbol | object, unknown])[] = [
      [MessageBus, wiring.bus],
      [RECALL, wiring.recall],
      [INGEST, wiring.ingest],
      [ApiKeys, wiring.keys],
      [LOG, wiring.log],
      [EdgeMetrics, wiring.metrics],
      [READINESS, wiring.readiness],
      [Routes, wiring.routes],
      [Calls, wiring.calls],
      [Access, wiring.access],
      [Admission, wiring.admission],
      [BackPressure, wiring.pressure],
      [CLOCK, wiring.now],
    ];
    return {
      module: GatewayModule,
      controllers: [...controllers],
      providers: [
        ...values.map(([provide, useValue]) => ({ provide: provide as symbol, useValue })),
        { provide: APP_GUARD, useClass: AccessGuard },
        { provide: APP_INTERCEPTOR, useClass: AnswerInterceptor },
        { provide: APP_FILTER, useClass: ProblemFilter },
      ],
    };
  }
}
