import { join } from 'node:path';
import { Inject, Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { EmbedderConfig, KithConfig } from '#config';
import { Database } from '#database';
import {
  BundledEmbedder,
  CachedEmbedder,
  Embedder,
  EmbeddingStore,
  HttpReranker,
  modelFolderWith,
  OnnxEmbedder,
  OpenAiEmbedder,
  openOnnxEmbedder,
  Reranker,
} from '#embeddings';
import { Log, Metrics } from '#observability';
import { CONFIG } from './config.module.js';
import { MeasuredEmbedder } from './measured-embedder.js';

/** What makes vectors, before it is measured; null where questions are answered by words alone. */
export const EMBEDDING_ENGINE = Symbol('EmbeddingEngine');
/** Opens the encoder of before by the name of its model; null where it is not to be had any more. */
export const FORMER_EMBEDDER = Symbol('FormerEmbedder');
export type OpenFormer = (model: string) => Promise<Embedder | null>;

/** Where `kith models add` puts models. */
export const modelsIn = ({ dataDir }: Pick<KithConfig, 'dataDir'>): string => join(dataDir, 'models');

const engineOf = async (embedder: EmbedderConfig, database: Database): Promise<Embedder | null> => {
  const cached = (inner: Embedder) => new CachedEmbedder(inner, new EmbeddingStore(database));
  switch (embedder.kind) {
    case 'none':
      return null;
    case 'openai': {
      return cached(new OpenAiEmbedder({ ...embedder, key: embedder.key?.reveal() ?? null }));
    }
    case 'onnx':
      return cached(await openOnnxEmbedder(embedder.path));
    case 'bundled':
      return cached(new BundledEmbedder());
  }
};

const formerOf =
  (config: KithConfig, metrics: Metrics): OpenFormer =>
  async (model) => {
    if (model === BundledEmbedder.model) return new MeasuredEmbedder(new BundledEmbedder(), metrics);
    const folder = await modelFolderWith(modelsIn(config), model);
    return folder && new MeasuredEmbedder(new OnnxEmbedder(folder), metrics);
  };

@Module({
  providers: [
    {
      provide: EMBEDDING_ENGINE,
      useFactory: ({ embedder }: KithConfig, database: Database) => engineOf(embedder, database),
      inject: [CONFIG, Database],
    },
    { provide: FORMER_EMBEDDER, useFactory: formerOf, inject: [CONFIG, Metrics] },
    {
      provide: Embedder,
      useFactory: (engine: Embedder | null, metrics: Metrics) =>
        engine && new MeasuredEmbedder(engine, metrics),
      inject: [EMBEDDING_ENGINE, Metrics],
    },
    {
      provide: Reranker,
      useFactory: ({ reranker }: KithConfig) =>
        reranker && new HttpReranker({ ...reranker, key: reranker.key?.reveal() ?? null }),
      inject: [CONFIG],
    },
  ],
  exports: [EMBEDDING_ENGINE, FORMER_EMBEDDER, Embedder, Reranker],
})
export class EmbeddingsModule implements OnApplicationBootstrap, OnApplicationShutdown {
  private isStopping = false;

  constructor(
    @Inject(Embedder) private readonly embedder: MeasuredEmbedder | null,
    @Inject(Metrics) private readonly metrics: Metrics,
    @Inject(Log) private readonly log: Log,
  ) {}

  /** The model loads in its own thread while the platform begins to serve; the first question waits for it. */
  onApplicationBootstrap(): void {
    const { embedder } = this;
    this.metrics.watch(['embeddingsWaiting'], () =>
      Promise.resolve({ embeddingsWaiting: embedder?.waiting ?? 0 }),
    );
    embedder?.warm().catch((error: unknown) => {
      // A short command may end before the model is loaded; that is no failure.
      if (!this.isStopping) this.log.error('embedder.failed', { error });
    });
  }

  async onApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await this.embedder?.close();
  }
}
