import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { channel, dm, memoriesOf, workspace, World } from './support/world.js';

const mill = channel('mill', workspace('mill-space'));

/** "Forget that" does what it says, or says that it did not. */
describe('an order to forget what was said just now', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.open();
    await world.publish(...['aino', 'bero', 'ciska'].map((person) => world.joined(person, mill)));
  }, 120_000);
  afterAll(() => world.close());

  const tells = async (word: string): Promise<boolean> => {
    const extra = { include_messages: true, top_k: 50 };
    const answer = await world.ask('bero', mill, `who has to do with ${word}?`, extra);
    return [...memoriesOf(answer), answer.context].join('\n').includes(word);
  };
  const outcome = async (...given: Parameters<World['say']>): Promise<readonly unknown[]> =>
    (await world.say(...given)).map(({ outcome: came, count, ...rest }) => [
      came,
      count ?? ('reason' in rest ? rest.reason : null),
    ]);

  it('reaches what its speaker stated last, whoever spoke since and whatever excuse follows', async () => {
    await world.say('aino', mill, 'I collect thimbles');
    await world.say('bero', mill, 'I collect corks');
    await world.say('aino', mill, 'haha');
    expect(await outcome('aino', mill, 'Forget that please, wrong room')).toEqual([['FORGOTTEN', 1]]);
    expect([await tells('thimbles'), await tells('corks')]).toEqual([false, true]);
  }, 60_000);

  it('reaches words of which no memory was drawn', async () => {
    await world.say('ciska', mill, 'ugh, what a dreadful bagpipe solo that was');
    expect(await tells('bagpipe')).toBe(true);
    expect(await outcome('ciska', mill, 'oops, forget that, that was meant for somebody else')).toEqual([
      ['FORGOTTEN', 0],
    ]);
    expect(await tells('bagpipe')).toBe(false);
  }, 60_000);

  it('reaches what it answers, as far as they may forget it', async () => {
    const mentions = [{ platform_user_id: 'bero', handle: 'bero' }];
    await world.say('aino', mill, '@bero is allergic to mustard', { message_id: 'of-bero', mentions });
    await world.say('aino', mill, 'I play the dulcimer', { message_id: 'of-aino' });
    expect(await outcome('bero', mill, 'forget that, it was private', { reply_to: 'of-aino' })).toEqual([
      ['NOOP', 'nothing-meant'],
    ]);
    expect(await outcome('bero', mill, 'forget that, it was private', { reply_to: 'of-bero' })).toEqual([
      ['FORGOTTEN', 1],
    ]);
    expect([await tells('mustard'), await tells('dulcimer')]).toEqual([false, true]);
  }, 60_000);

  it('says so where nothing can be told to be meant, until that arrives', async () => {
    const room = dm('dorte');
    const before = world.at();
    expect(await outcome('dorte', room, 'forget that')).toEqual([['NOOP', 'nothing-meant']]);
    await world.say('dorte', room, 'I keep a tame magpie', { sent_at: before });
    await world.platform.settled(30_000);
    const answer = await world.ask('dorte', room, 'what about the magpie?', { include_messages: true });
    expect([...memoriesOf(answer), answer.context].join('\n')).not.toContain('magpie');
  }, 60_000);

  it('does less rather than more than it asks, and says what it left undone', async () => {
    const room = dm('elmo');
    await world.say('elmo', room, 'I live in Vardo');
    const except = 'forget everything about me and my ex except the dog';
    expect(await outcome('elmo', room, except)).toEqual([['NOOP', 'order-with-exception']]);
    const ask = async () => JSON.stringify(await world.ask('elmo', room, 'where do I live?'));
    expect(await ask()).toContain('Vardo');
    expect(await outcome('elmo', room, 'forget everything about me and my ex')).toEqual([
      ['NOOP', 'others-not-forgotten'],
      ['FORGOTTEN', 1],
    ]);
    expect(await ask()).not.toContain('Vardo');
  }, 60_000);
});
