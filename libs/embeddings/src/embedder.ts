/**
 * Turns text into vectors of unit length (port and DI token in one).
 * `model` names the model and version; vectors of different models are never compared.
 */
export abstract class Embedder {
  abstract readonly model: string;
  abstract readonly dimensions: number;
  /** One vector a text, same order. `purpose` lets a cache treat queries (short-lived) and documents apart. */
  abstract embed(texts: readonly string[], purpose: 'document' | 'query'): Promise<readonly Float32Array[]>;
  /**
   * Tells which text each of these has now; null: none any more. A vector can be turned back into words, so what was kept
   * of a text that nobody has any more goes. Whoever keeps nothing does nothing.
   */
  hold(_textOf: ReadonlyMap<string, string | null>): Promise<void> {
    return Promise.resolve();
  }
  /** Gets ready, so that the first text does not wait for it. */
  warm(): Promise<void> {
    return Promise.resolve();
  }
  abstract close(): Promise<void>;
}
