// What Kith costs, measured: `npm run bench [-- --only recall --messages 2000 --facts 1000,10000,100000 --runs 5 --json]`.
// Facts of the recall sizes are made, not read: 50 people in one open workspace, random unit vectors, seed printed.
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { rm, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { parseEnv } from '../../dist/libs/config/src/index.js';
import {
  accountEntityId,
  agentEntityId,
  derivedId,
  event,
  sourceIdOf,
} from '../../dist/libs/domain/src/index.js';
import { InProcessRequestReply } from '../../dist/libs/messaging/src/index.js';
import { defaultKnobs } from '../../dist/libs/domain/src/index.js';
import { Recall } from '../../dist/apps/recall/src/index.js';
import { openEngines } from '../../dist/apps/standalone/src/engines.js';
import { startPlatform } from '../../dist/apps/standalone/src/index.js';
import { entriesFor } from '../../dist/apps/recall/src/indexing/entries.js';
import { chance } from '../random-world/chance.mjs';

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '2000' },
    facts: { type: 'string', default: '1000,10000' },
    runs: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: 'import,recall' },
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
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const quantile = (numbers, share) =>
  [...numbers].sort((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))];
const round = (number, digits = 1) => Number(number.toFixed(digits));

const config = (settings) => {
  const parsed = parseEnv({ KITH_LOG_LEVEL: 'silent', ...settings });
  if (!parsed.ok) throw new Error(parsed.faults.join('\n'));
  return parsed.config;
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
const nouns = [
  'pizza',
  'Oslo',
  'the new driver',
  'chess',
  'the harbour',
  'Rex',
  'jazz',
  'the blue keyboard',
  'rye bread',
  'the old kernel',
];
const source = {
  type: 'group',
  external_id: 'bench',
  name: '#bench',
  parent: { type: 'workspace', external_id: 'bench', name: 'bench' },
};

const messages = (count) => {
  const random = chance(seed);
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
      author: { platform_user_id: `u${random.below(50)}`, handle: `u${random.below(50)}` },
    },
  }));
};

const importOnce = async (embedder, dataDir) => {
  const began = performance.now();
  const platform = await startPlatform({
    config: config({ KITH_DATA_DIR: dataDir, KITH_EMBEDDER: embedder }),
    port: 0,
    quiet: true,
  });
  const started = performance.now() - began;
  const headers = { authorization: `Bearer ${platform.operatorKey}`, 'content-type': 'application/json' };
  const events = messages(Number(values.messages));
  const from = performance.now();
  for (let at = 0; at < events.length; at += 200) {
    const response = await fetch(`${platform.url}/v1/events`, {
      method: 'POST',
      headers,
      body: JSON.stringify(events.slice(at, at + 200)),
    });
    if (response.status !== 202) throw new Error(`publishing answered ${response.status}`);
    await response.arrayBuffer();
  }
  const taken = performance.now() - from;
  await platform.settled(600_000);
  const settled = performance.now() - from;
  await platform.stop();
  return { started, taken, settled };
};

const importRates = async () => {
  for (const embedder of ['none', 'bundled']) {
    const rates = [];
    const starts = [];
    for (let run = 0; run < Math.min(runs, 3); run += 1) {
      const { settled, started } = await importOnce(embedder, 'memory://');
      rates.push((Number(values.messages) / settled) * 1000);
      starts.push(started);
    }
    add(`import, indexed, embedder ${embedder}`, round(median(rates), 0), 'messages/s');
    add(`start in memory, embedder ${embedder}`, round(median(starts) / 1000, 2), 's');
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'kith-bench-'));
  try {
    const cold = await importOnce('bundled', dataDir);
    add('start on an empty data directory', round(cold.started / 1000, 2), 's');
    const bytes = Number(execFileSync('du', ['-sk', dataDir]).toString().split('\t')[0]) * 1024;
    add('on disk, whole data directory', round(bytes / 2 ** 20, 0), 'MiB');
    const began = performance.now();
    const warm = await startPlatform({ config: config({ KITH_DATA_DIR: dataDir }), port: 0, quiet: true });
    add('start on an existing data directory', round((performance.now() - began) / 1000, 2), 's');
    await warm.stop();
    const engines = await openEngines(
      config({ KITH_DATA_DIR: dataDir, KITH_EMBEDDER: 'none' }),
      () => new Date(),
      () => undefined,
    );
    const from = performance.now();
    const count = await engines.log.rebuild(() => undefined);
    add('rebuild of the read models', round((count / (performance.now() - from)) * 1000, 0), 'events/s');
    await engines.database.close();
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
};

const unitVector = (random) => {
  const vector = Float32Array.from({ length: 512 }, () => random.next() - 0.5);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
};

/** A store with so many facts, written through the log as ingest writes them. */
const openSized = async (count) => {
  const random = chance(seed);
  const now = () => new Date();
  const engines = await openEngines(
    config({ KITH_DATA_DIR: 'memory://', KITH_EMBEDDER: 'none' }),
    now,
    () => undefined,
  );
  const tenantId = 'default';
  const agentId = agentEntityId(tenantId, 'default');
  const at = new Date(Date.now() - 86_400_000);
  const workspaceId = sourceIdOf(tenantId, 'bench', 'workspace', 'bench');
  const sourceId = sourceIdOf(tenantId, 'bench', 'group', 'bench');
  const people = Array.from({ length: 50 }, (_, index) => ({
    entityId: accountEntityId(tenantId, 'bench', `u${index}`),
    id: `u${index}`,
  }));
  const append = (stream, made) => ({ stream, expectedVersion: 'any', events: [made] });
  const place = (id, type, parentId) => ({
    sourceId: id,
    sourceType: type,
    platform: 'bench',
    externalId: 'bench',
    parentId,
    access: null,
    name: 'bench',
    at,
  });
  await engines.log.write(tenantId, (writer) =>
    writer.append(
      [
        append(`source-${workspaceId}`, event('SourceObserved', place(workspaceId, 'workspace', null), at)),
        append(`source-${sourceId}`, event('SourceObserved', place(sourceId, 'group', workspaceId), at)),
        ...people.flatMap(({ entityId, id }) => [
          append(
            `entity-${entityId}`,
            event(
              'AccountRegistered',
              {
                entityId,
                entityType: 'human',
                platform: 'bench',
                platformUserId: id,
                at,
                handle: id,
                displayName: id,
              },
              at,
            ),
          ),
          append(
            `source-${sourceId}`,
            event('ParticipantJoined', { sourceId, entityId, role: 'member', at }, at),
          ),
        ]),
      ],
      { actor: 'bench' },
    ),
  );
  const embedder = {
    model: 'random',
    dimensions: 512,
    embed: async (texts) => texts.map(() => unitVector(random)),
    close: async () => undefined,
  };
  for (let from = 0; from < count; from += 500) {
    const ids = [];
    const appends = Array.from({ length: Math.min(500, count - from) }, (_, offset) => {
      const person = people[random.below(50)];
      const memoryId = derivedId('bench', String(from + offset));
      ids.push(memoryId);
      const observedAt = new Date(at.getTime() + (from + offset) * 500);
      return append(
        `memory-${memoryId}`,
        event(
          'MemoryCaptured',
          {
            memoryId,
            agentId,
            status: 'active',
            speakerId: person.entityId,
            ownerId: person.entityId,
            subjectIds: [person.entityId],
            sourceId,
            conversationId: null,
            origin: 'extracted',
            content: `${random.pick(nouns)} ${random.pick(nouns)} number ${random.below(5000)}`,
            memoryType: 'knowledge',
            importance: 0.5,
            confidence: 0.9,
            provenanceConfidence: 0.9,
            scope: 'source_shared',
            rank: 0,
            sensitivityLabel: 'public',
            portable: true,
            disclosure: 'public',
            expiresAt: null,
            topic: null,
            value: null,
            metadata: null,
            evidence: {
              recordId: null,
              messageId: null,
              eventId: `b-${from + offset}`,
              start: 0,
              end: 0,
              pattern: 'bench',
              observedAt,
            },
          },
          observedAt,
        ),
      );
    });
    await engines.log.write(tenantId, (writer) => writer.append(appends, { actor: 'bench' }));
    await engines.index.upsert(await entriesFor(engines.database, embedder, tenantId, ids));
  }
  const stages = new Map();
  const services = new InProcessRequestReply();
  const recall = new Recall({
    ...engines,
    embedder,
    bus: { consume: async () => ({ stop: async () => undefined, drained: async () => undefined }) },
    services,
    knobs: defaultKnobs,
    now,
    onDecided: () => undefined,
    onRecalled: () => undefined,
    onIndexFault: () => undefined,
    onStage: (stage, seconds) => stages.set(stage, [...(stages.get(stage) ?? []), seconds * 1000]),
    onIndexed: () => undefined,
  });
  await recall.start();
  return { engines, services, stages, sourceId, tenantId, random };
};

const bareSql = `select memory_id from memory_index where tenant_id = $2 and kind = 'fact' and status = 'active' and source_id = $3
  order by embedding <=> $1::vector limit 50`;

const recallAt = async (count) => {
  const { engines, services, stages, sourceId, tenantId, random } = await openSized(count);
  const caller = { tenantId, keyId: 'bench', roles: ['client'] };
  const ask = async () => {
    const request = {
      agent_id: 'default',
      viewer: { platform: 'bench', platform_user_id: `u${random.below(50)}` },
      source: { platform: 'bench', type: 'group', external_id: 'bench' },
      audience: [],
      query: `what about ${random.pick(nouns)} number ${random.below(5000)}`,
      top_k: 10,
      mode: 'hybrid',
      sort_by: 'relevance',
      subjects: [],
      lanes: ['self', 'subject', 'source', 'global'],
      filters: {},
      include_messages: false,
      explain: false,
    };
    const from = performance.now();
    const answer = await services.request('recall', 'recall', { caller, request });
    if (!answer.ok || answer.value.results.length === 0) throw new Error('the recall found nothing');
    return performance.now() - from;
  };
  for (let warm = 0; warm < 5; warm += 1) await ask();
  stages.clear();
  const times = [];
  for (let run = 0; run < runs * 10; run += 1) times.push(await ask());
  const bare = [];
  for (let run = 0; run < runs; run += 1) {
    const vector = `[${[...unitVector(random)].join(',')}]`;
    const from = performance.now();
    await engines.database.query(bareSql, [vector, tenantId, sourceId]);
    bare.push(performance.now() - from);
  }
  const label = `recall at ${count} facts`;
  add(`${label}, p50`, round(median(times)), 'ms');
  add(`${label}, p95`, round(quantile(times, 0.95)), 'ms');
  add(`${label}, p99`, round(quantile(times, 0.99)), 'ms');
  add(`bare pgvector query at ${count} facts, p50`, round(median(bare)), 'ms');
  add(`${label}, p50 to bare p50`, round(median(times) / median(bare), 2), 'times');
  for (const [stage, spent] of stages) add(`  of it ${stage}`, round(median(spent), 2), 'ms');
  add('resident memory', round(process.memoryUsage().rss / 2 ** 20, 0), 'MiB');
  await engines.database.close();
};

say(
  `seed ${seed}; ${report.machine.cores} cores of ${report.machine.cpu}, ${report.machine.memoryGiB} GiB, Node ${report.machine.node}; medians of ${runs} runs`,
);
if (values.only.includes('import')) await importRates();
if (values.only.includes('recall'))
  for (const count of values.facts.split(',').map(Number)) await recallAt(count);
if (values.json) console.log(JSON.stringify(report, null, 2));
