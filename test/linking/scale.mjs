// How long it takes to find and score the candidates among very many accounts, and of one that is new.
import { defaultKnobs } from '../../dist/libs/domain/src/index.js';
import { performance } from 'node:perf_hooks';
import {
  blockingKeysOf,
  decideLink,
  nothingKnownOfPair,
  scoreLink,
} from '../../dist/libs/identity/src/index.js';
import { worldOf } from './impostors.mjs';
import { mostBearers, scored } from './propose.mjs';

const seconds = (since) => `${((performance.now() - since) / 1_000).toFixed(1)} s`;

export const scale = (seed, size) => {
  const { accounts } = worldOf(seed, size, Math.floor(size / 10), 0);
  const some = accounts.slice(0, size);
  const began = performance.now();
  const found = scored(some);
  const shown = found.filter(({ score }) => decideLink(score, defaultKnobs) !== 'nothing').length;
  console.log(
    `Scale: ${String(size)} accounts: ${String(found.length)} candidates with evidence, ${String(shown)} to show, in ${seconds(began)}`,
  );
  const bearers = new Map();
  for (const account of some)
    for (const key of blockingKeysOf(account))
      bearers.set(key, [...(bearers.get(key) ?? []).slice(0, mostBearers), account]);
  const newcomers = accounts
    .slice(0, 500)
    .map((account) => ({ ...account, platform: 'new', entityId: `new-${account.entityId}` }));
  const times = newcomers.map((newcomer) => {
    const start = performance.now();
    const near = new Set(
      blockingKeysOf(newcomer).flatMap((key) => {
        const all = bearers.get(key) ?? [];
        return all.length > mostBearers ? [] : all;
      }),
    );
    for (const other of near) scoreLink(newcomer, other, nothingKnownOfPair);
    return performance.now() - start;
  });
  times.sort((a, b) => a - b);
  console.log(
    `  a new account among them: ${times[Math.floor(times.length / 2)].toFixed(2)} ms at the median, ${times[Math.floor(times.length * 0.95)].toFixed(2)} ms at the 95th percentile`,
  );
};
