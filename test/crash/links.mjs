// Links that are asked for, decided and taken back until the platform is killed, and what of them must stand afterwards.
import { accountEntityId } from '../../dist/libs/domain/src/index.js';

/** By how a pair stands: what may befall it, the event that says so, and how it stands then. */
const nextSteps = {
  none: [['propose', 'LinkProposed', 'pending']],
  pending: [
    ['approve', 'LinkApproved', 'active'],
    ['approve', 'LinkApproved', 'active'],
    ['reject', 'LinkRejected', 'rejected'],
    ['withdraw', 'LinkReverted', 'reverted'],
  ],
  active: [
    ['undo', 'LinkReverted', 'reverted'],
    ['withdraw', 'LinkReverted', 'reverted'],
  ],
  rejected: [['undo', 'LinkReopened', 'pending']],
  reverted: [['propose', 'LinkProposed', 'pending']],
};

const entityOf = ({ platform, platform_user_id }) => accountEntityId('default', platform, platform_user_id);
const keyOf = (one, other) => [one, other].sort().join(' ');

export const linksUnderFire = (random) => {
  const pairs = new Map();
  let second = null;
  let answered = 0;
  let unanswered = 0;

  const send = ({ url, headers }, method, path, body, more = {}) =>
    fetch(url + path, {
      method,
      headers: { ...headers, ...more },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
      .then(async (response) => ({ status: response.status, body: await response.json() }))
      .catch(() => null);

  /** More often one to which something befell already. */
  const pickPair = () => {
    const known = [...pairs.values()].filter(({ unsure, isBusy }) => unsure === null && !isBusy);
    if (known.length > 0 && random.next() < 0.75) return random.pick(known);
    const from = { platform: 'crash', platform_user_id: `u${random.below(12)}` };
    const to = { platform: 'mail', platform_user_id: `m${random.below(12)}` };
    const key = keyOf(entityOf(from), entityOf(to));
    if (!pairs.has(key))
      pairs.set(key, { from, to, id: null, status: 'none', events: [], unsure: null, isBusy: false });
    return pairs.get(key);
  };

  const carryOut = (platform, pair, step) => {
    const asSecond = { authorization: `Bearer ${second}` };
    if (step === 'propose') return send(platform, 'POST', '/v1/links', { from: pair.from, to: pair.to });
    if (step === 'withdraw') return send(platform, 'DELETE', `/v1/links/${pair.id}`);
    return send(platform, 'POST', `/v1/reviews/${pair.id}/${step}`, {}, asSecond);
  };

  /** Several at a time, until nothing answers any more. A step without an answer may have been taken or not, and its pair is left alone from then on. */
  const untilKilled = async (platform) => {
    const given =
      second ?? (await send(platform, 'POST', '/v1/keys', { roles: ['operator'], name: 'second' }));
    if (given === null) return;
    second ??= given.body.key;
    await Promise.all([1, 2, 3].map(() => stepsUntilKilled(platform)));
  };

  const stepsUntilKilled = async (platform) => {
    for (;;) {
      const pair = pickPair();
      if (pair.unsure !== null || pair.isBusy) continue;
      const [step, type, status] = random.pick(nextSteps[pair.status]);
      pair.isBusy = true;
      const answer = await carryOut(platform, pair, step);
      pair.isBusy = false;
      if (answer === null || answer.status >= 500) {
        pair.unsure = { type, status };
        unanswered += 1;
        if (answer === null) return;
        continue;
      }
      if (answer.status >= 300)
        throw new Error(`${step} of a ${pair.status} link answered ${JSON.stringify(answer)}`);
      answered += 1;
      pair.id ??= answer.body.id;
      pair.status = status;
      pair.events.push(type);
    }
  };

  /** Pairs of which the log does not say exactly what was answered, or whose row says otherwise; entities in a wrong cluster. */
  const faultsIn = async (database) => {
    const rows = await database.query('select link_id, from_entity, to_entity, status from identity_links');
    const byPair = new Map(rows.map((row) => [keyOf(row.from_entity, row.to_entity), row]));
    const events = await database.query(
      `select type, data ->> 'linkId' as link_id from events where type like 'Link%' order by position`,
    );
    const differs = (key, { status, events: told, unsure }) => {
      const row = byPair.get(key);
      const found = events.filter(({ link_id }) => link_id === row?.link_id).map(({ type }) => type);
      const isAsAnswered = (types, stands) =>
        found.join() === types.join() && (row?.status ?? 'none') === stands;
      if (isAsAnswered(told, status)) return false;
      return unsure === null || !isAsAnswered([...told, unsure.type], unsure.status);
    };
    const wrong = [...pairs].filter(([key, pair]) => differs(key, pair));
    const strange = rows.filter((row) => !pairs.has(keyOf(row.from_entity, row.to_entity)));
    for (const [, pair] of wrong.slice(0, 5)) console.error(`link: ${JSON.stringify(pair)}`);
    return { wrong: wrong.length + strange.length, clusters: await wrongClusters(database, rows) };
  };

  return { untilKilled, faultsIn, counted: () => ({ answered, unanswered, pairs: pairs.size }) };
};

/** Everybody whom active links reach, step by step, is in one cluster, and nobody else in any. */
const wrongClusters = async (database, rows) => {
  const active = rows.filter(({ status }) => status === 'active');
  const kept = await database.query('select entity_id, cluster_id from identity_clusters');
  const clusterOf = new Map(kept.map((row) => [row.entity_id, row.cluster_id]));
  const everybody = new Set([
    ...clusterOf.keys(),
    ...active.flatMap(({ from_entity, to_entity }) => [from_entity, to_entity]),
  ]);
  const reachedBy = (entityId) => {
    const reached = new Set([entityId]);
    for (const one of reached)
      for (const { from_entity, to_entity } of active) {
        if (from_entity === one) reached.add(to_entity);
        if (to_entity === one) reached.add(from_entity);
      }
    return reached;
  };
  const isWrong = (entityId) => {
    const reached = reachedBy(entityId);
    const together = kept.filter((row) => row.cluster_id === clusterOf.get(entityId));
    return together.length !== reached.size || together.some((row) => !reached.has(row.entity_id));
  };
  return [...everybody].filter(isWrong).length;
};
