import type { Embedder } from '#embeddings';
import type { MemoryIndex } from '#memory-index';

interface EncodersOptions {
  readonly index: Pick<MemoryIndex, 'models' | 'useModels'>;
  /** Null: facts and messages are found by words alone. */
  readonly configured: Embedder | null;
  /** The encoder of before by the name of its model; null where it is not to be had any more. */
  readonly openFormer: (model: string) => Promise<Embedder | null>;
}

/**
 * The encoder that questions are read by, and, once another one is configured, the one whose vectors are made beside.
 *
 * INVARIANT: which of them answers stands in the index. Whoever is killed between finds at the next start both, and what
 * was made so far.
 */
export class Encoders {
  private current: Embedder | null;
  private next: Embedder | null = null;
  /** Opened here, so closed here. */
  private former: Embedder | null = null;

  constructor(private readonly options: EncodersOptions) {
    this.current = options.configured;
  }

  get answering(): Embedder | null {
    return this.current;
  }

  get building(): Embedder | null {
    return this.next;
  }

  async open(): Promise<void> {
    const { index, configured, openFormer } = this.options;
    if (configured === null) return;
    const { answering, building } = await index.models();
    if (answering === configured.model && building === null) return;
    const isNew = answering === null || answering === configured.model;
    this.former = isNew ? null : await openFormer(answering);
    if (this.former === null) {
      // Nobody can read questions as before: what there is of the new vectors answers, and words.
      await index.useModels({ answering: configured.model, building: null });
      return;
    }
    this.current = this.former;
    this.next = configured;
    await index.useModels({ answering: this.former.model, building: configured.model });
  }

  /** The vectors made beside are all there: from here on they answer, and those of before are gone. */
  async switchOver(): Promise<void> {
    const { next } = this;
    if (next === null) return;
    // Questions first: those that meet the others' vectors go by words, and none meets a vector of another model.
    this.current = next;
    this.next = null;
    await this.options.index.useModels({ answering: next.model, building: null });
    await this.close();
  }

  async close(): Promise<void> {
    await this.former?.close();
    this.former = null;
  }
}
