import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { channel, memoriesOf, workspace, World } from './support/world.js';

const yard = channel('yard', workspace('depot'));

describe('somebody who takes another name', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.open();
  });
  afterAll(() => world.close());

  // By its stem: a name as it stands would point to the person, whatever the index holds.
  it('is found by it in what they said before', async () => {
    await world.say('ruth', yard, 'the van in bay four has a flat tyre');
    for (const [at, thing] of ['ladder', 'crate', 'pallet', 'forklift', 'gate', 'scale'].entries())
      await world.say(at % 2 === 0 ? 'pavel' : 'ines', yard, `the ${thing} in bay four has a flat label`);
    const best = async (name: string): Promise<string | undefined> =>
      memoriesOf(
        await world.ask('ines', yard, `bay four ${name}`, {
          include_messages: true,
          top_k: 1,
          sort_by: 'relevance',
        }),
      )[0];
    await world.publish(world.renamed('ruth', 'Quillons'));
    await world.platform.settled(30_000);
    expect(await best('quillon')).toMatch(/van/u);
  });
});
