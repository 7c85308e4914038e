import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { parse, serialize } from 'pg-protocol';
import type { EngineThread } from './engine-thread.js';

/**
 * What `pg`'s Client talks to instead of a socket. Unlike PGlite's own adaptor it hands a whole statement (parse, bind,
 * describe, execute, sync) to the engine at once: a third less time on small statements (docs/adr/0003-database.md).
 * Messages are written and read by `pg`'s own protocol code: that of PGlite makes an object a field.
 */
export class PipelinedConnection extends EventEmitter {
  /** Read by `pg`: which named statements this connection has. */
  readonly parsedStatements: Record<string, string> = {};
  readonly submittedNamedStatements: Record<string, string> = {};
  readonly stream = { destroy: () => this.end() };
  _connecting = false;
  private readonly incoming = new PassThrough();
  private pending: Uint8Array[] = [];
  private queue: Promise<void> = Promise.resolve();

  constructor(private readonly engine: Pick<EngineThread, 'exchange'>) {
    super();
    void parse(this.incoming, (answer) =>
      this.emit(answer.name === 'error' ? 'errorMessage' : answer.name, answer),
    );
  }

  connect(): void {
    this._connecting = true;
    process.nextTick(() => this.emit('readyForQuery'));
  }
  query(text: string): void {
    this.pending.push(serialize.query(text));
    this.send();
  }
  parse(statement: Parameters<typeof serialize.parse>[0]): void {
    this.pending.push(serialize.parse(statement));
  }
  bind(portal: Parameters<typeof serialize.bind>[0]): void {
    this.pending.push(serialize.bind(portal));
  }
  describe(what: Parameters<typeof serialize.describe>[0]): void {
    this.pending.push(serialize.describe(what));
  }
  execute(portal: Parameters<typeof serialize.execute>[0]): void {
    this.pending.push(serialize.execute(portal));
  }
  close(what: Parameters<typeof serialize.close>[0]): void {
    this.pending.push(serialize.close(what));
  }
  flush(): void {
    this.pending.push(serialize.flush());
    this.send();
  }
  sync(): void {
    this.pending.push(serialize.sync());
    this.send();
  }
  /** Like a socket that closes. The engine stays open: it belongs to who started it. */
  end(): void {
    this.queue = this.queue.then(() => {
      this.emit('end');
      this.removeAllListeners();
    });
  }
  ref(): void {
    // a socket's; nothing here keeps the process alive
  }
  unref(): void {
    // see ref
  }

  private send(): void {
    const [first, ...rest] = this.pending;
    this.pending = [];
    if (!first) return;
    const message = rest.length === 0 ? first : Buffer.concat([first, ...rest]);
    this.queue = this.queue.then(() => this.exchange(message));
  }

  private async exchange(message: Uint8Array): Promise<void> {
    try {
      const answer = await this.engine.exchange(message);
      this.incoming.emit('data', Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength));
    } catch (error) {
      this.emit('error', error);
    }
  }
}
