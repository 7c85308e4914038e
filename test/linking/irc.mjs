// A folder of IRC logs as accounts: a day each, every nick an account of its own, the rename lines hidden.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const renamed = /^=== (\S+) is now known as (\S+)/u;
const acted = /^=== (\S+)\s/u;
const said = /^\[(\d\d):\d\d\] <([^>]+)>\s?(.*)/u;
const addressed = /^([^\s:,]+)[:,]/u;
/** The server gives these names; nobody chose them. */
const isGuest = (nick) => /^Guest\d*$/u.test(nick);
/** Lines within which somebody who writes under two names would have to type both. */
const moments = 4;

export const pairKey = (a, b) => (a < b ? `${a} ${b}` : `${b} ${a}`);

/** Whether two wrote in turn, again and again, as two people do. */
const wroteInTurn = (a, b) => {
  const lines = [...a.map((line) => [line, 0]), ...b.map((line) => [line, 1])].sort((x, y) => x[0] - y[0]);
  let turns = 0;
  for (let i = 1; i < lines.length; i += 1)
    if (lines[i][1] !== lines[i - 1][1] && lines[i][0] - lines[i - 1][0] <= moments) turns += 1;
  return turns >= 3;
};

export const readDay = (name, text) => {
  const renames = [];
  const nicks = new Set();
  const spoken = new Map();
  const messages = [];
  text.split('\n').forEach((line, at) => {
    const rename = renamed.exec(line);
    const message = said.exec(line);
    if (rename !== null) {
      renames.push({ at, from: rename[1], to: rename[2] });
      nicks.add(rename[1]).add(rename[2]);
    } else if (message !== null) {
      nicks.add(message[2]);
      messages.push({ at, hour: Number(message[1]), nick: message[2], text: message[3] });
      spoken.set(message[2], [...(spoken.get(message[2]) ?? []), at]);
    } else if (acted.test(line)) nicks.add(acted.exec(line)[1]);
  });
  const people = [...nicks].filter((nick) => !isGuest(nick));
  const byLower = new Map(people.map((nick) => [nick.toLowerCase(), nick]));
  const contacts = new Map(people.map((nick) => [nick, new Set()]));
  const hours = new Map(people.map((nick) => [nick, Array.from({ length: 24 }, () => 0)]));
  for (const { nick, text: words, hour } of messages) {
    const other = byLower.get((addressed.exec(words)?.[1] ?? '').toLowerCase());
    if (other !== undefined && other !== nick) contacts.get(nick)?.add(other);
    const own = hours.get(nick);
    if (own !== undefined) own[hour] += 1;
  }
  const chosen = renames.filter(({ from, to }) => !isGuest(from) && !isGuest(to));
  return {
    name,
    renames,
    messages,
    /** Nicks of which a rename line tells: of the others nobody knows whose they are. */
    known: new Set(chosen.flatMap(({ from, to }) => [from, to])),
    truth: new Set(chosen.map(({ from, to }) => pairKey(from, to))),
    spokeAtOnce: (a, b) => wroteInTurn(spoken.get(a) ?? [], spoken.get(b) ?? []),
    // Each nick as if it were of a platform of its own: here nothing but names tells that two are one.
    accounts: people.map((nick) => ({
      entityId: nick,
      platform: `irc/${nick}`,
      platformUserId: nick,
      handle: nick,
      displayName: null,
      earlierNames: [],
      verified: null,
      declared: [],
      placeIds: [],
      contactIds: [...(contacts.get(nick) ?? [])],
      habits: { hours: hours.get(nick), words: new Map() },
    })),
  };
};

export const readDays = (folder) =>
  readdirSync(folder)
    .filter((file) => /\.(?:log|txt)$/u.test(file))
    .sort()
    .map((file) => readDay(file, readFileSync(join(folder, file), 'utf8')));
