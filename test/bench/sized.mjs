// One store of made facts, for bench.mjs: `fill` writes it into a data directory through the log and the index as ingest
// and recall do; `ask` opens it in a process of its own, as a start would, and measures. Prints JSON lines.
import { Session } from 'node:inspector/promises';
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { parseEnv } from '../../dist/libs/config/src/index.js';
import {
  accountEntityId,
  agentEntityId,
  defaultKnobs,
  derivedId,
  event,
  sourceIdOf,
} from '../../dist/libs/domain/src/index.js';
import { recall } from '../../dist/apps/recall/src/answer-recall/recall.js';
import { entriesFor } from '../../dist/apps/recall/src/indexing/entries.js';
import { openEngines } from '../../dist/apps/standalone/src/engines.js';
import { chance } from '../random-world/chance.mjs';

const { values } = parseArgs({
  options: {
    part: { type: 'string' },
    dir: { type: 'string' },
    facts: { type: 'string' },
    runs: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
  },
});
const count = Number(values.facts);
const runs = Number(values.runs);
const random = chance(Number(values.seed));
const tell = (what, value, unit) => console.log(JSON.stringify({ what, value, unit }));
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const quantile = (numbers, share) =>
  [...numbers].sort((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))];
const round = (number, digits = 1) => Number(number.toFixed(digits));
const residentMiB = () => round(process.memoryUsage().rss / 2 ** 20, 0);

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
const tenantId = 'default';
const agentId = agentEntityId(tenantId, 'default');
const workspaceId = sourceIdOf(tenantId, 'bench', 'workspace', 'bench');
const sourceId = sourceIdOf(tenantId, 'bench', 'group', 'bench');
const people = Array.from({ length: 50 }, (_, index) => ({
  entityId: accountEntityId(tenantId, 'bench', `u${index}`),
  id: `u${index}`,
}));

const unitVector = () => {
  const vector = Float32Array.from({ length: 512 }, () => random.next() - 0.5);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
};
const embedder = {
  model: 'random',
  dimensions: 512,
  calibration: { unrelated: 0.25, same: 0.7 },
  takesMessages: true,
  embed: async (texts) => texts.map(unitVector),
  close: async () => undefined,
  // Nothing of these texts is kept.
  hold: () => Promise.resolve(),
};

const documents = {
  hold: embedder.hold,
  embed: async (texts) => texts.map(() => ({ model: embedder.model, vector: unitVector() })),
};

const open = () => {
  const parsed = parseEnv({
    KITH_LOG_LEVEL: 'silent',
    KITH_DATA_DIR: values.dir,
    KITH_EMBEDDER: 'none',
  });
  if (!parsed.ok) throw new Error(parsed.faults.join('\n'));
  return openEngines(parsed.config);
};

const append = (stream, made) => ({ stream, events: [made] });
const placeAndPeople = (at) => {
  const place = (id, type, parentId) => ({
    sourceId: id,
    sourceType: type,
    platform: 'bench',
    externalId: 'bench',
    parentId,
    access: null,
    history: null,
    name: 'bench',
    at,
  });
  return [
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
  ];
};

const captured = (number, at) => {
  const person = people[random.below(50)];
  const memoryId = derivedId('bench', String(number));
  const observedAt = new Date(at.getTime() + number * 500);
  const data = {
    memoryId,
    agentId,
    status: 'active',
    speakerId: person.entityId,
    ownerId: person.entityId,
    subjectIds: [person.entityId],
    withheldFromIds: [],
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
    isExpiryGiven: false,
    topic: null,
    value: null,
    metadata: null,
    evidence: {
      setting: null,
      recordId: null,
      messageId: null,
      eventId: `b-${number}`,
      start: 0,
      end: 0,
      pattern: 'bench',
      observedAt,
    },
  };
  return { memoryId, appended: append(`memory-${memoryId}`, event('MemoryCaptured', data, observedAt)) };
};

const fill = async () => {
  const engines = await open();
  const at = new Date(Date.now() - 86_400_000);
  await engines.log.write(tenantId, (writer) => writer.append(placeAndPeople(at), { actor: 'bench' }));
  for (let from = 0; from < count; from += 500) {
    const made = Array.from({ length: Math.min(500, count - from) }, (_, offset) =>
      captured(from + offset, at),
    );
    await engines.log.write(tenantId, (writer) =>
      writer.append(
        made.map(({ appended }) => appended),
        { actor: 'bench' },
      ),
    );
    const ids = made.map(({ memoryId }) => memoryId);
    await engines.index.upsert(await entriesFor(engines.database, documents, tenantId, ids));
  }
  await engines.database.close();
};

const bareSql = `select memory_id from memory_index join memory_index_vectors using (memory_id)
  where tenant_id = $2 and kind = 'fact' and status = 'active' and source_id = $3
  order by embedding <=> $1::vector limit 50`;

/** The share of the time in which the decision was on the stack, by sampling. */
const shareOfDeciding = async (work) => {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 100 });
  await session.post('Profiler.start');
  await work();
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  const spent = new Map();
  profile.samples.forEach((id, index) => spent.set(id, (spent.get(id) ?? 0) + profile.timeDeltas[index]));
  const byId = new Map(profile.nodes.map((node) => [node.id, node]));
  const below = (node) =>
    (spent.get(node.id) ?? 0) + (node.children ?? []).reduce((sum, id) => sum + below(byId.get(id)), 0);
  const isDeciding = ({ functionName, url }) =>
    functionName === 'decide' && url.endsWith('/libs/policy/src/decide.js');
  const deciding = profile.nodes
    .filter(({ callFrame }) => isDeciding(callFrame))
    .reduce((sum, node) => sum + below(node), 0);
  return deciding / [...spent.values()].reduce((sum, each) => sum + each, 0);
};

const ask = async () => {
  const began = performance.now();
  const engines = await open();
  tell(`start with ${count} facts`, round((performance.now() - began) / 1000, 2), 's');
  const stages = new Map();
  let decisions = 0;
  const answering = {
    ...engines,
    database: engines.database.reading,
    encoders: { answering: embedder },
    knobs: defaultKnobs,
    now: () => new Date(),
    onDecided: () => (decisions += 1),
    onWordsAlone: () => undefined,
    onTold: () => undefined,
    onStage: (stage, seconds) => stages.set(stage, [...(stages.get(stage) ?? []), seconds * 1000]),
  };
  await engines.index.warm();
  const caller = { tenantId, keyId: 'bench', roles: ['client'] };
  const once = async () => {
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
    const answer = await recall(answering, caller, request);
    if (!answer.ok || answer.value.results.length === 0) throw new Error('the recall found nothing');
    return performance.now() - from;
  };
  const label = `recall at ${count} facts`;
  tell(`first ${label}, which waits for the index`, round((await once()) / 1000, 2), 's');
  for (let warm = 0; warm < 20; warm += 1) await once();
  stages.clear();
  decisions = 0;
  const times = [];
  const bare = [];
  for (let run = 0; run < runs; run += 1) {
    for (let each = 0; each < 20; each += 1) times.push(await once());
    const vector = `[${[...unitVector()].join(',')}]`;
    const from = performance.now();
    await engines.database.query(bareSql, [vector, tenantId, sourceId]);
    bare.push(performance.now() - from);
  }
  tell(`${label}, p50`, round(median(times)), 'ms');
  tell(`${label}, p95`, round(quantile(times, 0.95)), 'ms');
  tell(`${label}, p99`, round(quantile(times, 0.99)), 'ms');
  tell(`bare pgvector query at ${count} facts, p50`, round(median(bare)), 'ms');
  tell(`${label}, p50 to bare p50`, round(median(times) / median(bare), 2), 'times');
  tell(`${label}, p95 to bare p50`, round(quantile(times, 0.95) / median(bare), 2), 'times');
  for (const [stage, spent] of stages) tell(`  of it ${stage}`, round(median(spent), 2), 'ms');
  tell('  rows decided a recall', round(decisions / times.length, 0), '');
  const share = await shareOfDeciding(async () => {
    for (let each = 0; each < 50; each += 1) await once();
  });
  tell('  share of the time in which it decides', round(share * 100, 2), '%');
  tell(`resident memory with ${count} facts`, residentMiB(), 'MiB');
  const kib = Number(execFileSync('du', ['-sk', values.dir]).toString().split('\t')[0]);
  tell(`on disk with ${count} facts`, round(kib / 1024, 0), 'MiB');
  await engines.database.close();
};

await (values.part === 'fill' ? fill() : ask());
