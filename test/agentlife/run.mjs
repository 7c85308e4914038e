// Many people under many names in many places, played into a platform in this process, and asked:
// `npm run bench:agentlife -- --seed 1 [--people 24]`. Ends with 1 where anything was told to whom it must not be told.
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { parseEnv } from '../../dist/libs/config/src/index.js';
import { accountEntityId } from '../../dist/libs/domain/src/index.js';
import { fixIdKey } from '../../dist/libs/testing/src/id-key.js';
import { madeOn } from '../../dist/libs/testing/src/made-with.js';
import { openEngines, startPlatform } from '../../dist/apps/standalone/src/index.js';
import { chance } from '../random-world/chance.mjs';
import { worldOf } from './world.mjs';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    people: { type: 'string', default: '24' },
    missed: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);
const world = worldOf(seed, Number(values.people));
const { pick } = chance(seed + 1);

const parsed = parseEnv({ KITH_DATA_DIR: 'memory://', KITH_LOG_LEVEL: 'silent' });
if (!parsed.ok) throw new Error(parsed.faults.join('\n'));
let database;
const platform = await startPlatform({
  config: parsed.config,
  port: 0,
  quiet: true,
  now: () => new Date(),
  make: madeOn(async () => {
    const engines = await openEngines(parsed.config);
    await fixIdKey(engines.database);
    ({ database } = engines);
    return engines;
  }),
});
const call = async (method, path, body) => {
  const response = await fetch(platform.url + path, {
    method,
    headers: { authorization: `Bearer ${platform.operatorKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${String(response.status)}: ${text}`);
  return JSON.parse(text);
};

const accountOf = ({ id, handle, name, platform: where }) => ({
  platform: where,
  platform_user_id: id,
  handle,
  display_name: name,
});
const refOf = ({ platform: where, id }) => ({ platform: where, platform_user_id: id });
const entityOf = ({ platform: where, id }) => accountEntityId('default', where, id);
const start = Date.UTC(2026, 0, 5, 9);
let count = 0;
const envelope = (where, type, data) => {
  count += 1;
  const at = new Date(start + count * 60_000).toISOString();
  return {
    specversion: '1.0',
    id: `agentlife-${String(count)}`,
    source: '/agentlife',
    type: `kith.${type}.v1`,
    data: { platform: where, agent_id: 'helper', ...data(at) },
  };
};
const placeOf = ({ platform: _, ...place }) => place;
const joined = (account, place) =>
  envelope(place.platform, 'participant.joined', (at) => ({
    source: placeOf(place),
    participant: accountOf(account),
    at,
  }));
const posted = ({ speaker, about, place, text }) =>
  envelope(place.platform, 'message.posted', (at) => ({
    message_id: `m-${String(count)}`,
    text,
    sent_at: at,
    source: placeOf(place),
    author: accountOf(speaker),
    ...(about === speaker ? {} : { mentions: [accountOf(about)] }),
  }));
const publish = async (events) => {
  for (let from = 0; from < events.length; from += 200)
    await call('POST', '/v1/events?wait=indexed&timeout_ms=60000', events.slice(from, from + 200));
};
const recall = (viewer, place, query, more = {}) =>
  call('POST', '/v1/recall', {
    agent_id: 'helper',
    viewer: refOf(viewer),
    source: place && { platform: place.platform, type: place.type, external_id: place.external_id },
    query,
    top_k: 5,
    ...more,
  });

const ratio = (part, whole) => (whole === 0 ? 1 : part / whole);
const three = (number) => number.toFixed(3);

const attribution = async () => {
  let [found, right] = [0, 0];
  for (const { speaker, about, place, value, text } of world.facts) {
    const { results } = await recall(speaker, place, text, {
      threshold: 0,
      include_messages: false,
      top_k: 50,
    });
    const holding = results.filter(({ memory }) => memory.includes(value));
    const isRight = ({ speaker: by, subjects }) =>
      by?.entity_id === entityOf(speaker) &&
      subjects.length === 1 &&
      subjects[0].entity_id === entityOf(about);
    // Of a third person several say something: the row of this speaker is looked for.
    const own = holding.filter(({ speaker: by }) => by?.entity_id === entityOf(speaker));
    if (own.length > 0 || holding.length > 0) found += 1;
    if (own.some(isRight)) right += 1;
    else if (values.missed) console.log('  not attributed:', text, JSON.stringify(holding));
  }
  return { precision: ratio(right, found), recall: ratio(right, world.facts.length) };
};

/** Asks as somebody who must not hear it, in private and among others; before links, other accounts are others. */
const leaks = async (isOther) => {
  let [asked, told] = [0, 0];
  for (const { speaker, value, isPrivate, kind } of world.facts) {
    if (!isPrivate) continue;
    const others = world.accounts.filter((account) => account !== speaker && isOther(account, speaker));
    const namesakes = others.filter(({ name }) => name === speaker.name);
    const of = kind === 'own' ? `What does ${speaker.name} own?` : `What is ${speaker.name} allergic to?`;
    const mine = kind === 'own' ? 'What do I own?' : 'What am I allergic to?';
    const questions = [
      ...namesakes.flatMap((viewer) => [of, mine].map((query) => [viewer, world.dmOf(viewer), query])),
      ...[pick(others), pick(others)].map((viewer) => [viewer, world.dmOf(viewer), of]),
      ...[pick(others.filter((account) => account.platform === 'chat'))].map((viewer) => [
        viewer,
        world.rooms[0],
        of,
      ]),
    ];
    for (const [viewer, place, query] of questions) {
      const answer = await recall(viewer, place, query, { threshold: 0, top_k: 50 });
      asked += 1;
      if (!JSON.stringify(answer).includes(value)) continue;
      told += 1;
      console.log(`  LEAK: ${viewer.id} was told "${value}" of ${speaker.id}`);
    }
  }
  return { asked, told };
};

const relevance = async () => {
  let [asked, hit] = [0, 0];
  for (const { speaker, place, value, question } of world.facts) {
    const { results } = await recall(speaker, place, question);
    asked += 1;
    if (results.some(({ memory }) => memory.includes(value))) hit += 1;
    else if (values.missed) console.log('  not found:', question, value);
  }
  return ratio(hit, asked);
};

const byEntity = new Map(world.accounts.map((account) => [entityOf(account), account]));
const linkRows = () =>
  database.query('select link_id, from_entity, to_entity, status from identity_links order by link_id');
const isOnePerson = ({ from_entity, to_entity }) =>
  byEntity.get(from_entity).person === byEntity.get(to_entity).person;
const pairs = world.accounts.flatMap((one, at) =>
  world.accounts
    .slice(at + 1)
    .filter(({ person }) => person === one.person)
    .map((other) => [one, other]),
);

/** A reviewer who knows everybody, until nothing waits. */
const review = async () => {
  const since = performance.now();
  let [approved, rejected] = [0, 0];
  for (;;) {
    const waiting = (await linkRows()).filter(({ status }) => status === 'pending');
    if (waiting.length === 0) break;
    for (const row of waiting) {
      const verdict = isOnePerson(row) ? 'approve' : 'reject';
      await call('POST', `/v1/reviews/${row.link_id}/${verdict}`, {});
      if (verdict === 'approve') approved += 1;
      else rejected += 1;
    }
    await platform.settled(60_000);
  }
  return { approved, rejected, seconds: (performance.now() - since) / 1_000 };
};

/** What somebody said here, asked for there: by all their accounts that links join. */
const continuity = async () => {
  let [asked, hit] = [0, 0];
  for (const [one, other] of pairs) {
    const fact = world.facts.find(({ speaker, kind }) => speaker === one && kind === 'allergy');
    const { results } = await recall(other, world.dmOf(other), 'What am I allergic to?');
    asked += 1;
    if (results.some(({ memory }) => memory.includes(fact.value))) hit += 1;
  }
  return { asked, hit };
};

try {
  const began = performance.now();
  const members = world.accounts.flatMap((account) => {
    if (account.platform === 'chat') return world.rooms.map((room) => joined(account, room));
    return account.platform === 'telegram' ? [joined(account, world.club)] : [];
  });
  await publish([...members, ...world.facts.map(posted)]);
  await platform.settled(120_000);
  console.log(
    `agentlife, seed ${String(seed)}: ${String(world.people.length)} people, ${String(world.accounts.length)} accounts, ${String(world.facts.length)} statements in ` +
      `${String(new Set(world.facts.map(({ place }) => place.external_id)).size)} places, played in ${((performance.now() - began) / 1_000).toFixed(1)} s`,
  );
  const attributed = await attribution();
  console.log(
    `attribution       precision ${three(attributed.precision)}  recall ${three(attributed.recall)}`,
  );
  const before = await leaks(() => true);
  const asks = await relevance();
  const proposed = await linkRows();
  const right = proposed.filter(isOnePerson).length;
  console.log(
    `alias links       precision ${three(ratio(right, proposed.length))}  recall ${three(ratio(right, pairs.length))}  ` +
      `(${String(proposed.length)} proposed, ${String(proposed.filter(({ status }) => status === 'active').length)} linked by themselves)`,
  );
  const queue = await review();
  const after = await leaks((account, speaker) => account.person !== speaker.person);
  const told = before.told + after.told;
  console.log(
    `leakage rate      ${three(ratio(told, before.asked + after.asked))}  (${String(told)} of ${String(before.asked + after.asked)} questions, before and after linking)`,
  );
  console.log(`recall relevance  ${three(asks)} of answers among the first five`);
  const linked = await continuity();
  console.log(
    `under other names ${three(ratio(linked.hit, linked.asked))} of what one account said is told to the other, once reviewed`,
  );
  console.log(
    `review queue      empty after ${queue.seconds.toFixed(1)} s: ${String(queue.approved)} approved, ${String(queue.rejected)} rejected`,
  );
  if (told > 0) process.exitCode = 1;
} finally {
  await platform.stop();
}
