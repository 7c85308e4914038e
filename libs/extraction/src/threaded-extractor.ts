import { Worker } from 'node:worker_threads';
import type { SaidWhere } from '#safety';
import type { Sensitivity } from '#domain';
import {
  FactExtractor,
  type Extraction,
  type ExtractionBatch,
  type StatementTraits,
} from './fact-extractor.js';
import { VerifyingExtractor } from './verify/verifying-extractor.js';

type Reply = { readonly readings: readonly Extraction[] } | { readonly error: string };
interface Waiting {
  readonly batch: ExtractionBatch;
  readonly signal: AbortSignal;
  readonly resolve: (readings: readonly Extraction[]) => void;
  readonly reject: (cause: Error) => void;
}

/** Compiled, or as tests run it. */
const isCompiled = import.meta.url.endsWith('.js');
const workerFile = new URL(isCompiled ? './extraction.worker.js' : './extraction.worker.ts', import.meta.url);

/** The cause by a name, never by what was read. */
export class ReadingError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ReadingError';
  }
}

const readWithinMs = 30_000;
/** The first batch of a thread waits until its rules are loaded and warm. */
const beginningWithinMs = 120_000;

export interface ThreadOptions {
  /** How node is to be started for the thread. */
  readonly execArgv?: readonly string[];
  /** A batch that takes longer is given up, and its thread with it. */
  readonly withinMs?: number;
  /** Whether the thread reads a line of each kind before it takes work; absent: it does. */
  readonly isWarmedUp?: boolean;
  /** Who proposes facts beside the rules; absent: nobody. */
  readonly proposer?: string | null;
}

/**
 * The rules in a thread of their own: while they read, this thread answers others. One batch at a time, in the order in
 * which they were given. A thread that fails or takes too long is replaced by another one. It reads a line of each kind before
 * it takes work (`warm-up.ts`).
 */
export class ThreadedExtractor extends FactExtractor {
  readonly version: string;
  private readonly rules: VerifyingExtractor;
  private readonly waiting: Waiting[] = [];
  private running: { readonly asked: Waiting; readonly timer: NodeJS.Timeout } | null = null;
  private worker: Worker | null = null;
  private isClosed = false;
  private isBeginning = false;

  constructor(private readonly options: ThreadOptions = {}) {
    super();
    this.rules = new VerifyingExtractor(options.proposer ?? null);
    this.version = this.rules.version;
  }

  async extract(batch: ExtractionBatch, signal: AbortSignal): Promise<readonly Extraction[]> {
    if (this.isClosed) throw new ReadingError('the extractor was closed');
    signal.throwIfAborted();
    const aborted = (): void => this.giveUp(signal);
    signal.addEventListener('abort', aborted);
    try {
      return await new Promise((resolve, reject) => {
        this.waiting.push({ batch, signal, resolve, reject });
        this.next();
      });
    } finally {
      signal.removeEventListener('abort', aborted);
    }
  }

  /** Has the thread ready before there is anything to read. */
  begin(): void {
    if (!this.isClosed) this.started();
  }

  traitsOf(content: string): StatementTraits {
    return this.rules.traitsOf(content);
  }

  sensitivityOf(text: string, where: SaidWhere): Sensitivity {
    return this.rules.sensitivityOf(text, where);
  }

  override async close(): Promise<void> {
    this.isClosed = true;
    const { worker } = this;
    const closed = new ReadingError('the extractor was closed');
    for (const { reject } of this.waiting.splice(0)) reject(closed);
    if (worker) this.lost(worker, closed);
    await worker?.terminate();
  }

  /** What waits with this signal is not begun; what runs with it ends with its thread. */
  private giveUp(signal: AbortSignal): void {
    const error = new ReadingError('reading was given up', { cause: signal.reason });
    const { worker } = this;
    for (const asked of this.waiting.filter((one) => one.signal === signal)) {
      this.waiting.splice(this.waiting.indexOf(asked), 1);
      asked.reject(error);
    }
    if (!worker || this.running?.asked.signal !== signal) return;
    this.lost(worker, error);
    void worker.terminate();
  }

  private next(): void {
    if (this.running !== null) return;
    const asked = this.waiting.shift();
    if (!asked) return;
    const worker = this.started();
    const timer = setTimeout(
      () => {
        this.lost(worker, new ReadingError('reading took too long'));
        void worker.terminate();
      },
      this.options.withinMs ?? (this.isBeginning ? beginningWithinMs : readWithinMs),
    );
    this.isBeginning = false;
    this.running = { asked, timer: timer.unref() };
    worker.ref();
    worker.postMessage(asked.batch);
  }

  private started(): Worker {
    if (this.worker !== null) return this.worker;
    const { execArgv = [], isWarmedUp = true } = this.options;
    const worker = new Worker(workerFile, { execArgv: [...execArgv], workerData: { isWarmedUp } });
    this.isBeginning = true;
    worker.on('message', (reply: Reply) => {
      if ('error' in reply)
        this.settle(({ reject }) => reject(new ReadingError(`what was read failed: ${reply.error}`)));
      else this.settle(({ resolve }) => resolve(reply.readings));
    });
    worker.on('error', (cause) =>
      this.lost(worker, new ReadingError('the reading thread failed', { cause })),
    );
    worker.on('exit', () => this.lost(worker, new ReadingError('the reading thread ended')));
    worker.unref();
    this.worker = worker;
    return worker;
  }

  private settle(answer: (asked: Waiting) => void): void {
    const { running } = this;
    this.running = null;
    if (this.waiting.length === 0) this.worker?.unref();
    if (running) {
      clearTimeout(running.timer);
      answer(running.asked);
    }
    this.next();
  }

  private lost(worker: Worker, error: ReadingError): void {
    if (this.worker !== worker) return;
    this.worker = null;
    this.settle(({ reject }) => reject(error));
  }
}

/** What lives so long is no command that is done at once, and will have something to read. */
const settledInMs = 2_000;

/** The sources are run by tests alone; in a thread they would have to be compiled once more for every platform. */
export const openExtractor = (proposer: string | null): FactExtractor => {
  if (!isCompiled) return new VerifyingExtractor(proposer);
  const extractor = new ThreadedExtractor({ proposer });
  setTimeout(() => extractor.begin(), settledInMs).unref();
  return extractor;
};
