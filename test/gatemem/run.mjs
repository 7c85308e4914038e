// GateMem, the benchmark of memory that many people share: `npm run build && node test/gatemem/run.mjs <folder> [--json]`.
// The folder holds episodes.jsonl, events.jsonl and queries.jsonl, and is not part of the project. See README.md.
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { parseEnv } from '../../dist/libs/config/src/index.js';
import { fixIdKey } from '../../dist/libs/testing/src/id-key.js';
import { madeOn } from '../../dist/libs/testing/src/made-with.js';
import { openEngines, startPlatform } from '../../dist/apps/standalone/src/index.js';
import { causeOf, worstOf } from './causes.mjs';
import { allTurns, relatedTurns } from './baselines.mjs';
import { loadEpisodes } from './data.mjs';
import { Player } from './player.mjs';
import { mark, table } from './scoring.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    'facts-only': { type: 'boolean', default: false },
    embedder: { type: 'string', default: 'bundled' },
    only: { type: 'string' },
    details: { type: 'string' },
    causes: { type: 'boolean', default: false },
    'no-baselines': { type: 'boolean', default: false },
  },
});
const [folder] = positionals;
if (folder === undefined) {
  console.error(
    'usage: node test/gatemem/run.mjs <folder> [--json] [--facts-only] [--embedder bundled|none] [--only <part of an episode>] [--causes] [--details <file>] [--no-baselines]',
  );
  process.exit(2);
}

const began = performance.now();
const seconds = () => Math.round((performance.now() - began) / 1000);
const episodes = (await loadEpisodes(folder)).filter(({ episode }) => episode.includes(values.only ?? ''));
const parsed = parseEnv({
  KITH_DATA_DIR: 'memory://',
  KITH_EMBEDDER: values.embedder,
  KITH_LOG_LEVEL: 'silent',
});
if (!parsed.ok) throw new Error(parsed.faults.join('\n'));
const platform = await startPlatform({
  config: parsed.config,
  port: 0,
  quiet: true,
  // Rows of one time come in the order of their ids: the same figures with every run.
  make: madeOn(async () => {
    const engines = await openEngines(parsed.config);
    await fixIdKey(engines.database);
    return engines;
  }),
});

const rows = [];
const details = [];
const misses = [];
for (const [index, episode] of episodes.entries()) {
  const player = new Player(platform, episode);
  const factsOf = new Map();
  for (const { question, marks } of episode.asked) {
    for (const [id, facts] of await player.playTo(question.turns)) factsOf.set(id, facts);
    const answer = await player.ask(question, {
      include_messages: !values['facts-only'],
      explain: values.details !== undefined,
    });
    const marked = mark(marks, answer.context);
    rows.push({ engine: 'kith', domain: episode.domain, mark: marked });
    if (values.causes && marks.type === 'utility' && marked.missing.length > 0) {
      const found = [];
      for (const pattern of marked.missing) found.push(await causeOf(player, question, pattern, factsOf));
      misses.push({ domain: episode.domain, cause: worstOf(found) });
    }
    if (values.details !== undefined)
      details.push({
        episode: episode.episode,
        question,
        marks,
        marked,
        context: answer.context,
        explanation: answer.explanation,
        results: answer.results,
      });
    if (values['no-baselines']) continue;
    for (const [engine, contextOf] of [
      ['plain BM25, all turns', allTurns],
      ['plain BM25, related people', relatedTurns],
    ])
      rows.push({ engine, domain: episode.domain, mark: mark(marks, contextOf(episode, question)) });
  }
  if (values.details !== undefined)
    details.push({
      episode: episode.episode,
      turns: player.turns.map((turn) => ({
        ...turn,
        place: turn.place.ref.external_id,
        facts: factsOf.get(turn.id),
      })),
    });
  const { U, A, F, product } = table(rows.filter(({ engine }) => engine === 'kith')).all;
  console.error(
    `${index + 1}/${episodes.length} ${episode.episode}: U ${U} A ${A} F ${F} product ${product}, ${seconds()} s`,
  );
}
await platform.stop();
if (values.details !== undefined)
  await writeFile(values.details, details.map((row) => JSON.stringify(row)).join('\n'));

const causes = {};
for (const { domain, cause } of misses) {
  causes[cause] ??= {};
  causes[cause][domain] = (causes[cause][domain] ?? 0) + 1;
}

const engines = [...new Set(rows.map(({ engine }) => engine))];
const report = {
  seed: 'none: nothing is drawn at random',
  embedder: values.embedder,
  includeMessages: !values['facts-only'],
  episodes: episodes.length,
  turns: episodes.reduce((sum, { turns }) => sum + turns.length, 0),
  queries: episodes.reduce((sum, { asked }) => sum + asked.length, 0),
  seconds: seconds(),
  ...(values.causes ? { causes } : {}),
  figures: Object.fromEntries(
    engines.map((engine) => [engine, table(rows.filter((row) => row.engine === engine))]),
  ),
};
if (values.json) console.log(JSON.stringify(report, null, 1));
else {
  const { figures, causes: why, ...rest } = report;
  console.log(
    Object.entries(rest)
      .map(([key, value]) => `${key} ${value}`)
      .join(' · '),
  );
  for (const [engine, figure] of Object.entries(figures)) {
    console.log(engine);
    console.table(figure);
  }
  if (why) {
    console.log('useful answers that lack something, by what keeps it from being complete');
    console.table(why);
  }
}
