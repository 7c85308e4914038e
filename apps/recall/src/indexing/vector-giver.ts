import type { Database } from '#database';
import type { Embedder, Purpose } from '#embeddings';
import type { IndexKey, MemoryIndex } from '#memory-index';
import { freshRows } from '#read-models';
import { entriesFor, textKeyOf, type DocumentEmbedder } from './entries.js';
import { unlessStopped } from './unless-stopped.js';

export interface VectorGiverOptions {
  readonly database: Database;
  readonly index: MemoryIndex;
  readonly hold: DocumentEmbedder['hold'];
  readonly onIndexed: (entries: number) => void;
  readonly stopping: AbortSignal;
}

/** About this text, not about the service: every other text may still get its vector. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^status-4(?:00|13|22)$/u.test(String(error.code));

/** Gives rows of the index the vectors that they lack; a text that the embedder refuses stays without. */
export class VectorGiver {
  private turn: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: VectorGiverOptions) {}

  /**
   * INVARIANT: whoever notes which text a fact has now, and writes it to the index, does so in turn: noted late, a text
   * that was forgotten meanwhile would keep its vector.
   */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.turn.then(work);
    this.turn = done.catch(() => undefined);
    return done;
  }

  /** Facts, entered into the index again with their vectors. */
  async giveFacts(encoder: Embedder, tenantId: IndexKey['tenantId'], ids: readonly string[]): Promise<void> {
    const { database, index, onIndexed } = this.options;
    const strict = this.strict(encoder);
    try {
      // Out of turn first: it may take long, and what it gives is kept. In turn it is all there.
      await entriesFor(database, strict, tenantId, ids);
      await this.inTurn(async () => {
        const entries = await entriesFor(database, strict, tenantId, ids);
        await index.upsert(entries);
        onIndexed(entries.length);
      });
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // One of them is refused: the others alone. It stays without, and is tried again at the next occasion.
      if (ids.length > 1) for (const id of ids) await this.giveFacts(encoder, tenantId, [id]);
    }
  }

  /** INVARIANT: the index takes each only where its row still has the text that was read here. */
  async giveMessages(encoder: Embedder, tenantId: string, ids: readonly string[]): Promise<void> {
    const rows = [...(await freshRows(this.options.database, tenantId, ids)).values()];
    const said = rows.flatMap(({ kind, content, facts }) =>
      kind === 'message' && content !== null ? [{ id: facts.memoryId, content }] : [],
    );
    if (said.length === 0) return;
    try {
      const vectors = await this.patiently(
        encoder,
        said.map(({ content }) => content),
        'message',
      );
      const added = said.flatMap(({ id, content }, at) => {
        const vector = vectors[at];
        return vector === undefined ? [] : [{ id, textKey: textKeyOf(content), vector }];
      });
      await this.options.index.addVectors(encoder.model, added);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (ids.length > 1) for (const id of ids) await this.giveMessages(encoder, tenantId, [id]);
    }
  }

  private strict(encoder: Embedder): DocumentEmbedder {
    return {
      hold: this.options.hold,
      embed: async (texts) => {
        const vectors = await this.patiently(encoder, texts, 'document');
        return vectors.map((vector) => ({ model: encoder.model, vector }));
      },
    };
  }

  /** Whoever stops does not wait for an embedder that hangs. */
  private patiently(
    encoder: Embedder,
    texts: readonly string[],
    purpose: Purpose,
  ): Promise<readonly Float32Array[]> {
    return unlessStopped(this.options.stopping, encoder.embed(texts, purpose));
  }
}
