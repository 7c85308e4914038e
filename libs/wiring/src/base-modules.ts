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

/**
 * What every app stands on, found everywhere and closed last. Other ports are imported by whoever works with them. `asks`: where
 * those run whom the app asks.
 */
export const baseModules = (
  startedWith: StartedWith,
  schema: Schema,
  asks: 'in-process' | 'between-processes',
): Modules => [
  ConfigModule.with(startedWith),
  ObservabilityModule,
  DatabaseModule.with(schema),
  MessagingModule.with(asks),
];

/** INVARIANT: Nest's own log would print what foreign errors say, and those may quote people; there is one log, ours. */
export const nestOptions: NestApplicationOptions = { logger: false, abortOnError: false };
