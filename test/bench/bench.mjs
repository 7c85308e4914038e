// What Kith costs, measured: `npm run bench [-- --only recall --messages 2000 --facts 1000,10000,100000 --members 10,5000 --runs 5 --json]`.
// Facts of the recall sizes are made, not read: 50 people in one open workspace, random unit vectors, seed printed.
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { rm, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFile, execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { setTimeout } from 'node:timers/promises';
import { openEngines } from '../../dist/apps/standalone/src/engines.js';
import { chance } from '../random-world/chance.mjs';
import { config, median, nouns, quantile, round, servePlatform } from './setup.mjs';

const run = promisify(execFile);
const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '2000' },
    facts: { type: 'string', default: '1000,10000' },
    members: { type: 'string', default: '10,1000,5000,20000' },
    held: { type: 'string', default: '100000' },
    runs: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: 'import,recall,members,clusters,beside,maintenance' },
    json: { type: 'boolean', default: false },
  },
});
const runs = Number(values.runs);
const seed = Number(values.seed);
const report = {
  seed,
  machine: {
    cpu: cpus()[0]?.model,
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: process.version,
  },
  rows: [],
};
const say = (line) => values.json || console.log(line);
const add = (what, value, unit) => {
  report.rows.push({ what, value, unit });
  say(`${what.padEnd(52)} ${String(value).padStart(10)} ${unit}`);
};
const openers = [
  'I like',
  'I hate',
  'I live in',
  'anyone tried',
  'try reinstalling',
  'thanks for',
  'I have a dog named',
  'what about',
  'lol',
  'see you at',
];
const source = {
  type: 'group',
  external_id: 'bench',
  name: '#bench',
  parent: { type: 'workspace', external_id: 'bench', name: 'bench' },
};

const messages = (count) => {
  const random = chance(seed);
  const authors = Array.from({ length: count }, () => `u${random.below(50)}`);
  return Array.from({ length: count }, (_, index) => ({
    specversion: '1.0',
    id: `b-${index}`,
    source: '/bench',
    type: 'kith.message.posted.v1',
    data: {
      platform: 'bench',
      message_id: `b-${index}`,
      text: `${random.pick(openers)} ${random.pick(nouns)} ${random.next() < 0.5 ? `number ${random.below(5000)}` : ''}`.trim(),
      sent_at: new Date(Date.now() - 86_400_000 + index * 1000).toISOString(),
      source,
      author: { platform_user_id: authors[index], handle: authors[index] },
    },
  }));
};

const importOnce = async (embedder, dataDir) => {
  const began = performance.now();
  const { platform, headers, post } = await servePlatform({
    KITH_DATA_DIR: dataDir,
    KITH_EMBEDDER: embedder,
  });
  const started = performance.now() - began;
  const events = messages(Number(values.messages));
  const from = performance.now();
  for (let at = 0; at < events.length; at += 200) await post('/v1/events', events.slice(at, at + 200));
  const taken = performance.now() - from;
  const metrics = async () => (await fetch(`${platform.url}/metrics`, { headers })).text();
  const sumOf = (text, name) =>
    [...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gmu'))].reduce(
      (sum, [, value]) => sum + Number(value),
      0,
    );
  while (sumOf(await metrics(), 'kith_messages_recorded_total') < events.length) await setTimeout(100);
  const recorded = performance.now() - from;
  await platform.settled(600_000);
  const settled = performance.now() - from;
  const text = await metrics();
  const extracting = sumOf(text, 'kith_extraction_duration_seconds_sum') * 1000;
  const embedding = sumOf(text, 'kith_embedding_duration_seconds_sum') * 1000;
  await platform.stop();
  return { started, taken, recorded, settled, extracting, embedding };
};

const importRates = async () => {
  for (const embedder of ['none', 'bundled']) {
    const all = [];
    for (let run = 0; run < Math.min(runs, 3); run += 1) all.push(await importOnce(embedder, 'memory://'));
    const middle = (stage) => median(all.map((each) => each[stage]));
    const rate = (stage) => round((Number(values.messages) / middle(stage)) * 1000, 0);
    add(`import, indexed, embedder ${embedder}`, rate('settled'), 'messages/s');
    add('  until acknowledged', rate('taken'), 'messages/s');
    add('  until recorded', rate('recorded'), 'messages/s');
    add('  extraction alone', rate('extracting'), 'messages/s');
    if (embedder !== 'none') add('  spent waiting for vectors', round(middle('embedding') / 1000), 's');
    add(`start in memory, embedder ${embedder}`, round(middle('started') / 1000, 2), 's');
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'kith-bench-'));
  try {
    const cold = await importOnce('bundled', dataDir);
    add('start on an empty data directory', round(cold.started / 1000, 2), 's');
    const bytes = Number(execFileSync('du', ['-sk', dataDir]).toString().split('\t')[0]) * 1024;
    add('on disk, whole data directory', round(bytes / 2 ** 20, 0), 'MiB');
    const began = performance.now();
    const { platform: warm } = await servePlatform({ KITH_DATA_DIR: dataDir, KITH_EMBEDDER: 'bundled' });
    add('start on an existing data directory', round((performance.now() - began) / 1000, 2), 's');
    await warm.stop();
    const engines = await openEngines(config({ KITH_DATA_DIR: dataDir }));
    const from = performance.now();
    const count = await engines.log.rebuild(() => undefined);
    add('rebuild of the read models', round((count / (performance.now() - from)) * 1000, 0), 'events/s');
    await engines.database.close();
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
};

/** Somebody asks all the while that a log is imported. */
const askBesideImport = async () => {
  const { platform, post } = await servePlatform({ KITH_DATA_DIR: 'memory://' });
  const events = messages(Number(values.messages) * 2);
  const [before, during] = [events.slice(0, events.length / 2), events.slice(events.length / 2)];
  for (let at = 0; at < before.length; at += 200) await post('/v1/events', before.slice(at, at + 200));
  await platform.settled(600_000);
  const random = chance(seed);
  const once = async () => {
    const viewer = { platform: 'bench', platform_user_id: `u${random.below(50)}` };
    const from = performance.now();
    await post('/v1/recall', {
      viewer,
      source: { platform: 'bench', ...source },
      query: `what about ${random.pick(nouns)}?`,
    });
    return performance.now() - from;
  };
  const alone = [];
  for (let each = 0; each < 30; each += 1) alone.push(await once());
  const from = performance.now();
  let isDone = false;
  const importing = (async () => {
    for (let at = 0; at < during.length; at += 200) await post('/v1/events', during.slice(at, at + 200));
    await platform.settled(600_000);
    isDone = true;
  })();
  const beside = [];
  while (!isDone) beside.push(await once());
  await importing;
  const rate = during.length / ((performance.now() - from) / 1000);
  add('recall with nothing beside it, p50', round(median(alone)), 'ms');
  add('recall beside an import, p50', round(median(beside)), 'ms');
  add('recall beside an import, p95', round(quantile(beside, 0.95)), 'ms');
  add('recall beside an import, slowest', round(Math.max(...beside)), 'ms');
  add('import beside one who asks all the time', round(rate, 0), 'messages/s');
  await platform.stop();
};

/** Another benchmark of this folder, in a process of its own; it prints a figure a line. */
const figuresOf = async (file, options) => {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const { stdout } = await run('node', ['--no-warnings', path, ...options, '--seed', values.seed]);
  return stdout
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
};
const addAll = (figures) => {
  for (const { what, value, unit } of figures) add(what, value, unit);
};

/** A store of this size, made in one process and asked in another. */
const recallAt = async (facts) => {
  const dir = await mkdtemp(join(tmpdir(), 'kith-bench-'));
  const options = ['--dir', dir, '--facts', facts, '--runs', values.runs];
  try {
    await figuresOf('./sized.mjs', ['--part', 'fill', ...options]);
    addAll(await figuresOf('./sized.mjs', ['--part', 'ask', ...options]));
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
};

/** Somebody asks all the while that most of a store is put away. */
const askBesideMaintenance = async (facts) => {
  const dir = await mkdtemp(join(tmpdir(), 'kith-bench-'));
  try {
    await figuresOf('./sized.mjs', ['--part', 'fill', '--dir', dir, '--facts', facts]);
    const settings = {
      KITH_DATA_DIR: dir,
      KITH_EMBEDDER: 'none',
      KITH_MEMORY__MAX_ENTRIES: '100',
      KITH_MEMORY__AUTO_GC: 'false',
      KITH_MAINTENANCE__SCHEDULED: 'false',
    };
    const { platform, post } = await servePlatform(settings);
    const random = chance(seed);
    const once = async () => {
      const from = performance.now();
      await post('/v1/recall', {
        viewer: { platform: 'bench', platform_user_id: `u${random.below(50)}` },
        source: { platform: 'bench', type: 'group', external_id: 'bench' },
        query: `what about ${random.pick(nouns)} number ${random.below(5000)}`,
        include_messages: false,
      });
      return performance.now() - from;
    };
    for (let warm = 0; warm < 20; warm += 1) await once();
    const alone = [];
    for (let each = 0; each < 60; each += 1) alone.push(await once());
    add(`recall at ${facts} facts, nothing beside it, p50`, round(median(alone)), 'ms');
    add(`recall at ${facts} facts, nothing beside it, p95`, round(quantile(alone, 0.95)), 'ms');
    for (const task of ['expire', 'garbage', 'integrity']) {
      const from = performance.now();
      let isDone = false;
      const running = post(`/v1/maintenance/${task}?timeout_ms=60000`, {}).then((report) => {
        isDone = true;
        return report;
      });
      const beside = [];
      while (!isDone) beside.push(await once());
      const report = await running;
      const seconds = (performance.now() - from) / 1000;
      add(
        `${task}: ${report.found} found, ${report.changed} changed (${report.status})`,
        round(seconds, 2),
        's',
      );
      add(`  recall beside it, p50 of ${beside.length}`, round(median(beside)), 'ms');
      add('  recall beside it, p95', round(quantile(beside, 0.95)), 'ms');
      add('  recall beside it, slowest', round(Math.max(...beside)), 'ms');
    }
    await platform.stop();
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
};

/** Channels in which everything is the same but how many are in them, asked in turns. */
const channelsOf = async (sizes) =>
  addAll(await figuresOf('./channel.mjs', ['--members', sizes, '--runs', values.runs]));

/** What nobody there may hear takes nobody's time. */
const besideHiddenRows = async () =>
  addAll(
    await figuresOf('./channel.mjs', ['--members', '50', '--hidden', '20,200,2000', '--runs', values.runs]),
  );

/** People of one account beside people of five that are linked. */
const clustersOfFive = async () => addAll(await figuresOf('./clusters.mjs', ['--runs', values.runs]));

const imported = (count, embedder) =>
  figuresOf('./messages.mjs', ['--messages', String(count), '--embedder', embedder]);

/** The same messages with vectors and without, in turns: what else the machine does slows both alike. */
const importWithVectors = async () => {
  const rows = new Map();
  for (let turn = 0; turn < Math.min(runs, 3); turn += 1)
    for (const embedder of ['none', 'bundled'])
      for (const { what, value, unit } of await imported(values.messages, embedder))
        rows.set(what, { unit, all: [...(rows.get(what)?.all ?? []), value] });
  for (const [what, { unit, all }] of rows) add(what, median(all), unit);
};

/** What is held in memory after many messages; the encoder is left out, its vectors are not. */
const heldAfter = async (count) => {
  for (const embedder of ['none', 'made']) addAll(await imported(count, embedder));
};

say(
  `seed ${seed}; ${report.machine.cores} cores of ${report.machine.cpu}, ${report.machine.memoryGiB} GiB, Node ${report.machine.node}; medians of ${runs} runs`,
);
if (values.only.includes('import')) await importRates();
if (values.only.includes('recall')) for (const facts of values.facts.split(',')) await recallAt(facts);
if (values.only.includes('beside')) await askBesideImport();
if (values.only.includes('maintenance')) await askBesideMaintenance('20000');
if (values.only.includes('members')) await channelsOf(values.members);
if (values.only.includes('hidden')) await besideHiddenRows();
if (values.only.includes('clusters')) await clustersOfFive();
if (values.only.includes('messages')) await importWithVectors();
if (values.only.includes('resident')) await heldAfter(values.held);
if (values.json) console.log(JSON.stringify(report, null, 2));
