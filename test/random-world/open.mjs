// The platform that a random world is told to: one process on embedded engines, or, with KITH_TEST_APPS=apart, two of each app as
// processes on the servers that KITH_TEST_NATS_URL and KITH_TEST_DATABASE_URL name. KITH_TEST_INDEX=qdrant keeps the index in KITH_TEST_QDRANT_URL.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { parseEnv } from '../../dist/libs/config/src/index.js';
import { openDatabase } from '../../dist/libs/database/src/index.js';
import { connectNats, JetStreamMessageBus } from '../../dist/libs/messaging/src/index.js';
import { countUnread } from '../../dist/libs/read-models/src/index.js';
import { startPlatform } from '../../dist/apps/standalone/src/index.js';

const name = `kith_world_${process.pid}`;
const index =
  process.env.KITH_TEST_INDEX === 'qdrant'
    ? {
        KITH_INDEX: 'qdrant',
        QDRANT_URL: process.env.KITH_TEST_QDRANT_URL,
        KITH_QDRANT_PREFIX: name.replaceAll('_', '-'),
      }
    : {};
const settings = {
  KITH_DATA_DIR: 'memory://',
  KITH_EMBEDDER: 'none',
  KITH_LOG_LEVEL: 'silent',
  ...index,
};

const freePort = async () => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  return port;
};

const together = async () => {
  const parsed = parseEnv(settings);
  if (!parsed.ok) throw new Error(parsed.faults.join('\n'));
  return startPlatform({ config: parsed.config, port: 0, quiet: true });
};

const apart = async () => {
  const { KITH_TEST_NATS_URL: nats, KITH_TEST_DATABASE_URL: server } = process.env;
  const admin = await openDatabase({ url: server, dataDir: 'memory://', poolSize: 1 });
  await admin.query(`create database ${name}`);
  const own = new URL(server);
  own.pathname = `/${name}`;
  const operatorKey = 'kith_key-of-the-random-world';
  const running = [];
  const start = async (app) => {
    const port = await freePort();
    const env = {
      PATH: process.env.PATH,
      ...settings,
      NATS_URL: nats,
      KITH_NATS_PREFIX: name.replaceAll('_', '-'),
      DATABASE_URL: own.href,
      KITH_OPERATOR_KEY: operatorKey,
      KITH_HOST: '127.0.0.1',
      KITH_PORT: String(port),
      KITH_MAINTENANCE__SCHEDULED: 'false',
    };
    const main = new URL(`../../dist/apps/${app}/src/main.js`, import.meta.url).pathname;
    const child = spawn(process.execPath, ['--no-warnings', main], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    running.push(child);
    const url = `http://127.0.0.1:${port}`;
    const isReady = () =>
      fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    while (!(await isReady())) {
      if (child.exitCode !== null) throw new Error(`${app} ended`);
      await pause(50);
    }
    return url;
  };
  await start('ingest');
  await Promise.all(['ingest', 'recall', 'recall', 'janitor'].map(start));
  const url = await start('gateway');
  const broker = await connectNats({ url: nats, name: 'random-world' });
  const bus = await JetStreamMessageBus.open(broker, { root: name.replaceAll('_', '-') });
  const database = await openDatabase({ url: own.href, dataDir: 'memory://', poolSize: 1 });
  /** Nothing waits anywhere, and nothing came for longer than the relay takes to look. */
  const settled = async (withinMs) => {
    let quietSince = null;
    for (const until = Date.now() + withinMs; Date.now() < until; await pause(50)) {
      const waiting = (await bus.depth()).reduce((sum, depth) => sum + depth.waiting, 0);
      const isQuiet = waiting + (await countUnread(database)) === 0;
      quietSince = isQuiet ? (quietSince ?? Date.now()) : null;
      if (quietSince !== null && Date.now() - quietSince > 1_200) return;
    }
    throw new Error('it did not come to rest');
  };
  const stop = async () => {
    await bus.close();
    await broker.nc.close();
    await database.close();
    for (const child of running) {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    }
    await admin.query(`drop database ${name} with (force)`);
    await admin.close();
  };
  return { url, operatorKey, settled, stop };
};

export const openPlatform = () => (process.env.KITH_TEST_APPS === 'apart' ? apart() : together());
