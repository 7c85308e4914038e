import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { channel, dm, workspace, World } from './support/world.js';

describe('SC-45 an order to delete', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.open();
  }, 120_000);
  afterAll(() => world.close());

  it.each([
    [
      'teapot',
      'The spare key is in the teapot',
      'Delete the note about the teapot, do not bring it up again',
    ],
    [
      'culvert',
      'We meet at the culvert on Monday',
      'please forget what I said about the culvert and never mention it',
    ],
    ['Larsen', 'Our plumber is Mr Larsen', "erase the part about Larsen; don't keep it, thanks"],
  ])(
    'is no memory, and does what it says: %s',
    async (what, said, order) => {
      const place = channel(`pantry-${what}`, workspace(`inn-${what}`));
      for (const person of ['rina', 'omar']) await world.publish(world.joined(person, place));
      await world.say('rina', place, said);
      await world.say('rina', place, order);
      await world.platform.settled(30_000);
      for (const viewer of ['omar', 'rina'])
        for (const where of [place, dm(viewer)])
          for (const extra of [{}, { include_messages: true }]) {
            const { results, context } = await world.ask(viewer, where, `what of the ${what}?`, extra);
            const told = `${results.map(({ memory }) => memory).join()} ${context}`;
            expect([viewer, where.type, extra, told]).toEqual([
              viewer,
              where.type,
              extra,
              expect.not.stringContaining(what),
            ]);
          }
    },
    60_000,
  );
});
