// Who lives where under which name, and what they say: made from a seed, the same on any machine.
import { chance } from '../random-world/chance.mjs';

const given =
  'robert william elizabeth katherine samuel oskar marta ilse tove rafael nadia henrik yusuf greta pavel odette bruno sanna leif carmen anselm petra dorian wilma'.split(
    ' ',
  );
const family =
  'abelmann bergholt castellane dahlquist eriksholm fontenay grauwacke hollander ivarsson jorgmark kestrel lindwurm morovic nightley okonjo pemberly quistgard rosenkamp sandoval tarnwick underhay vasquell wexholm zeller'.split(
    ' ',
  );
const nicknames = { robert: 'bob', william: 'bill', elizabeth: 'liz', katherine: 'kate', samuel: 'sam' };
const colours =
  'amber azure beige bronze cobalt copper coral cream crimson ebony emerald golden indigo ivory jade lemon lilac maroon mauve olive orange pearl pink plum purple ruby russet scarlet silver tan teal violet'.split(
    ' ',
  );
const things =
  'accordion barge canoe drone easel flute globe harp kayak kettle lamp loom mandolin oboe piano raft sewing-machine sled telescope tent trumpet unicycle violin wheelbarrow'.split(
    ' ',
  );
const foods =
  'almonds apricots barley cashews celery cherries chestnuts clams crabs figs grapes hazelnuts honey kiwis lentils lobster mangoes mussels oats oysters papaya peaches peanuts pecans pistachios prawns rye sesame shrimp soy strawberries walnuts'.split(
    ' ',
  );
const cities =
  'Bergen Porto Lima Oslo Turin Ghent Quito Cork Malmo Riga Graz Lyon Delft Siena Tartu Vigo Bath Nantes Basel Split'.split(
    ' ',
  );

const title = (word) => word.charAt(0).toUpperCase() + word.slice(1);

/** How the same person is called elsewhere; the last has nothing in common with the first. */
const aliases = [
  ({ first, last }) => `${first}_${last}`,
  ({ first, last }) => `${title(first)}${title(last)}|away`,
  ({ first, last }) => `${first.replace('e', '3').replace('o', '0')}${last}`,
  ({ first, last }) => `${nicknames[first] ?? first}.${last}`,
  ({ first, last }) => `${first}${last}77`,
  (_, next) => `${title(next(colours))}${title(next(things)).replace('-', '')}`,
];

export const worldOf = (seed, size) => {
  const { next, pick, below } = chance(seed);
  const people = Array.from({ length: size }, (_, number) => {
    const first = given[number % given.length];
    const last = family[(number * 7 + Math.floor(number / given.length)) % family.length];
    return { number, first, last, name: `${title(first)} ${title(last)}` };
  });
  const accounts = [];
  const open = (person, platform, handle, isImpostor = false) => {
    const id = `${platform}-${accounts.length}`;
    const account = {
      person: person.number,
      name: person.name,
      first: person.first,
      platform,
      id,
      handle,
      isImpostor,
    };
    accounts.push(account);
    return account;
  };
  for (const person of people) {
    open(person, 'chat', `${person.first}${person.last}`);
    if (next() < 0.6) open(person, 'telegram', aliases[person.number % aliases.length](person, pick));
    if (next() < 0.25) open(person, 'matrix', aliases[(person.number + 1) % aliases.length](person, pick));
  }
  const elsewhere = new Set(
    accounts.filter(({ platform }) => platform === 'telegram').map(({ person }) => person),
  );
  const copied = people.filter(({ number }) => !elsewhere.has(number)).slice(0, 4);
  copied.forEach((person, at) =>
    open({ ...person, number: size + at }, 'telegram', `${person.first}${person.last}`, true),
  );

  const hall = { type: 'workspace', external_id: 'hall', name: 'hall' };
  const rooms = ['general', 'garden'].map((name) => ({
    type: 'group',
    external_id: name,
    name: `#${name}`,
    parent: hall,
    access: 'open',
    platform: 'chat',
  }));
  const club = {
    type: 'group',
    external_id: 'club',
    name: 'club',
    access: 'restricted',
    history: 'visible',
    platform: 'telegram',
  };
  const dmOf = (account) => ({ type: 'dm', external_id: `dm-${account.id}`, platform: account.platform });
  const used = new Set();
  const fresh = (list) => {
    for (;;) {
      const value = `${pick(colours)} ${pick(list)}`;
      if (!used.has(value)) return used.add(value) && value;
    }
  };
  const facts = [];
  const say = (speaker, about, place, kind, value, text, question) =>
    facts.push({ speaker, about, place, kind, value, text, question, isPrivate: place.type === 'dm' });
  for (const account of accounts) {
    const food = fresh(foods);
    say(
      account,
      account,
      dmOf(account),
      'allergy',
      food,
      `I'm allergic to ${food}`,
      'What am I allergic to?',
    );
    const thing = fresh(things);
    const place =
      account.platform === 'chat' ? pick(rooms) : account.platform === 'telegram' ? club : dmOf(account);
    say(account, account, place, 'own', thing, `I own a ${thing}`, 'What do I own?');
  }
  const members = accounts.filter(({ platform }) => platform === 'chat');
  // Two people say two things of a third: both stay, each with who said it.
  for (let at = 0; at < members.length; at += 3) {
    const about = members[at];
    const [one, other] = [members[(at + 1) % members.length], members[(at + 5) % members.length]];
    const first = below(cities.length);
    for (const [speaker, city] of [
      [one, cities[first]],
      [other, cities[(first + 3) % cities.length]],
    ])
      say(
        speaker,
        about,
        rooms[at % 2],
        'hearsay',
        city,
        `@${about.handle} lives in ${city}`,
        `Where does ${about.name} live?`,
      );
  }
  // Quick turns from place to place: nothing is said in the order in which it was made.
  const turns = facts
    .map((fact) => [next(), fact])
    .sort((a, b) => a[0] - b[0])
    .map(([, fact]) => fact);
  return { people, accounts, facts: turns, rooms, club, dmOf };
};
