import type { Metrics } from '#observability';
import { FactExtractor, type Extraction, type ExtractionBatch } from '#extraction';

const secondsSince = (start: number): number => (performance.now() - start) / 1000;

/** The extractor with a clock. */
export class MeasuredExtractor extends FactExtractor {
  readonly version: string;

  constructor(
    private readonly inner: FactExtractor,
    private readonly metrics: Metrics,
  ) {
    super();
    this.version = inner.version;
  }

  async extract(batch: ExtractionBatch, signal: AbortSignal): Promise<readonly Extraction[]> {
    const start = performance.now();
    try {
      const readings = await this.inner.extract(batch, signal);
      this.metrics.batchRead(secondsSince(start), false);
      for (const outcome of readings.flatMap(({ verdicts }) => verdicts ?? []))
        this.metrics.proposalVerified(outcome);
      return readings;
    } catch (error) {
      this.metrics.batchRead(secondsSince(start), true);
      throw error;
    }
  }

  traitsOf(content: string): ReturnType<FactExtractor['traitsOf']> {
    return this.inner.traitsOf(content);
  }

  sensitivityOf(
    ...asked: Parameters<FactExtractor['sensitivityOf']>
  ): ReturnType<FactExtractor['sensitivityOf']> {
    return this.inner.sensitivityOf(...asked);
  }

  override close(): Promise<void> {
    return this.inner.close();
  }
}
