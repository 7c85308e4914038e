// How good links are proposed: `npm run linking [-- <folder of IRC logs>] [--only names,impostors,scale] [--seed 1]`.
// The folder may be said by KITH_LINKING_LOGS as well. Without one, a made-up sample is read.
import { defaultKnobs } from '../../dist/libs/domain/src/index.js';
import { parseArgs } from 'node:util';
import { decideLink } from '../../dist/libs/identity/src/index.js';
import { baselines } from './baselines.mjs';
import { impostors } from './impostors.mjs';
import { pairKey, readDay, readDays } from './irc.mjs';
import { f1, groups, point, ratio, scored, withoutRoundabouts } from './propose.mjs';
import { namesOverTime } from './over-time.mjs';
import { sampleDays } from './sample.mjs';
import { scale } from './scale.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: 'names,impostors,scale' },
    seed: { type: 'string', default: '1' },
    accounts: { type: 'string', default: '100000' },
    wrong: { type: 'boolean', default: false },
  },
});
const parts = new Set(values.only.split(','));
const seed = Number(values.seed);
const folder = positionals[0] ?? process.env.KITH_LINKING_LOGS ?? null;

/** What a reviewer would be shown: no pair twice, and none that other proposals join already. */
const proposalsOf = (day, isProposed) =>
  withoutRoundabouts(
    scored(day.accounts, (a, b) => ({ spokeAtOnce: day.spokeAtOnce(a.entityId, b.entityId) })).filter(
      ({ score }) => isProposed(score),
    ),
  ).map(({ a, b }) => [a.handle, b.handle]);

/**
 * A pair is judged where a rename line tells of one of its names: of the others nobody knows. It is right where renames
 * lead from the one to the other (`direct`: where one line does). A rename is found where proposals lead from its one
 * name to its other.
 */
const measure = (days, propose) => {
  const sum = { judged: 0, right: 0, direct: 0, renames: 0, found: 0, foundDirect: 0, unjudged: 0 };
  for (const day of days) {
    const [renamed, proposed] = [groups(), groups()];
    for (const { from, to } of day.renames) renamed.join(from, to);
    const keys = new Set();
    for (const [a, b] of propose(day)) {
      proposed.join(a, b);
      keys.add(pairKey(a, b));
      if (!day.known.has(a) && !day.known.has(b)) sum.unjudged += 1;
      else {
        sum.judged += 1;
        const isRight = renamed.areJoined(a, b);
        if (isRight) sum.right += 1;
        else if (values.wrong) console.log(`  wrong: ${a} ${b}`);
        if (day.truth.has(pairKey(a, b))) sum.direct += 1;
      }
    }
    sum.renames += day.truth.size;
    for (const pair of day.truth) {
      if (proposed.areJoined(...pair.split(' '))) sum.found += 1;
      if (keys.has(pair)) sum.foundDirect += 1;
    }
  }
  const joined = { precision: ratio(sum.right, sum.judged), recall: ratio(sum.found, sum.renames) };
  const direct = { precision: ratio(sum.direct, sum.judged), recall: ratio(sum.foundDirect, sum.renames) };
  return { ...sum, joined, direct };
};

const row = (what, { joined, direct, judged, unjudged }) =>
  console.log(
    `${what.padEnd(44)} P ${point(joined.precision)}  R ${point(joined.recall)}  F1 ${point(f1(joined))}` +
      `   one line alone: P ${point(direct.precision)}  R ${point(direct.recall)}  F1 ${point(f1(direct))}` +
      `   ${String(judged)} judged, ${String(unjudged)} of names no line tells of`,
  );

const names = () => {
  const days =
    folder === null ? sampleDays(seed).map(({ name, text }) => readDay(name, text)) : readDays(folder);
  const [tuned, heldOut] = [days.filter((_, day) => day % 2 === 0), days.filter((_, day) => day % 2 === 1)];
  const requireReview = defaultKnobs['identity.require_review_threshold'];
  const autoLink = defaultKnobs['identity.auto_link_threshold'];
  const isReviewed = (score) => decideLink(score, defaultKnobs) !== 'nothing';
  const isLinked = (score) => decideLink(score, defaultKnobs) === 'link';
  console.log(
    folder === null
      ? 'Names: no folder of logs was given, so this reads a made-up sample. Its figures say that the command works, not how good it is.'
      : `Names: ${String(days.length)} days of ${folder}, rename lines hidden; weights were tuned on every other day, from the first.`,
  );
  for (const [what, propose] of Object.entries(baselines))
    row(`  held out, baseline: ${what}`, measure(heldOut, propose));
  row(
    `  days tuned on, review (${requireReview})`,
    measure(tuned, (day) => proposalsOf(day, isReviewed)),
  );
  const held = measure(heldOut, (day) => proposalsOf(day, isReviewed));
  row(`  held out, review (${requireReview})`, held);
  const linked = measure(heldOut, (day) => proposalsOf(day, isLinked));
  console.log(`at the review threshold (${requireReview}), held out: F1 ${point(f1(held.joined))}`);
  console.log(
    `at the automatic threshold (${autoLink}, and proof), held out: F1 ${point(linked.judged === 0 ? 0 : f1(linked.joined))}, ` +
      `${String(linked.judged + linked.unjudged)} linked: a name alone never links`,
  );
  namesOverTime(days);
};

if (parts.has('names')) names();
if (parts.has('impostors')) impostors(seed);
if (parts.has('scale')) scale(seed, Number(values.accounts));
