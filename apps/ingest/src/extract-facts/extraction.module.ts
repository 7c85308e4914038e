import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Extractor, openExtractor } from '#extraction';
import { Metrics } from '#observability';
import { MeasuredExtractor } from './measured-extractor.js';

/** Ingest alone reads what people say: no other app loads the grammar. */
@Global()
@Module({
  providers: [
    {
      provide: Extractor,
      useFactory: (metrics: Metrics) => new MeasuredExtractor(openExtractor(), metrics),
      inject: [Metrics],
    },
  ],
  exports: [Extractor],
})
export class ExtractionModule implements OnApplicationShutdown {
  constructor(@Inject(Extractor) private readonly extractor: Extractor) {}

  onApplicationShutdown(): Promise<void> {
    return this.extractor.close();
  }
}
