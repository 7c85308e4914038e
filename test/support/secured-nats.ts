import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../operations/serving.js';

/** A throw-away authority and a certificate of it for this machine. */
const certify = (folder: string): void => {
  const openssl = (...words: readonly string[]) =>
    execFileSync('openssl', [...words], { cwd: folder, stdio: 'ignore' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const authority = ['-days', '2', '-subj', '/CN=authority', '-keyout', 'ca-key.pem', '-out', 'ca.pem'];
  writeFileSync(join(folder, 'names'), 'subjectAltName=DNS:localhost,IP:127.0.0.1');
  openssl('req', '-x509', ...key, ...authority);
  openssl('req', ...key, '-subj', '/CN=localhost', '-keyout', 'key.pem', '-out', 'csr.pem');
  const signing = ['-CA', 'ca.pem', '-CAkey', 'ca-key.pem', '-CAcreateserial', '-days', '2'];
  openssl('x509', '-req', '-in', 'csr.pem', ...signing, '-out', 'cert.pem', '-extfile', 'names');
};

/** A NATS server on a configuration whose names come from its environment, with TLS. */
export class SecuredNats {
  private constructor(
    private readonly folder: string,
    private readonly child: ChildProcess,
    readonly port: string,
  ) {}

  static async start(
    program: string,
    config: string,
    passwords: Readonly<Record<string, string>>,
  ): Promise<SecuredNats> {
    const folder = mkdtempSync(join(tmpdir(), 'kith-nats-'));
    certify(folder);
    writeFileSync(join(folder, 'nats.conf'), config);
    const env = {
      NATS_STORE: join(folder, 'store'),
      NATS_SERVER_CERTIFICATE: join(folder, 'cert.pem'),
      NATS_SERVER_KEY: join(folder, 'key.pem'),
      ...passwords,
    };
    const words = [
      '-c',
      join(folder, 'nats.conf'),
      '-a',
      '127.0.0.1',
      '-p',
      '-1',
      '--ports_file_dir',
      folder,
    ];
    const child = spawn(program, words, { env, stdio: 'ignore' });
    const portsFile = (): string | undefined => readdirSync(folder).find((name) => name.endsWith('.ports'));
    await until(() => Promise.resolve(portsFile() !== undefined), 20_000);
    const port = /:(\d+)"/u.exec(readFileSync(join(folder, portsFile() ?? ''), 'utf8'))?.[1] ?? '';
    return new SecuredNats(folder, child, port);
  }

  get authority(): string {
    return join(this.folder, 'ca.pem');
  }

  url(user = '', password = ''): string {
    const named = user === '' ? '' : `${user}:${encodeURIComponent(password)}@`;
    return `tls://${named}127.0.0.1:${this.port}`;
  }

  stop(): void {
    this.child.kill('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }
}
