import { z } from 'zod';
import { EmbeddingError } from './embedding-error.js';
import { Embedder, type Purpose } from './embedder.js';

export interface OpenAiOptions {
  /** Up to and without `/embeddings`: `https://api.openai.com/v1`. */
  readonly url: string;
  readonly key: string | null;
  readonly model: string;
  /** Asked for: a server that knows one length alone has to have it. */
  readonly dimensions: number;
  readonly batch?: number;
  readonly timeoutMs?: number;
  /** Somebody waits for a question's answer, which words alone can give too. */
  readonly queryTimeoutMs?: number;
}

const answerSchema = z.object({
  data: z.array(z.object({ index: z.number().int(), embedding: z.array(z.number()) })),
});

/** Vectors made before a length could be chosen have this length, and bear the name of the model alone. */
const firstLength = 512;
const awayError = (cause: unknown): EmbeddingError => {
  const isLate = (cause as Error).name === 'TimeoutError';
  return new EmbeddingError(
    `the embedding service ${isLate ? 'did not answer in time' : 'cannot be reached'}`,
    isLate ? 'late' : 'unreachable',
    { cause },
  );
};

const unit = (values: readonly number[]): Float32Array => {
  const length = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
  return Float32Array.from(values, (value) => value / (length || 1));
};

/** Any server that speaks OpenAI's embeddings API. Its errors carry status and counts, never text or key. */
export class OpenAiEmbedder extends Embedder {
  readonly model: string;
  readonly dimensions: number;
  override readonly takesMessages = false;
  private readonly stop = new AbortController();

  constructor(private readonly options: OpenAiOptions) {
    super();
    // Vectors of another length are another model's: none is compared with those of before.
    this.model =
      options.dimensions === firstLength ? options.model : `${options.model}@${options.dimensions}`;
    this.dimensions = options.dimensions;
  }

  async embed(texts: readonly string[], purpose: Purpose): Promise<readonly Float32Array[]> {
    const { timeoutMs = 30_000, queryTimeoutMs = 5_000 } = this.options;
    const limitMs = purpose === 'query' ? Math.min(queryTimeoutMs, timeoutMs) : timeoutMs;
    const size = this.options.batch ?? 64;
    const vectors: Float32Array[] = [];
    for (let from = 0; from < texts.length; from += size)
      vectors.push(...(await this.embedBatch(texts.slice(from, from + size), limitMs)));
    return vectors;
  }

  close(): Promise<void> {
    this.stop.abort();
    return Promise.resolve();
  }

  private async embedBatch(texts: readonly string[], limitMs: number): Promise<readonly Float32Array[]> {
    const answer = answerSchema.safeParse(await this.post(texts, limitMs));
    if (!answer.success)
      throw new EmbeddingError('the embedding service answered in an unknown shape', 'unknown-shape');
    const vectors = [...answer.data.data]
      .sort((a, b) => a.index - b.index)
      .map(({ embedding }) => unit(embedding));
    if (vectors.length !== texts.length)
      throw new EmbeddingError(
        `the embedding service gave ${vectors.length} vectors for ${texts.length} texts`,
        'wrong-count',
      );
    const odd = vectors.find(({ length }) => length !== this.dimensions);
    if (odd !== undefined)
      throw new EmbeddingError(
        `the embedding service gave ${odd.length} dimensions instead of ${this.dimensions}; KITH_EMBEDDER_DIMENSIONS says how many are wanted`,
        'wrong-dimensions',
      );
    return vectors;
  }

  /** Not asked again here: whoever indexes goes on without vectors, and comes back for them. */
  private async post(texts: readonly string[], limitMs: number): Promise<unknown> {
    const response = await this.request(texts, limitMs);
    if (response.ok) return this.read(response);
    await response.body?.cancel();
    throw new EmbeddingError(
      `the embedding service answered ${response.status}`,
      `status-${response.status}`,
    );
  }

  private async request(texts: readonly string[], limitMs: number): Promise<Response> {
    const { url, key, model, dimensions } = this.options;
    try {
      return await fetch(`${url.replace(/\/+$/u, '')}/embeddings`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        },
        // An empty input is refused by the API.
        body: JSON.stringify({
          model,
          input: texts.map((text) => (text.trim() === '' ? ' ' : text)),
          dimensions,
        }),
        signal: AbortSignal.any([this.stop.signal, AbortSignal.timeout(limitMs)]),
      });
    } catch (cause) {
      throw awayError(cause);
    }
  }

  private async read(response: Response): Promise<unknown> {
    try {
      return await response.json();
    } catch (cause) {
      if (cause instanceof SyntaxError) return null;
      throw awayError(cause);
    }
  }
}
