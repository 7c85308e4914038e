import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { headers, nkeys } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testNatsServer, testServerUrl } from '#config';
import { openDatabase, type Database } from '#database';
import { connectNats, type Nats } from '#messaging';
import { Alone } from '../support/alone.js';
import { SecuredNats } from '../support/secured-nats.js';
import { posted, until } from './serving.js';

const [program, server] = [testNatsServer(), testServerUrl()];
const apps = ['gateway', 'ingest', 'recall', 'janitor'] as const;
const users = [...apps, 'operator', 'discord'] as const;
type User = (typeof users)[number];
const passwordOf = (user: User): string => `p@ss-of-${user}`;
const inboxOf = (user: User): string =>
  user === 'discord' || user === 'operator' ? `_INBOX_${user}` : `kith.inbox.${user}`;

const innermost = (error: unknown): string =>
  error instanceof Error ? (error.cause === undefined ? error.name : innermost(error.cause)) : String(error);

describe('a NATS server with a user for each role, as docs/examples/nats-server.conf has it', () => {
  if (program === undefined || server === undefined) {
    it('is tried where KITH_TEST_NATS_SERVER and KITH_TEST_DATABASE_URL name a program and a server', () =>
      expect(program === undefined || server === undefined).toBe(true));
    return;
  }
  const key = 'kith_key-of-the-test';
  const bridge = nkeys.createUser();
  const name = `kith_users_${String(process.pid)}`;
  const own = new URL(server);
  own.pathname = `/${name}`;
  const running = new Map<string, Alone>();
  const opened: Nats[] = [];
  let nats: SecuredNats;
  let admin: Database;

  const settingsOf = (user: User): Readonly<Record<string, string>> => ({
    NATS_URL: nats.url(user, passwordOf(user)),
    KITH_NATS_CA: nats.authority,
    DATABASE_URL: own.href,
    KITH_OPERATOR_KEY: key,
  });
  const connectAs = async (user: User): Promise<Nats> => {
    const connected = await connectNats({
      url: nats.url(user, passwordOf(user)),
      name: 'test',
      inboxPrefix: inboxOf(user),
      tls: { caFile: nats.authority },
    });
    opened.push(connected);
    return connected;
  };
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch((running.get('gateway')?.url ?? '') + path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text() };
  };
  const recalled = () =>
    call('POST', '/v1/recall', {
      agent_id: 'helper',
      viewer: { platform: 'discord', platform_user_id: 'u-1' },
      source: { platform: 'discord', type: 'group', external_id: 'hall' },
      query: 'What animals does Wanda have?',
      threshold: 0,
    });
  /** Null: it went through. */
  const refusal = async (work: Promise<unknown>): Promise<string | null> =>
    work.then(
      () => null,
      (error: unknown) => innermost(error),
    );
  const asked = ({ nc }: Nats, subject: string): Promise<unknown> =>
    nc.request(subject, '{}', { timeout: 3_000 });

  beforeAll(async () => {
    const written = readFileSync('docs/examples/nats-server.conf', 'utf8');
    // Beside the user by password that the file has, one by nkey with the same permissions.
    const byPassword = 'user: "discord", password: $NATS_DISCORD_PASSWORD';
    const block = written.slice(
      written.lastIndexOf('    {', written.indexOf(byPassword)),
      written.indexOf('\n    ]\n'),
    );
    const byKey = block.replace(byPassword, `nkey: ${bridge.getPublicKey()}`);
    const passwords = users.map((user): [string, string] => [
      `NATS_${user.toUpperCase()}_PASSWORD`,
      passwordOf(user),
    ]);
    nats = await SecuredNats.start(
      program,
      written.replace(block, `${block}\n${byKey}`),
      Object.fromEntries(passwords),
    );
    admin = await openDatabase({ url: server, dataDir: 'memory://', poolSize: 1 });
    await admin.query(`create database ${name}`);
  }, 60_000);
  afterAll(async () => {
    for (const app of running.values()) await app.ended('SIGKILL');
    for (const { nc } of opened) await nc.close();
    nats.stop();
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.close();
  }, 60_000);

  it('lets no app make streams: it says who does', async () => {
    const early = await Alone.start('ingest', settingsOf('ingest'));
    expect(await early.ended()).toBe(1);
    expect(early.errors).toContain('run `kith migrate`');
  }, 60_000);

  it('lets every app do its work, once an operator has made the streams', async () => {
    const env = { KITH_DATA_DIR: 'memory://', ...settingsOf('operator') };
    await promisify(execFile)(process.execPath, ['dist/apps/cli/src/main.js', 'migrate'], { env });
    for (const app of apps) running.set(app, await Alone.start(app, settingsOf(app)));
    for (const app of running.values()) await app.answers();
    const told = await call(
      'POST',
      '/v1/events?wait=indexed&timeout_ms=30000',
      posted('u-1', 'I have a parrot named Coco', { platform: 'discord' }),
    );
    expect([told.status, told.text]).toEqual([200, expect.stringContaining('ADD')]);
    expect((await recalled()).text).toContain('Coco');
    const run = await call('POST', '/v1/maintenance/integrity?timeout_ms=30000', {});
    expect([run.status, run.text]).toEqual([200, expect.stringContaining('"status":"done"')]);
    const doctor = await call('GET', '/v1/maintenance/doctor');
    expect(JSON.parse(doctor.text)).toMatchObject({ reachable: { ingest: true, recall: true } });
    expect((await call('GET', '/readyz')).status).toBe(200);
  }, 120_000);

  it('lets an adaptor publish what its platform says, by a password or by an nkey; of another platform it is parked', async () => {
    const byKey = await connectNats({
      url: nats.url(),
      name: 'bridge',
      nkeySeed: Buffer.from(bridge.getSeed()).toString(),
      inboxPrefix: inboxOf('discord'),
      tls: { caFile: nats.authority },
    });
    opened.push(byKey);
    const published = async ({ nc }: Nats, id: string, document: unknown) => {
      const head = headers();
      head.set('Nats-Msg-Id', `/bridge|${id}`);
      head.set('x-kith-reach', 'all');
      return jetstream(nc).publish('kith.v1.default~discord.events.p04', JSON.stringify(document), {
        headers: head,
      });
    };
    const discord = await connectAs('discord');
    const stored = [
      await published(discord, 'u-2', posted('u-2', 'I have a ferret named Ziggy', { platform: 'discord' })),
      await published(byKey, 'u-3', posted('u-3', 'I have a goat named Olga', { platform: 'discord' })),
      await published(byKey, 'u-4', posted('u-4', 'I have a pony named Rex', { platform: 'matrix' })),
    ];
    expect(stored.map(({ stream }) => stream)).toEqual(['KITH_EVENTS', 'KITH_EVENTS', 'KITH_EVENTS']);
    await until(async () => {
      const { text } = await recalled();
      return text.includes('Ziggy') && text.includes('Olga');
    }, 30_000);
    const parked = await call('GET', '/v1/parked');
    expect(parked.text).toContain('data.platform: is not the platform of this key');
  }, 90_000);

  it('has the doctor say who is away, and what waits for it', async () => {
    interface Page {
      readonly reachable: unknown;
      readonly advice: readonly string[];
      readonly waiting: { readonly bus: { readonly events: number; readonly tasks: number } };
    }
    const page = async () => JSON.parse((await call('GET', '/v1/maintenance/doctor')).text) as Page;
    await running.get('ingest')?.ended('SIGKILL');
    running.delete('ingest');
    const taken = await call(
      'POST',
      '/v1/events',
      posted('u-5', 'I have a mule named Ned', { platform: 'discord' }),
    );
    expect(taken.status).toBe(202);
    const behind = await page();
    expect([behind.reachable, behind.waiting.bus.events]).toEqual([{ ingest: false, recall: true }, 1]);
    expect(behind.advice.some((sentence) => sentence.startsWith('No ingest answers'))).toBe(true);
    running.set('ingest', await Alone.start('ingest', settingsOf('ingest')));
    await running.get('ingest')?.answers();
    await until(async () => (await recalled()).text.includes('Ned'), 60_000);
    const caughtUp = await page();
    expect([caughtUp.reachable, caughtUp.waiting.bus.events]).toEqual([{ ingest: true, recall: true }, 0]);
  }, 120_000);

  it('refuses an adaptor everything else: other platforms, other kinds, requests, streams and the answers of others', async () => {
    const discord = await connectAs('discord');
    const js = jetstream(discord.nc, { timeout: 3_000 });
    for (const subject of [
      'kith.v1.default~matrix.events.p04',
      'kith.v1.default.events.p04',
      'kith.v1.acme~discord.events.p04',
      'kith.v1.default~discord.facts.p04',
      'kith.bus.marks.x',
      'kith.bus.leases.ingest-recorder.lease.p00',
    ])
      expect([subject, await refusal(js.publish(subject, '{}'))]).toEqual([
        subject,
        'PermissionViolationError',
      ]);
    for (const subject of [
      'kith.rpc.recall.list',
      'kith.rpc.ingest.remember',
      '$JS.API.STREAM.INFO.KITH_EVENTS',
      '$JS.API.STREAM.MSG.GET.KITH_EVENTS',
      '$JS.API.DIRECT.GET.KITH_EVENTS',
      '$JS.API.CONSUMER.CREATE.KITH_EVENTS',
      '$JS.API.STREAM.PURGE.KITH_EVENTS',
    ])
      expect([subject, await refusal(asked(discord, subject))]).toEqual([
        subject,
        'PermissionViolationError',
      ]);
    for (const subject of ['kith.>', '_INBOX.>', 'kith.inbox.>', '_INBOX_operator.>', '$JS.>', '>']) {
      const heard = discord.nc.subscribe(subject);
      const first = await refusal(
        (async () => {
          for await (const message of heard) return message;
          return null;
        })(),
      );
      expect([subject, first]).toEqual([subject, 'PermissionViolationError']);
    }
  }, 60_000);

  it.each<[User, readonly string[]]>([
    [
      'recall',
      [
        'kith.v1.default.events.p00',
        'kith.v1.default.facts.p00',
        'kith.v1.default.tasks.p00',
        '$JS.API.STREAM.PURGE.KITH_EVENTS',
        '$JS.API.CONSUMER.MSG.NEXT.KITH_EVENTS.ingest-recorder-p00',
        '$JS.ACK.KITH_EVENTS.x',
        'kith.rpc.ingest.remember',
        '$JS.API.STREAM.CREATE.X',
        '$JS.API.STREAM.DELETE.KITH_FACTS',
      ],
    ],
    [
      'janitor',
      [
        'kith.v1.default.events.p00',
        'kith.v1.default.facts.p00',
        'kith.rpc.recall.recall',
        'kith.rpc.ingest.remember',
        '$JS.API.STREAM.PURGE.KITH_FACTS',
        '$JS.API.STREAM.UPDATE.KITH_TASKS',
      ],
    ],
    [
      'gateway',
      [
        'kith.v1.default.facts.p00',
        'kith.v1.default.tasks.p00',
        'kith.rpc.ingest.retire',
        'kith.rpc.recall.index',
        '$JS.API.CONSUMER.MSG.NEXT.KITH_EVENTS.ingest-recorder-p00',
        '$JS.API.STREAM.PURGE.KITH_EVENTS',
        'kith.bus.leases.ingest-recorder.lease.p00',
      ],
    ],
    [
      'ingest',
      [
        'kith.rpc.recall.recall',
        'kith.rpc.janitor.run',
        '$JS.API.STREAM.DELETE.KITH_EVENTS',
        '$JS.API.CONSUMER.MSG.NEXT.KITH_FACTS.recall-indexer-p00',
        'kith.bus.leases.recall-indexer.lease.p00',
      ],
    ],
    [
      'operator',
      ['kith.v1.default.events.p00', 'kith.rpc.recall.recall', 'kith.inbox.gateway.x', 'kith.bus.marks.x'],
    ],
  ])(
    'refuses %s what it need not do',
    async (user, subjects) => {
      const connected = await connectAs(user);
      for (const subject of subjects)
        expect([subject, await refusal(asked(connected, subject))]).toEqual([
          subject,
          'PermissionViolationError',
        ]);
      const elsewhere = connected.nc.subscribe(
        user === 'gateway' ? 'kith.inbox.recall.>' : 'kith.inbox.gateway.>',
      );
      const first = (async () => {
        for await (const message of elsewhere) return message;
        return null;
      })();
      expect(await refusal(first)).toBe('PermissionViolationError');
    },
    60_000,
  );

  it('is spoken to under TLS by whoever has a password alone', async () => {
    const wrong = { url: nats.url('gateway', 'wrong'), name: 'test', tls: { caFile: nats.authority } };
    await expect(connectNats(wrong)).rejects.toThrow('Authorization Violation');
    const strange = { url: nats.url('gateway', passwordOf('gateway')), name: 'test', tls: {} };
    await expect(connectNats(strange)).rejects.toThrow('NATS at tls://');
    const bare = { url: nats.url('gateway', passwordOf('gateway')).replace('tls:', 'nats:'), name: 'test' };
    await expect(connectNats(bare)).rejects.toThrow('NATS at');
  }, 30_000);

  it('drains all apps in order', async () => {
    const manager = await jetstreamManager((await connectAs('operator')).nc);
    for (const [app, alone] of running) expect([app, await alone.ended('SIGTERM')]).toEqual([app, 0]);
    running.clear();
    const { state } = await manager.streams.info('KITH_LEASES', { subjects_filter: 'kith.bus.leases.>' });
    expect(Object.keys(state.subjects ?? {})).toEqual([]);
  }, 60_000);
});
