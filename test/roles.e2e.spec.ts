import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Ingesting, openStore } from './support/ingesting.js';
import { channel, dm, memoriesOf, workspace, World, type PlaceOf } from './support/world.js';

const abbey = workspace('abbey');
const cloister = channel('cloister', abbey);

interface Roles {
  readonly role?: string;
  readonly inParticipant?: string;
}

/** A join or a leave as an adaptor sends it, with the role in one place, in both, or in neither. */
const moved = (world: World, kind: 'joined' | 'left', person: string, place: PlaceOf, roles: Roles) => {
  const { data, ...envelope } = kind === 'joined' ? world.joined(person, place) : world.left(person, place);
  const { participant, ...rest } = data as unknown as { readonly participant: object };
  const { role, inParticipant } = roles;
  return {
    ...envelope,
    data: {
      ...rest,
      participant: { ...participant, ...(inParticipant === undefined ? {} : { role: inParticipant }) },
      ...(role === undefined ? {} : { role }),
    },
  };
};

describe('the role of whoever joins or leaves', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.open();
  }, 120_000);
  afterAll(() => world.close());

  it.each<[string, Roles]>([
    ['edda', { role: 'agent' }],
    ['ella', { inParticipant: 'agent' }],
    ['emma', { role: 'agent', inParticipant: 'agent' }],
  ])('makes a program of them before which %s is alone: %j', async (person, roles) => {
    const place = dm(person);
    await world.say(person, place, 'I was diagnosed with diabetes');
    await world.publish(moved(world, 'joined', `scribe-${person}`, place, roles));
    expect(memoriesOf(await world.ask(person, place, 'diabetes'))).toHaveLength(1);
  });

  it.each<[string, Roles]>([
    ['fulk', {}],
    ['falk', { role: 'member' }],
    ['finn', { role: 'observer' }],
    ['fina', { inParticipant: 'observer' }],
  ])('leaves a person who only looks on somebody who reads along with %s: %j', async (person, roles) => {
    const place = dm(person);
    await world.say(person, place, 'I was diagnosed with diabetes');
    await world.publish(moved(world, 'joined', `guest-of-${person}`, place, roles));
    expect(memoriesOf(await world.ask(person, place, 'diabetes'))).toEqual([]);
    await world.publish(moved(world, 'left', `guest-of-${person}`, place, roles));
    expect(memoriesOf(await world.ask(person, place, 'diabetes'))).toHaveLength(1);
  });

  it.each<['joined' | 'left', Roles, string]>([
    ['joined', { role: 'agent', inParticipant: 'member' }, 'data.role'],
    ['left', { role: 'observer', inParticipant: 'owner' }, 'data.role'],
    ['joined', { role: 'lurker' }, 'data.role'],
    ['left', { inParticipant: 'lurker' }, 'data.participant.role'],
  ])('is refused where it is two at once, or none that is known: %s %j', async (kind, roles, path) => {
    const { status, body } = await world.call(
      'POST',
      '/v1/events',
      moved(world, kind, 'hilde', cloister, roles),
    );
    expect(status).toBe(422);
    expect((body as { errors: readonly { path: string }[] }).errors.map((error) => error.path)).toEqual([
      path,
    ]);
  });

  it('is kept with the stay', async () => {
    const store = await openStore();
    const ingesting = await Ingesting.start(store);
    await ingesting.publish([
      moved(world, 'joined', 'ida', cloister, { role: 'owner' }),
      moved(world, 'joined', 'jost', cloister, { inParticipant: 'observer' }),
      moved(world, 'joined', 'kuno', cloister, {}),
      moved(world, 'joined', 'lute', cloister, { role: 'observer' }),
      moved(world, 'left', 'lute', cloister, { role: 'observer' }),
    ]);
    const stays = await store.database.query(
      `select a.handle, p.role, p.active_to is null as stays from source_participants p join accounts a using (entity_id)
       join sources s using (source_id) where s.external_id = 'cloister' order by a.handle`,
    );
    await ingesting.stop();
    await store.database.close();
    expect(stays).toEqual([
      { handle: 'ida', role: 'owner', stays: true },
      { handle: 'jost', role: 'observer', stays: true },
      { handle: 'kuno', role: 'member', stays: true },
      { handle: 'lute', role: 'observer', stays: false },
    ]);
  });
});
