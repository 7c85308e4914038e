// Asks a platform and a brute-force reference the same things of random worlds and compares every decision.
// With several tenants each has a world of its own, of accounts and places by the same names, and is given nothing of another.
import { buildWorld, platformOfPerson, platformOfPlace } from './build-world.mjs';
import { chance } from './chance.mjs';
import { linksOf } from './links.mjs';
import { clusterOf, mayHear } from './reference.mjs';

const labels = ['public', 'personal', 'sensitive', 'secret'];
/** Of whom everything is asked; one a process. */
let platform;

const callWith = async (key, method, path, body) => {
  const response = await fetch(platform.url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.status === 429) {
    await new Promise((resolve) =>
      setTimeout(resolve, 1_000 * Number(response.headers.get('retry-after') ?? 1)),
    );
    return callWith(key, method, path, body);
  }
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return JSON.parse(text);
};

/** A tenant by its operators: what one asked for, the other decides about. */
const tenantOf = async (key) => {
  const call = (...given) => callWith(key, ...given);
  const { key: secondKey } = await call('POST', '/v1/keys', { roles: ['operator'], name: 'second' });
  return { key, call, callSecond: (...given) => callWith(secondKey, ...given) };
};
const personRef = (world, id) => ({
  platform: `${platformOfPerson(id)}${world.name}`,
  platform_user_id: id,
});
const platformAt = (world, placeId) => `${platformOfPlace(placeId)}${world.name}`;
const hungUnder = (one, at) => (one.movedAt !== null && at < one.movedAt ? one.parentBefore : one.parent);
const historyAt = (one, at) =>
  one.shown && (one.showsSince === null || at >= one.showsSince) ? 'visible' : 'since_joining';
const accessAt = (one, at) =>
  one.open === (one.changedAt === null || at >= one.changedAt) ? 'open' : 'restricted';
const refOf = (world, placeId, at = Infinity) => {
  const one = world.places.get(placeId);
  return {
    platform: platformAt(world, placeId),
    type: one.type,
    external_id: one.id,
    ...(one.said ? { access: accessAt(one, at) } : {}),
    ...(one.shownSaid ? { history: historyAt(one, at) } : {}),
    ...(hungUnder(one, at) ? { parent: refOf(world, hungUnder(one, at), at) } : {}),
  };
};

const eventsOf = (world) => {
  const envelope = (type, number, placeId, data) => ({
    specversion: '1.0',
    id: `${world.name}-${number}`,
    source: '/random-world',
    type: `kith.${type}.v1`,
    data: { platform: platformAt(world, placeId), ...data },
  });
  const moves = world.moves.map((move, index) =>
    envelope(`participant.${move.kind}`, index, move.place, {
      source: refOf(world, move.place, move.at),
      participant: { platform_user_id: move.person, handle: move.person },
      at: new Date(move.at).toISOString(),
    }),
  );
  // Also where nobody ever was: a list names no parents, and could not know what an unheard-of place hangs under.
  const changes = [...world.places.values()].flatMap((one) =>
    [world.start, one.changedAt, one.showsSince, one.movedAt]
      .filter((at) => at !== null)
      .map((at) =>
        envelope('source.changed', `change-${one.id}-${at}`, one.id, {
          source: refOf(world, one.id, at),
          at: new Date(at).toISOString(),
        }),
      ),
  );
  return { moves, changes };
};

const publish = async ({ call }, events) => {
  for (let from = 0; from < events.length; from += 400) {
    const { results } = await call('POST', '/v1/events', events.slice(from, from + 400));
    const refused = results?.filter((result) => result.status === 'rejected') ?? [];
    if (refused.length > 0) throw new Error(`events were rejected: ${JSON.stringify(refused[0])}`);
  }
  await platform.settled(120_000);
};

const remember = async (world, fact, at) => {
  const person = (id) => personRef(world, id);
  const { results } = await world.tenant.call('POST', '/v1/memories', {
    agent_id: 'helper',
    content: fact.content,
    speaker: person(fact.speaker),
    subjects: fact.subjects.map(person),
    source: refOf(world, fact.place, at),
    memory_type: 'knowledge',
    visibility_scope: fact.scope,
    sensitivity: labels[fact.rank],
    portable: fact.portable,
    disclosure: fact.disclosure,
    observed_at: new Date(at).toISOString(),
    ...(fact.expires === null ? {} : { expires_at: new Date(fact.expires).toISOString() }),
  });
  if (fact.id !== undefined && fact.id !== results[0].id)
    throw new Error('a repeated statement is another memory');
  fact.id = results[0].id;
};

/** Secrets are told to whom they are granted; what is granted and revoked counts no more. */
const grantSecrets = async (world) => {
  const entityIds = new Map();
  for (const person of world.people) {
    const query = new URLSearchParams(personRef(world, person));
    const response = await fetch(`${platform.url}/v1/scope?${query}`, {
      headers: { authorization: `Bearer ${world.tenant.key}` },
    });
    if (response.ok) entityIds.set(person, (await response.json()).user_id);
  }
  for (const fact of world.facts)
    for (const person of [...fact.grantedTo, ...fact.revokedFrom]) {
      const entity_id = entityIds.get(person);
      if (entity_id === undefined) throw new Error(`${person} is known to nobody`);
      const { id } = await world.tenant.call('POST', '/v1/grants', { memory_id: fact.id, entity_id });
      if (fact.revokedFrom.includes(person)) await world.tenant.call('DELETE', `/v1/grants/${id}`);
    }
};

/** Events and facts into the platform, in any order, most events before the facts and some after: it must not matter. Links come and go between them. */
const populate = async (world, links) => {
  const random = chance(world.seed + 7);
  const { moves, changes } = eventsOf(world);
  const shuffled = (events) =>
    events
      .map((event) => ({ event, turn: random.next() }))
      .sort((a, b) => a.turn - b.turn)
      .map(({ event }) => event);
  const some = shuffled(moves);
  const early = Math.ceil(some.length * 0.8);
  // How a place stood is part of what is remembered, and nobody reads that again: what befell places is told before.
  await publish(world.tenant, shuffled([...some.slice(0, early), ...changes]));
  for (const fact of world.facts) {
    const times =
      fact.first === fact.at
        ? [fact.at]
        : random.next() < 0.5
          ? [fact.first, fact.at]
          : [fact.at, fact.first];
    for (const at of times) await remember(world, fact, at);
    if (random.next() < 0.5) await links.step();
  }
  await publish(world.tenant, some.slice(early));
  await grantSecrets(world);
};

const recalled = async (world, viewer, here, { asOf = null, added = [] } = {}) => {
  const { results } = await world.tenant.call('POST', '/v1/recall', {
    agent_id: 'helper',
    viewer: personRef(world, viewer),
    source: here === null ? null : refOf(world, here),
    audience: added.map((id) => personRef(world, id)),
    mode: 'recent',
    top_k: 200,
    ...(asOf === null ? {} : { as_of: new Date(asOf).toISOString() }),
  });
  return new Set(results.map((result) => result.id));
};

const paramsOf = (world, viewer, here) => {
  const one = here === null ? null : world.places.get(here);
  return {
    agent_id: 'helper',
    viewer_platform: personRef(world, viewer).platform,
    viewer_platform_user_id: viewer,
    ...(one
      ? {
          viewer_source_platform: platformAt(world, here),
          viewer_source_type: one.type,
          viewer_source_external_id: one.id,
        }
      : {}),
  };
};

const listed = async (world, viewer, here, more = {}) => {
  const ids = new Set();
  let cursor = '';
  do {
    const query = new URLSearchParams({
      ...paramsOf(world, viewer, here),
      limit: '40',
      ...more,
      ...(cursor === '' ? {} : { cursor }),
    });
    const page = await world.tenant.call('GET', `/v1/memories?${query}`);
    for (const result of page.results) ids.add(result.id);
    cursor = page.next_cursor ?? '';
  } while (cursor !== '');
  return ids;
};

const gotten = async (world, viewer, here, facts) => {
  const ids = new Set();
  for (const fact of facts) {
    const query = new URLSearchParams(paramsOf(world, viewer, here));
    const headers = { authorization: `Bearer ${world.tenant.key}` };
    const { status } = await fetch(`${platform.url}/v1/memories/${fact.id}?${query}`, { headers });
    if (status === 200) ids.add(fact.id);
    else if (status !== 404) throw new Error(`get answered ${status}`);
  }
  return ids;
};

const count = { decisions: 0, allowed: 0, leaked: 0, blocked: 0 };
const faults = [];
/** INVARIANT: whatever a tenant is given is of its own world: ids of another's would be no row that is compared. */
const crossing = (world, surface, given) => {
  const own = new Set(world.facts.map(({ id }) => id));
  for (const id of given) {
    if (own.has(id)) continue;
    count.leaked += 1;
    if (faults.length < 10) faults.push({ seed: world.seed, surface, fault: 'CROSSED', id });
  }
};
const compare = (world, surface, viewer, here, given, { facts = world.facts, ...how } = {}) => {
  const now = world.now;
  crossing(world, surface, given);
  for (const fact of facts) {
    const may = mayHear(world, fact, viewer, here, now, how);
    const got = given.has(fact.id);
    count.decisions += 1;
    if (may) count.allowed += 1;
    if (got === may) continue;
    count[got ? 'leaked' : 'blocked'] += 1;
    if (faults.length < 10)
      faults.push({
        seed: world.seed,
        surface,
        viewer,
        here,
        linked: [...clusterOf(world, viewer)],
        links: [...world.links.values()].map(({ from, to, status }) => `${from} ${to} ${status}`),
        fault: got ? 'LEAKED' : 'OVER-BLOCKED',
        how,
        fact,
      });
  }
};

/** So many readings of one world before the next. */
const readingsOfWorld = 45;
let joined = 0;

const read = async (world, random, viewer, here) => {
  const self = true;
  compare(world, 'recall', viewer, here, await recalled(world, viewer, here));
  compare(world, 'list', viewer, here, await listed(world, viewer, here), { self });
  const status = 'expired';
  compare(world, status, viewer, here, await listed(world, viewer, here, { status }), { self, status });
  const asOf = random.pick(world.moments);
  compare(world, 'as_of', viewer, here, await recalled(world, viewer, here, { asOf }), { asOf });
  const added = [random.pick([...world.accounts, 'nobody-knows']), ...random.some(world.people, 0.1)];
  compare(world, 'named', viewer, here, await recalled(world, viewer, here, { added }), { added });
  const facts = random.some(world.facts, 0.05);
  compare(world, 'get', viewer, here, await gotten(world, viewer, here, facts), { facts, self });
  const foreign = random.some(
    world.others().flatMap((other) => other.facts),
    0.02,
  );
  crossing(world, 'get', await gotten(world, viewer, here, foreign));
};

const steps = { active: 0, pending: 0, rejected: 0, reverted: 0 };
const readWorld = async (world, links, random) => {
  const places = [null, ...world.places.keys()];
  await links.step();
  const linked = world.accounts.filter((account) => clusterOf(world, account).size > 1);
  const viewer = random.pick(linked.length > 0 && random.next() < 0.6 ? linked : world.accounts);
  // Often where they, or somebody linked to them, takes part: elsewhere little is told.
  const mine = world.moves.filter(({ person }) => clusterOf(world, viewer).has(person));
  const here = mine.length > 0 && random.next() < 0.5 ? random.pick(mine).place : random.pick(places);
  if (clusterOf(world, viewer).size > 1) joined += 1;
  await read(world, random, viewer, here);
};

const openTenants = async (number) => {
  const first = await tenantOf(platform.operatorKey);
  const all = [first];
  while (all.length < number) {
    const made = await first.call('POST', '/v1/tenants', { id: `tenant-${all.length + 1}` });
    all.push(await tenantOf(made.key));
  }
  return all;
};

/** Plays worlds until so many decisions were compared; tells what came of it, in one line at the end. */
export const play = async (on, { decisions, seed: firstSeed, tenants: number }) => {
  platform = on;
  const began = performance.now();
  const tenants = await openTenants(number);
  let seed = firstSeed;
  while (count.decisions < decisions) {
    const name = String(seed);
    const worlds = [];
    for (const tenant of tenants) {
      const world = { ...buildWorld(seed, 60), name, tenant };
      world.others = () => worlds.map((one) => one.world).filter((other) => other !== world);
      const { call, callSecond } = tenant;
      const links = linksOf({ world, random: chance(world.seed + 13), call, callSecond });
      worlds.push({ world, links, random: chance(world.seed + 11) });
      seed += 1;
    }
    for (const { world, links } of worlds) await populate(world, links);
    // All moves lie in the past: who is where does not change any more, but who is who does.
    for (const { world } of worlds) world.now = Date.now();
    for (let reading = 0; reading < readingsOfWorld && count.decisions < decisions; reading += 1)
      for (const { world, links, random } of worlds) await readWorld(world, links, random);
    for (const { links } of worlds)
      for (const status of Object.keys(steps)) steps[status] += links.count[status];
  }
  const seconds = (performance.now() - began) / 1000;
  const told =
    `${count.decisions} decisions over seeds ${firstSeed} to ${seed - 1} in ${number === 1 ? 'one tenant' : `${number} tenants`}, ${count.allowed} allowed: ${count.leaked} leaked, ${count.blocked} over-blocked (${Math.round(seconds)} s); ` +
    `${joined} readings by linked accounts, links made ${steps.active} times, asked for ${steps.pending}, rejected ${steps.rejected}, taken back ${steps.reverted}`;
  return {
    isRight: count.leaked + count.blocked === 0,
    lines: [...faults.map((fault) => JSON.stringify(fault)), told],
  };
};
