// With the rename lines shown: an account keeps the names it bore, and a name that it gave up may be another's.
import { defaultKnobs } from '../../dist/libs/domain/src/index.js';
import { decideLink, directoryOf, resolveName } from '../../dist/libs/identity/src/index.js';
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

const addressed = /^([^\s:,]+)[:,]/u;

/**
 * Whom the nicks that lines begin with are resolved to, by all names that were borne by then, beside who bore the nick at
 * that moment: one that was freed and taken is whose it is by then.
 */
const resolvedOverTime = (day) => {
  const bearers = new Map();
  const people = [];
  const everBorne = new Map();
  const sum = { right: 0, several: 0, nobody: 0, wrong: 0, ofReused: 0, rightOfReused: 0, wrongOfReused: 0 };
  let directory = null;
  const name = (person, text, at) => {
    person.names.push({ text, kind: 'handle', tenures: [{ platform: 'irc', from: instant(at) }] });
    bearers.set(text, person);
    everBorne.set(text, (everBorne.get(text) ?? new Set()).add(person.entityId));
    directory = null;
  };
  const seen = (nick, at) => {
    if (bearers.has(nick)) return bearers.get(nick);
    const person = { entityId: String(people.length), names: [], knownSince: instant(at) };
    people.push(person);
    name(person, nick, at);
    return person;
  };
  for (const one of [...day.renames, ...day.messages].sort((a, b) => a.at - b.at)) {
    if ('from' in one) {
      const person = seen(one.from, one.at);
      bearers.delete(one.from);
      name(person, one.to, one.at);
      continue;
    }
    seen(one.nick, one.at);
    const meant = bearers.get(addressed.exec(one.text)?.[1] ?? '');
    if (meant === undefined) continue;
    directory ??= directoryOf([...people]);
    const nick = addressed.exec(one.text)[1];
    const found = resolveName(directory, nick, instant(one.at));
    const isRight = found.kind === 'one' && found.entityId === meant.entityId;
    const outcome = found.kind === 'one' ? (isRight ? 'right' : 'wrong') : found.kind;
    sum[outcome] += 1;
    if (everBorne.get(nick).size < 2) continue;
    sum.ofReused += 1;
    if (isRight) sum.rightOfReused += 1;
    if (outcome === 'wrong') sum.wrongOfReused += 1;
  }
  return sum;
};

const percent = (part, whole) => `${(whole === 0 ? 100 : (100 * part) / whole).toFixed(1)} %`;

const sayResolved = (days) => {
  const sum = {};
  for (const day of days)
    for (const [what, count] of Object.entries(resolvedOverTime(day))) sum[what] = (sum[what] ?? 0) + count;
  const all = sum.right + sum.several + sum.nobody + sum.wrong;
  console.log(
    `resolution over time, rename lines shown: ${percent(sum.right, all)} of ${String(all)} addressed nicks right, ` +
      `${percent(sum.several, all)} left open between several, ${percent(sum.nobody, all)} nobody's, ${percent(sum.wrong, all)} wrong; ` +
      `of nicks that were freed and taken by another ${String(sum.rightOfReused)} of ${String(sum.ofReused)} right, ${String(sum.wrongOfReused)} wrong`,
  );
};

export const namesOverTime = (days) => {
  sayResolved(days);
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
