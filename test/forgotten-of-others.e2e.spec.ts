import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ErasureView, MemoryView, Page } from '#contracts';
import { channel, dm, workspace, World } from './support/world.js';

const quay = channel('quay', workspace('port'));

/** What others said that names nobody and speaks of whoever is gone all the same. */
describe('what others said to somebody, or maybe of them', () => {
  let world: World;
  const people = ['torvald', 'birgit', 'emil'] as const;
  beforeAll(async () => {
    world = await World.open();
  }, 120_000);
  afterAll(() => world.close());

  /** Three people of their own; of the first others say something without a name. */
  const told = async (prefix: string) => {
    const [gone, other, third] = people.map((name) => ({
      id: `${prefix}-${name}`,
      name: `${name}${prefix}`,
    }));
    if (!gone || !other || !third) throw new Error('three people');
    await world.publish(
      world.posted(gone, quay, 'the ferry was late', { message_id: `${prefix}-1` }),
      world.posted(other, quay, 'hello'),
      world.posted(third, quay, 'your glass catfish look hungry', { reply_to: `${prefix}-1` }),
      world.posted(third, quay, 'my glass eels look hungry'),
      world.posted(other, quay, `${gone.name} and ${third.name} came by. He is moving to Narvik`),
      world.posted(other, quay, `${third.name} collects ticket stubs`),
    );
    return { gone, other };
  };
  const said = async (asker: { readonly id: string }): Promise<string> => {
    const { results } = await world.ask(asker.id, quay, 'what was said?', {
      top_k: 200,
      threshold: 0,
      include_messages: true,
    });
    return results.map(({ memory }) => memory).join('\n');
  };
  const undecided = async (): Promise<string> => {
    const { body } = await world.call('GET', '/v1/memories?status=pending&limit=200');
    return (body as Page<MemoryView>).results.map(({ memory }) => memory).join('\n');
  };
  const asked = async (): Promise<number> => {
    const { body } = await world.call('GET', '/v1/reviews?kind=identity_disambiguation&status=pending');
    return (body as Page<unknown>).results.length;
  };

  const stays = async (asker: { readonly id: string }): Promise<void> => {
    const left = await said(asker);
    expect(left).toMatch(/glass eels/u);
    expect(left).toMatch(/ticket stubs/u);
    expect(left).not.toMatch(/catfish/u);
    expect(await undecided()).not.toMatch(/Narvik/u);
    expect(await asked()).toBe(0);
  };

  const erase = async (who: { readonly id: string }, kind: string): Promise<void> => {
    const whoami = await world.call('GET', `/v1/identity/whoami?platform=chat&platform_user_id=${who.id}`);
    const entity_id = (whoami.body as { user_id: string }).user_id;
    const { body } = await world.call('POST', '/v1/erasures', { entity_id, kind });
    const viewed = async () =>
      (await world.call('GET', `/v1/erasures/${(body as { id: string }).id}`)).body as ErasureView;
    while ((await viewed()).status === 'running') await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await viewed()).toMatchObject({ status: 'done', residual: { hits: 0 } });
  };

  it('goes when they are erased, and asks no operator any more', async () => {
    const { gone, other } = await told('a');
    expect(await said(other)).toMatch(/catfish/u);
    expect(await undecided()).toMatch(/Narvik/u);
    expect(await asked()).toBe(1);
    await erase(gone, 'about');
    await stays(other);
  }, 60_000);

  it('goes when they have all about them forgotten', async () => {
    const { gone, other } = await told('b');
    expect(await undecided()).toMatch(/Narvik/u);
    await world.say(gone.id, dm(gone.id), 'forget everything about me');
    // Others' words are read once more without those that they answer.
    await world.platform.settled(30_000);
    await stays(other);
  }, 60_000);

  it('is looked for by its words, and not by whom it may be about, when whoever said it is erased', async () => {
    const { other } = await told('c');
    await erase(other, 'said_by');
    expect(await undecided()).not.toMatch(/Narvik/u);
    expect(await asked()).toBe(0);
  }, 60_000);
});
