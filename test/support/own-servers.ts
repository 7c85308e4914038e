import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createConnection } from 'node:net';
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

/** A Qdrant server of a test's own, behind a door that tells what goes through and can hold it back. */
export class OwnQdrant {
  private child: ChildProcess | null = null;
  private readonly door: Server;
  /** Method and path of each request, the newest last. */
  readonly asked: string[] = [];
  /** Called before a request goes on. */
  onAsked: (request: string) => Promise<void> = () => Promise.resolve();

  private constructor(
    private readonly program: string,
    private readonly folder: string,
    private readonly port: number,
  ) {
    this.door = createServer((request, response) => void this.pass(request, response));
  }

  static async start(program: string, folder: string): Promise<OwnQdrant> {
    const own = new OwnQdrant(program, folder, await freePort());
    mkdirSync(folder, { recursive: true });
    own.door.listen(0, '127.0.0.1');
    await once(own.door, 'listening');
    await own.resume();
    return own;
  }

  /** Past the door. */
  get direct(): string {
    return `http://127.0.0.1:${String(this.port)}`;
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.door.address() as AddressInfo).port)}`;
  }

  async resume(): Promise<void> {
    const settings = {
      QDRANT__SERVICE__HOST: '127.0.0.1',
      QDRANT__SERVICE__HTTP_PORT: String(this.port),
      QDRANT__SERVICE__GRPC_PORT: String(await freePort()),
      QDRANT__STORAGE__STORAGE_PATH: join(this.folder, 'storage'),
      QDRANT__TELEMETRY_DISABLED: 'true',
    };
    const given = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
    this.child = spawn('env', [...given, this.program], { stdio: 'ignore', cwd: this.folder });
    await until(
      () =>
        fetch(`${this.direct}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      30_000,
    );
  }

  /** As a crash ends it. */
  async halt(): Promise<void> {
    if (!this.child) return;
    const gone = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await gone;
    this.child = null;
  }

  /** It comes back with nothing. */
  async lose(): Promise<void> {
    await this.halt();
    rmSync(join(this.folder, 'storage'), { recursive: true, force: true });
    await this.resume();
  }

  async stop(): Promise<void> {
    await this.halt();
    this.door.closeAllConnections();
    this.door.close();
  }

  private async pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = `${request.method ?? ''} ${request.url ?? ''}`;
    this.asked.push(asked);
    try {
      const body = Buffer.concat((await request.toArray()) as Buffer[]);
      await this.onAsked(asked);
      const answer = await fetch(`${this.direct}${request.url ?? ''}`, {
        method: request.method ?? 'GET',
        headers: { 'content-type': 'application/json' },
        ...(body.length === 0 ? {} : { body }),
      });
      const told = Buffer.from(await answer.arrayBuffer());
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(told);
    } catch {
      request.socket.destroy();
    }
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
