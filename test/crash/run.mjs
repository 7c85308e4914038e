// Kills a serving platform with SIGKILL at random times while events are published, and looks for what was lost.
//   node test/crash/run.mjs [--kills 50] [--seed 1]      (after `npm run build`)
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parseEnv } from '../../dist/libs/config/src/index.js';
import { projections } from '../../dist/libs/read-models/src/index.js';
import { openEngines } from '../../dist/apps/standalone/src/engines.js';
import { chance } from '../random-world/chance.mjs';

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '50' }, seed: { type: 'string', default: '1' } },
});
const kills = Number(values.kills);
const random = chance(Number(values.seed));
const dataDir = await mkdtemp(join(tmpdir(), 'kith-crash-'));
const settings = { KITH_DATA_DIR: dataDir, KITH_EMBEDDER: 'none', KITH_LOG_LEVEL: 'silent' };

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

const up = async () => {
  const port = await freePort();
  const child = spawn(process.execPath, ['dist/apps/cli/src/main.js', 'up'], {
    env: { PATH: process.env.PATH, ...settings, KITH_PORT: String(port) },
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + 120_000;
  for (;;) {
    const ready = await fetch(`${url}/readyz`)
      .then((response) => response.ok)
      .catch(() => false);
    if (ready) break;
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`the platform did not come up (exit ${child.exitCode})`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const key = (await readFile(join(dataDir, 'operator.key'), 'utf8')).trim();
  return { child, url, headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' } };
};

const gone = (child) =>
  new Promise((resolve) =>
    child.exitCode !== null || child.signalCode !== null ? resolve() : child.once('exit', resolve),
  );

let made = 0;
const start = Date.now() - 86_400_000;
const message = () => {
  made += 1;
  return {
    specversion: '1.0',
    id: `c-${made}`,
    source: '/crash',
    type: 'kith.message.posted.v1',
    data: {
      platform: 'crash',
      message_id: `c-${made}`,
      text: random.next() < 0.4 ? `I have a dog named Rex${made}` : `just chatting, number ${made}`,
      sent_at: new Date(start + made * 1000).toISOString(),
      source: { type: 'group', external_id: `room-${random.below(4)}` },
      author: { platform_user_id: `u${random.below(12)}`, handle: `u${random.below(12)}` },
    },
  };
};

/** Publishes until the platform is killed; what was answered 202 is acknowledged, the rest may or may not be there. */
const publishUntilKilled = async (platform, acknowledged, sent) => {
  const killAt = Date.now() + 100 + random.below(1_900);
  const timer = setTimeout(() => platform.child.kill('SIGKILL'), killAt - Date.now());
  while (platform.child.exitCode === null && platform.child.signalCode === null) {
    const events = Array.from({ length: 1 + random.below(20) }, message);
    for (const event of events) sent.add(event.data.message_id);
    const response = await fetch(`${platform.url}/v1/events`, {
      method: 'POST',
      headers: platform.headers,
      body: JSON.stringify(events),
    }).catch(() => null);
    if (response?.status === 202) for (const event of events) acknowledged.add(event.data.message_id);
    if (!response) break;
  }
  clearTimeout(timer);
  platform.child.kill('SIGKILL');
  await gone(platform.child);
};

const waitIndexed = async (platform, id) => {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const response = await fetch(`${platform.url}/v1/events/${id}?source=${encodeURIComponent('/crash')}`, {
      headers: platform.headers,
    });
    const body = await response.json();
    if (response.ok && body.status === 'indexed') return;
    if (Date.now() > deadline)
      throw new Error(
        `event ${id} was acknowledged and is ${response.status} ${JSON.stringify(body)} (data kept in ${dataDir})`,
      );
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};

const dump = async (database) => {
  const rows = {};
  for (const table of projections.flatMap((projection) => projection.tables))
    rows[table] = (await database.query(`select * from ${table}`)).map((row) => JSON.stringify(row)).sort();
  return JSON.stringify(rows);
};

const acknowledged = new Set();
const sent = new Set();
for (let kill = 0; kill < kills; kill += 1) await publishUntilKilled(await up(), acknowledged, sent);

const platform = await up();
for (const id of acknowledged) await waitIndexed(platform, id);
platform.child.kill('SIGTERM');
await gone(platform.child);

const parsed = parseEnv(settings);
if (!parsed.ok) throw new Error(parsed.faults.join('\n'));
const engines = await openEngines(
  parsed.config,
  () => new Date(),
  () => undefined,
);
const stored = (await engines.database.query('select message_id from messages')).map((row) => row.message_id);
const before = await dump(engines.database);
await engines.log.rebuild(() => undefined);
const isRebuilt = before === (await dump(engines.database));
await engines.database.close();
await rm(dataDir, { recursive: true, force: true });

const lost = [...acknowledged].filter((id) => !stored.includes(id)).length;
const twice = stored.length - new Set(stored).size;
const strange = stored.filter((id) => !sent.has(id)).length;
console.log(
  `${kills} kills, ${acknowledged.size} acknowledged of ${sent.size} sent: ${lost} lost, ${twice} twice, ${strange} never sent; projections ${isRebuilt ? 'equal' : 'DIFFER from'} a rebuild`,
);
process.exitCode = lost + twice + strange === 0 && isRebuilt ? 0 : 1;
