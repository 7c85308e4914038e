// Prints seeded random facts with the line they came from, and random lines that gave nothing, for reading by eye.
// node scripts/sample-facts.mjs [--facts 100] [--silent 0] [--seed 1] [--threshold .7] <file.log|file.jsonl>…
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { botsBy } from '../dist/apps/cli/src/import/irc-bots.js';
import { RulesExtractor } from '../dist/libs/extraction/src/index.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    facts: { type: 'string', default: '100' },
    silent: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    threshold: { type: 'string', default: '0.7' },
    pattern: { type: 'string' },
  },
});
let state = Number(values.seed) >>> 0;
const random = () => {
  state = (state + 0x6d2b79f5) >>> 0;
  let t = Math.imul(state ^ (state >>> 15), state | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
};
const sample = (items, count) => {
  const pool = [...items];
  return Array.from(
    { length: Math.min(count, pool.length) },
    () => pool.splice(Math.floor(random() * pool.length), 1)[0],
  );
};

const isBot = botsBy([]);
const ircLines = (path) => {
  const day = /(\d{4}-\d\d-\d\d)/.exec(path)?.[1] ?? '2008-01-01';
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const said = /^\[(\d\d):(\d\d)\] <([^>]+)> (.*)$/.exec(line);
      return said
        ? [
            {
              place: path,
              author: said[3],
              text: said[4],
              at: new Date(`${day}T${said[1]}:${said[2]}:00Z`),
              agent: isBot(said[3]),
            },
          ]
        : [];
    });
};
const jsonLines = (path) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .map((row) => ({
      place: row.episode ?? path,
      author: row.speaker_id ?? row.author ?? 'somebody',
      text: row.text ?? '',
      at: new Date(row.ts ? `${row.ts}:00Z` : '2026-05-01T12:00:00Z'),
      agent: (row.speaker_role ?? '') === 'agent',
    }));
const messages = positionals.flatMap((path) => (path.endsWith('.jsonl') ? jsonLines(path) : ircLines(path)));

const titled = (word) => word.charAt(0).toUpperCase() + word.slice(1);
const displayOf = (id) =>
  id
    .split('_')
    .slice(id.includes('_') ? 1 : 0)
    .map(titled)
    .join(' ');
const peopleByPlace = new Map();
for (const { place, author, at, agent } of messages) {
  const people = peopleByPlace.get(place) ?? new Map();
  peopleByPlace.set(place, people);
  if (!people.has(author))
    people.set(author, {
      entityId: author,
      kind: agent ? 'agent' : 'human',
      names: [
        { text: author, kind: 'handle' },
        ...(author.includes('_') && place.includes('episode')
          ? [{ text: displayOf(author), kind: 'display_name' }]
          : []),
      ],
      knownSince: at,
    });
}
const rosters = new Map([...peopleByPlace].map(([place, people]) => [place, [...people.values()]]));

const earlier = new Map();
const batch = messages.map((message, index) => {
  const before = earlier.get(message.place) ?? [];
  const own = {
    recordId: String(index),
    messageId: String(index),
    authorId: message.author,
    authorKind: message.agent ? 'agent' : 'human',
    text: message.text,
    sentAt: message.at,
    replyTo: null,
    mentionIds: [],
  };
  earlier.set(message.place, [...before.slice(-11), own]);
  return {
    message: own,
    context: {
      tenantId: 't',
      agentEntityId: 'agent',
      platform: 'p',
      place: { sourceId: message.place, type: 'group' },
      people: rosters.get(message.place),
      pointedAt: [],
      kin: [],
      before,
      repliedTo: null,
    },
  };
});

const extractor = new RulesExtractor();
const { signal } = new AbortController();
await extractor.extract(batch.slice(0, 500), signal);
const began = process.cpuUsage();
const readings = await extractor.extract(batch, signal);
const spent = process.cpuUsage(began);
// Processor time, not time on the wall: the figure is for one core, whatever else the machine does.
const seconds = (spent.user + spent.system) / 1e6;
const whoIs = (subject) =>
  subject.kind === 'entity'
    ? subject.entityId
    : subject.kind === 'named' || subject.kind === 'kin'
      ? `~${subject.name}`
      : `?${subject.candidates.join('|')}`;
const found = readings.flatMap((reading, index) =>
  reading.facts
    .filter(
      (fact) =>
        fact.confidence >= Number(values.threshold) && (!values.pattern || fact.pattern === values.pattern),
    )
    .map((fact) => ({ fact, message: messages[index] })),
);
for (const [index, { fact, message }] of sample(found, Number(values.facts)).entries()) {
  const subjects = fact.subjects.map(whoIs).join('+') || '[]';
  console.log(
    `${index + 1}. ${fact.content}\n     about ${subjects} · ${fact.memoryType} · sensitivity ${fact.sensitivity} · ${fact.confidence.toFixed(2)} · ${fact.pattern}${fact.disclosure ? ' · private' : ''}\n     <${message.author}> ${message.text.slice(0, 300)}`,
  );
}
const silent = messages.filter((message, index) => readings[index].facts.length === 0 && !message.agent);
for (const message of sample(silent, Number(values.silent)))
  console.log(`-- <${message.author}> ${message.text.slice(0, 300)}`);
const patterns = new Map();
for (const { fact } of found) patterns.set(fact.pattern, (patterns.get(fact.pattern) ?? 0) + 1);
console.error(
  `${messages.length} messages, ${found.length} facts, ${Math.round(messages.length / seconds)} messages/s of processor time`,
);
console.error(
  [...patterns]
    .sort((a, b) => b[1] - a[1])
    .map(([name, count]) => `${name} ${count}`)
    .join(', '),
);
