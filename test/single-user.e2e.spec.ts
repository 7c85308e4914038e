import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accountRef, memoriesOf, World } from './support/world.js';

/** The one person of a tenant need not be named when reading alone; whoever is named and not known is told nothing. */
describe('a tenant of a single user', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.open({ KITH_IDENTITY__MODE: 'single_user' });
    await world.say('ann', { type: 'dm', external_id: 'dm-ann' }, 'I have a parrot');
  }, 120_000);
  afterAll(() => world.close());

  const recalled = async (more: object) =>
    memoriesOf(
      (
        await world.call('POST', '/v1/recall', {
          agent_id: 'helper',
          query: 'what do I have?',
          threshold: 0,
          include_messages: false,
          ...more,
        })
      ).body as Parameters<typeof memoriesOf>[0],
    );

  it('answers without a viewer', async () => expect(await recalled({})).toEqual(['Has a parrot']));
  it('answers nothing to somebody who is named and not known', async () =>
    expect(await recalled({ viewer: accountRef('nobody') })).toEqual([]));
});
