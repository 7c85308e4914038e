import { Controller, Inject, UseFilters } from '@nestjs/common';
import type { Delivery, Outcome } from '#messaging';
import { Consumes, PassErrorsOn } from '#wiring';
import { indexDeliveries } from './indexing/indexer.js';
import { INDEXING, type IndexerOptions } from './recall-parts.js';

export const indexerName = 'recall-indexer';

/** Keeps the index in step with what changed. */
@Controller()
@UseFilters(PassErrorsOn)
export class IndexerController {
  constructor(@Inject(INDEXING) private readonly indexing: IndexerOptions) {}

  @Consumes({
    name: indexerName,
    kind: 'facts',
    // Each tells of up to 50 changes.
    batchSize: 8,
    // Many: a process killed again and again uses one up each time, and what is not indexed is not found.
    maxAttempts: 50,
  })
  index(deliveries: readonly Delivery[]): Promise<readonly Outcome[]> {
    return indexDeliveries(this.indexing)(deliveries);
  }
}
