// Kills the platform with SIGKILL at random times - while events are published, while it starts, while it starts for the
// first time and migrates, while it rebuilds, and while it puts away what is more than may be kept - and looks for what was lost, done twice or torn.
// While events are published, accounts are linked and taken apart; and it is killed in each step of an erasure.
//   node test/crash/run.mjs [--kills 50] [--seed 1]      (after `npm run build`)
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parseEnv } from '../../dist/libs/config/src/index.js';
import { projections } from '../../dist/libs/read-models/src/index.js';
import { rebuildIndex } from '../../dist/apps/recall/src/index.js';
import { openEngines } from '../../dist/apps/standalone/src/engines.js';
import { chance } from '../random-world/chance.mjs';
import { erasuresUnderFire } from './erasures.mjs';
import { linksUnderFire } from './links.mjs';

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '50' }, seed: { type: 'string', default: '1' } },
});
const kills = Number(values.kills);
const random = chance(Number(values.seed));
const links = linksUnderFire(chance(Number(values.seed) + 1));
const erasures = erasuresUnderFire(chance(Number(values.seed) + 2));
const dataDir = await mkdtemp(join(tmpdir(), 'kith-crash-'));
/** Memories that one of the twelve people may hold: the janitor puts the others away, at each start and when asked. */
const mostEntries = 2;
const settings = {
  KITH_DATA_DIR: dataDir,
  KITH_EMBEDDER: 'none',
  KITH_LOG_LEVEL: 'silent',
  KITH_MEMORY__MAX_ENTRIES: String(mostEntries),
};

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

const start = async (command, folder = dataDir) => {
  const port = await freePort();
  const child = spawn(process.execPath, ['dist/apps/cli/src/main.js', command], {
    env: { PATH: process.env.PATH, ...settings, KITH_DATA_DIR: folder, KITH_PORT: String(port) },
    stdio: 'ignore',
  });
  return { child, port };
};

const up = async (folder = dataDir) => {
  const { child, port } = await start('up', folder);
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
  const key = (await readFile(join(folder, 'operator.key'), 'utf8')).trim();
  return { child, url, headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' } };
};

const gone = (child) =>
  new Promise((resolve) =>
    child.exitCode !== null || child.signalCode !== null ? resolve() : child.once('exit', resolve),
  );

let made = 0;
const yesterday = Date.now() - 86_400_000;
/** A name of its own for each message that states a fact. */
const dogOf = (number) => `Rex${String(number).padStart(6, '0')}`;
const message = () => {
  made += 1;
  const person = `u${random.below(12)}`;
  return {
    specversion: '1.0',
    id: `c-${made}`,
    source: '/crash',
    type: 'kith.message.posted.v1',
    data: {
      platform: 'crash',
      message_id: `c-${made}`,
      text: made % 5 < 2 ? `I have a dog named ${dogOf(made)}` : `just chatting, number ${made}`,
      sent_at: new Date(yesterday + made * 1000).toISOString(),
      source: { type: 'group', external_id: `room-${random.below(4)}` },
      author: { platform_user_id: person, handle: person },
    },
  };
};

/** Publishes until the platform is killed; what was answered 202 is acknowledged, the rest may or may not be there. */
const publishUntilKilled = async (platform, acknowledged, sent) => {
  const killAt = Date.now() + 100 + random.below(1_900);
  const timer = setTimeout(() => platform.child.kill('SIGKILL'), killAt - Date.now());
  const linking = links.untilKilled(platform);
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
  await linking;
};

/** Asks for a task and kills the platform somewhere in it. */
const tasksAsked = new Set();
const killMaintaining = async (platform) => {
  const timer = setTimeout(() => platform.child.kill('SIGKILL'), random.below(600));
  for (const task of ['garbage', 'integrity', 'expire']) {
    const response = await fetch(`${platform.url}/v1/maintenance/${task}?timeout_ms=0`, {
      method: 'POST',
      headers: platform.headers,
      body: '{}',
    }).catch(() => null);
    const report = await response?.json().catch(() => null);
    if (response?.ok && report) tasksAsked.add(report.id);
  }
  await gone(platform.child);
  clearTimeout(timer);
};

/** Every task that was asked for came to its end, whichever process began it. */
const waitMaintained = async ({ url, headers }) => {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const response = await fetch(`${url}/v1/maintenance/reports?limit=200`, { headers });
    const { results } = await response.json();
    const open = results.filter(({ status }) => status !== 'done');
    const missing = [...tasksAsked].filter((id) => !results.some((report) => report.id === id));
    if (open.length + missing.length === 0) return results;
    if (Date.now() > deadline)
      throw new Error(`${open.length} tasks never ended, ${missing.length} are unknown`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
};

const waitIndexed = async (platform, id) => {
  const deadline = Date.now() + 180_000;
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

/** Kills it somewhere between its first instruction and a little after it is ready; many of these are in between. */
const killWithin = async (command, ms, folder = dataDir) => {
  const { child } = await start(command, folder);
  const timer = setTimeout(() => child.kill('SIGKILL'), random.below(ms));
  await gone(child);
  clearTimeout(timer);
};

/** A first start makes the cluster, migrates, and writes the key; killed again and again, it must come up in the end. */
const killFirstStart = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kith-crash-first-'));
  for (let times = 1 + random.below(3); times > 0; times -= 1) await killWithin('up', 2_500, folder);
  const platform = await up(folder);
  const published = await fetch(`${platform.url}/v1/events?wait=indexed`, {
    method: 'POST',
    headers: platform.headers,
    body: JSON.stringify(message()),
  });
  platform.child.kill('SIGKILL');
  await gone(platform.child);
  await rm(folder, { recursive: true, force: true });
  if (published.status !== 200) throw new Error(`after a killed first start it answered ${published.status}`);
};

const acknowledged = new Set();
const sent = new Set();
const kinds = { publishing: 0, starting: 0, 'first start': 0, rebuilding: 0, maintaining: 0, erasing: 0 };
for (let kill = 0; kill < kills; kill += 1) {
  const kind =
    [
      'starting',
      'publishing',
      'erasing',
      'maintaining',
      'rebuilding',
      'erasing',
      'publishing',
      'erasing',
      'first start',
    ][kill % 9] ?? 'publishing';
  kinds[kind] += 1;
  if (kind === 'publishing') await publishUntilKilled(await up(), acknowledged, sent);
  else if (kind === 'maintaining') await killMaintaining(await up());
  else if (kind === 'erasing') await erasures.eraseAndKill(await up(), sent, waitIndexed);
  else if (kind === 'starting') await killWithin('up', 1_500);
  else if (kind === 'rebuilding') await killWithin('rebuild', 2_500);
  else await killFirstStart();
}

/** Nothing waits any more, twice in a row: what one stage lets go of, the next may not have seen yet. */
const waitSettled = async ({ url, headers }) => {
  const waits = /^kith_(?:bus_waiting\{stream="(?:events|facts)"\}|extraction_waiting) [1-9]/mu;
  for (let quiet = 0; quiet < 3;) {
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    quiet = waits.test(await (await fetch(`${url}/metrics`, { headers })).text()) ? 0 : quiet + 1;
  }
};

const platform = await up();
for (const id of acknowledged) await waitIndexed(platform, id);
await waitSettled(platform);
await fetch(`${platform.url}/v1/maintenance/garbage?timeout_ms=60000`, {
  method: 'POST',
  headers: platform.headers,
  body: '{}',
});
const reports = await waitMaintained(platform);
const erased = await erasures.waitEnded(platform);
await waitSettled(platform);
platform.child.kill('SIGTERM');
await gone(platform.child);

const parsed = parseEnv(settings);
if (!parsed.ok) throw new Error(parsed.faults.join('\n'));
const engines = await openEngines(parsed.config);
const { database } = engines;
const stored = (await database.query('select message_id from messages')).map((row) => row.message_id);
const facts = (await database.query('select content from memories')).map((row) => row.content);
const [above] = await database.query(
  `select count(*)::int as owners from (select from memories where status = 'active' group by owner_entity_id having count(*) > ${mostEntries}) as o`,
);
const [archived] = await database.query(`select count(*)::int as n from memories where status = 'archived'`);
const [recorded] = await database.query(
  `select count(*)::int as events, count(distinct data ->> 'recordId')::int as messages from events where type = 'MessageRecorded'`,
);

/** Every row of a table by its heap, and by its primary key: a torn page or a broken index tells them apart. */
const torn = [];
for (const { table, key } of await database.query(
  `select c.oid::regclass::text as table, string_agg(format('%I', a.attname), ', ') as key
     from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
     join pg_index i on i.indrelid = c.oid and i.indisprimary
     join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
    where c.relkind = 'r' group by c.oid`,
)) {
  const count = (by) =>
    database.transaction(async (sql) => {
      await sql.query(`set local enable_${by} = off`);
      const [row] = await sql.query(
        `select count(*)::int as n, md5(string_agg(t::text, '' order by ${key})) as digest from ${table} t`,
      );
      return `${row.n} ${row.digest}`;
    });
  const byIndex = await count('seqscan');
  const byHeap = await database.transaction(async (sql) => {
    for (const way of ['indexscan', 'indexonlyscan', 'bitmapscan'])
      await sql.query(`set local enable_${way} = off`);
    const [row] = await sql.query(
      `select count(*)::int as n, md5(string_agg(t::text, '' order by ${key})) as digest from ${table} t`,
    );
    return `${row.n} ${row.digest}`;
  });
  if (byIndex !== byHeap) torn.push(table);
}

const indexed = async () =>
  new Map(
    (
      await database.query(
        'select memory_id, kind, status, position, terms, superseded_at from memory_index where not removed',
      )
    ).map((row) => [row.memory_id, JSON.stringify(row)]),
  );
const linkFaults = await links.faultsIn(database);
const erasureFaults = await erasures.faultsIn(database, erased);
const before = [await dump(database), await indexed()];
await engines.log.rebuild(() => undefined);
await rebuildIndex(engines);
const isRebuilt = before[0] === (await dump(database));
const rebuiltFaults = await links.faultsIn(database);
const erasureFaultsRebuilt = await erasures.faultsIn(database, erased);
const rebuiltIndex = await indexed();
const differing = [...new Set([...before[1].keys(), ...rebuiltIndex.keys()])].filter(
  (id) => before[1].get(id) !== rebuiltIndex.get(id),
);
for (const id of differing.slice(0, 5))
  console.error(`index: ${before[1].get(id) ?? 'absent'} became ${rebuiltIndex.get(id) ?? 'absent'}`);
await database.close();
await rm(dataDir, { recursive: true, force: true });

const lost = [...acknowledged].filter((id) => !stored.includes(id)).length;
const twice = stored.length - new Set(stored).size + (recorded.events - recorded.messages);
const strange = stored.filter((id) => !sent.has(id)).length;
const stating = stored.filter((id) => Number(id.slice(2)) % 5 < 2);
const wrongFacts = stating.filter((id) => {
  const dog = dogOf(Number(id.slice(2)));
  return facts.filter((content) => content?.includes(dog)).length !== 1;
}).length;
const linked = links.counted();
console.log(
  `${kills} kills (${Object.entries(kinds)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(
      ', ',
    )}), ${acknowledged.size} acknowledged of ${sent.size} sent: ${lost} lost, ${twice} twice, ${strange} never sent, ` +
    `${wrongFacts} of ${stating.length} facts not there exactly once, ${torn.length} tables torn; ` +
    `${tasksAsked.size} tasks asked for and ${reports.length} done, ${archived.n} memories put away, ${above.owners} owners above their most; ` +
    `${linked.answered} steps of links between ${linked.pairs} pairs answered and ${linked.unanswered} not: ${linkFaults.wrong} pairs not as answered, ${linkFaults.clusters} in a wrong cluster, ${rebuiltFaults.wrong + rebuiltFaults.clusters} after a rebuild; ` +
    `${erasures.counted()} people erased and ${erased.length} receipts: ${erasureFaults} not as ordered, ${erasureFaultsRebuilt} after a rebuild; ` +
    `projections ${isRebuilt ? 'equal' : 'DIFFER from'} a rebuild, ${differing.length} index rows differ`,
);
const faults =
  lost +
  twice +
  strange +
  wrongFacts +
  torn.length +
  differing.length +
  above.owners +
  linkFaults.wrong +
  linkFaults.clusters +
  rebuiltFaults.wrong +
  rebuiltFaults.clusters +
  erasureFaults +
  erasureFaultsRebuilt;
process.exitCode = faults === 0 && isRebuilt ? 0 : 1;
