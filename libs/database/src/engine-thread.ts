import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';

const workerFile = new URL('./engine.worker.mjs', import.meta.url);
const programFile = createRequire(import.meta.url)
  .resolve('@electric-sql/pglite')
  .replace(/[^/\\]+$/u, 'pglite.wasm');

/** The types of node leave it out. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> };

const compile = async (): Promise<object> => WebAssembly.compile(await readFile(programFile));
let compiled: Promise<object> | null = null;
/**
 * Compiled once a process, for all its engines: a thread that compiles its own takes twice as much to start, and what the
 * compiler makes faster while one engine runs, it would make faster again for the next.
 */
const program = (): Promise<object> => (compiled ??= compile());

type Reply = { readonly answer: Uint8Array } | { readonly error: unknown };
interface Waiting {
  readonly resolve: (answer: Uint8Array) => void;
  readonly reject: (error: unknown) => void;
}

export interface EngineOptions {
  /** Null: nothing is kept. */
  readonly folder: string | null;
  /** The files of a cluster to begin with. */
  readonly template: Blob | null;
}

/**
 * Postgres in WebAssembly, in a thread of its own: half the work of an import is the database's, and while it computes
 * or waits for the disk this thread answers others.
 */
export class EngineThread {
  private readonly waiting: Waiting[] = [];
  private lostBecause: Error | null = null;

  private constructor(private readonly worker: Worker) {
    worker.on('message', (reply: Reply) => this.settle(reply));
    worker.on('error', (cause) => this.lost(new Error('the embedded database failed', { cause })));
    worker.on('exit', () => this.lost(new Error('the embedded database ended')));
    worker.unref();
  }

  /** Ready when it resolves. */
  static async start({ folder, template }: EngineOptions): Promise<EngineThread> {
    const files = template === null ? null : new Uint8Array(await template.arrayBuffer());
    const thread = new EngineThread(
      new Worker(workerFile, {
        execArgv: [],
        workerData: { folder, template: files, program: await program() },
        transferList: files === null ? [] : [files.buffer],
      }),
    );
    await thread.ask('ready', null);
    return thread;
  }

  /** A thread that somebody let go, with nothing left of the session it had. */
  static async on(worker: Worker): Promise<EngineThread> {
    const thread = new EngineThread(worker);
    await thread.run('rollback');
    await thread.run('discard all');
    return thread;
  }

  /** Sends messages of the Postgres protocol; the answer is all that the engine said to them. */
  exchange(message: Uint8Array): Promise<Uint8Array> {
    // A copy of its own: a Buffer is a window on memory that it shares with others.
    const content = Uint8Array.from(message);
    return this.ask('exchange', content, [content.buffer]);
  }

  /** Runs statements outside any connection. */
  async run(statement: string): Promise<void> {
    await this.ask('run', statement);
  }

  /** The cluster's files, packed as a tar. */
  async dump(): Promise<Blob> {
    return new Blob([Buffer.from(await this.ask('dump', null))]);
  }

  async close(): Promise<void> {
    await this.ask('close', null);
    this.lostBecause = new Error('the embedded database was closed');
    await this.worker.terminate();
  }

  /** Leaves the thread running, for `on`; whoever asks here from now on is refused. */
  async letGo(): Promise<Worker> {
    await this.ask('ready', null);
    this.lostBecause = new Error('the embedded database was let go');
    for (const event of ['message', 'error', 'exit']) this.worker.removeAllListeners(event);
    return this.worker;
  }

  private ask(
    what: string,
    content: Uint8Array | string | null,
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      if (this.lostBecause) {
        reject(this.lostBecause);
        return;
      }
      this.waiting.push({ resolve, reject });
      this.worker.ref();
      this.worker.postMessage({ what, content }, transfer);
    });
  }

  private settle(reply: Reply): void {
    const asked = this.waiting.shift();
    if (this.waiting.length === 0) this.worker.unref();
    if ('error' in reply) asked?.reject(reply.error);
    else asked?.resolve(reply.answer);
  }

  private lost(error: Error): void {
    this.lostBecause ??= error;
    for (const { reject } of this.waiting.splice(0)) reject(this.lostBecause);
  }
}
