// Asks the API and a brute-force reference the same things of random worlds and compares every decision.
//   node test/random-world/run.mjs [--decisions 5000] [--seed 1]      (after `npm run build`)
import { parseArgs } from 'node:util';
import { parseEnv } from '../../dist/libs/config/src/index.js';
import { startPlatform } from '../../dist/apps/standalone/src/index.js';
import { buildWorld } from './build-world.mjs';
import { chance } from './chance.mjs';
import { mayHear } from './reference.mjs';

const { values } = parseArgs({
  options: { decisions: { type: 'string', default: '5000' }, seed: { type: 'string', default: '1' } },
});
const wanted = Number(values.decisions);
let seed = Number(values.seed);
const labels = ['public', 'personal', 'sensitive', 'secret'];

const parsed = parseEnv({ KITH_DATA_DIR: 'memory://', KITH_EMBEDDER: 'none', KITH_LOG_LEVEL: 'silent' });
if (!parsed.ok) throw new Error(parsed.faults.join('\n'));
const platform = await startPlatform({ config: parsed.config, port: 0, quiet: true });

const call = async (method, path, body) => {
  const response = await fetch(platform.url + path, {
    method,
    headers: { authorization: `Bearer ${platform.operatorKey}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.status === 429) {
    await new Promise((resolve) =>
      setTimeout(resolve, 1_000 * Number(response.headers.get('retry-after') ?? 1)),
    );
    return call(method, path, body);
  }
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return JSON.parse(text);
};

const platformOf = (world) => `chat${world.seed}`;
const refOf = (world, placeId) => {
  const one = world.places.get(placeId);
  return {
    platform: platformOf(world),
    type: one.type,
    external_id: one.id,
    ...(one.open ? {} : { access: 'restricted' }),
    ...(one.parent ? { parent: refOf(world, one.parent) } : {}),
  };
};

/** Events and facts into the platform, in any order: it must not matter. */
const populate = async (world) => {
  const random = chance(world.seed + 7);
  const events = world.moves.map((move, index) => ({
    specversion: '1.0',
    id: `${world.seed}-${index}`,
    source: '/random-world',
    type: `kith.participant.${move.kind}.v1`,
    data: {
      platform: platformOf(world),
      source: refOf(world, move.place),
      participant: { platform_user_id: move.person, handle: move.person },
      at: new Date(move.at).toISOString(),
    },
  }));
  events.sort(() => random.next() - 0.5);
  for (let from = 0; from < events.length; from += 400)
    await call('POST', '/v1/events', events.slice(from, from + 400));
  await platform.settled(120_000);
  const person = (id) => ({ platform: platformOf(world), platform_user_id: id });
  for (const fact of world.facts) {
    const { results } = await call('POST', '/v1/memories', {
      agent_id: 'helper',
      content: fact.content,
      speaker: person(fact.speaker),
      subjects: fact.subjects.map(person),
      source: refOf(world, fact.place),
      memory_type: 'knowledge',
      visibility_scope: fact.scope,
      sensitivity: labels[fact.rank],
      portable: fact.portable,
      disclosure: fact.disclosure,
      observed_at: new Date(fact.at).toISOString(),
      ...(fact.expires === null ? {} : { expires_at: new Date(fact.expires).toISOString() }),
    });
    fact.id = results[0].id;
  }
  await platform.settled(120_000);
};

const recalled = async (world, viewer, here) => {
  const { results } = await call('POST', '/v1/recall', {
    agent_id: 'helper',
    viewer: { platform: platformOf(world), platform_user_id: viewer },
    source: here === null ? null : refOf(world, here),
    mode: 'recent',
    top_k: 200,
  });
  return new Set(results.map((result) => result.id));
};

const listed = async (world, viewer, here) => {
  const ids = new Set();
  let cursor = '';
  do {
    const one = here === null ? null : world.places.get(here);
    const query = new URLSearchParams({
      agent_id: 'helper',
      viewer_platform: platformOf(world),
      viewer_platform_user_id: viewer,
      limit: '40',
      ...(one
        ? {
            viewer_source_platform: platformOf(world),
            viewer_source_type: one.type,
            viewer_source_external_id: one.id,
          }
        : {}),
      ...(cursor === '' ? {} : { cursor }),
    });
    const page = await call('GET', `/v1/memories?${query}`);
    for (const result of page.results) ids.add(result.id);
    cursor = page.next_cursor ?? '';
  } while (cursor !== '');
  return ids;
};

const count = { decisions: 0, allowed: 0, leaked: 0, blocked: 0 };
const faults = [];
const compare = (world, surface, viewer, here, given, self) => {
  const now = Date.now();
  for (const fact of world.facts) {
    const may = mayHear(world, fact, viewer, here, now, self);
    const got = given.has(fact.id);
    count.decisions += 1;
    if (may) count.allowed += 1;
    if (got === may) continue;
    count[got ? 'leaked' : 'blocked'] += 1;
    if (faults.length < 10)
      faults.push({ seed: world.seed, surface, viewer, here, fault: got ? 'LEAKED' : 'OVER-BLOCKED', fact });
  }
};

const began = performance.now();
while (count.decisions < wanted) {
  const world = buildWorld(seed, 60);
  await populate(world);
  const places = [null, ...world.places.keys()];
  for (const viewer of world.people)
    for (const here of places) {
      if (count.decisions >= wanted) break;
      compare(world, 'recall', viewer, here, await recalled(world, viewer, here), false);
      compare(world, 'list', viewer, here, await listed(world, viewer, here), true);
    }
  seed += 1;
}
await platform.stop();

for (const fault of faults) console.log(JSON.stringify(fault));
const seconds = (performance.now() - began) / 1000;
console.log(
  `${count.decisions} decisions over seeds ${values.seed} to ${seed - 1}, ${count.allowed} allowed: ${count.leaked} leaked, ${count.blocked} over-blocked (${Math.round(seconds)} s)`,
);
process.exitCode = count.leaked + count.blocked === 0 ? 0 : 1;
