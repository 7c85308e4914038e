import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Database } from '#database';
import type { Embedder } from '#embeddings';
import { EventLog } from '#event-log';
import { MemoryIndex } from '#memory-index';
import { nestOptions, storeModules } from './base-modules.js';
import type { StartedWith } from './ports/config.module.js';
import type { Schema } from './ports/database.module.js';
import { EMBEDDING_ENGINE } from './ports/embeddings.module.js';

/** What is stored, without anybody who serves from it. */
export interface Engines {
  readonly database: Database;
  readonly log: EventLog;
  readonly index: MemoryIndex;
  readonly embedder: Embedder | null;
}

@Module({})
class EnginesModule {}

export interface OpenStore extends Engines {
  close(): Promise<void>;
}

/** The store by itself, for work on it while nothing serves. */
export const openStore = async (startedWith: StartedWith, schema: Schema): Promise<OpenStore> => {
  const root = {
    module: EnginesModule,
    imports: [...storeModules(startedWith, schema)],
  };
  const engines = await NestFactory.createApplicationContext(root, nestOptions);
  return {
    database: engines.get(Database),
    log: engines.get(EventLog),
    index: engines.get(MemoryIndex),
    embedder: engines.get<Embedder | null>(EMBEDDING_ENGINE),
    close: () => engines.close(),
  };
};
