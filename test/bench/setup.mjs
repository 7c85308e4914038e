// What the benchmarks share: how a store or a platform is opened, how facts are made through the log and the index as ingest
// and recall do, how a recall is asked and timed, and how a figure is told.
import { setTimeout } from 'node:timers/promises';
import { parseEnv } from '../../dist/libs/config/src/index.js';
import {
  accountEntityId,
  agentEntityId,
  defaultKnobs,
  derivedId,
  event,
} from '../../dist/libs/domain/src/index.js';
import { recall } from '../../dist/apps/recall/src/answer-recall/recall.js';
import { entriesFor } from '../../dist/apps/recall/src/indexing/entries.js';
import { openEngines } from '../../dist/apps/standalone/src/engines.js';
import { startPlatform } from '../../dist/apps/standalone/src/index.js';

export const tell = (what, value, unit) => console.log(JSON.stringify({ what, value, unit }));
export const round = (number, digits = 1) => Number(number.toFixed(digits));
export const quantile = (numbers, share) =>
  [...numbers].sort((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))];
export const median = (numbers) => quantile(numbers, 0.5);
export const residentMiB = () => Math.round(process.memoryUsage.rss() / 2 ** 20);

export const config = (settings) => {
  const parsed = parseEnv({ KITH_LOG_LEVEL: 'silent', KITH_EMBEDDER: 'none', ...settings });
  if (!parsed.ok) throw new Error(parsed.faults.join('\n'));
  return parsed.config;
};

/** Serves on a free port; `post` waits and asks again where too much came at once. */
export const servePlatform = async (settings, options = {}) => {
  const platform = await startPlatform({ config: config(settings), port: 0, quiet: true, ...options });
  const headers = { authorization: `Bearer ${platform.operatorKey}`, 'content-type': 'application/json' };
  const post = async (path, body) => {
    const response = await fetch(platform.url + path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    if (response.status === 429 || response.status === 503) {
      await setTimeout(Number(response.headers.get('retry-after') ?? 1) * 1000);
      return post(path, body);
    }
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return response.json();
  };
  return { platform, headers, post };
};

export const nouns = [
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

const unitVector = (random) => {
  const vector = Float32Array.from({ length: 512 }, () => random.next() - 0.5);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
};
/** Gives each text a random vector at once, and keeps nothing: what is left is Kith's own work with them. */
export const randomEmbedder = (random) => ({
  model: 'random',
  dimensions: 512,
  calibration: { unrelated: 0.25, same: 0.7 },
  takesMessages: true,
  embed: async (texts) => texts.map(() => unitVector(random)),
  close: () => Promise.resolve(),
  hold: () => Promise.resolve(),
  warm: () => Promise.resolve(),
});

export const tenantId = 'default';
export const caller = { tenantId, keyId: 'bench', roles: ['client'] };
export const accountOf = (id, platform = 'bench') => ({
  platform,
  id,
  entityId: accountEntityId(tenantId, platform, id),
});

/** A store opened without a platform. What it writes goes to the log, and facts to the index with it. */
export const openStore = async (settings) => {
  const engines = await openEngines(config(settings));
  const write = (appends) =>
    engines.log.write(tenantId, (writer) => writer.append(appends, { actor: 'bench' }));
  return {
    engines,
    write,
    keep: async (made, documents = null) => {
      await write(made.map(({ appended }) => appended));
      const ids = made.map(({ memoryId }) => memoryId);
      await engines.index.upsert(await entriesFor(engines.database, documents, tenantId, ids));
    },
  };
};

export const append = (stream, ...events) => ({ stream, events });
export const observed = (sourceId, at, place) => {
  const usual = { platform: 'bench', parentId: null, access: null, history: null, name: place.externalId };
  return append(`source-${sourceId}`, event('SourceObserved', { sourceId, ...usual, ...place, at }, at));
};
export const registered = ({ entityId, platform, id }, at) => {
  const more = { entityType: 'human', at, handle: id, displayName: id };
  return append(
    `entity-${entityId}`,
    event('AccountRegistered', { entityId, platform, platformUserId: id, ...more }, at),
  );
};
export const joined = (sourceId, { entityId }, at) =>
  append(`source-${sourceId}`, event('ParticipantJoined', { sourceId, entityId, role: 'member', at }, at));

/** A fact that somebody said of themselves there, of no delicacy, but for what `change` says. */
export const captured = (name, { entityId }, sourceId, observedAt, content, change = {}) => {
  const memoryId = derivedId('bench', name);
  const data = {
    memoryId,
    agentId: agentEntityId(tenantId, 'default'),
    status: 'active',
    speakerId: entityId,
    ownerId: entityId,
    subjectIds: [entityId],
    withheldFromIds: [],
    sourceId,
    conversationId: null,
    origin: 'extracted',
    content,
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
      eventId: `b-${name}`,
      start: 0,
      end: 0,
      pattern: 'bench',
      observedAt,
    },
    ...change,
  };
  return { memoryId, appended: append(`memory-${memoryId}`, event('MemoryCaptured', data, observedAt)) };
};
export const someContent = (random) =>
  `${random.pick(nouns)} ${random.pick(nouns)} number ${random.below(5000)}`;

/** Recall on these engines. `ask` gives the milliseconds that an answer took. */
export const recallOn = (engines, { encoder = null, onDecided = () => undefined, onStage }) => {
  const options = {
    ...engines,
    database: engines.database.reading,
    encoders: { answering: encoder },
    knobs: defaultKnobs,
    now: () => new Date(),
    onDecided,
    onWordsAlone: () => undefined,
    reranker: null,
    onOrderKept: () => undefined,
    onTold: () => undefined,
    onStage,
  };
  return async ({ viewer, source, query, ...change }) => {
    const request = {
      agent_id: 'default',
      viewer: { platform: viewer.platform, platform_user_id: viewer.id },
      source,
      audience: [],
      query,
      top_k: 10,
      mode: 'hybrid',
      sort_by: 'relevance',
      subjects: [],
      lanes: ['self', 'subject', 'source', 'global'],
      filters: {},
      include_messages: false,
      explain: false,
      ...change,
    };
    const from = performance.now();
    const answer = await recall(options, caller, request);
    if (!answer.ok || answer.value.results.length === 0) throw new Error('the recall found nothing');
    return performance.now() - from;
  };
};
/** Collects milliseconds by stage. */
export const stagesInto = (stages) => (stage, seconds) =>
  stages.set(stage, [...(stages.get(stage) ?? []), seconds * 1000]);
