// The apps as processes on NATS and a Postgres server: `npm run bench:cluster [-- --events 4000 --ingest 1,2 --asks 400 --json]`.
// Servers are those that KITH_TEST_NATS_URL and KITH_TEST_DATABASE_URL name, or `.ci/nats` and `.ci/postgres` started for it (which
// does not wait for the disk: so it says of Postgres how quick it is at best).
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { openDatabase } from '../../dist/libs/database/src/index.js';
import { connectNats, JetStreamMessageBus } from '../../dist/libs/messaging/src/index.js';
import { cpuSecondsOf, listenerAt } from './cpu.mjs';

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '4000' },
    ingest: { type: 'string', default: '1,2' },
    asks: { type: 'string', default: '400' },
    /** How many facts there are in the index in Qdrant, where KITH_TEST_QDRANT_URL names one. */
    facts: { type: 'string', default: '10000,100000' },
    json: { type: 'boolean', default: false },
  },
});
const events = Number(values.events);
const asks = Number(values.asks);
const key = 'kith_key-of-the-bench';
const home = await mkdtemp(join(tmpdir(), 'kith-bench-cluster-'));
execFileSync('chmod', ['711', home]);
const started = [];
const server = (name, variable) => {
  const named = process.env[variable];
  if (named) return named;
  const folder = join(home, name);
  const url = execFileSync(`.ci/${name}`, ['start', folder], { encoding: 'utf8' }).trim();
  started.push(() => execFileSync(`.ci/${name}`, ['stop', folder]));
  return url;
};
const rows = [];
const add = (what, value, unit) => {
  if (Number.isNaN(value)) return;
  const rounded = Number(value.toFixed(value < 10 ? 3 : 1));
  rows.push({ what, value: rounded, unit });
  if (!values.json) console.log(`${what.padEnd(64)} ${String(rounded).padStart(9)} ${unit}`);
};

/** Of processes by name: what each used since, told for a thousand events. */
const cpuSince = (processes) => {
  const pids = Object.entries(processes);
  const used = () => pids.map(([name, of]) => [name, of.reduce((sum, pid) => sum + cpuSecondsOf(pid), 0)]);
  const before = new Map(used());
  return (label, count) => {
    for (const [name, seconds] of used())
      add(`${label}: CPU of ${name}`, ((seconds - before.get(name)) * 1_000) / count, 's per 1,000 events');
  };
};

const towns = ['Bergen', 'Porto', 'Ghent', 'Turku', 'Graz', 'Lviv', 'Sopot', 'Bled', 'Nara', 'Cusco'];
const began = Date.now() - 86_400_000;
// One in ten says something worth a memory; 40 rooms, 200 people.
const eventOf = (at) => ({
  specversion: '1.0',
  id: `b-${at}`,
  source: '/bench',
  type: 'kith.message.posted.v1',
  data: {
    platform: 'chat',
    agent_id: 'helper',
    message_id: `m-${at}`,
    text:
      at % 10 === 0
        ? `I live in ${towns[(at / 10) % 10]}`
        : `that makes ${at} so far, and the train is late again`,
    sent_at: new Date(began + at * 1_000).toISOString(),
    source: { type: 'group', external_id: `room-${at % 40}`, name: `#room-${at % 40}`, history: 'visible' },
    author: { platform_user_id: `u-${at % 200}`, handle: `u${at % 200}`, display_name: `User ${at % 200}` },
  },
});
const all = Array.from({ length: events }, (_, at) => eventOf(at));
const bodies = all.map((event) => Buffer.from(JSON.stringify(event)));

const rateOf = async (count, work) => {
  const from = performance.now();
  await work();
  return (count * 1_000) / (performance.now() - from);
};
const percentile = (numbers, share) =>
  [...numbers].sort((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))];

const freePort = async () => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  return port;
};

const bare = async (natsUrl, databaseUrl) => {
  const { nc } = await connectNats({ url: natsUrl, name: 'bench' });
  const jsm = await jetstreamManager(nc);
  const name = `BENCH_${process.pid}`;
  await jsm.streams.add({ name, subjects: [`${name}.>`] });
  const js = jetstream(nc);
  const publish = async () => {
    for (let from = 0; from < bodies.length; from += 500)
      await Promise.all(
        bodies.slice(from, from + 500).map((body, at) => js.publish(`${name}.p${at % 16}`, body)),
      );
  };
  await publish();
  const used = cpuSince({ NATS: [listenerAt(new URL(natsUrl).port)] });
  add('JetStream by itself: publishes, 500 at once', await rateOf(events, publish), '/s');
  used('JetStream by itself', events);
  await jsm.streams.delete(name);
  await nc.close();
  const database = await openDatabase({ url: databaseUrl, dataDir: 'memory://', poolSize: 2 });
  const table = `bench_${process.pid}`;
  await database.query(
    `create table ${table} (id bigserial primary key, body jsonb not null, at timestamptz not null)`,
  );
  const insert = async () => {
    for (let from = 0; from < bodies.length; from += 200)
      await database.transaction((sql) =>
        sql.query(`insert into ${table} (body, at) select body::jsonb, now() from unnest($1::text[]) body`, [
          bodies.slice(from, from + 200).map(String),
        ]),
      );
  };
  await insert();
  add('Postgres by itself: rows inserted, 200 a transaction', await rateOf(events, insert), '/s');
  await database.query(`drop table ${table}`);
  await database.close();
};

const cluster = async (natsUrl, databaseUrl, ingests) => {
  const name = `kith_bench_${process.pid}_${ingests}`;
  const root = name.replaceAll('_', '-');
  const admin = await openDatabase({ url: databaseUrl, dataDir: 'memory://', poolSize: 1 });
  await admin.query(`create database ${name}`);
  const own = new URL(databaseUrl);
  own.pathname = `/${name}`;
  const running = [];
  const start = async (app) => {
    const port = await freePort();
    const env = {
      PATH: process.env.PATH,
      NATS_URL: natsUrl,
      KITH_NATS_PREFIX: root,
      DATABASE_URL: own.href,
      KITH_OPERATOR_KEY: key,
      KITH_HOST: '127.0.0.1',
      KITH_PORT: String(port),
      KITH_DATA_DIR: 'memory://',
      KITH_EMBEDDER: 'none',
      KITH_LOG_LEVEL: 'error',
    };
    const main = new URL(`../../dist/apps/${app}/src/main.js`, import.meta.url).pathname;
    const child = spawn(process.execPath, ['--no-warnings', main], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    running.push(child);
    const url = `http://127.0.0.1:${port}`;
    child.url = url;
    while (
      !(await fetch(`${url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      ))
    ) {
      if (child.exitCode !== null) throw new Error(`${app} ended`);
      await sleep(50);
    }
    return child;
  };
  const end = async () => {
    for (const child of running.splice(0)) {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    }
  };
  try {
    // The streams have their consumers, and the tables are there, before the first event.
    await start('ingest');
    await end();
    const nats = await connectNats({ url: natsUrl, name: 'bench' });
    const bus = await JetStreamMessageBus.open(nats, { root });
    const database = await openDatabase({ url: own.href, dataDir: 'memory://', poolSize: 2 });
    const outgoing = all.map((event, at) => ({
      id: `${event.source}|${event.id}`,
      tenantId: 'default',
      kind: 'events',
      key: event.data.source.external_id,
      headers: { 'x-correlation-id': 'bench' },
      body: bodies[at],
    }));
    const servers = { Postgres: [listenerAt(own.port)], NATS: [listenerAt(new URL(natsUrl).port)] };
    const publishing = cpuSince({ publisher: [process.pid], NATS: servers.NATS });
    const published = await rateOf(events, async () => {
      for (let from = 0; from < events; from += 500) await bus.publish(outgoing.slice(from, from + 500));
    });
    if (ingests === 1) {
      add('the bus: events published and marked, 500 at once', published, '/s');
      publishing('the bus', events);
    }
    const count = async (statement) => Number((await database.query(statement))[0].count);
    const recorded = () => count(`select count(*) from events where type = 'MessageRecorded'`);
    const unread = () => count('select count(*) from extraction_queue');
    const gateway = await start('gateway');
    await start('recall');
    const readers = await Promise.all(Array.from({ length: ingests }, () => start('ingest')));
    const from = { at: performance.now(), count: await recorded() };
    const used = cpuSince({ ingest: readers.map(({ pid }) => pid), ...servers });
    while ((await recorded()) < events) await sleep(25);
    const workers = `${ingests} ingest`;
    add(`${workers}: events recorded`, ((events - from.count) * 1_000) / (performance.now() - from.at), '/s');
    used(`${workers}, recorded`, events - from.count);
    while ((await unread()) > 0) await sleep(25);
    add(
      `${workers}: events recorded and read for facts`,
      ((events - from.count) * 1_000) / (performance.now() - from.at),
      '/s',
    );
    used(`${workers}, recorded and read`, events - from.count);
    while ((await bus.depth()).some(({ waiting }) => waiting > 0)) await sleep(50);
    add(
      `${workers}: events recorded, read and indexed`,
      ((events - from.count) * 1_000) / (performance.now() - from.at),
      '/s',
    );
    if (ingests === 1) await askThrough(gateway.url);
    if (ingests === 1) await publishThrough(gateway);
    await end();
    await bus.close();
    const jsm = await jetstreamManager(nats.nc);
    for await (const stream of jsm.streams.names())
      if (stream.startsWith(root.toUpperCase())) await jsm.streams.delete(stream);
    await nats.nc.close();
    await database.close();
  } finally {
    for (const child of running) child.kill('SIGKILL');
    await admin.query(`drop database ${name} with (force)`);
    await admin.close();
  }
};

/** The same events under other ids, 500 a request, as an adaptor sends what it has kept. */
const publishThrough = async ({ url, pid }) => {
  const others = all.map((event) => ({
    ...event,
    id: `h-${event.id}`,
    data: { ...event.data, message_id: `h-${event.data.message_id}` },
  }));
  const used = cpuSince({ gateway: [pid] });
  const rate = await rateOf(events, async () => {
    for (let from = 0; from < events; from += 500) {
      const response = await fetch(`${url}/v1/events`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/cloudevents-batch+json' },
        body: JSON.stringify(others.slice(from, from + 500)),
      });
      const { results } = await response.json();
      if (results.some(({ status }) => status !== 'accepted')) throw new Error('an event was not accepted');
    }
  });
  add('the gateway: events taken over HTTP, 500 a request', rate, '/s');
  used('the gateway', events);
};

const askThrough = async (gateway) => {
  const ask = async (at) => {
    const from = performance.now();
    const response = await fetch(`${gateway}/v1/recall`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        agent_id: 'helper',
        viewer: { platform: 'chat', platform_user_id: `u-${at % 200}` },
        source: { platform: 'chat', type: 'group', external_id: `room-${at % 40}` },
        query: `Where does User ${(at * 10) % 200} live?`,
      }),
    });
    if (response.status !== 200) throw new Error(`recall answered ${response.status}`);
    await response.text();
    return performance.now() - from;
  };
  for (let at = 0; at < 30; at += 1) await ask(at);
  const times = [];
  for (let at = 0; at < asks; at += 1) times.push(await ask(at));
  add('recall through gateway and NATS, one at a time: p50', percentile(times, 0.5), 'ms');
  add('recall through gateway and NATS, one at a time: p95', percentile(times, 0.95), 'ms');
  const crowd = [];
  await Promise.all(
    Array.from({ length: 8 }, async (_, asker) => {
      for (let at = asker; at < asks; at += 8) crowd.push(await ask(at));
    }),
  );
  add('recall through gateway and NATS, eight at once: p50', percentile(crowd, 0.5), 'ms');
  add('recall through gateway and NATS, eight at once: p95', percentile(crowd, 0.95), 'ms');
};

try {
  const natsUrl = server('nats', 'KITH_TEST_NATS_URL');
  const databaseUrl = server('postgres', 'KITH_TEST_DATABASE_URL');
  if (!values.json)
    console.log(
      `${cpus().length} cores, node ${process.version}, ${events} events of ${bodies[1].length} bytes\n`,
    );
  await bare(natsUrl, databaseUrl);
  for (const ingests of values.ingest.split(',').map(Number)) await cluster(natsUrl, databaseUrl, ingests);
  if (process.env.KITH_TEST_QDRANT_URL) {
    const script = new URL('qdrant.mjs', import.meta.url).pathname;
    const words = [script, '--kind', 'fact', '--rows', values.facts, '--json'];
    for (const { rows: count, how, p50, p95, bare, recall, cpu, bareCpu } of JSON.parse(
      execFileSync(process.execPath, words, { encoding: 'utf8', maxBuffer: 2 ** 24 }),
    )) {
      const label = `index in Qdrant, ${count} facts, ${how}`;
      add(`${label}: p50`, p50, 'ms');
      add(`${label}: p95`, p95, 'ms');
      add(`${label}: p50 to that of a bare query`, p50 / bare, 'times');
      add(`${label}: CPU of the server to that of a bare query`, cpu / bareCpu, 'times');
      add(`${label}: of the ten best, found`, recall * 100, '%');
    }
  }
  if (values.json) console.log(JSON.stringify(rows));
} finally {
  for (const stop of started) stop();
  await rm(home, { recursive: true, force: true });
}
