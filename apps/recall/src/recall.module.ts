import { Inject, Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { KithConfig } from '#config';
import { Database } from '#database';
import { Embedder, Reranker } from '#embeddings';
import { EventLog } from '#event-log';
import { MemoryIndex } from '#memory-index';
import { Log, Metrics } from '#observability';
import {
  CLOCK,
  CONFIG,
  type Clock,
  EmbeddingsModule,
  EventLogModule,
  FORMER_EMBEDDER,
  MemoryIndexModule,
  type OpenFormer,
} from '#wiring';
import { Accesses } from './answer-recall/accesses.js';
import { AnswersController } from './answers.controller.js';
import { IndexerController } from './indexer.controller.js';
import { DocumentVectors } from './indexing/document-vectors.js';
import { Encoders } from './indexing/encoders.js';
import { ANSWERING, INDEXING, type AnsweringOptions, type IndexerOptions } from './recall-parts.js';

const answeringWith = (
  database: Database,
  log: EventLog,
  index: MemoryIndex,
  encoders: Encoders,
  { knobs }: KithConfig,
  now: Clock,
  metrics: Metrics,
  lines: Log,
  accesses: Accesses,
  reranker: Reranker | null,
): AnsweringOptions => ({
  database: database.reading,
  log,
  index,
  encoders,
  reranker,
  knobs,
  now,
  onDecided: (rule, decision) => metrics.policyDecided(decision === 'allow' ? 'allow' : 'deny', rule),
  onStage: (stage, seconds, mode) => metrics.recallSpent(mode, stage, seconds),
  onWordsAlone: (error) => {
    metrics.recalledByWordsAlone();
    lines.error('embedder.failed', { operation: 'query', error });
  },
  onOrderKept: (error) => {
    metrics.orderKept();
    lines.error('reranker.failed', { error });
  },
  onUnreadable: (error) => lines.error('identity.failed', { app: 'recall', error }),
  onTold: (tenantId, memoryIds) => accesses.told(tenantId, memoryIds),
});

const vectorsWith = (
  database: Database,
  index: MemoryIndex,
  encoders: Encoders,
  metrics: Metrics,
  lines: Log,
): DocumentVectors =>
  new DocumentVectors({
    database,
    index,
    encoders,
    onIndexed: (entries) => metrics.rowsIndexed(entries),
    onAway: (error) => lines.error('embedder.failed', { operation: 'document', error }),
    onSwitched: (embedder) => lines.info('embedder.switched', { embedder }),
  });

const indexingWith = (
  database: Database,
  index: MemoryIndex,
  vectors: DocumentVectors,
  metrics: Metrics,
): IndexerOptions => ({
  database,
  index,
  vectors,
  onIndexed: (entries) => metrics.rowsIndexed(entries),
});

/** Query side: keeps the index in step with what changed, and answers who may be told what. */
@Module({
  imports: [EventLogModule, MemoryIndexModule, EmbeddingsModule],
  controllers: [AnswersController, IndexerController],
  providers: [
    {
      provide: ANSWERING,
      useFactory: answeringWith,
      inject: [Database, EventLog, MemoryIndex, Encoders, CONFIG, CLOCK, Metrics, Log, Accesses, Reranker],
    },
    {
      provide: Accesses,
      useFactory: (database: Database, now: Clock, lines: Log) =>
        new Accesses({
          database,
          now,
          onError: (error) => lines.error('handler.failed', { app: 'recall', operation: 'accesses', error }),
        }),
      inject: [Database, CLOCK, Log],
    },
    {
      provide: Encoders,
      useFactory: (index: MemoryIndex, configured: Embedder | null, openFormer: OpenFormer) =>
        new Encoders({ index, configured, openFormer }),
      inject: [MemoryIndex, Embedder, FORMER_EMBEDDER],
    },
    {
      provide: DocumentVectors,
      useFactory: vectorsWith,
      inject: [Database, MemoryIndex, Encoders, Metrics, Log],
    },
    {
      provide: INDEXING,
      useFactory: indexingWith,
      inject: [Database, MemoryIndex, DocumentVectors, Metrics],
    },
  ],
})
export class RecallModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    @Inject(MemoryIndex) private readonly index: MemoryIndex,
    @Inject(DocumentVectors) private readonly vectors: DocumentVectors,
    @Inject(Accesses) private readonly accesses: Accesses,
    @Inject(Encoders) private readonly encoders: Encoders,
    @Inject(Metrics) private readonly metrics: Metrics,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    // Before the first question: which encoder reads it.
    await this.encoders.open();
    this.metrics.watch(['vectorsMissing'], () => Promise.resolve({ vectorsMissing: this.vectors.missing }));
    // Beside the first requests: a search waits for it, and meets its failure again with somebody to tell.
    this.index.warm().catch(() => undefined);
    // What was indexed without vectors before this start.
    this.vectors.enqueueMissing();
    this.accesses.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.vectors.stop();
    await this.accesses.stop();
    await this.encoders.close();
  }
}
