/** Where an encoder's cosine begins to mean something, and where it means the same thing said otherwise. */
export interface Calibration {
  readonly unrelated: number;
  readonly same: number;
}

/** Of the bundled encoder. Scores were fitted to it, so cosines of others are read on its scale. */
const bundledCalibration: Calibration = { unrelated: 0.25, same: 0.7 };

/**
 * What a text is to its asker: a query, for which somebody waits; a document, which is kept by its text; a message, which
 * can wait, and is kept by whoever asked alone.
 */
export type Purpose = 'query' | 'document' | 'message';

/**
 * Turns text into vectors of unit length (port and DI token in one).
 * `model` names the model and version; vectors of different models are never compared.
 */
export abstract class Embedder {
  abstract readonly model: string;
  abstract readonly dimensions: number;
  readonly calibration: Calibration = bundledCalibration;
  /** Whether messages are given to it beside facts. What people wrote is sent to no service elsewhere. */
  readonly takesMessages: boolean = true;
  /** One vector a text, same order. */
  abstract embed(texts: readonly string[], purpose: Purpose): Promise<readonly Float32Array[]>;
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
