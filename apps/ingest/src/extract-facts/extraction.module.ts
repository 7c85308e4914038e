import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { FactExtractor, openExtractor } from '#extraction';
import { Metrics } from '#observability';
import { MeasuredExtractor } from './measured-extractor.js';

/** Ingest alone reads what people say: no other app loads the grammar. */
@Global()
@Module({
  providers: [
    {
      provide: FactExtractor,
      useFactory: (metrics: Metrics) => new MeasuredExtractor(openExtractor(), metrics),
      inject: [Metrics],
    },
  ],
  exports: [FactExtractor],
})
export class ExtractionModule implements OnApplicationShutdown {
  constructor(@Inject(FactExtractor) private readonly extractor: FactExtractor) {}

  onApplicationShutdown(): Promise<void> {
    return this.extractor.close();
  }
}
