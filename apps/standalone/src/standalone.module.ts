import { Inject, Module, type DynamicModule, type OnApplicationBootstrap } from '@nestjs/common';
import { Database } from '#database';
import { Embedder } from '#embeddings';
import { EventLog } from '#event-log';
import { FactExtractor } from '#extraction';
import { GatewayModule } from '#gateway';
import { IngestModule } from '#ingest';
import { JanitorModule } from '#janitor';
import { MemoryIndex } from '#memory-index';
import { MessageBus } from '#messaging';
import { Metrics } from '#observability';
import { RecallModule } from '#recall';
import { baseModules, EmbeddingsModule, EventLogModule, MemoryIndexModule, type StartedWith } from '#wiring';
import { readStore, storeGauges } from './readings.js';
import { schema } from './schema.js';

/** The apps in one process. They end in the order against that of the list: gateway, janitor, ingest, recall, then the ports. */
@Module({})
export class StandaloneModule implements OnApplicationBootstrap {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(MemoryIndex) private readonly index: MemoryIndex,
    @Inject(MessageBus) private readonly bus: MessageBus,
    @Inject(Embedder) private readonly embedder: Embedder | null,
    @Inject(FactExtractor) private readonly extractor: FactExtractor,
    @Inject(Metrics) private readonly metrics: Metrics,
  ) {}

  static with(startedWith: StartedWith): DynamicModule {
    return {
      module: StandaloneModule,
      imports: [
        ...baseModules(startedWith, schema, 'in-process'),
        EventLogModule,
        MemoryIndexModule,
        EmbeddingsModule,
        RecallModule,
        IngestModule,
        JanitorModule,
        GatewayModule,
      ],
    };
  }

  onApplicationBootstrap(): void {
    this.metrics.describe({
      engine: this.database.engine,
      embedder: this.embedder?.model ?? 'none',
      extractor: this.extractor.version,
    });
    this.metrics.watch(storeGauges, () =>
      readStore({ database: this.database, log: this.log, index: this.index }, this.bus),
    );
  }
}
