// Precision of answers: `npm run build && node test/quality/facts.mjs [folder] [--questions dev.jsonl] [--threshold .7] [--json] [--misses]`.
// The folder holds stores.jsonl (people and facts) and questions with the ids of the facts that answer them, a third of them with none.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { account, envelope, mean, openPlatform, platformName, refOf } from './harness.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    questions: { type: 'string', default: 'dev.jsonl' },
    threshold: { type: 'string' },
    json: { type: 'boolean', default: false },
    misses: { type: 'boolean', default: false },
  },
});
const folder = positionals[0] ?? new URL('./sets/facts', import.meta.url).pathname;
const linesOf = (file) =>
  readFileSync(`${folder}/${file}`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

const questions = linesOf(values.questions);
const wanted = new Set(questions.map(({ store }) => store));

/** All are in one restricted group, and ask there: nothing is hidden from anybody, so what is missing was left out. */
const tell = async (platform, store) => {
  const source = { type: 'group', external_id: store.store, name: store.store };
  const people = new Map(store.people.map((person) => [person.id, person]));
  const first = store.facts.map(({ observed_at }) => Date.parse(observed_at)).sort((a, b) => a - b)[0];
  const at = new Date(first - 86_400_000).toISOString();
  await platform.call(
    'POST',
    '/v1/events',
    store.people.map((person) =>
      envelope(store.store, `joined/${person.id}`, 'participant.joined', {
        source,
        participant: account(store.store, person),
        at,
      }),
    ),
  );
  await platform.settled();
  const ref = (person) => refOf(store.store, person);
  const ids = new Map();
  for (const fact of store.facts) {
    if (!people.has(fact.speaker)) throw new Error(`nobody is ${fact.speaker}`);
    const { results } = await platform.call('POST', '/v1/memories', {
      agent_id: store.store,
      content: fact.text,
      speaker: ref(fact.speaker),
      subjects: fact.subjects.map(ref),
      source: { ...source, platform: platformName },
      memory_type: fact.type,
      observed_at: fact.observed_at,
    });
    ids.set(results[0].id, fact.id);
  }
  await platform.settled();
  return { ids, ref, source: { ...source, platform: platformName } };
};

const rows = [];
const platform = await openPlatform();
for (const store of linesOf('stores.jsonl').filter((one) => wanted.has(one.store))) {
  const { ids, ref, source } = await tell(platform, store);
  const textOf = new Map(store.facts.map(({ id, text }) => [id, text]));
  for (const { viewer, question, kind, gold } of questions.filter((one) => one.store === store.store)) {
    const answer = await platform.call('POST', '/v1/recall', {
      agent_id: store.store,
      viewer: ref(viewer),
      source,
      query: question,
      ...(values.threshold === undefined ? {} : { threshold: Number(values.threshold) }),
    });
    const found = answer.results.map(({ id }) => ids.get(id) ?? id);
    const hits = found.filter((id) => gold.includes(id)).length;
    rows.push({ kind, found: found.length, gold: gold.length, hits });
    if (values.misses && (hits < gold.length || found.length > hits)) {
      console.log(`\n${kind}: ${question} (${viewer})`);
      for (const { id, score } of answer.results)
        console.log(
          `  ${gold.includes(ids.get(id)) ? 'right' : 'wrong'} ${score} ${textOf.get(ids.get(id))}`,
        );
      for (const id of gold.filter((one) => !found.includes(one))) console.log(`  missing ${textOf.get(id)}`);
    }
  }
}
await platform.close();

const sum = (of, key) => of.reduce((total, row) => total + row[key], 0);
const figures = (kind, of) => {
  const answered = of.filter(({ gold }) => gold > 0);
  const none = of.filter(({ gold }) => gold === 0);
  const share = (part, whole) => (whole === 0 ? '' : +(part / whole).toFixed(3));
  return {
    kind,
    questions: of.length,
    precision: share(sum(of, 'hits'), sum(of, 'found')),
    recall: share(sum(of, 'hits'), sum(of, 'gold')),
    'recall, by question':
      answered.length === 0
        ? ''
        : +mean(
            answered.map(({ hits, gold }) => ({ r: hits / gold })),
            'r',
          ).toFixed(3),
    'empty where right': share(none.filter(({ found }) => found === 0).length, none.length),
    exact: share(of.filter(({ hits, gold, found }) => hits === gold && found === gold).length, of.length),
  };
};
const table = [
  ...[...new Set(rows.map(({ kind }) => kind))].map((kind) =>
    figures(
      kind,
      rows.filter((row) => row.kind === kind),
    ),
  ),
  figures('all', rows),
];
if (values.json) console.log(JSON.stringify(table));
else console.table(table);
