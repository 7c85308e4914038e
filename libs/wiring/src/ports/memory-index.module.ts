import { Module } from '@nestjs/common';
import type { KithConfig } from '#config';
import { Database } from '#database';
import { MemoryIndex, memoryIndexOn, QdrantMemoryIndex } from '#memory-index';
import { CONFIG } from './config.module.js';

const openIndex = ({ qdrant }: KithConfig, database: Database): MemoryIndex =>
  qdrant === null
    ? memoryIndexOn(database)
    : new QdrantMemoryIndex(database, {
        url: qdrant.url.reveal(),
        apiKey: qdrant.key?.reveal() ?? null,
        prefix: qdrant.prefix,
        quantization: qdrant.quantization,
      });

/** The only place that knows which engine keeps the index. */
@Module({
  providers: [{ provide: MemoryIndex, useFactory: openIndex, inject: [CONFIG, Database] }],
  exports: [MemoryIndex],
})
export class MemoryIndexModule {}
