// People of one account against people of five linked accounts, asking in turns: `npm run bench -- --only clusters`.
// Each of them said as much in private and in one channel, so that all reach as many facts. Prints JSON lines.
import { parseArgs } from 'node:util';
import { derivedId, event, sourceIdOf } from '../../dist/libs/domain/src/index.js';
import { chance } from '../random-world/chance.mjs';
import {
  accountOf,
  append,
  captured,
  joined,
  median,
  nouns,
  observed,
  openStore,
  recallOn,
  registered,
  round,
  someContent,
  stagesInto,
  tell,
  tenantId,
} from './setup.mjs';

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '40' },
    /** That each person said in the channel, and as many in private. */
    facts: { type: 'string', default: '50' },
    accounts: { type: 'string', default: '5' },
    runs: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
  },
});
const [count, each, accounts] = [values.people, values.facts, values.accounts].map(Number);
const random = chance(Number(values.seed));
const at = new Date(Date.now() - 86_400_000);

/** Every other person has more than one account; the first of each is in the channel. */
const people = Array.from({ length: count }, (_, index) =>
  Array.from({ length: index % 2 === 0 ? 1 : accounts }, (_, nth) => {
    const account = accountOf(`u${index}`, `bench${nth}`);
    return { ...account, dm: sourceIdOf(tenantId, account.platform, 'dm', `dm-${account.id}`) };
  }),
);
const channel = sourceIdOf(tenantId, 'bench0', 'group', 'channel');

const { engines, write, keep } = await openStore({ KITH_DATA_DIR: 'memory://' });
const linked = (from, to) => {
  const linkId = derivedId('link', from.entityId, to.entityId);
  const by = { kind: 'operator', id: 'bench', viewerId: null };
  const pair = { linkId, fromId: from.entityId, toId: to.entityId };
  const grounds = { confidence: 1, isStrong: true, conflict: null, evidence: [], by };
  return append(
    `link-${linkId}`,
    event('LinkProposed', { ...pair, ...grounds }, at),
    event('LinkApproved', { linkId, by, note: null }, at),
  );
};

const all = people.flat();
await write([
  observed(channel, at, { sourceType: 'group', platform: 'bench0', externalId: 'channel' }),
  ...all.map(({ dm, platform, id }) =>
    observed(dm, at, { sourceType: 'dm', platform, externalId: `dm-${id}` }),
  ),
]);
await write(all.map((account) => registered(account, at)));
await write([
  ...all.map((account) => joined(account.dm, account, at)),
  ...people.map(([first]) => joined(channel, first, at)),
]);
await write(people.flatMap((theirs) => theirs.slice(1).map((account, nth) => linked(theirs[nth], account))));

let made = 0;
const factOf = (account, sourceId) => {
  made += 1;
  return captured(
    String(made),
    account,
    sourceId,
    new Date(at.getTime() + 1000 + made * 500),
    someContent(random),
  );
};
for (const theirs of people) {
  const said = Array.from({ length: each }, (_, nth) => {
    const account = theirs[nth % theirs.length];
    return [factOf(theirs[0], channel), factOf(account, account.dm)];
  }).flat();
  await keep(said);
}

const stages = { one: new Map(), linked: new Map() };
let asking = 'one';
const recall = recallOn(engines, {
  onStage: (stage, seconds) => stagesInto(stages[asking])(stage, seconds),
});
await engines.index.warm();
const once = (index, source) =>
  recall({
    viewer: people[index][0],
    source: source === null ? null : { platform: 'bench0', ...source },
    query: `what about ${random.pick(nouns)} number ${random.below(5000)}`,
    threshold: 0,
  });

for (const [where, source] of [
  ['alone', null],
  ['in the channel', { type: 'group', external_id: 'channel' }],
]) {
  const times = { one: [], linked: [] };
  const turn = async (nth) => {
    const pair = 2 * random.below(count / 2);
    // Who begins changes from turn to turn: what the first one warms is the second one's gain.
    const order = nth % 2 === 0 ? ['one', 'linked'] : ['linked', 'one'];
    for (const who of order) {
      asking = who;
      times[who].push(await once(who === 'one' ? pair : pair + 1, source));
    }
  };
  for (let warm = 0; warm < 40; warm += 1) await turn(warm);
  for (const who of ['one', 'linked']) {
    times[who] = [];
    stages[who].clear();
  }
  for (let nth = 0; nth < 40 * Number(values.runs); nth += 1) await turn(nth);
  const [one, five] = [median(times.one), median(times.linked)];
  tell(`recall ${where}, one account, p50`, round(one, 2), 'ms');
  tell(`recall ${where}, ${accounts} linked accounts, p50`, round(five, 2), 'ms');
  tell('  to that of one account', round(five / one, 2), 'times');
  for (const [stage, spent] of stages.linked)
    tell(
      `  of it ${stage}, more than of one account`,
      round(median(spent) - median(stages.one.get(stage) ?? [0]), 2),
      'ms',
    );
}
await engines.database.close();
