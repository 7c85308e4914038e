// Channels with so many members, asked in by some of them in turns: `npm run bench -- --only members --members 10,1000,5000,20000`.
// `--hidden 20,200` beside: what rows that nobody there may hear cost who asks for their words (`--only hidden`).
// Everybody but its size is the same: 50 people speak in it, some of them next door too, where facts travel from. Prints JSON lines.
import { parseArgs } from 'node:util';
import { sourceIdOf } from '../../dist/libs/domain/src/index.js';
import { chance } from '../random-world/chance.mjs';
import {
  accountOf,
  captured,
  joined,
  median,
  nouns,
  observed,
  openStore,
  recallOn,
  registered,
  round,
  someContent,
  stagesInto,
  tell,
  tenantId,
} from './setup.mjs';

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
const channels = sizes.map((members) => {
  const name = `channel-${members}`;
  return { members, name, id: sourceIdOf(tenantId, 'bench', 'group', name) };
});
const nextDoor = sourceIdOf(tenantId, 'bench', 'group', 'next-door');
const inChannels = Array.from({ length: Math.max(...sizes) }, (_, index) => accountOf(`u${index}`));
const speakers = inChannels.slice(0, Math.min(50, ...sizes));
const outside = Array.from({ length: 40 }, (_, index) => accountOf(`n${index}`));
const inNextDoor = [...speakers.slice(0, 10), ...outside];

const { engines, write, keep } = await openStore({ KITH_DATA_DIR: 'memory://' });
const at = new Date(Date.now() - 86_400_000);
const group = (sourceId, externalId, access) =>
  observed(sourceId, at, { sourceType: 'group', externalId, access });
await write([
  ...channels.map(({ id, name }) => group(id, name, values.access)),
  group(nextDoor, 'next-door', 'open'),
]);
const people = [...inChannels, ...outside];
for (let from = 0; from < people.length; from += 1_000)
  await write(people.slice(from, from + 1_000).map((person) => registered(person, at)));
for (const { id, members } of channels)
  for (let from = 0; from < members; from += 1_000)
    await write(
      inChannels.slice(from, Math.min(from + 1_000, members)).map((person) => joined(id, person, at)),
    );
await write(inNextDoor.map((person) => joined(nextDoor, person, at)));

const factIn = (channel, number, change = {}) => {
  const isNextDoor = number % 10 === 0;
  const person = random.pick(isNextDoor ? inNextDoor : speakers);
  const observedAt = new Date(at.getTime() + 1000 + number * 500);
  const isOpen = isNextDoor || values.access === 'open';
  const sourceId = isNextDoor ? nextDoor : channel.id;
  return captured(`${channel.name}/${number}`, person, sourceId, observedAt, someContent(random), {
    // Now and then something is kept from somebody: a place's readers are then asked for by name.
    withheldFromIds: number % 100 === 7 ? [outside[number % 40].entityId] : [],
    disclosure: isOpen ? 'public' : 'conversation_private',
    ...change,
  });
};
for (const channel of channels)
  for (let from = 0; from < facts; from += 500)
    await keep(
      Array.from({ length: Math.min(500, facts - from) }, (_, offset) => factIn(channel, from + offset)),
    );

/** Nobody who asks may hear these: they are sensitive, kept from all who ask, or said where none of them is. */
const hiding = [
  { rank: 2, sensitivityLabel: 'sensitive' },
  { withheldFromIds: inChannels.slice(0, 10).map(({ entityId }) => entityId) },
  { sourceId: nextDoor, scope: 'private_subject' },
];
// Twice none: what two words differ by with nothing hidden is how much a difference says.
const hiddenCounts = values.hidden === '' ? [] : [0, 0, ...values.hidden.split(',').map(Number)];
for (const [word, hidden] of hiddenCounts.entries())
  for (let from = 0; from < hidden; from += 500)
    await keep(
      Array.from({ length: Math.min(500, hidden - from) }, (_, offset) => {
        const number = 1_000_000 * (word + 1) + from + offset;
        const content = `${nouns[word]} and ${nouns[word]} again, number ${random.below(5000)}`;
        const speakerId = outside[number % 40].entityId;
        const who = { speakerId, ownerId: speakerId, subjectIds: [speakerId] };
        return factIn(channels[0], number * 10 + 1, { content, ...who, ...hiding[number % hiding.length] });
      }),
    );
const stages = new Map();
const recall = recallOn(engines, { onStage: stagesInto(stages) });
await engines.index.warm();
const once = (externalId, viewerId, noun = random.pick(nouns)) =>
  recall({
    viewer: { platform: 'bench', id: viewerId },
    source: { platform: 'bench', type: 'group', external_id: externalId },
    query: `what about ${noun} number ${random.below(5000)}`,
    threshold: 0,
  });

/** In turns, and processor time: what else the machine does slows all of them alike, or not at all. */
const besideHidden = async () => {
  const times = hiddenCounts.map(() => []);
  for (let turn = 0; turn < 20 + runs * 30; turn += 1)
    for (const [word] of hiddenCounts.entries()) {
      const began = process.cpuUsage();
      await once(channels[0].name, `u${random.below(10)}`, nouns[word]);
      const { user, system } = process.cpuUsage(began);
      if (turn >= 20) times[word].push((user + system) / 1000);
    }
  for (const [word, hidden] of hiddenCounts.entries()) {
    tell(
      `recall beside ${hidden} hidden rows of its words`,
      round(median(times[word]), 1),
      'ms of processor time',
    );
    tell('  to none', round(median(times[word]) / median(times[0]), 2), 'times');
  }
};
if (hiddenCounts.length > 0) await besideHidden();

/** In turns as well; the ratio is to the smallest. */
const asked = channels.map(({ name, members }) => ({ where: `in it, ${members} members`, name, times: [] }));
asked.push({ where: 'next door', name: 'next-door', times: [] });
if (hiddenCounts.length === 0) {
  for (const { where, name } of asked) tell(`first recall ${where}`, round(await once(name, 'u0'), 1), 'ms');
  for (let turn = 0; turn < 20 + runs * 20; turn += 1) {
    if (turn === 20) stages.clear();
    for (const { name, times } of asked) {
      const took = await once(name, `u${random.below(10)}`);
      if (turn >= 20) times.push(took);
    }
  }
  for (const { where, times } of asked) {
    tell(`recall ${where}`, round(median(times), 1), 'ms');
    tell('  to the first', round(median(times) / median(asked[0].times), 2), 'times');
  }
  for (const [stage, spent] of stages) tell(`  of each ${stage}`, round(median(spent), 2), 'ms');
}
await engines.database.close();
