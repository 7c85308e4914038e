// Candidates by blocking keys, scored: what the platform would propose of a list of accounts.
import { blockingKeysOf, nothingKnownOfPair, scoreLink } from '../../dist/libs/identity/src/index.js';

/** A key of more accounts than this tells nothing, and is left out. */
export const mostBearers = 50;

export const candidatesOf = (accounts) => {
  const bearers = new Map();
  accounts.forEach((account, index) => {
    for (const key of blockingKeysOf(account)) {
      const before = bearers.get(key);
      if (before === undefined) bearers.set(key, [index]);
      else before.push(index);
    }
  });
  const pairs = new Map();
  for (const indices of bearers.values()) {
    if (indices.length < 2 || indices.length > mostBearers) continue;
    for (let i = 0; i < indices.length; i += 1)
      for (let j = i + 1; j < indices.length; j += 1) {
        const pair = indices[i] * accounts.length + indices[j];
        const namesakes = indices.length - 2;
        pairs.set(pair, Math.min(pairs.get(pair) ?? Infinity, namesakes));
      }
  }
  return pairs;
};

/** Every candidate with its score, the surest first. */
export const scored = (accounts, contextOf = () => ({})) =>
  [...candidatesOf(accounts)]
    .map(([pair, namesakes]) => {
      const [a, b] = [accounts[Math.floor(pair / accounts.length)], accounts[pair % accounts.length]];
      return { a, b, score: scoreLink(a, b, { ...nothingKnownOfPair, namesakes, ...contextOf(a, b) }) };
    })
    .filter(({ score }) => score.evidence.length > 0)
    .sort((x, y) => y.score.confidence - x.score.confidence);

/** Groups of things that were joined, one after the other. */
export const groups = () => {
  const parent = new Map();
  const find = (one) => {
    let top = one;
    while (parent.has(top)) top = parent.get(top);
    return top;
  };
  return {
    areJoined: (a, b) => find(a) === find(b),
    join: (a, b) => {
      const [x, y] = [find(a), find(b)];
      if (x !== y) parent.set(x, y);
    },
  };
};

/** Links join: two that other proposals join already are not proposed once more. */
export const withoutRoundabouts = (proposals) => {
  const joined = groups();
  return proposals.filter(({ a, b }) => {
    if (joined.areJoined(a.entityId, b.entityId)) return false;
    joined.join(a.entityId, b.entityId);
    return true;
  });
};

export const ratio = (part, whole) => (whole === 0 ? 1 : part / whole);
export const f1 = ({ precision, recall }) =>
  precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
export const point = (number) => number.toFixed(3).replace(/^0/u, '');
