import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { until } from '../operations/serving.js';
import { freePort } from './alone.js';

const run = promisify(execFile);

/** A NATS server of a test's own, to be killed and started again on what it had stored. */
export class OwnNats {
  private child: ChildProcess | null = null;

  private constructor(
    private readonly program: string,
    private readonly folder: string,
    private readonly port: number,
  ) {}

  static async start(program: string, folder: string): Promise<OwnNats> {
    const own = new OwnNats(program, folder, await freePort());
    await own.resume();
    return own;
  }

  get url(): string {
    return `nats://127.0.0.1:${String(this.port)}`;
  }

  async halt(): Promise<void> {
    if (!this.child) return;
    const gone = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await gone;
    this.child = null;
  }

  async resume(): Promise<void> {
    const words = [
      '--jetstream',
      '--store_dir',
      this.folder,
      '--addr',
      '127.0.0.1',
      '--port',
      String(this.port),
    ];
    this.child = spawn(this.program, words, { stdio: 'ignore' });
    await until(() => this.greets(), 30_000);
  }

  private greets(): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = createConnection(this.port, '127.0.0.1');
      socket.once('data', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => resolve(false));
    });
  }
}

/** A Postgres server of a test's own. */
export class OwnPostgres {
  private constructor(
    private readonly folder: string,
    readonly url: string,
  ) {}

  static async start(folder: string): Promise<OwnPostgres> {
    return new OwnPostgres(folder, (await OwnPostgres.script('start', folder)).trim());
  }

  private static async script(what: string, folder: string): Promise<string> {
    return (await run(join(process.cwd(), '.ci', 'postgres'), [what, folder])).stdout;
  }

  /** As a crash ends it. */
  async halt(): Promise<void> {
    await OwnPostgres.script('halt', this.folder);
  }

  async resume(): Promise<void> {
    await OwnPostgres.script('resume', this.folder);
  }

  /** As an operator does: what is in one database becomes what is in another, which is new. Answers its URL. */
  async restored(from: string, name: string): Promise<string> {
    const to = new URL(from);
    to.pathname = `/${name}`;
    const file = join(this.folder, 'data', `${name}.dump`);
    const tool = (...words: readonly string[]) =>
      run(join(process.cwd(), '.ci', 'postgres'), ['tool', this.folder, ...words]);
    await tool('pg_dump', '--format=custom', `--file=${file}`, from);
    await tool('createdb', '--host=127.0.0.1', `--port=${to.port}`, '--username=kith', name);
    await tool('pg_restore', '--no-owner', '--exit-on-error', `--dbname=${to.href}`, file);
    return to.href;
  }

  async stop(): Promise<void> {
    await OwnPostgres.script('stop', this.folder);
  }
}
