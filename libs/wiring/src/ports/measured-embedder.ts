import type { Metrics } from '#observability';
import { type Calibration, Embedder, type Purpose } from '#embeddings';

const secondsSince = (start: number): number => (performance.now() - start) / 1000;

/** The embedder with a clock, and a count of what waits for it. */
export class MeasuredEmbedder extends Embedder {
  readonly model: string;
  readonly dimensions: number;
  override readonly calibration: Calibration;
  override readonly takesMessages: boolean;
  private underWay = 0;

  constructor(
    private readonly inner: Embedder,
    private readonly metrics: Metrics,
  ) {
    super();
    this.model = inner.model;
    this.dimensions = inner.dimensions;
    this.calibration = inner.calibration;
    this.takesMessages = inner.takesMessages;
  }

  get waiting(): number {
    return this.underWay;
  }

  async embed(texts: readonly string[], purpose: Purpose): Promise<readonly Float32Array[]> {
    if (texts.length === 0) return [];
    const start = performance.now();
    this.underWay += texts.length;
    try {
      const vectors = await this.inner.embed(texts, purpose);
      this.metrics.batchEmbedded(purpose, secondsSince(start), false);
      return vectors;
    } catch (error) {
      this.metrics.batchEmbedded(purpose, secondsSince(start), true);
      throw error;
    } finally {
      this.underWay -= texts.length;
    }
  }

  override hold(textOf: ReadonlyMap<string, string | null>): Promise<void> {
    return this.inner.hold(textOf);
  }

  override warm(): Promise<void> {
    return this.inner.warm();
  }

  close(): Promise<void> {
    return this.inner.close();
  }
}
