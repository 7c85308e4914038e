// Retrieval quality: `npm run build && node test/retrieval/quality.mjs <folder of day logs> [--json]`.
// Every second question is held back: tune on the open half, report the other. The folder is not part of the project.
import { readFile } from 'node:fs/promises';
import { openDatabase } from '../../dist/libs/database/src/index.js';
import { memoryIndexMigrations, memoryIndexOn } from '../../dist/libs/memory-index/src/index.js';
import { readDay } from './irc-log.mjs';
import { plainBm25 } from './plain-bm25.mjs';

const cut = 10;
const folder = process.argv[2];
if (folder === undefined) {
  console.error('usage: node test/retrieval/quality.mjs <folder of day logs> [--json]');
  process.exit(2);
}

const entryOf = (day, source, { number, speaker, text }) => ({
  id: `${day}#${number}`,
  kind: 'message',
  tenantId: 'quality',
  agentId: null,
  status: 'active',
  scope: 'source_shared',
  sensitivity: 0,
  disclosure: 'public',
  portable: true,
  imported: false,
  sourceId: source,
  sourceType: 'group',
  sourceAccess: 'open',
  sourceHistory: 'visible',
  toldIn: source,
  heardIn: null,
  workspaceId: null,
  speakerId: speaker,
  ownerId: speaker,
  subjectIds: [speaker],
  withheldFromIds: [],
  conversationId: day,
  memoryType: null,
  trust: 'fact',
  importance: 0.5,
  observedAt: new Date(Date.parse(`${day}T00:00:00Z`) + number * 1000),
  firstObservedAt: new Date(Date.parse(`${day}T00:00:00Z`) + number * 1000),
  expiresAt: null,
  supersededAt: null,
  metadata: {},
  position: 1n,
  searchText: `${speaker}: ${text}`,
  textKey: text,
  embedding: null,
});

const metrics = (found, evidence) => {
  const hits = found.slice(0, cut).map((id) => evidence.includes(id));
  const gain = hits.reduce((sum, hit, at) => sum + (hit ? 1 / Math.log2(at + 2) : 0), 0);
  const best = evidence.slice(0, cut).reduce((sum, _, at) => sum + 1 / Math.log2(at + 2), 0);
  return { recall: hits.filter(Boolean).length / evidence.length, ndcg: gain / best };
};
const mean = (rows, key) => rows.reduce((sum, row) => sum + row[key], 0) / rows.length;

const questions = JSON.parse(await readFile(new URL('./questions.json', import.meta.url), 'utf8'));
const days = [...new Set(questions.map(({ day }) => day))];
const database = await openDatabase({ dataDir: 'memory://' });
await database.migrate(memoryIndexMigrations);
const index = memoryIndexOn(database);

const plain = new Map();
for (const day of days) {
  const messages = await readDay(folder, day);
  await index.upsert(messages.map((message) => entryOf(day, 'channel', message)));
  plain.set(
    day,
    messages.map((message) => ({
      id: `${day}#${message.number}`,
      text: `${message.speaker}: ${message.text}`,
    })),
  );
}
const everything = plainBm25([...plain.values()].flat());
const ofDay = new Map([...plain].map(([day, documents]) => [day, plainBm25(documents)]));

const searched = async (where, text) => {
  const order = { by: 'relevance', text, embedding: null, clues: { speakerIds: [], within: [] } };
  const [lane] = await index.search([{ name: 'quality', where, order, limit: cut, offset: 0 }]);
  return lane.hits.map(({ id }) => id);
};

const rows = [];
for (const [at, { day, question, evidence }] of questions.entries()) {
  const ids = evidence.map((number) => `${day}#${number}`);
  const inDay = { kind: 'in', field: 'conversation_id', values: [day] };
  const half = at % 2 === 0 ? 'open' : 'held back';
  const add = (among, engine, found) =>
    rows.push({ half, among, engine, day, question, ...metrics(found, ids) });
  add('one day', 'plain BM25', ofDay.get(day)(question, cut));
  add('one day', 'index', await searched(inDay, question));
  add('all days', 'plain BM25', everything(question, cut));
  add('all days', 'index', await searched('everything', question));
}
await database.close();

const table = ['open', 'held back'].flatMap((half) =>
  ['one day', 'all days'].flatMap((among) =>
    ['plain BM25', 'index'].map((engine) => {
      const chosen = rows.filter((row) => row.half === half && row.among === among && row.engine === engine);
      const [recall, ndcg] = [mean(chosen, 'recall'), mean(chosen, 'ndcg')];
      return {
        half,
        among,
        engine,
        questions: chosen.length,
        recall: +recall.toFixed(3),
        ndcg: +ndcg.toFixed(3),
      };
    }),
  ),
);
if (process.argv.includes('--json')) console.log(JSON.stringify({ cut, table }));
else console.table(table);
