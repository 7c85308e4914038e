import type { DynamicModule, NestApplicationOptions, Type } from '@nestjs/common';
import { ConfigModule, type StartedWith } from './ports/config.module.js';
import { DatabaseModule, type Schema } from './ports/database.module.js';
import { EmbeddingsModule } from './ports/embeddings.module.js';
import { EventLogModule } from './ports/event-log.module.js';
import { MemoryIndexModule } from './ports/memory-index.module.js';
import { MessagingModule } from './ports/messaging.module.js';
import { ObservabilityModule } from './ports/observability.module.js';

type Modules = readonly (Type | DynamicModule)[];

/** What is stored, and what finds it. */
export const storeModules = (startedWith: StartedWith, schema: Schema): Modules => [
  ConfigModule.with(startedWith),
  ObservabilityModule,
  DatabaseModule.with(schema),
  EventLogModule,
  MemoryIndexModule,
  EmbeddingsModule,
];

/** The ports that every app finds, closed from the last to the first when it ends. */
export const portModules = (startedWith: StartedWith, schema: Schema): Modules => [
  ...storeModules(startedWith, schema),
  MessagingModule,
];

/** INVARIANT: Nest's own log would print what foreign errors say, and those may quote people; there is one log, ours. */
export const nestOptions: NestApplicationOptions = { logger: false, abortOnError: false };
