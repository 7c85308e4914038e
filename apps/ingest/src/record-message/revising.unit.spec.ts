import { describe, expect, it } from '@jest/globals';
import { messageEventSchema } from '#contracts';
import { agentEntityId, sourceIdOf } from '#domain';
import { deletedIdOf, noteMessageId, type Known } from './known.js';
import { agentsRevised, isDeleted, placeRevised, refusalOf, type Revising } from './revising.js';

const tenantId = 'default';
const placeOf = (name: string): string => sourceIdOf(tenantId, 'chat', 'group', name);
const [harbour, pier] = [placeOf('harbour'), placeOf('pier')];
const [scout, clerk] = [agentEntityId(tenantId, 'scout'), agentEntityId(tenantId, 'clerk')];

const known = (...messages: readonly (readonly [messageId: string, place: string, agent: string])[]) => {
  const made = {
    tenantId,
    placesOf: new Map<string, Map<string, Set<string>>>(),
    idsPerPlace: new Set<string>(),
    deleted: new Set<string>(),
  };
  for (const [messageId, place, agent] of messages) noteMessageId(made, 'chat', messageId, place, agent);
  return made as unknown as Known;
};
const deletion = (data: object = {}): Revising =>
  messageEventSchema(() => new Date('2026-05-02')).parse({
    specversion: '1.0',
    id: 'e-1',
    source: '/adaptors/chat',
    type: 'kith.message.deleted.v1',
    data: { platform: 'chat', message_id: 'm-1', deleted_at: '2026-05-01T12:00:00Z', ...data },
  }) as Revising;
const inPier = { source: { type: 'group', external_id: 'pier' } };

describe('a revision that names no place', () => {
  it('is of the place that knows such a message, and of none before one does', () => {
    expect(placeRevised(known(['m-1', harbour, scout]), deletion())).toBe(harbour);
    expect(placeRevised(known(['m-2', harbour, scout]), deletion())).toBeNull();
  });

  it('is of a place where the agent that it names heard it', () => {
    const both = known(['m-1', harbour, scout], ['m-1', pier, clerk]);
    expect(placeRevised(both, deletion({ agent_id: 'clerk' }))).toBe(pier);
    expect(placeRevised(both, deletion({ agent_id: 'nobody' }))).toBeNull();
  });

  it('is refused on a platform that used one id in two places, whichever message it is of', () => {
    const twice = known(['m-7', harbour, scout], ['m-7', pier, scout]);
    expect(refusalOf(twice, deletion())).toMatchObject({ path: 'data.source' });
    expect(refusalOf(twice, deletion(inPier))).toBeNull();
    expect(refusalOf(known(['m-7', harbour, scout], ['m-7', harbour, clerk]), deletion())).toBeNull();
  });
});

describe('whose message is revised', () => {
  it('is of every agent that heard it there, unless one is named', () => {
    const heard = known(['m-1', harbour, scout], ['m-1', harbour, clerk]);
    expect(agentsRevised(heard, deletion(), harbour)).toEqual([scout, clerk]);
    expect(agentsRevised(heard, deletion({ agent_id: 'clerk' }), harbour)).toEqual([clerk]);
  });

  it('is of any agent that comes to hear it, as long as one alone has', () => {
    expect(agentsRevised(known(['m-1', harbour, scout]), deletion(), harbour)).toEqual([null]);
  });
});

describe('a deletion that came before its message', () => {
  const of = (world: Known, place: string, agent: string): boolean =>
    isDeleted(world, 'chat', 'm-1', place, agent);

  it('without a place is of the first that comes to have the id, and of no other', () => {
    const world = known();
    world.deleted.add(deletedIdOf('chat', 'm-1', null, null));
    expect([of(world, harbour, scout), of(world, pier, scout)]).toEqual([true, false]);
    expect(of(world, harbour, scout)).toBe(true);
  });

  it('of one agent leaves the message to the others', () => {
    const world = known();
    world.deleted.add(deletedIdOf('chat', 'm-1', harbour, scout));
    expect([of(world, harbour, scout), of(world, harbour, clerk)]).toEqual([true, false]);
  });
});
