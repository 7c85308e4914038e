// How well and how fast Qdrant finds what passes, beyond the sizes up to which it is exact:
// `KITH_TEST_QDRANT_URL=… npm run bench:qdrant [-- --kind message,fact --rows 3000,10000 --asks 20 --words true --json]`.
// Made talk of many rooms: subjects that last some turns, frequent and rare words, vectors about their subject. Whoever asks may hear
// two thirds of the rooms. Exact is the same adapter with no limits, which the law of agreement holds against the resident index.
import { parseArgs } from 'node:util';
import { openDatabase } from '../../dist/libs/database/src/index.js';
import { memoryIndexMigrations, QdrantMemoryIndex } from '../../dist/libs/memory-index/src/index.js';
import { isIn } from '../../dist/libs/policy/src/index.js';
import { chance } from '../random-world/chance.mjs';
import { cpuSecondsOf, listenerAt } from './cpu.mjs';
import { bareQuery, median, percentile, qdrantUrl, removeCollections } from './qdrant-server.mjs';

const { values } = parseArgs({
  options: {
    kind: { type: 'string', default: 'message,fact' },
    rows: { type: 'string', default: '3000,10000' },
    asks: { type: 'string', default: '20' },
    dimensions: { type: 'string', default: '256' },
    /** Facts compared one by one, rows with one word weighed, messages read whole: smaller ones show what lies beyond with fewer rows. */
    limits: { type: 'string', default: '' },
    how: { type: 'string', default: 'words,words and meaning,all and clues' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
  },
});
const asks = Number(values.asks);
const url = qdrantUrl();
/** Where the server is on this machine: how long it works is told beside how long one waits, which others lengthen. */
const server = listenerAt(new URL(url).port);
const model = 'made';
const dimensions = Number(values.dimensions);

const syllables = [
  'ba',
  'ke',
  'li',
  'mo',
  'nu',
  'ra',
  'se',
  'ti',
  'vo',
  'zu',
  'pa',
  'do',
  'fi',
  'gu',
  'he',
  'ja',
];
const made = (number) => {
  let word = '';
  for (let left = number + 300; left > 0; left = Math.floor(left / 16)) word += syllables[left % 16];
  return `${word}k`;
};
const unit = (vector) => {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
};

const talk = (kind, count, random) => {
  const noise = () => Float32Array.from({ length: dimensions }, () => random.next() - 0.5);
  const near = (centre, share) => {
    const other = unit(noise());
    return unit(centre.map((value, at) => value * share + other[at] * (1 - share)));
  };
  const frequent = () => made(Math.floor(400 * random.next() ** 2.5));
  const subjects = Array.from({ length: Math.max(40, Math.floor(count / 60)) }, (_, at) => ({
    words: Array.from({ length: 12 }, (_unused, nth) =>
      made(400 + ((at * 7 + nth * 31) % Math.max(600, count / 8))),
    ),
    centre: unit(noise()),
  }));
  const rooms = Array.from({ length: Math.max(12, Math.floor(count / 1_000)) }, () => random.pick(subjects));
  const rows = [];
  for (let at = 0; at < count; at += 1) {
    const room = random.below(rooms.length);
    if (random.next() < 0.12) rooms[room] = random.pick(subjects);
    const subject = rooms[room];
    const length = 2 + Math.floor(14 * random.next() ** 1.5);
    const words = Array.from({ length }, () =>
      random.next() < 0.3 ? random.pick(subject.words) : frequent(),
    );
    const minute = new Date(Date.UTC(2026, 0, 1) + at * 60_000);
    rows.push({
      id: `${kind}-${String(at).padStart(7, '0')}`,
      kind,
      tenantId: 'bench',
      agentId: 'agent',
      status: 'active',
      scope: 'source_shared',
      sensitivity: 0,
      disclosure: 'public',
      portable: true,
      imported: false,
      sourceId: `room-${room}`,
      sourceType: 'group',
      sourceAccess: 'open',
      sourceHistory: 'visible',
      toldIn: `room-${room}`,
      heardIn: null,
      workspaceId: null,
      speakerId: `u-${random.below(50)}`,
      ownerId: null,
      subjectIds: [`u-${random.below(50)}`],
      withheldFromIds: [],
      conversationId: null,
      memoryType: kind === 'message' ? null : 'knowledge',
      trust: 'fact',
      importance: 0.5,
      observedAt: minute,
      firstObservedAt: minute,
      expiresAt: null,
      supersededAt: null,
      metadata: {},
      position: 1n,
      searchText: words.join(' '),
      textKey: `text ${at}`,
      embedding: { model, vector: near(subject.centre, 0.4 + 0.4 * random.next()) },
    });
  }
  const heard = Array.from({ length: rooms.length }, (_, at) => `room-${at}`).filter((_, at) => at % 3 !== 0);
  const isHeard = new Set(heard);
  const asked = rows.filter(
    ({ sourceId, searchText }) => isHeard.has(sourceId) && searchText.split(' ').length > 3,
  );
  const question = (clues) => {
    const about = random.pick(asked);
    const words = random.some(about.searchText.split(' '), 0.6).slice(0, 3);
    return {
      text: [...words, frequent()].join(' '),
      vector: near(about.embedding.vector, 0.7),
      clues: clues
        ? {
            speakerIds: [about.speakerId],
            within: [
              {
                from: new Date(about.observedAt.getTime() - 86_400_000),
                to: new Date(about.observedAt.getTime() + 86_400_000),
              },
            ],
          }
        : { speakerIds: [], within: [] },
    };
  };
  return { rows, heard, question };
};

const report = [];
const table = (line) => {
  report.push(line);
  if (values.json) return;
  const { kind, rows, how, recall, found, first, p50, p95, exact, bare, cpu, bareCpu } = line;
  console.log(
    `${kind.padEnd(8)} ${String(rows).padStart(7)} ${how.padEnd(22)} R@10 ${recall.toFixed(3)}  lists equal ${found.toFixed(2)}  first ${first.toFixed(2)}  p50 ${p50.toFixed(1)} p95 ${p95.toFixed(1)} ms  exact ${exact.toFixed(1)} ms  bare ${bare.toFixed(1)} ms  CPU of the server ${cpu.toFixed(1)}, bare ${bareCpu.toFixed(1)} ms`,
  );
};

const measure = async (kind, count) => {
  const random = chance(Number(values.seed) + count);
  const { rows, heard, question } = talk(kind, count, random);
  const database = await openDatabase({ dataDir: 'memory://' });
  await database.migrate(memoryIndexMigrations);
  const prefix = `bench-${process.pid}-${kind}-${count}`;
  const options = { url, apiKey: null, prefix, quantization: 'none' };
  const [scanned, weighed, talked] = values.limits.split(',').map(Number);
  const limited = talked ? { limits: { scanned, weighed, talked } } : {};
  const index = new QdrantMemoryIndex(database, { ...options, ...limited });
  const boundless = { scanned: 1e9, weighed: 500_000, talked: 1e9 };
  const exact = new QdrantMemoryIndex(database, { ...options, limits: boundless });
  try {
    for (let at = 0; at < rows.length; at += 1_000) await index.upsert(rows.slice(at, at + 1_000));
    const where = isIn('source_id', heard);
    for (const [how, isMeant, hasClues] of [
      ['words', false, false],
      ['words and meaning', true, false],
      ['all and clues', true, true],
    ].filter(([one]) => values.how.split(',').includes(one))) {
      const [times, exactTimes, bareTimes] = [[], [], []];
      let [shared, equal, first, cpu, bareCpu] = [0, 0, 0, 0, 0];
      for (let at = 0; at < asks; at += 1) {
        const { text, vector, clues } = question(hasClues);
        const embedding = isMeant ? { model, vector, near: 0.25 } : null;
        const order = { by: 'relevance', text, embedding, clues };
        const lane = { name: 'lane', where, order, limit: 10, offset: 0 };
        const timed = async (asked, into) => {
          const from = performance.now();
          const [answer] = await asked.search([lane]);
          into.push(performance.now() - from);
          return answer.hits.map(({ id }) => id);
        };
        const before = cpuSecondsOf(server);
        const found = await timed(index, times);
        cpu += cpuSecondsOf(server) - before;
        const wanted = await timed(exact, exactTimes);
        shared += wanted.filter((id) => found.includes(id)).length / Math.max(1, wanted.length);
        equal += wanted.join() === found.join() ? 1 : 0;
        first += wanted[0] === found[0] ? 1 : 0;
        const filter = { must: [{ key: 'source_id', match: { any: heard } }] };
        const idle = cpuSecondsOf(server);
        bareTimes.push(await bareQuery(url, prefix, filter, vector));
        bareCpu += cpuSecondsOf(server) - idle;
      }
      const [recall, found, leading] = [shared / asks, equal / asks, first / asks];
      const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
      const [ours, bare] = [cpu, bareCpu].map((seconds) => (seconds * 1_000) / asks);
      const line = {
        kind,
        rows: count,
        how,
        recall,
        found,
        first: leading,
        p50,
        p95,
        cpu: ours,
        bareCpu: bare,
      };
      table({ ...line, exact: median(exactTimes), bare: median(bareTimes) });
    }
  } finally {
    await removeCollections(url, prefix);
    await database.close();
  }
};

for (const kind of values.kind.split(','))
  for (const count of values.rows.split(',').map(Number)) await measure(kind, count);
if (values.json) console.log(JSON.stringify(report));
