import type { Metrics } from '#observability';
import { Extractor, type Extraction } from '#extraction';

const secondsSince = (start: number): number => (performance.now() - start) / 1000;

/** The extractor with a clock. */
export class MeasuredExtractor extends Extractor {
  readonly version: string;

  constructor(
    private readonly inner: Extractor,
    private readonly metrics: Metrics,
  ) {
    super();
    this.version = inner.version;
  }

  async read(batch: Parameters<Extractor['read']>[0]): Promise<readonly Extraction[]> {
    const start = performance.now();
    try {
      const readings = await this.inner.read(batch);
      this.metrics.batchRead(secondsSince(start), false);
      return readings;
    } catch (error) {
      this.metrics.batchRead(secondsSince(start), true);
      throw error;
    }
  }

  traitsOf(content: string): ReturnType<Extractor['traitsOf']> {
    return this.inner.traitsOf(content);
  }

  sensitivityOf(text: string): ReturnType<Extractor['sensitivityOf']> {
    return this.inner.sensitivityOf(text);
  }

  override close(): Promise<void> {
    return this.inner.close();
  }
}
