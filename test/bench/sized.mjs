// One store of made facts, for bench.mjs: `fill` writes it into a data directory through the log and the index as ingest
// and recall do; `ask` opens it in a process of its own, as a start would, and measures. Prints JSON lines.
import { Session } from 'node:inspector/promises';
import { execFileSync } from 'node:child_process';
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
  quantile,
  randomEmbedder,
  recallOn,
  registered,
  residentMiB,
  round,
  someContent,
  stagesInto,
  tell,
  tenantId,
} from './setup.mjs';

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
const workspaceId = sourceIdOf(tenantId, 'bench', 'workspace', 'bench');
const sourceId = sourceIdOf(tenantId, 'bench', 'group', 'bench');
const people = Array.from({ length: 50 }, (_, index) => accountOf(`u${index}`));
const embedder = randomEmbedder(random);
const documents = {
  hold: embedder.hold,
  embed: async (texts) => (await embedder.embed(texts)).map((vector) => ({ model: embedder.model, vector })),
};
const open = () => openStore({ KITH_DATA_DIR: values.dir });

const placeAndPeople = (at) => [
  observed(workspaceId, at, { sourceType: 'workspace', externalId: 'bench' }),
  observed(sourceId, at, { sourceType: 'group', externalId: 'bench', parentId: workspaceId }),
  ...people.flatMap((person) => [registered(person, at), joined(sourceId, person, at)]),
];
const factAt = (number, at) => {
  const observedAt = new Date(at.getTime() + number * 500);
  return captured(String(number), people[random.below(50)], sourceId, observedAt, someContent(random));
};

const fill = async () => {
  const { engines, write, keep } = await open();
  const at = new Date(Date.now() - 86_400_000);
  await write(placeAndPeople(at));
  for (let from = 0; from < count; from += 500)
    await keep(
      Array.from({ length: Math.min(500, count - from) }, (_, offset) => factAt(from + offset, at)),
      documents,
    );
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
  const { engines } = await open();
  tell(`start with ${count} facts`, round((performance.now() - began) / 1000, 2), 's');
  const stages = new Map();
  let decisions = 0;
  const recall = recallOn(engines, {
    encoder: embedder,
    onDecided: () => (decisions += 1),
    onStage: stagesInto(stages),
  });
  await engines.index.warm();
  const once = () =>
    recall({
      viewer: people[random.below(50)],
      source: { platform: 'bench', type: 'group', external_id: 'bench' },
      query: `what about ${random.pick(nouns)} number ${random.below(5000)}`,
    });
  const label = `recall at ${count} facts`;
  tell(`first ${label}, which waits for the index`, round((await once()) / 1000, 2), 's');
  for (let warm = 0; warm < 20; warm += 1) await once();
  stages.clear();
  decisions = 0;
  const times = [];
  const bare = [];
  for (let run = 0; run < runs; run += 1) {
    for (let each = 0; each < 20; each += 1) times.push(await once());
    const [unit] = await embedder.embed(['']);
    const vector = `[${[...unit].join(',')}]`;
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
