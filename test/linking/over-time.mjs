// With the rename lines shown: an account keeps the names it bore, and a name that it gave up may be another's.
import { defaultKnobs } from '../../dist/libs/domain/src/index.js';
import { decideLink } from '../../dist/libs/identity/src/index.js';
import { scored } from './propose.mjs';

const instant = (line) => new Date(line * 1_000);

/** The accounts of a day as an adaptor tells them apart that follows renames. */
const accountsOf = (day) => {
  const bearers = new Map();
  const accounts = [];
  const freed = new Set();
  let reused = 0;
  const bearerOf = (nick, at) => {
    const known = bearers.get(nick);
    if (known !== undefined) return known;
    if (freed.has(nick)) reused += 1;
    const account = { id: String(accounts.length), names: [{ text: nick, from: at, to: null }] };
    accounts.push(account);
    bearers.set(nick, account);
    return account;
  };
  for (const one of [...day.renames, ...day.messages].sort((a, b) => a.at - b.at)) {
    if ('nick' in one) {
      bearerOf(one.nick, one.at);
      continue;
    }
    const account = bearerOf(one.from, one.at);
    account.names.at(-1).to = one.at;
    bearers.delete(one.from);
    freed.add(one.from);
    account.names.push({ text: one.to, from: one.at, to: null });
    bearers.set(one.to, account);
  }
  return { accounts, reused };
};

const profileOf = ({ id, names }) => ({
  entityId: id,
  platform: 'irc',
  platformUserId: id,
  handle: names.at(-1).text,
  displayName: null,
  earlierNames: names
    .slice(0, -1)
    .map(({ text, from, to }) => ({ text, from: instant(from), to: instant(to) })),
  verified: null,
  declared: [],
  placeIds: [],
  contactIds: [],
  habits: null,
});

export const namesOverTime = (days) => {
  const sum = { accounts: 0, renames: 0, reused: 0, byFreed: 0, linked: 0 };
  for (const day of days) {
    const { accounts, reused } = accountsOf(day);
    sum.accounts += accounts.length;
    sum.renames += day.renames.length;
    sum.reused += reused;
    for (const { score } of scored(accounts.map(profileOf))) {
      if (decideLink(score, defaultKnobs) === 'link') sum.linked += 1;
      if (score.evidence.some(({ kind }) => kind === 'same-handle')) sum.byFreed += 1;
    }
  }
  console.log(
    `rename lines shown: ${String(sum.renames)} renames made ${String(sum.accounts)} accounts, none of them a link; ` +
      `${String(sum.reused)} freed names were taken by others, ${String(sum.byFreed)} of which spoke for one person; ` +
      `${String(sum.linked)} linked`,
  );
};
