// People of one account against people of five linked accounts, asking in turns: `npm run bench -- --only clusters`.
// Each of them said as much in private and in one channel, so that all reach as many facts. Prints JSON lines.
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
    people: { type: 'string', default: '40' },
    /** That each person said in the channel, and as many in private. */
    facts: { type: 'string', default: '50' },
    accounts: { type: 'string', default: '5' },
    runs: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
  },
});
const [count, each, accounts] = [values.people, values.facts, values.accounts].map(Number);
const random = chance(Number(values.seed));
const tell = (what, value, unit) => console.log(JSON.stringify({ what, value, unit }));
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const nouns = ['pizza', 'Oslo', 'the new driver', 'chess', 'the harbour', 'Rex', 'jazz', 'rye bread'];
const tenantId = 'default';
const agentId = agentEntityId(tenantId, 'default');
const at = new Date(Date.now() - 86_400_000);

/** Every other person has more than one account; the first of each is in the channel. */
const people = Array.from({ length: count }, (_, index) =>
  Array.from({ length: index % 2 === 0 ? 1 : accounts }, (_, nth) => {
    const [platform, id] = [`bench${nth}`, `u${index}`];
    return {
      platform,
      id,
      entityId: accountEntityId(tenantId, platform, id),
      dm: sourceIdOf(tenantId, platform, 'dm', `dm-${id}`),
    };
  }),
);
const channel = sourceIdOf(tenantId, 'bench0', 'group', 'channel');

const parsed = parseEnv({ KITH_LOG_LEVEL: 'silent', KITH_DATA_DIR: 'memory://', KITH_EMBEDDER: 'none' });
if (!parsed.ok) throw new Error(parsed.faults.join('\n'));
const engines = await openEngines(parsed.config);
const append = (stream, ...events) => ({ stream, events });
const write = (appends) =>
  engines.log.write(tenantId, (writer) => writer.append(appends, { actor: 'bench' }));

const observed = (sourceId, sourceType, platform, externalId) => {
  const more = { parentId: null, access: null, history: null, name: externalId, at };
  return append(
    `source-${sourceId}`,
    event('SourceObserved', { sourceId, sourceType, platform, externalId, ...more }, at),
  );
};
const registered = ({ entityId, platform, id }) => {
  const more = { entityType: 'human', at, handle: id, displayName: id };
  return append(
    `entity-${entityId}`,
    event('AccountRegistered', { entityId, platform, platformUserId: id, ...more }, at),
  );
};
const joined = (sourceId, { entityId }) =>
  append(`source-${sourceId}`, event('ParticipantJoined', { sourceId, entityId, role: 'member', at }, at));
const linked = (from, to) => {
  const linkId = derivedId('link', from.entityId, to.entityId);
  const by = { kind: 'operator', id: 'bench', viewerId: null };
  const pair = { linkId, fromId: from.entityId, toId: to.entityId };
  const grounds = { confidence: 1, isStrong: true, conflict: null, evidence: [], by };
  return append(
    `link-${linkId}`,
    event('LinkProposed', { ...pair, ...grounds }, at),
    event('LinkApproved', { linkId, by, note: null }, at),
  );
};

const all = people.flat();
await write([
  observed(channel, 'group', 'bench0', 'channel'),
  ...all.map((account) => observed(account.dm, 'dm', account.platform, `dm-${account.id}`)),
]);
await write(all.map(registered));
await write([
  ...all.map((account) => joined(account.dm, account)),
  ...people.map(([first]) => joined(channel, first)),
]);
await write(people.flatMap((theirs) => theirs.slice(1).map((account, nth) => linked(theirs[nth], account))));

let made = 0;
const captured = (account, sourceId) => {
  made += 1;
  const memoryId = derivedId('bench', String(made));
  const observedAt = new Date(at.getTime() + 1000 + made * 500);
  const evidence = {
    setting: null,
    recordId: null,
    messageId: null,
    eventId: `b-${made}`,
    start: 0,
    end: 0,
    pattern: 'bench',
    observedAt,
  };
  const data = {
    memoryId,
    agentId,
    status: 'active',
    speakerId: account.entityId,
    ownerId: account.entityId,
    subjectIds: [account.entityId],
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
    evidence,
  };
  return { memoryId, appended: append(`memory-${memoryId}`, event('MemoryCaptured', data, observedAt)) };
};
for (const theirs of people) {
  const said = Array.from({ length: each }, (_, nth) => {
    const account = theirs[nth % theirs.length];
    return [captured(theirs[0], channel), captured(account, account.dm)];
  }).flat();
  await write(said.map(({ appended }) => appended));
  const ids = said.map(({ memoryId }) => memoryId);
  await engines.index.upsert(await entriesFor(engines.database, null, tenantId, ids));
}

const stages = { one: new Map(), linked: new Map() };
let asking = 'one';
const answering = {
  ...engines,
  database: engines.database.reading,
  encoders: { answering: null },
  knobs: defaultKnobs,
  now: () => new Date(),
  onDecided: () => undefined,
  onWordsAlone: () => undefined,
  onTold: () => undefined,
  onStage: (stage, seconds) =>
    stages[asking].set(stage, [...(stages[asking].get(stage) ?? []), seconds * 1000]),
};
await engines.index.warm();
const caller = { tenantId, keyId: 'bench', roles: ['client'] };
const once = async (index, source) => {
  const [viewer] = people[index];
  const request = {
    agent_id: 'default',
    viewer: { platform: viewer.platform, platform_user_id: viewer.id },
    source: source === null ? null : { platform: 'bench0', ...source },
    audience: [],
    query: `what about ${random.pick(nouns)} number ${random.below(5000)}`,
    top_k: 10,
    mode: 'hybrid',
    sort_by: 'relevance',
    subjects: [],
    lanes: ['self', 'subject', 'source', 'global'],
    filters: {},
    include_messages: false,
    threshold: 0,
    explain: false,
  };
  const from = performance.now();
  const answer = await recall(answering, caller, request);
  if (!answer.ok || answer.value.results.length === 0) throw new Error('the recall found nothing');
  return performance.now() - from;
};

for (const [where, source] of [
  ['alone', null],
  ['in the channel', { type: 'group', external_id: 'channel' }],
]) {
  const times = { one: [], linked: [] };
  const turn = async (nth) => {
    const pair = 2 * random.below(count / 2);
    // Who begins changes from turn to turn: what the first one warms is the second one's gain.
    const order = nth % 2 === 0 ? ['one', 'linked'] : ['linked', 'one'];
    for (const who of order) {
      asking = who;
      times[who].push(await once(who === 'one' ? pair : pair + 1, source));
    }
  };
  for (let warm = 0; warm < 40; warm += 1) await turn(warm);
  for (const who of ['one', 'linked']) {
    times[who] = [];
    stages[who].clear();
  }
  for (let nth = 0; nth < 40 * Number(values.runs); nth += 1) await turn(nth);
  const [one, five] = [median(times.one), median(times.linked)];
  tell(`recall ${where}, one account, p50`, Number(one.toFixed(2)), 'ms');
  tell(`recall ${where}, ${accounts} linked accounts, p50`, Number(five.toFixed(2)), 'ms');
  tell('  to that of one account', Number((five / one).toFixed(2)), 'times');
  for (const [stage, spent] of stages.linked)
    tell(
      `  of it ${stage}, more than of one account`,
      Number((median(spent) - median(stages.one.get(stage) ?? [0])).toFixed(2)),
      'ms',
    );
}
await engines.database.close();
