import { Inject, Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { EmbedderConfig, KithConfig } from '#config';
import { Database } from '#database';
import { BundledEmbedder, CachedEmbedder, Embedder, EmbeddingStore, OpenAiEmbedder } from '#embeddings';
import { Log, Metrics } from '#observability';
import { CONFIG } from './config.module.js';
import { MeasuredEmbedder } from './measured-embedder.js';

/** What makes vectors, before it is measured; null where questions are answered by words alone. */
export const EMBEDDING_ENGINE = Symbol('EmbeddingEngine');

/** Of the index's vector column; a remote model is asked for vectors of this length. */
const storedDimensions = 512;

const engineOf = (embedder: EmbedderConfig, database: Database): Embedder | null => {
  switch (embedder.kind) {
    case 'none':
      return null;
    case 'openai': {
      const { url, model, key } = embedder;
      const remote = { url, model, key: key?.reveal() ?? null, dimensions: storedDimensions };
      return new CachedEmbedder(new OpenAiEmbedder(remote), new EmbeddingStore(database));
    }
    case 'bundled':
      return new CachedEmbedder(new BundledEmbedder(), new EmbeddingStore(database));
  }
};

@Module({
  providers: [
    {
      provide: EMBEDDING_ENGINE,
      useFactory: ({ embedder }: KithConfig, database: Database) => engineOf(embedder, database),
      inject: [CONFIG, Database],
    },
    {
      provide: Embedder,
      useFactory: (engine: Embedder | null, metrics: Metrics) =>
        engine && new MeasuredEmbedder(engine, metrics),
      inject: [EMBEDDING_ENGINE, Metrics],
    },
  ],
  exports: [EMBEDDING_ENGINE, Embedder],
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
