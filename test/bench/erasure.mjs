// How long an erasure takes, and the search for what it erased, and what a recall costs beside a sweep of the janitor:
// `node test/bench/erasure.mjs [--facts 100000]` after a build. Facts are made as in bench.mjs: 50 people, so one of them is a
// fiftieth.
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Needles } from '../../dist/libs/database/src/index.js';
import { accountEntityId } from '../../dist/libs/domain/src/index.js';
import { EmbeddedMessageBus } from '../../dist/libs/messaging/src/index.js';
import { lookThrough } from '../../dist/apps/ingest/src/erasure/residual.js';
import { openEngines } from '../../dist/apps/standalone/src/engines.js';
import { startPlatform } from '../../dist/apps/standalone/src/index.js';
import { config as configOf } from './setup.mjs';

const { values } = parseArgs({
  options: { facts: { type: 'string', default: '100000' }, keep: { type: 'string' } },
});
const dir = values.keep ?? (await mkdtemp(join(tmpdir(), 'kith-erasure-')));
const seconds = (from) => ((performance.now() - from) / 1000).toFixed(1);
const config = configOf({ KITH_DATA_DIR: dir });

const sized = fileURLToPath(new URL('./sized.mjs', import.meta.url));
let from = performance.now();
execFileSync(process.execPath, [sized, '--part', 'fill', '--dir', dir, '--facts', values.facts], {
  stdio: 'ignore',
});
console.log(`${values.facts} facts made in ${seconds(from)} s`);

const engines = await openEngines(config);
from = performance.now();
const lost = Array.from({ length: 2_000 }, (_, index) => `a value that nobody ever said, number ${index}`);
const reach = {
  erasureId: '',
  tenantId: 'default',
  kind: 'both',
  entityIds: [],
  sourceIds: [],
  at: new Date(),
};
const spent = process.cpuUsage();
const { tables, rows, files, bytes, hits } = await lookThrough(
  {
    database: engines.database,
    bus: new EmbeddedMessageBus(engines.database),
    // It stands in the tables.
    index: { server: null, held: async function* () {} },
    folder: dir,
    drained: () => Promise.resolve(),
  },
  reach,
  { all: new Needles(lost), names: new Needles([]) },
  { names_of: [], places_of: [] },
);
const { user, system } = process.cpuUsage(spent);
console.log(
  `looked for ${lost.length} values in ${rows} rows of ${tables} tables and ${files} files of ${Math.round(bytes / 2 ** 20)} MiB in ${seconds(from)} s (${((user + system) / 1e6).toFixed(1)} s of CPU), ${hits} hits`,
);
await engines.close();

const platform = await startPlatform({ config, port: 0, quiet: true });
const call = async (method, path, body) => {
  const reply = await fetch(platform.url + path, {
    method,
    headers: { authorization: `Bearer ${platform.operatorKey}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return reply.json();
};
const recallsWhile = async (isOver) => {
  const took = [];
  while (!isOver(took.length)) {
    const asked = performance.now();
    const viewer = { platform: 'bench', platform_user_id: `u${took.length % 50}` };
    const answer = await call('POST', '/v1/recall', {
      agent_id: 'default',
      viewer,
      query: 'what do you remember about me?',
    });
    if (!answer.results?.length) throw new Error(`recall answered ${JSON.stringify(answer)}`);
    took.push(performance.now() - asked);
  }
  return { p50: took.sort((a, b) => a - b)[took.length >> 1], times: took.length };
};
await recallsWhile((asked) => asked === 50);
const alone = await recallsWhile((asked) => asked === 200);
let isSwept = false;
from = performance.now();
const sweep = call('POST', '/v1/maintenance/integrity', {}).finally(() => (isSwept = true));
const beside = await recallsWhile((asked) => asked > 0 && isSwept);
const swept = await sweep;
console.log(
  `recall p50 ${alone.p50.toFixed(1)} ms, ${beside.p50.toFixed(1)} ms beside an integrity sweep of ${seconds(from)} s (${beside.times} recalls, it found ${swept.found}): ratio ${(beside.p50 / alone.p50).toFixed(2)}`,
);

from = performance.now();
const entity_id = accountEntityId('default', 'bench', 'u7');
const { id } = await call('POST', '/v1/erasures', { entity_id, kind: 'both' });
let view;
let longest = 0;
do {
  await setTimeout(100);
  const asked = performance.now();
  view = await call('GET', `/v1/erasures/${id}`);
  longest = Math.max(longest, performance.now() - asked);
} while (view.status === 'running');
console.log(`erased in ${seconds(from)} s: ${view.status}, ${JSON.stringify(view.stores)}`);
console.log(`residual ${JSON.stringify(view.residual)}`);
console.log(`a question to the platform waited ${(longest / 1000).toFixed(1)} s at most meanwhile`);
await platform.stop();
if (!values.keep) await rm(dir, { recursive: true });
