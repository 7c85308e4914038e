import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstream } from '@nats-io/jetstream';
import { nkeys } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testNatsServer } from '#config';
import { Recorder, series } from '../testing/recorder.js';
import { until } from '../testing/until.js';
import { connectNats, type NatsOptions } from './connect-nats.js';
import { JetStreamMessageBus } from './jetstream-message-bus.js';

const server = testNatsServer();
const { createUser } = nkeys;

/** A throw-away authority and a certificate of it for this machine. */
const certify = (folder: string): void => {
  const openssl = (...words: readonly string[]) =>
    execFileSync('openssl', [...words], { cwd: folder, stdio: 'ignore' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  writeFileSync(join(folder, 'names'), 'subjectAltName=DNS:localhost,IP:127.0.0.1');
  openssl(
    'req',
    '-x509',
    ...key,
    '-days',
    '2',
    '-subj',
    '/CN=authority',
    '-keyout',
    'ca-key.pem',
    '-out',
    'ca.pem',
  );
  openssl('req', ...key, '-subj', '/CN=localhost', '-keyout', 'key.pem', '-out', 'csr.pem');
  const signing = ['-CA', 'ca.pem', '-CAkey', 'ca-key.pem', '-CAcreateserial', '-days', '2'];
  openssl('x509', '-req', '-in', 'csr.pem', ...signing, '-out', 'cert.pem', '-extfile', 'names');
};

describe('a NATS server that is secured', () => {
  if (server === undefined) {
    it('is tried where KITH_TEST_NATS_SERVER names the program', () => expect(server).toBeUndefined());
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'kith-nats-'));
  const seed = createUser();
  let child: ChildProcess;
  let port = '';
  beforeAll(async () => {
    certify(folder);
    // As docs/operations.md has it.
    writeFileSync(
      join(folder, 'nats.conf'),
      `listen: "127.0.0.1:-1"
       jetstream { store_dir: "${folder}/store" }
       tls { cert_file: "${folder}/cert.pem", key_file: "${folder}/key.pem" }
       authorization { users = [
         { user: apps, password: "p@ss", permissions: {
           publish: ["kith.>", "$JS.API.>", "$JS.ACK.>"], subscribe: ["kith.>", "_INBOX.>"] } }
         { nkey: ${seed.getPublicKey()}, permissions: {
           publish: ["kith.v1.default.events.*"], subscribe: ["_INBOX.>"] } }
       ] }`,
    );
    child = spawn(server, ['-c', join(folder, 'nats.conf'), '--ports_file_dir', folder], { stdio: 'ignore' });
    const portsFile = await until(
      () => readdirSync(folder).find((name) => name.endsWith('.ports')),
      (name) => name !== undefined,
    );
    port = /:(\d+)"/u.exec(readFileSync(join(folder, portsFile ?? ''), 'utf8'))?.[1] ?? '';
  }, 30_000);
  afterAll(() => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  const connect = (more: Partial<NatsOptions> & { readonly user?: string }) => {
    const { user = '', ...options } = more;
    const url = `tls://${user}127.0.0.1:${port}`;
    return connectNats({ url, name: 'test', tls: { caFile: join(folder, 'ca.pem') }, ...options });
  };

  it('is spoken to by user and password under TLS, with all that the apps do', async () => {
    const nats = await connect({ user: 'apps:p%40ss@' });
    const bus = await JetStreamMessageBus.open(nats);
    const recorder = new Recorder(({ key }) =>
      key === 'b' ? { kind: 'park', cause: 'odd' } : { kind: 'done' },
    );
    const options = { name: 'ingest-recorder', kind: 'events' as const, batchSize: 10, maxAttempts: 3 };
    const consumption = await bus.consume({ ...options, handle: recorder.handle });
    await bus.publish([...series('a', 2, 'events'), ...series('b', 1, 'events')]);
    await consumption.drained(10_000);
    const [parked] = await bus.parked({ limit: 10 });
    if (!parked) throw new Error('one is parked');
    expect(await bus.discardParked('default', parked)).toBe(true);
    expect((await bus.depth()).map(({ waiting }) => waiting)).toEqual([0, 0, 0]);
    await bus.close();
    await nats.nc.close();
  }, 30_000);

  it('lets an adaptor with an nkey publish for its tenant, and nothing else', async () => {
    const nats = await connect({ nkeySeed: Buffer.from(seed.getSeed()).toString() });
    const js = jetstream(nats.nc, { timeout: 2_000 });
    expect((await js.publish('kith.v1.default.events.p01', '{}')).stream).toBe('KITH_EVENTS');
    await expect(js.publish('kith.v1.other.events.p01', '{}')).rejects.toThrow();
    await expect(js.publish('kith.v1.default.facts.p01', '{}')).rejects.toThrow();
    await expect(nats.nc.request('kith.rpc.recall.list', '{}', { timeout: 1_000 })).rejects.toThrow();
    await expect(
      nats.nc.request('$JS.API.STREAM.INFO.KITH_EVENTS', '', { timeout: 1_000 }),
    ).rejects.toThrow();
    await nats.nc.close();
  }, 30_000);

  it.each([
    ['a wrong password', { user: 'apps:wrong@' }, 'Authorization Violation'],
    ['an authority that nobody named', { user: 'apps:p%40ss@', tls: {} }, ''],
  ])('refuses %s', async (_, more, words) => {
    await expect(connect(more)).rejects.toThrow(words);
  });
});
