// So many messages, published over HTTP to a platform of one process: how fast, and how much memory it then holds.
// `npm run bench -- --only messages,resident`; prints JSON lines. `--embedder made` gives random vectors at once: what is left
// is the platform's own work with them.
import { parseArgs } from 'node:util';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { madeOn } from '../../dist/libs/testing/src/made-with.js';
import { openEngines } from '../../dist/apps/standalone/src/index.js';
import { chance } from '../random-world/chance.mjs';
import {
  config,
  median,
  randomEmbedder,
  residentMiB,
  round,
  servePlatform,
  tell as tellOne,
} from './setup.mjs';

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '2000' },
    embedder: { type: 'string', default: 'none' },
    seed: { type: 'string', default: '1' },
  },
});
const count = Number(values.messages);
const random = chance(Number(values.seed));
const tell = (what, value, unit) => tellOne(`${what}, vectors: ${values.embedder}`, value, unit);

const openers = [
  'I like',
  'we went to',
  'has anybody seen',
  'my sister found',
  'thanks for',
  'I live near',
  'lol',
];
const nouns = [
  'the harbour',
  'a blue lamp',
  'rye bread',
  'the old mill',
  'jazz',
  'Rex',
  'the ferry',
  'a chess set',
];
const places = Array.from({ length: 20 }, (_, at) => ({
  type: 'group',
  external_id: `place-${at}`,
  name: `#place-${at}`,
  parent: { type: 'workspace', external_id: 'bench', name: 'bench' },
}));
const said = () =>
  `${random.pick(openers)} ${random.pick(nouns)}, number ${random.below(5000)}, and then ${random.pick(nouns)} by ${random.pick(nouns)}`;
const messageAt = (index) => {
  const author = `u${random.below(200)}`;
  return {
    specversion: '1.0',
    id: `b-${index}`,
    source: '/bench',
    type: 'kith.message.posted.v1',
    data: {
      platform: 'bench',
      message_id: `b-${index}`,
      text: said(),
      sent_at: new Date(Date.UTC(2026, 0, 1) + index * 20_000).toISOString(),
      source: places[index % places.length],
      author: { platform_user_id: author, handle: author },
    },
  };
};

const dataDir = await mkdtemp(join(tmpdir(), 'kith-bench-'));
const settings = {
  KITH_DATA_DIR: dataDir,
  KITH_EMBEDDER: values.embedder === 'made' ? 'none' : values.embedder,
};
const make = madeOn(async () => ({
  ...(await openEngines(config(settings))),
  embedder: randomEmbedder(random),
}));
const { platform, headers, post } = await servePlatform(settings, values.embedder === 'made' ? { make } : {});
const missing = async () => {
  const text = await (await fetch(`${platform.url}/metrics`, { headers })).text();
  return Number(/^kith_vectors_missing (\S+)$/mu.exec(text)?.[1] ?? 0);
};

let most = 0;
const watching = setInterval(() => (most = Math.max(most, residentMiB())), 500);
tell(`resident at the start`, residentMiB(), 'MiB');
const from = performance.now();
const spent = () => (performance.now() - from) / 1000;
for (let at = 0; at < count; at += 200)
  await post(
    '/v1/events',
    Array.from({ length: Math.min(200, count - at) }, (_, offset) => messageAt(at + offset)),
  );
await platform.settled(3_600_000);
tell(`${count} messages, until found by their words`, round(count / spent(), 0), 'messages/s');
if (values.embedder !== 'none') {
  while ((await missing()) > 0) await setTimeout(200);
  tell(`${count} messages, until found by their meaning`, round(count / spent(), 0), 'messages/s');
}
const asked = [];
for (let each = 0; each < 21; each += 1) {
  const began = performance.now();
  await post('/v1/recall', {
    viewer: { platform: 'bench', platform_user_id: `u${random.below(200)}` },
    source: { platform: 'bench', ...places[0] },
    query: `who spoke of ${random.pick(nouns)} number ${random.below(5000)}?`,
    include_messages: true,
  });
  asked.push(performance.now() - began);
}
clearInterval(watching);
tell(`recall among ${count} messages, p50`, round(median(asked)), 'ms');
tell(`resident after ${count} messages`, residentMiB(), 'MiB');
tell(`resident at most on the way`, Math.max(most, residentMiB()), 'MiB');
await platform.stop();
await rm(dataDir, { recursive: true, force: true });
