import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { channel, memoriesOf, workspace, World } from './support/world.js';

const square = channel('square', workspace('town'));

describe('a message that changes', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.open();
  });
  afterAll(() => world.close());

  const asked = async (query: string): Promise<readonly string[]> =>
    memoriesOf(await world.ask('noor', square, query, { include_messages: true, top_k: 50 }));

  it('takes its facts with it when it is edited', async () => {
    await world.say('noor', square, 'hello');
    await world.say('hugo', square, 'I have a cat named Minka', { message_id: 'pet' });
    expect((await asked('what do you know about Hugo?')).join('\n')).toMatch(/Minka/u);
    await world.publish(world.edited('pet', square, 'I have a cat named Pascha'));
    await world.platform.settled(30_000);
    const after = (await asked('what do you know about Hugo?')).join('\n');
    expect(after).toMatch(/Pascha/u);
    expect(after).not.toMatch(/Minka/u);
  });

  it('is gone with its facts when it is deleted', async () => {
    await world.say('hugo', square, 'I play the accordion', { message_id: 'music' });
    expect((await asked('who plays the accordion?')).join('\n')).toMatch(/accordion/iu);
    await world.publish(world.deleted('music', square));
    await world.platform.settled(30_000);
    expect((await asked('who plays the accordion?')).join('\n')).not.toMatch(/accordion/iu);
  });

  it('may be deleted before it arrives', async () => {
    await world.publish(world.deleted('late', square));
    await world.say('hugo', square, 'I collect thimbles', { message_id: 'late' });
    expect((await asked('thimbles?')).join('\n')).not.toMatch(/thimble/iu);
  });
});
