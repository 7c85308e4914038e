// Channels with so many members, asked in by some of them in turns: `npm run bench -- --only members --members 10,1000,5000,20000`.
// `--hidden 20,200` beside: what rows that nobody there may hear cost who asks for their words (`--only hidden`).
// Everybody but its size is the same: 50 people speak in it, some of them next door too, where facts travel from. Prints JSON lines.
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
    members: { type: 'string', default: '10' },
    facts: { type: 'string', default: '2000' },
    access: { type: 'string', default: 'restricted' },
    hidden: { type: 'string', default: '' },
    runs: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
  },
});
const sizes = values.members.split(',').map(Number);
const facts = Number(values.facts);
const runs = Number(values.runs);
const random = chance(Number(values.seed));
const tell = (what, value, unit) => console.log(JSON.stringify({ what, value, unit }));
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const nouns = ['pizza', 'Oslo', 'the new driver', 'chess', 'the harbour', 'Rex', 'jazz', 'rye bread'];
const tenantId = 'default';
const agentId = agentEntityId(tenantId, 'default');
const channels = sizes.map((members) => {
  const name = `channel-${members}`;
  return { members, name, id: sourceIdOf(tenantId, 'bench', 'group', name) };
});
const nextDoor = sourceIdOf(tenantId, 'bench', 'group', 'next-door');
const personOf = (id) => ({ id, entityId: accountEntityId(tenantId, 'bench', id) });
const inChannels = Array.from({ length: Math.max(...sizes) }, (_, index) => personOf(`u${index}`));
const speakers = inChannels.slice(0, Math.min(50, ...sizes));
const outside = Array.from({ length: 40 }, (_, index) => personOf(`n${index}`));
const inNextDoor = [...speakers.slice(0, 10), ...outside];

const parsed = parseEnv({ KITH_LOG_LEVEL: 'silent', KITH_DATA_DIR: 'memory://', KITH_EMBEDDER: 'none' });
if (!parsed.ok) throw new Error(parsed.faults.join('\n'));
const engines = await openEngines(parsed.config);
const append = (stream, made) => ({ stream, events: [made] });
const at = new Date(Date.now() - 86_400_000);
const observed = (sourceId, externalId, access) =>
  append(
    `source-${sourceId}`,
    event(
      'SourceObserved',
      {
        sourceId,
        sourceType: 'group',
        platform: 'bench',
        externalId,
        parentId: null,
        access,
        history: null,
        name: externalId,
        at,
      },
      at,
    ),
  );
const registered = ({ entityId, id }) =>
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
  );
const joined = (sourceId, { entityId }) =>
  append(`source-${sourceId}`, event('ParticipantJoined', { sourceId, entityId, role: 'member', at }, at));
const write = (appends) =>
  engines.log.write(tenantId, (writer) => writer.append(appends, { actor: 'bench' }));
await write([
  ...channels.map(({ id, name }) => observed(id, name, values.access)),
  observed(nextDoor, 'next-door', 'open'),
]);
const people = [...inChannels, ...outside];
for (let from = 0; from < people.length; from += 1_000)
  await write(people.slice(from, from + 1_000).map(registered));
for (const { id, members } of channels)
  for (let from = 0; from < members; from += 1_000)
    await write(inChannels.slice(from, Math.min(from + 1_000, members)).map((person) => joined(id, person)));
await write(inNextDoor.map((person) => joined(nextDoor, person)));

const captured = (channel, number, change = {}) => {
  const isNextDoor = number % 10 === 0;
  const person = random.pick(isNextDoor ? inNextDoor : speakers);
  const memoryId = derivedId('bench', `${channel.name}/${number}`);
  const observedAt = new Date(at.getTime() + 1000 + number * 500);
  const isOpen = isNextDoor || values.access === 'open';
  const data = {
    memoryId,
    agentId,
    status: 'active',
    speakerId: person.entityId,
    ownerId: person.entityId,
    subjectIds: [person.entityId],
    // Now and then something is kept from somebody: a place's readers are then asked for by name.
    withheldFromIds: number % 100 === 7 ? [outside[number % 40].entityId] : [],
    sourceId: isNextDoor ? nextDoor : channel.id,
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
    disclosure: isOpen ? 'public' : 'conversation_private',
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
    ...change,
  };
  return { memoryId, appended: append(`memory-${memoryId}`, event('MemoryCaptured', data, observedAt)) };
};
const keep = async (made) => {
  await write(made.map(({ appended }) => appended));
  const ids = made.map(({ memoryId }) => memoryId);
  await engines.index.upsert(await entriesFor(engines.database, null, tenantId, ids));
};
for (const channel of channels)
  for (let from = 0; from < facts; from += 500)
    await keep(
      Array.from({ length: Math.min(500, facts - from) }, (_, offset) => captured(channel, from + offset)),
    );

/** Nobody who asks may hear these: they are sensitive, kept from all who ask, or said where none of them is. */
const hiding = [
  { rank: 2, sensitivityLabel: 'sensitive' },
  { withheldFromIds: inChannels.slice(0, 10).map(({ entityId }) => entityId) },
  { sourceId: nextDoor, scope: 'private_subject' },
];
const hiddenCounts = values.hidden === '' ? [] : [0, ...values.hidden.split(',').map(Number)];
for (const [word, hidden] of hiddenCounts.entries())
  for (let from = 0; from < hidden; from += 500)
    await keep(
      Array.from({ length: Math.min(500, hidden - from) }, (_, offset) => {
        const number = 1_000_000 * (word + 1) + from + offset;
        const content = `${nouns[word]} and ${nouns[word]} again, number ${random.below(5000)}`;
        const speakerId = outside[number % 40].entityId;
        const who = { speakerId, ownerId: speakerId, subjectIds: [speakerId] };
        return captured(channels[0], number * 10 + 1, { content, ...who, ...hiding[number % hiding.length] });
      }),
    );
const stages = new Map();
const answering = {
  ...engines,
  database: engines.database.reading,
  encoders: { answering: null },
  knobs: defaultKnobs,
  now: () => new Date(),
  onDecided: () => undefined,
  onWordsAlone: () => undefined,
  onTold: () => undefined,
  onStage: (stage, seconds) => stages.set(stage, [...(stages.get(stage) ?? []), seconds * 1000]),
};
await engines.index.warm();
const caller = { tenantId, keyId: 'bench', roles: ['client'] };
const once = async (externalId, viewer, noun = random.pick(nouns)) => {
  const request = {
    agent_id: 'default',
    viewer: { platform: 'bench', platform_user_id: viewer },
    source: { platform: 'bench', type: 'group', external_id: externalId },
    audience: [],
    query: `what about ${noun} number ${random.below(5000)}`,
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

/** In turns: what else the machine does slows all of them alike. */
const besideHidden = async () => {
  const times = hiddenCounts.map(() => []);
  for (let turn = 0; turn < 20 + runs * 30; turn += 1)
    for (const [word] of hiddenCounts.entries()) {
      const took = await once(channels[0].name, `u${random.below(10)}`, nouns[word]);
      if (turn >= 20) times[word].push(took);
    }
  for (const [word, hidden] of hiddenCounts.entries()) {
    tell(`recall beside ${hidden} hidden rows of its words`, Number(median(times[word]).toFixed(1)), 'ms');
    tell('  to none', Number((median(times[word]) / median(times[0])).toFixed(2)), 'times');
  }
};
if (hiddenCounts.length > 0) await besideHidden();

/** In turns as well; the ratio is to the smallest. */
const asked = channels.map(({ name, members }) => ({ where: `in it, ${members} members`, name, times: [] }));
asked.push({ where: 'next door', name: 'next-door', times: [] });
if (hiddenCounts.length === 0) {
  for (const { where, name } of asked)
    tell(`first recall ${where}`, Number((await once(name, 'u0')).toFixed(1)), 'ms');
  for (let turn = 0; turn < 20 + runs * 20; turn += 1) {
    if (turn === 20) stages.clear();
    for (const { name, times } of asked) {
      const took = await once(name, `u${random.below(10)}`);
      if (turn >= 20) times.push(took);
    }
  }
  for (const { where, times } of asked) {
    tell(`recall ${where}`, Number(median(times).toFixed(1)), 'ms');
    tell('  to the first', Number((median(times) / median(asked[0].times)).toFixed(2)), 'times');
  }
  for (const [stage, spent] of stages) tell(`  of each ${stage}`, Number(median(spent).toFixed(2)), 'ms');
}
await engines.database.close();
