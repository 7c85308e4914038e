import { randomUUID } from 'node:crypto';
import { testIndexSettings, testNatsUrl, testServerUrl } from '#config';
import { openDatabase, type Database } from '#database';
import { memoryIndexServerMigrations } from '#memory-index';
import { connectNats, JetStreamMessageBus, type MessageBus, type Nats } from '#messaging';
import { countUnread } from '#read-models';
import { allMigrations, type Platform } from '#standalone';
import { fixIdKey } from '#testing';
import { until } from '../operations/serving.js';
import { Alone } from './alone.js';

type Settings = Readonly<Record<string, string>>;

const operatorKey = 'kith_key-of-the-test';
/** The relay looks every half second: so long nothing may come after it was quiet. */
const quietMs = 1_200;

/** Of a broker and of a Postgres server. */
export interface Where {
  readonly nats: string;
  readonly postgres: string;
}

const namedByEnvironment = (): Where => {
  const [nats, postgres] = [testNatsUrl(), testServerUrl()];
  if (nats === undefined || postgres === undefined)
    throw new Error('apps apart need KITH_TEST_NATS_URL and KITH_TEST_DATABASE_URL');
  return { nats, postgres };
};

interface Servers {
  readonly url: string;
  readonly root: string;
  readonly nats: Nats;
  readonly bus: MessageBus;
  readonly database: Database;
  readonly drop: () => Promise<void>;
}

/** A database of its own, and a name of its own on the broker. */
const openServers = async ({ nats: broker, postgres: server }: Where): Promise<Servers> => {
  const name = `kith_apart_${randomUUID().replaceAll('-', '').slice(0, 12)}`;
  const admin = await openDatabase({ url: server, dataDir: 'memory://', poolSize: 1 });
  await admin.query(`create database ${name}`);
  const own = new URL(server);
  own.pathname = `/${name}`;
  const database = await openDatabase({ url: own.href, dataDir: 'memory://', poolSize: 2 });
  await database.migrate([...allMigrations, ...memoryIndexServerMigrations]);
  await fixIdKey(database);
  const root = name.replaceAll('_', '-');
  const nats = await connectNats({ url: broker, name: 'test' });
  const bus = await JetStreamMessageBus.open(nats, { root });
  const drop = async (): Promise<void> => {
    await bus.close();
    await nats.nc.close();
    await database.close();
    await admin.query(`drop database ${name} with (force)`);
    await admin.close();
  };
  return { url: own.href, root, nats, bus, database, drop };
};

/** The apps as processes, on NATS and a Postgres server: two of each that may be two. */
export class Apart implements Platform {
  readonly operatorKey = operatorKey;
  readonly isNewKey = false;

  private constructor(
    readonly servers: Servers,
    private readonly where: Where,
    private readonly settings: Settings,
    private readonly running: Map<string, Alone | null>,
  ) {}

  static async open(
    settings: Settings = {},
    apps: readonly string[] = ['ingest', 'ingest', 'recall', 'recall', 'janitor', 'gateway'],
    where: Where = namedByEnvironment(),
  ): Promise<Apart> {
    const apart = new Apart(await openServers(where), where, settings, new Map());
    const started = await Promise.allSettled(apps.map((app) => apart.start(app)));
    const failed = started.find((one) => one.status === 'rejected');
    if (!failed) return apart;
    await apart.abandon();
    throw failed.reason;
  }

  get url(): string {
    return this.app('gateway').url;
  }

  private get alive(): readonly Alone[] {
    return [...this.running.values()].filter((app) => app !== null);
  }

  app(name: string): Alone {
    const found = this.running.get(name);
    if (!found) throw new Error(`${name} does not run`);
    return found;
  }

  /** Answers its name: `ingest`, and `ingest-2` beside it. */
  async start(app: string): Promise<string> {
    const name = [app, ...Array.from({ length: 9 }, (_, at) => `${app}-${String(at + 2)}`)].find(
      (one) => !this.running.has(one),
    );
    if (name === undefined) throw new Error(`there are too many of ${app}`);
    // Taken before anything is waited for: two are started at once.
    this.running.set(name, null);
    const started = await Alone.start(app, {
      NATS_URL: this.where.nats,
      KITH_NATS_PREFIX: this.servers.root,
      DATABASE_URL: this.servers.url,
      KITH_OPERATOR_KEY: operatorKey,
      ...testIndexSettings(this.servers.root.slice(0, 32)),
      ...this.settings,
    });
    this.running.set(name, started);
    await this.app(name).answers();
    return name;
  }

  async kill(name: string): Promise<void> {
    await this.end(name, 'SIGKILL');
  }

  /** Answers its exit code. */
  end(name: string, signal: NodeJS.Signals): Promise<number | null> {
    const ending = this.app(name);
    this.running.delete(name);
    return ending.ended(signal);
  }

  /** Nothing waits anywhere, and nothing came for a while. */
  async settled(withinMs: number): Promise<void> {
    const { bus, database } = this.servers;
    let quietSince: number | null = null;
    await until(async () => {
      const waiting = (await bus.depth()).reduce((sum, depth) => sum + depth.waiting, 0);
      const isQuiet = waiting + (await countUnread(database)) === 0;
      quietSince = isQuiet ? (quietSince ?? performance.now()) : null;
      return quietSince !== null && performance.now() - quietSince > quietMs;
    }, withinMs);
  }

  async abandon(): Promise<void> {
    await Promise.all(this.alive.map((app) => app.ended('SIGKILL')));
    await this.servers.drop();
  }

  async stop(): Promise<void> {
    const ended = await Promise.all(this.alive.map((app) => app.ended('SIGTERM')));
    await this.servers.drop();
    if (ended.some((code) => code !== 0)) throw new Error(`apps ended with ${ended.join(', ')}`);
  }
}
