import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { KithConfig } from '#config';
import { FactExtractor, FactProposer, openExtractor, openProposer } from '#extraction';
import { Metrics } from '#observability';
import { CONFIG } from '#wiring';
import { MeasuredExtractor } from './measured-extractor.js';

/** Ingest alone reads what people say: no other app loads the grammar. */
@Global()
@Module({
  providers: [
    {
      provide: FactExtractor,
      useFactory: (metrics: Metrics, proposer: FactProposer | null) =>
        new MeasuredExtractor(openExtractor(proposer?.version ?? null), metrics),
      inject: [Metrics, FactProposer],
    },
    {
      provide: FactProposer,
      useFactory: ({ extractor }: KithConfig) =>
        extractor.kind === 'rules'
          ? null
          : openProposer({ ...extractor, key: extractor.key?.reveal() ?? null }),
      inject: [CONFIG],
    },
  ],
  exports: [FactExtractor, FactProposer],
})
export class ExtractionModule implements OnApplicationShutdown {
  constructor(@Inject(FactExtractor) private readonly extractor: FactExtractor) {}

  onApplicationShutdown(): Promise<void> {
    return this.extractor.close();
  }
}
