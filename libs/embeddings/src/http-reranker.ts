import { z } from 'zod';
import { EmbeddingError } from './embedding-error.js';
import { Reranker } from './reranker.js';

export interface RerankerOptions {
  /** Up to and without `/rerank`. */
  readonly url: string;
  readonly key: string | null;
  readonly model: string;
  /** Somebody waits for the answer, which has an order without it. */
  readonly timeoutMs?: number;
}

const answerSchema = z.object({
  results: z.array(z.object({ index: z.number().int().nonnegative(), relevance_score: z.number() })),
});

/** Any server with the `/rerank` that Jina, Cohere, vLLM and llama.cpp have. Its errors carry status and counts, never text or key. */
export class HttpReranker extends Reranker {
  constructor(private readonly options: RerankerOptions) {
    super();
  }

  async rate(question: string, texts: readonly string[]): Promise<readonly number[]> {
    if (texts.length === 0) return [];
    const answer = answerSchema.safeParse(await this.post(question, texts));
    if (!answer.success)
      throw new EmbeddingError('the reranker answered in an unknown shape', 'unknown-shape');
    const rated = new Map(answer.data.results.map((one) => [one.index, one.relevance_score]));
    return texts.map((_, index) => {
      const score = rated.get(index);
      if (score === undefined) throw new EmbeddingError('the reranker left a text out', 'wrong-count');
      return score;
    });
  }

  private async post(query: string, documents: readonly string[]): Promise<unknown> {
    const { url, key, model, timeoutMs = 1_500 } = this.options;
    try {
      const response = await fetch(`${url.replace(/\/+$/u, '')}/rerank`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        },
        body: JSON.stringify({ model, query, documents, top_n: documents.length }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (!response.ok) {
        await response.body?.cancel();
        throw new EmbeddingError(
          `the reranker answered ${String(response.status)}`,
          `status-${String(response.status)}`,
        );
      }
      return await response.json();
    } catch (cause) {
      if (cause instanceof EmbeddingError) throw cause;
      if (cause instanceof SyntaxError) return null;
      const isLate = (cause as Error).name === 'TimeoutError';
      throw new EmbeddingError(
        `the reranker ${isLate ? 'did not answer in time' : 'cannot be reached'}`,
        isLate ? 'late' : 'unreachable',
        { cause },
      );
    }
  }
}
