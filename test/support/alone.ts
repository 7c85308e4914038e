import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { until } from '../operations/serving.js';

const mainOf = (app: string): string => join(process.cwd(), 'dist', 'apps', app, 'src', 'main.js');

export const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
};

/** An app as a process of its own, as it was built. */
export class Alone {
  errors = '';
  private constructor(
    readonly url: string,
    private readonly child: ChildProcess,
  ) {
    child.stderr?.on('data', (chunk: Buffer) => (this.errors += chunk.toString()));
  }

  static async start(app: string, settings: Readonly<Record<string, string>>): Promise<Alone> {
    const port = await freePort();
    const env = {
      KITH_PORT: String(port),
      KITH_DATA_DIR: 'memory://',
      KITH_EMBEDDER: 'none',
      KITH_OPERATOR_KEY: 'kith_key-of-the-test',
      KITH_HOST: '127.0.0.1',
      ...settings,
    };
    const child = spawn(process.execPath, ['--no-warnings', mainOf(app)], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return new Alone(`http://127.0.0.1:${String(port)}`, child);
  }

  async get(path: string): Promise<{ readonly status: number; readonly body: unknown }> {
    const response = await fetch(this.url + path);
    return { status: response.status, body: await response.json() };
  }

  /** Stands still, as in a debugger or on a machine that is too busy, until it is told to go on. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.child.kill(signal);
  }

  async answers(): Promise<void> {
    await until(() =>
      this.get('/healthz').then(
        ({ status }) => status === 200,
        () => {
          if (this.child.exitCode !== null) throw new Error(`it ended: ${this.errors}`);
          return false;
        },
      ),
    );
  }

  /** Resolves with its exit code. */
  async ended(signal?: NodeJS.Signals): Promise<number | null> {
    if (signal) this.child.kill(signal);
    if (this.child.exitCode === null) await once(this.child, 'exit');
    return this.child.exitCode;
  }
}
