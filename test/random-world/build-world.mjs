import { chance } from './chance.mjs';

const minute = 60_000;
const words = [
  'amber',
  'basalt',
  'cedar',
  'dahlia',
  'ember',
  'fjord',
  'granite',
  'heron',
  'indigo',
  'juniper',
  'kelp',
  'lichen',
];

/**
 * `open`: as things stand in the end. `said`: whether adaptors say so. `changedAt`: when it became what it is; before that
 * it was the opposite. `shown`: newcomers see what was said before they joined; `showsSince`: since when, if not always;
 * `shownSaid`: whether adaptors say so. `apart`: a thread for its own people alone. `movedAt`: since when a thread hangs
 * under `parent`; before that it hung under `parentBefore`.
 */
const place = (id, type, extra = {}) => ({
  id,
  type,
  open: true,
  said: false,
  changedAt: null,
  shown: false,
  shownSaid: false,
  showsSince: null,
  apart: false,
  movedAt: null,
  parentBefore: null,
  parent: null,
  threadOf: null,
  workspace: null,
  ...extra,
});

const addWorkspace = (add, workspace) => {
  add(place(workspace, 'workspace', { workspace, shown: true }));
  const below = (name, extra = {}) =>
    add(place(`${workspace}-${name}`, 'group', { parent: workspace, workspace, ...extra }));
  const thread = (name, of, extra = {}) =>
    add(
      place(`${workspace}-${name}`, 'thread', {
        parent: `${workspace}-${of}`,
        threadOf: `${workspace}-${of}`,
        workspace,
        ...extra,
      }),
    );
  below('open', { shown: true });
  below('other', { shown: true });
  below('fleeting', { shownSaid: true });
  below('closed', { open: false, said: true });
  below('archive', { open: false, said: true, shown: true, shownSaid: true });
  thread('thread', 'open', { shown: true });
  thread('aside', 'closed', { open: false });
  thread('annex', 'archive', { open: false, shown: true });
  thread('huddle', 'open', { open: false, said: true, apart: true });
  thread('nook', 'archive', { open: false, said: true, apart: true });
  // Of which channel is not told.
  add(
    place(`${workspace}-stray`, 'thread', {
      parent: workspace,
      threadOf: workspace,
      workspace,
      open: false,
      apart: true,
    }),
  );
};

/** The places of the second platform; people and places of a platform see no others. */
const isOfTalk = (id) => /^(?:w2|band|club|dm-p[5-7])/u.test(id);
const latest = ['p5', 'p6', 'p7'];
/** Nobody ever hears of them but by links. */
const unheard = ['g0', 'g1'];

/** Two platforms, and a third of whose accounts nobody heard. */
export const platformOfPerson = (person) =>
  unheard.includes(person) ? 'mail' : latest.includes(person) ? 'talk' : 'chat';
export const platformOfPlace = (id) => (isOfTalk(id) ? 'talk' : 'chat');

/** Places of which two or more people may be in, or only one: then it is a dm. */
const addDms = (add, people) => {
  people.forEach((person, index) => {
    const inWorkspace = index < 3 ? { parent: 'w1', workspace: 'w1' } : {};
    add(place(`dm-${person}`, 'dm', { open: false, of: person, ...inWorkspace }));
    if (index % 2 === 0)
      add(
        place(`dm-${person}-thread`, 'thread', {
          ...inWorkspace,
          open: false,
          of: person,
          parent: `dm-${person}`,
          threadOf: `dm-${person}`,
        }),
      );
  });
  add(place('dm-shared', 'dm', { open: false }));
  add(place('dm-shared-thread', 'thread', { open: false, parent: 'dm-shared', threadOf: 'dm-shared' }));
};

/** People, places, joins and leaves over a day, and facts said among them; times lie in the recent past. */
export const buildWorld = (seed, size) => {
  const random = chance(seed);
  const start = Date.now() - 2 * 86_400_000;
  const people = Array.from({ length: 8 }, (_, index) => `p${index}`);
  const places = new Map();
  const add = (one) => places.set(one.id, one);
  for (const workspace of ['w1', 'w2']) addWorkspace(add, workspace);
  const changes = (id, open) =>
    add(
      place(id, 'group', {
        parent: 'w1',
        workspace: 'w1',
        open,
        said: true,
        shown: open,
        changedAt: start + Math.floor(random.next() * size) * minute,
      }),
    );
  const sometime = () => start + Math.floor(random.next() * size) * minute;
  changes('w1-closing', false);
  changes('w1-opening', true);
  const showing = { parent: 'w1', workspace: 'w1', open: false, said: true, shown: true, shownSaid: true };
  add(place('w1-showing', 'group', { ...showing, showsSince: sometime() }));
  const hanging = { workspace: 'w1', movedAt: sometime() };
  add(
    place('w1-led-out', 'thread', {
      ...hanging,
      shown: true,
      parentBefore: 'w1-closed',
      parent: 'w1-open',
      threadOf: 'w1-open',
    }),
  );
  add(
    place('w1-led-in', 'thread', {
      ...hanging,
      open: false,
      parentBefore: 'w1-open',
      parent: 'w1-closed',
      threadOf: 'w1-closed',
    }),
  );
  for (const of of ['w1-closing', 'w1-opening'])
    add(
      place(`${of}-huddle`, 'thread', {
        parent: of,
        threadOf: of,
        workspace: 'w1',
        open: false,
        said: true,
        apart: true,
      }),
    );
  add(place('circle', 'group', { said: true }));
  add(place('club', 'group', { said: true }));
  add(place('circle-thread', 'thread', { parent: 'circle', threadOf: 'circle' }));
  add(
    place('circle-huddle', 'thread', {
      parent: 'circle',
      threadOf: 'circle',
      open: false,
      said: true,
      apart: true,
    }),
  );
  // Of no workspace, and nobody says that it is open.
  add(place('band', 'group', { open: false }));
  add(place('stray', 'thread', { open: false, apart: true }));
  addDms(add, people);

  const moves = [];
  let clock = 0;
  const tick = () => start + (clock += 1) * minute;
  for (const one of places.values())
    if (one.of) moves.push({ kind: 'joined', person: one.of, place: one.id, at: tick() });
  const shared = ['dm-shared', 'dm-shared-thread'];
  for (const id of shared) moves.push({ kind: 'joined', person: 'p0', place: id, at: tick() });
  const rooms = [...places.values()].filter((one) => !one.id.startsWith('dm-')).map((one) => one.id);
  const facts = [];
  for (let step = 0; step < size; step += 1) {
    if (random.next() < 0.3) {
      const kind = random.next() < 0.75 ? 'joined' : 'left';
      const isDm = random.next() < 0.15;
      const person = isDm ? random.pick(people.slice(0, 3)) : random.pick(people);
      const theirs = rooms.filter((id) => platformOfPlace(id) === platformOfPerson(person));
      moves.push({ kind, person, place: random.pick(isDm ? shared : theirs), at: tick() });
    } else facts.push(makeFact(random, people, places, facts.length, tick()));
  }
  // Said again below another channel it would be another memory.
  for (const fact of facts)
    if (random.next() < 0.15 && places.get(fact.place).movedAt === null) fact.at = tick();
  giveGrants(chance(seed + 3), people, facts);
  return {
    seed,
    start,
    people,
    accounts: [...people, ...unheard],
    places,
    moves,
    facts,
    links: new Map(),
    moments: [0.3, 0.7].map((share) => start + share * clock * minute),
  };
};

const makeFact = (random, people, places, index, at) => {
  const from = random.pick([...places.values()].filter((one) => one.type !== 'workspace'));
  const speaker = random.pick(people);
  const kind = random.next();
  const subjects =
    kind < 0.45
      ? [speaker]
      : kind < 0.8
        ? [random.pick(people)]
        : kind < 0.9
          ? random.some(people, 0.25)
          : [];
  return {
    content: `${random.pick(words)} ${random.pick(words)} number ${index} of world`,
    place: from.id,
    speaker,
    subjects: [...new Set(subjects)],
    scope: random.pick(['private_subject', 'source_shared', 'source_shared', 'source_shared']),
    rank: random.pick([0, 0, 0, 0, 1, 1, 2, 3]),
    portable: random.next() < 0.8,
    disclosure: random.next() < 0.75 ? 'public' : 'conversation_private',
    first: at,
    at,
    expires: random.next() < 0.1 ? Date.now() - 3_600_000 : null,
    grantedTo: [],
    revokedFrom: [],
  };
};

/** Who may hear a secret, and who might once: to some it was granted and taken away again. */
const giveGrants = (random, people, facts) => {
  for (const fact of facts.filter(({ rank }) => rank === 3)) {
    fact.grantedTo = random.some(people, 0.4);
    fact.revokedFrom = random.some(people, 0.3).filter((person) => !fact.grantedTo.includes(person));
  }
};
