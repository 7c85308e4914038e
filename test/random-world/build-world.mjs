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

const place = (id, type, extra = {}) => ({
  id,
  type,
  open: true,
  parent: null,
  threadOf: null,
  workspace: null,
  ...extra,
});

/** People, places, joins and leaves over a day, and facts said among them; times lie in the recent past. */
export const buildWorld = (seed, size) => {
  const random = chance(seed);
  const start = Date.now() - 2 * 86_400_000;
  const people = Array.from({ length: 8 }, (_, index) => `p${index}`);
  const places = new Map();
  const add = (one) => places.set(one.id, one);
  for (const workspace of ['w1', 'w2']) {
    add(place(workspace, 'workspace', { workspace }));
    add(place(`${workspace}-open`, 'group', { parent: workspace, workspace }));
    add(place(`${workspace}-other`, 'group', { parent: workspace, workspace }));
    add(place(`${workspace}-closed`, 'group', { parent: workspace, workspace, open: false }));
    add(
      place(`${workspace}-thread`, 'thread', {
        parent: `${workspace}-open`,
        threadOf: `${workspace}-open`,
        workspace,
      }),
    );
  }
  add(place('circle', 'group'));
  add(place('band', 'group'));
  for (const person of people) add(place(`dm-${person}`, 'dm', { of: person }));
  add(place('dm-shared', 'dm'));

  const moves = [];
  let clock = 0;
  const tick = () => start + (clock += 1) * minute;
  for (const person of people) moves.push({ kind: 'joined', person, place: `dm-${person}`, at: tick() });
  for (const person of people.slice(0, 2))
    moves.push({ kind: 'joined', person, place: 'dm-shared', at: tick() });
  const rooms = [...places.values()].filter((one) => one.type !== 'dm').map((one) => one.id);
  const facts = [];
  for (let step = 0; step < size; step += 1) {
    if (random.next() < 0.3) {
      const kind = random.next() < 0.75 ? 'joined' : 'left';
      moves.push({ kind, person: random.pick(people), place: random.pick(rooms), at: tick() });
    } else facts.push(makeFact(random, people, places, facts.length, tick()));
  }
  return { seed, people, places, moves, facts };
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
    at,
    expires: random.next() < 0.1 ? Date.now() - 3_600_000 : null,
  };
};
