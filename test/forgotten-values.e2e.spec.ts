import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { channel, workspace, World } from './support/world.js';

const yard = channel('yard', workspace('town'), 'restricted');
const quay = channel('quay', workspace('town'), 'restricted');

describe('a value that somebody asks to forget', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.open();
  });
  afterAll(() => world.close());

  const contextFor = async (person: string, query: string): Promise<string> =>
    (await world.ask(person, null, query, { include_messages: true, top_k: 50 })).context;

  it('goes from what they said and from what the place said, and the rest of it stays', async () => {
    await world.say('ines', yard, 'hello');
    await world.say('omar', yard, 'The crane label is tug-31, and the crane is blue');
    await world.say('ines', quay, 'Ask Milo about tug-31 tomorrow');
    expect(await contextFor('ines', 'what is the crane label?')).toMatch(/tug-31/u);
    await world.say('ines', yard, 'Please delete the label tug-31 from your memory');
    await world.platform.settled(30_000);
    const after = await contextFor('ines', 'what is the crane label?');
    expect(after).not.toMatch(/tug-31/u);
    expect(after).toMatch(/crane is blue/iu);
    expect(await contextFor('omar', 'what is the crane label?')).not.toMatch(/tug-31/u);
    expect(await contextFor('ines', 'Milo tomorrow')).not.toMatch(/tug-31/u);
  });

  it('stays where another said it of themselves, and where another place said it', async () => {
    await world.say('omar', yard, 'my boat label is box-77');
    await world.say('omar', quay, 'the label of the barge is barge-12');
    await world.say('ines', yard, 'Delete the code box-77 and the label barge-12 from your memory');
    await world.platform.settled(30_000);
    expect(await contextFor('omar', 'what is my boat label?')).toMatch(/box-77/u);
    expect(await contextFor('omar', 'what is the label of the barge?')).toMatch(/barge-12/u);
  });

  it('may be told anew', async () => {
    await world.say('omar', yard, 'The label of the winch is winch-8');
    await world.say('omar', yard, 'Delete the label winch-8 from your memory');
    await world.platform.settled(30_000);
    expect(await contextFor('omar', 'what is the label of the winch?')).not.toMatch(/winch-8/u);
    await world.say('omar', yard, 'The label of the winch is winch-8 again');
    expect(await contextFor('omar', 'what is the label of the winch?')).toMatch(/winch-8/u);
  });
});
