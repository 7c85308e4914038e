import { Worker } from 'node:worker_threads';
import { batchLength, maxBatch, maxMessages, modelInput } from './batches.js';
import { Embedder, type Purpose } from './embedder.js';
import { EmbeddingError } from './embedding-error.js';

interface Waiting {
  readonly text: string;
  readonly resolve: (vector: Float32Array) => void;
  readonly reject: (cause: Error) => void;
}
type Reply = { readonly vectors: Float32Array } | { readonly error: string };

/** What runs in the thread of a model: plain JavaScript that is sent texts and sends back their vectors, one behind the other. */
export interface ThreadOf {
  readonly file: URL;
  readonly data: unknown;
  readonly dimensions: number;
}

/** One thread with the model in it; one batch at a time. */
class ModelThread {
  private worker: Worker | null = null;
  private running: readonly Waiting[] | null = null;

  constructor(
    private readonly of: ThreadOf,
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
    const worker = new Worker(this.of.file, { execArgv: [], workerData: this.of.data });
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
          new Float32Array(
            reply.vectors.subarray(index * this.of.dimensions, (index + 1) * this.of.dimensions),
          ),
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
 * A model that works in threads of its own, so no caller's event loop waits. Starts at the first text, or at `warm`.
 */
export abstract class ThreadedEmbedder extends Embedder {
  private readonly threads: readonly ModelThread[];
  private readonly waiting: Readonly<Record<Purpose, Waiting[]>> = { query: [], document: [], message: [] };
  private closed = false;

  /** Tried on 2 busy cores: a second thread made nothing faster and took 175 MB. */
  constructor(of: ThreadOf, threads = 1) {
    super();
    this.threads = Array.from({ length: threads }, () => new ModelThread(of, () => this.dispatch()));
  }

  /** Loads the model; resolves when the first text would be fast. */
  override async warm(): Promise<void> {
    for (const thread of this.threads) thread.started();
    await this.embed(['warm'], 'query');
  }

  async embed(texts: readonly string[], purpose: Purpose): Promise<readonly Float32Array[]> {
    if (this.closed) throw new EmbeddingError('the embedder was closed', 'closed');
    const waiting: Waiting[] = [];
    const vectors = texts.map(
      (text) =>
        new Promise<Float32Array>((resolve, reject) => {
          waiting.push({ text: this.inputOf(text, purpose), resolve, reject });
        }),
    );
    // Sorted within this call only: across calls a long text must not wait behind short ones for ever.
    waiting.sort((a, b) => a.text.length - b.text.length);
    this.waiting[purpose].push(...waiting);
    this.dispatch();
    return Promise.all(vectors);
  }

  async close(): Promise<void> {
    this.closed = true;
    const error = new EmbeddingError('the embedder was closed', 'closed');
    for (const queue of Object.values(this.waiting)) for (const { reject } of queue.splice(0)) reject(error);
    await Promise.all(this.threads.map((thread) => thread.stop()));
  }

  protected inputOf(text: string, _purpose: Purpose): string {
    return modelInput(text);
  }

  /** Queries go first: somebody waits for them. A document is only to be found later, and a message is found by its words. */
  private dispatch(): void {
    const { query, document, message } = this.waiting;
    for (const thread of this.threads) {
      if (!thread.idle) continue;
      const queue = query.length > 0 ? query : document.length > 0 ? document : message;
      const most = queue === message ? maxMessages : maxBatch;
      const count = batchLength(queue.slice(0, most).map(({ text }) => text.length));
      if (count === 0) return;
      thread.run(queue.splice(0, count));
    }
  }
}
