// Many askers and one importer against a real process over HTTP, with slow clients and such that go away beside them.
//   npm run load [-- --seconds 120 --askers 50 --embedder bundled --json]
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chance } from '../random-world/chance.mjs';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '120' },
    askers: { type: 'string', default: '50' },
    embedder: { type: 'string', default: 'bundled' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
  },
});
const seconds = Number(values.seconds);
const random = chance(Number(values.seed));
const folder = await mkdtemp(join(tmpdir(), 'kith-load-'));
const people = 50;
const rooms = 10;

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const child = spawn(process.execPath, ['dist/apps/cli/src/main.js', 'up'], {
  env: {
    PATH: process.env.PATH,
    KITH_DATA_DIR: folder,
    KITH_PORT: String(port),
    KITH_EMBEDDER: values.embedder,
    KITH_LOG_LEVEL: 'warn',
  },
  stdio: ['ignore', 'ignore', 'pipe'],
});
const logged = [];
child.stderr.on('data', (bytes) => logged.push(...bytes.toString().split('\n').filter(Boolean)));

for (const deadline = Date.now() + 120_000; ; await pause(100)) {
  if ((await fetch(`${url}/readyz`).catch(() => null))?.ok) break;
  if (child.exitCode !== null || Date.now() > deadline) throw new Error('the platform did not come up');
}
const key = (await readFile(join(folder, 'operator.key'), 'utf8')).trim();
const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };

const things = [
  'kettle',
  'bicycle',
  'violin',
  'garden',
  'telescope',
  'canoe',
  'printer',
  'recipe',
  'map',
  'lamp',
];
const towns = ['Oslo', 'Turin', 'Ghent', 'Porto', 'Lund', 'Graz', 'Cork', 'Brno', 'Vigo', 'Riga'];
const lines = [
  () => `I live in ${random.pick(towns)}`,
  () => `I have a ${random.pick(things)} that I bought in ${random.pick(towns)}`,
  () => `my favourite thing is the ${random.pick(things)}`,
  () => `did anybody see my ${random.pick(things)}?`,
  () => `good morning, the ${random.pick(things)} is broken again`,
  () => `I am planning to sell the ${random.pick(things)} next week`,
];
const yesterday = Date.now() - 86_400_000;
let made = 0;
const message = () => {
  made += 1;
  const person = `p${random.below(people)}`;
  return {
    specversion: '1.0',
    id: `l-${made}`,
    source: '/load',
    type: 'kith.message.posted.v1',
    data: {
      platform: 'load',
      agent_id: 'helper',
      message_id: `l-${made}`,
      text: random.pick(lines)(),
      sent_at: new Date(yesterday + made * 10).toISOString(),
      source: {
        type: 'group',
        external_id: `room-${random.below(rooms)}`,
        parent: { type: 'workspace', external_id: 'w' },
      },
      author: { platform_user_id: person, handle: person, display_name: person },
    },
  };
};

const counts = new Map();
const count = (name) => counts.set(name, (counts.get(name) ?? 0) + 1);
const errors = [];
const asks = [];
const posts = [];
let pressed = 0;

const post = async (size) => {
  const body = JSON.stringify(Array.from({ length: size }, message));
  for (;;) {
    const began = performance.now();
    const reply = await fetch(`${url}/v1/events`, { method: 'POST', headers, body });
    const text = await reply.text();
    if (reply.status === 202) {
      posts.push(performance.now() - began);
      return size;
    }
    const after = Number(reply.headers.get('retry-after'));
    if ((reply.status !== 503 && reply.status !== 429) || !(after > 0)) {
      errors.push(`import ${reply.status} ${text.slice(0, 200)}`);
      return 0;
    }
    pressed += 1;
    await pause(after * 1000);
  }
};

const metric = async (name) => {
  const text = await (await fetch(`${url}/metrics`, { headers })).text();
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return line === undefined ? 0 : Number(line.slice(name.length + 1));
};
const settled = async () => {
  const names = [
    'kith_bus_waiting{stream="events"}',
    'kith_bus_waiting{stream="facts"}',
    'kith_extraction_waiting',
  ];
  while ((await Promise.all(names.map(metric))).some((waiting) => waiting > 0)) await pause(1_100);
};

// Something to be asked about.
for (let n = 0; n < 10; n += 1) await post(100);
await settled();

const until = Date.now() + seconds * 1000;
const isOver = () => Date.now() >= until;

const ask = async (n) => {
  const viewer = { platform: 'load', platform_user_id: `p${n % people}` };
  while (!isOver()) {
    const source =
      random.below(3) === 0
        ? null
        : { platform: 'load', type: 'group', external_id: `room-${random.below(rooms)}` };
    const body = JSON.stringify({
      agent_id: 'helper',
      viewer,
      source,
      query: `who has a ${random.pick(things)}?`,
    });
    const began = performance.now();
    const reply = await fetch(`${url}/v1/recall`, { method: 'POST', headers, body }).catch((error) => ({
      status: String(error.cause?.code ?? error.name),
      text: () => '',
    }));
    await reply.text();
    if (reply.status === 200) asks.push(performance.now() - began);
    else errors.push(`recall ${reply.status}`);
  }
};

let imported = 0;
const importing = async () => {
  while (!isOver()) imported += await post(100);
};

/** Sends a byte now and then, reads nothing, or hangs up in the middle: none of them may cost the others anything. */
const nuisance = async () => {
  const length = 200_000;
  const head = `POST /v1/events HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n[`;
  const open = new Set();
  while (!isOver()) {
    for (let n = 0; n < 5; n += 1) {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.on('close', () => open.delete(socket));
      open.add(socket);
      socket.write(head);
      if (n < 2) setTimeout(() => socket.destroy(), 50);
      else if (n === 2) socket.pause();
      count(n < 2 ? 'went away' : n === 2 ? 'never reads' : 'drips');
    }
    for (const socket of open) if (!socket.isPaused()) socket.write(' ');
    await pause(1_000);
  }
  for (const socket of open) socket.destroy();
  const leave = new AbortController();
  setTimeout(() => leave.abort(), 5);
  const body = JSON.stringify({
    agent_id: 'helper',
    viewer: { platform: 'load', platform_user_id: 'p1' },
    query: 'x',
  });
  await fetch(`${url}/v1/recall`, { method: 'POST', headers, body, signal: leave.signal }).catch(
    () => undefined,
  );
};

const memory = [];
const watching = async () => {
  while (!isOver()) {
    memory.push(await metric('process_resident_memory_bytes'));
    await pause(1_000);
  }
};

const began = performance.now();
await Promise.all([
  ...Array.from({ length: Number(values.askers) }, (_, n) => ask(n)),
  importing(),
  nuisance(),
  watching(),
]);
const spent = (performance.now() - began) / 1000;
const backlog = {
  events: await metric('kith_bus_waiting{stream="events"}'),
  extraction: await metric('kith_extraction_waiting'),
  facts: await metric('kith_bus_waiting{stream="facts"}'),
};
// What was taken must be recorded; reading it all may take much longer than this run.
const drainBegan = performance.now();
const readBefore = backlog.extraction;
while ((await metric('kith_bus_waiting{stream="events"}')) > 0) await pause(1_100);
await pause(Math.max(0, 15_000 - (performance.now() - drainBegan)));
const drained =
  (readBefore - (await metric('kith_extraction_waiting'))) / ((performance.now() - drainBegan) / 1000);
const recorded = await metric('kith_messages_recorded_total');
const parked = await metric('kith_bus_parked{stream="events"}');
const running = await metric('kith_http_requests_running');

child.kill('SIGTERM');
await new Promise((resolve) => (child.exitCode === null ? child.once('exit', resolve) : resolve()));
await rm(folder, { recursive: true, force: true });

const quantile = (times, share) => {
  const sorted = [...times].sort((a, b) => a - b);
  return Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 10) / 10;
};
const spread = (times) => ({
  p50: quantile(times, 0.5),
  p95: quantile(times, 0.95),
  p99: quantile(times, 0.99),
  max: quantile(times, 1),
});
const mib = (bytes) => Math.round(bytes / 1024 / 1024);
const failures = logged.filter((line) => /"level":"(?:error|fatal)"/u.test(line));
const result = {
  machine: `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, node ${process.version}`,
  seconds: Math.round(spent),
  askers: Number(values.askers),
  embedder: values.embedder,
  recalls_per_second: Math.round((asks.length / spent) * 10) / 10,
  recall_ms: spread(asks),
  imported_per_second: Math.round(imported / spent),
  import_request_ms: spread(posts),
  back_pressure: pressed,
  backlog_at_end: backlog,
  then_read_per_second: Math.round(drained),
  nuisances: Object.fromEntries(counts),
  resident_mib: {
    first: mib(memory[0] ?? 0),
    most: mib(Math.max(0, ...memory)),
    last: mib(memory.at(-1) ?? 0),
  },
  lost: made - recorded,
  parked,
  still_running: running,
  errors: errors.length,
  error_lines: failures.length,
};
if (values.json) console.log(JSON.stringify(result));
else
  for (const [name, value] of Object.entries(result))
    console.log(
      `${name.replaceAll('_', ' ').padEnd(22)}${
        typeof value === 'object'
          ? Object.entries(value)
              .map(([k, v]) => `${k} ${v}`)
              .join('  ')
          : value
      }`,
    );
for (const line of [...new Set(errors), ...failures].slice(0, 20)) console.error(line);
process.exitCode = errors.length + failures.length + parked + running === 0 && made === recorded ? 0 : 1;
