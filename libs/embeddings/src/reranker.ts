/** Says how well each text answers a question (port and DI token in one). */
export abstract class Reranker {
  /** One number a text, same order; only their order means something. Rejects with an EmbeddingError. */
  abstract rate(question: string, texts: readonly string[]): Promise<readonly number[]>;
}
