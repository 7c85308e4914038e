// A world that is harder than a channel: two platforms, people of both, and impostors who copy names. The same seed
// makes the same world.
import { defaultKnobs } from '../../dist/libs/domain/src/index.js';
import { readFileSync } from 'node:fs';
import { decideLink } from '../../dist/libs/identity/src/index.js';
import { chance } from '../random-world/chance.mjs';
import { f1, point, ratio, scored } from './propose.mjs';

const nicknames = JSON.parse(
  readFileSync(new URL('../../libs/identity/data/nicknames.json', import.meta.url), 'utf8'),
);
const given = Object.keys(nicknames);
const short = Object.fromEntries(Object.entries(nicknames).map(([name, all]) => [name, all.split(' ')[0]]));
const syllables =
  'an bar ber cas dal dorn ek fal gren holm in jan kov lind mar nov ost per quist ros sen strom tan va wick yil zel'.split(
    ' ',
  );
const family = syllables.flatMap((one) =>
  syllables.filter((other) => other !== one).map((other) => `${one}${other}`),
);
const colours =
  'amber azure black blue bright brown cold crimson dark dusty early faded fast gold green grey happy hidden hollow icy jolly late little lone lost lucky mad misty north odd old pale quick quiet red rusty sad shy silent silver sly small soft tall tiny violet wild young'.split(
    ' ',
  );
const animals =
  'badger bat bear beetle bison boar cat cobra comet coral crane crow deer duck eagle elk ember falcon ferret finch fox frog gecko goat goose hare hawk heron ibis jay kite koala lark lion lynx maple mole moose moth newt noodle otter owl panda pixel puma quartz rabbit raven rocket seal shark snail stork tiger toad turbo walrus wasp wolf wren'.split(
    ' ',
  );

const looksLike = { a: 'а', e: 'е', o: 'о', p: 'р', c: 'с', i: 'і' };

const title = (word) => word.charAt(0).toUpperCase() + word.slice(1);

export const worldOf = (seed, people = 2_000, onBoth = 300, copies = 60) => {
  const { next, below, pick } = chance(seed);
  const int = (least, most) => least + below(most - least + 1);
  const taken = { chat: new Set(), post: new Set() };
  const accounts = [];
  const add = (person, platform, wanted, more = {}) => {
    let handle = wanted;
    while (taken[platform].has(handle.toLowerCase())) handle = `${wanted}${String(int(2, 999))}`;
    taken[platform].add(handle.toLowerCase());
    const account = {
      entityId: `${platform}-${String(accounts.length)}`,
      platform,
      platformUserId: String(accounts.length),
      handle,
      displayName: null,
      earlierNames: [],
      verified: null,
      declared: [],
      placeIds: [],
      contactIds: [],
      habits: null,
      person,
      ...more,
    };
    accounts.push(account);
    return account;
  };
  // Few names are many people's, as anywhere.
  const often = (list) => list[Math.floor(list.length * next() ** 2)];
  const thing = () => `${pick(colours)}${pick(animals)}`;
  const handleOf = (first, last) =>
    pick([
      () => `${first}${last}`,
      () => `${first}_${last}`,
      () => `${first.charAt(0)}${last}`,
      () => `${first}${String(int(1, 99))}`,
      () => first,
      thing,
      () => `${pick(animals)}_${first}`,
    ])();
  const changed = (handle, first) =>
    pick([
      () => handle,
      () => handle,
      () => `${handle}_`,
      () => handle.replaceAll('_', '.'),
      () => `${handle}${String(int(1, 99))}`,
      () => handle.replace('o', '0').replace('e', '3'),
      () => handle.replace(first, short[first] ?? first),
      () => `real${title(handle)}`,
      () => `${thing()}${String(int(1, 99))}`,
    ])();
  const pairs = new Map();
  const codes = new Set();
  for (let person = 0; person < people; person += 1) {
    const [first, last] = [often(given), often(family)];
    const displayName = `${title(first)} ${title(last)}`;
    const verified = next() < 0.3 ? { iss: 'https://id.example', sub: String(person) } : null;
    const one = add(person, person % 2 === 0 ? 'chat' : 'post', handleOf(first, last), {
      displayName,
      verified,
    });
    if (person >= onBoth) continue;
    const other = add(person, person % 2 === 0 ? 'post' : 'chat', changed(one.handle, first), {
      displayName: next() < 0.6 ? displayName : title(first),
      verified: verified !== null && next() < 0.7 ? verified : null,
    });
    pairs.set(person, [one, other]);
    if (next() < 0.3) one.declared = [{ platform: other.platform, handle: other.handle }];
    if (next() < 0.1) other.declared = [{ platform: one.platform, handle: one.handle }];
    if (next() < 0.1) codes.add(`${one.entityId} ${other.entityId}`).add(`${other.entityId} ${one.entityId}`);
  }
  // Impostors copy handle and display name of somebody of the other platform, letter for letter or so that it looks so;
  // some say that the other account is theirs, some are verified as who they are.
  const victims = accounts.filter(({ person }) => person >= onBoth);
  const impostors = new Set();
  for (let copy = 0; copy < copies; copy += 1) {
    const victim = pick(victims);
    const handle = pick([
      () => victim.handle,
      () => victim.handle.replace(/[aeopci]/u, (letter) => looksLike[letter]),
      () => `${victim.handle}_`,
    ])();
    const platform = victim.platform === 'chat' ? 'post' : 'chat';
    const impostor = add(people + copy, platform, handle, {
      displayName: victim.displayName,
      declared: next() < 0.5 ? [{ platform: victim.platform, handle: victim.handle }] : [],
      verified: next() < 0.3 ? { iss: 'https://id.example', sub: `impostor-${String(copy)}` } : null,
    });
    impostors.add(impostor.entityId);
  }
  return { accounts, pairs: pairs.size, codes, impostors };
};

export const impostors = (seed) => {
  const { accounts, pairs, codes, impostors: copied } = worldOf(seed);
  const verdicts = scored(accounts, (a, b) => ({
    codeConfirmed: codes.has(`${a.entityId} ${b.entityId}`),
  })).map(({ a, b, score }) => ({ a, b, score, verdict: decideLink(score, defaultKnobs) }));
  const figures = (found) => {
    const right = found.filter(({ a, b }) => a.person === b.person).length;
    return { precision: ratio(right, found.length), recall: ratio(right, pairs), count: found.length };
  };
  const say = (what, { precision, recall, count }) =>
    console.log(
      `  ${what.padEnd(42)} P ${point(precision)}  R ${point(recall)}  F1 ${point(f1({ precision, recall }))}   ${String(count)} pairs`,
    );
  const isCopy = ({ a, b }) => copied.has(a.entityId) || copied.has(b.entityId);
  const linked = verdicts.filter(({ verdict }) => verdict === 'link');
  const reviewed = verdicts.filter(({ verdict }) => verdict !== 'nothing');
  console.log(
    `Impostors: ${String(accounts.length)} accounts of two platforms, ${String(pairs)} people on both, ${String(copied.size)} impostors, seed ${String(seed)}`,
  );
  say('linked automatically', figures(linked));
  say('linked or shown for review', figures(reviewed));
  for (const least of [0.7, 0.8, 0.9])
    say(
      `with confidence from ${String(least)}`,
      figures(reviewed.filter(({ score }) => score.confidence >= least)),
    );
  const shown = reviewed.filter(isCopy);
  console.log(
    `  impostors: ${String(linked.filter(isCopy).length)} linked automatically, ${String(shown.length)} shown for review, ` +
      `${String(shown.filter(({ score }) => score.suspicions.length > 0 || score.excludedBy !== null).length)} of them with a reason to doubt`,
  );
};
