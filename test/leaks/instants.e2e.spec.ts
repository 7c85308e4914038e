import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { agent, channel, dm, workspace, World } from '../support/world.js';

const abbey = workspace('abbey');
const cloister = channel('cloister', abbey);
const crypt = channel('crypt', abbey, 'restricted');
const asCleo = `agent_id=${agent}&viewer_platform=chat&viewer_platform_user_id=cleo&viewer_source_platform=chat&viewer_source_type=group&viewer_source_external_id=cloister`;

/** What a visible row tells of itself moves by what its reader may know: never by statements that are hidden from them. */
describe('the instants of a memory', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.open();
    await world.publish(
      ...['alma', 'bert', 'cleo', 'dora'].map((id) => world.joined(id, cloister)),
      ...['bert', 'alma'].map((id) => world.joined(id, crypt)),
    );
  }, 120_000);
  afterAll(() => world.close());

  const told = async (): Promise<string> => {
    await world.platform.settled(30_000);
    const ids = (await world.ask('cleo', cloister, 'dora', { top_k: 50, include_messages: true })).results;
    const { text } = await world.call('GET', `/v1/memories?${asCleo}&limit=200`);
    const histories = await Promise.all(
      ids
        .filter(({ kind }) => kind === 'fact')
        .map(async ({ id }) => (await world.call('GET', `/v1/memories/${id}/history?${asCleo}`)).text),
    );
    return JSON.stringify([ids, text, histories]);
  };
  const mention = { mentions: [{ platform_user_id: 'dora', handle: 'dora' }] };

  it('do not move when hidden statements contradict it, and when those are taken back', async () => {
    await world.say('alma', cloister, '@dora lives in Ghent', mention);
    const before = await told();
    expect(before).toMatch(/Ghent/u);
    await world.say('bert', crypt, '@dora lives in Bruges', { ...mention, message_id: 'hidden-one' });
    expect(await told()).toBe(before);
    await world.say('bert', dm('bert'), '@dora lives in Liège', mention);
    expect(await told()).toBe(before);
    await world.publish(world.deleted('hidden-one', crypt));
    expect(await told()).toBe(before);
  });

  it('do not move when a hidden statement replaces it and is taken back', async () => {
    await world.say('bert', cloister, "Dora's favorite flower is the tulip");
    const before = await told();
    expect(before).toMatch(/tulip/u);
    await world.say('dora', dm('dora'), 'My favorite flower is the iris', { message_id: 'hidden-two' });
    await world.publish(world.deleted('hidden-two', dm('dora')));
    expect(await told()).toBe(before);
  });

  it('move when it is corrected', async () => {
    const { results } = await world.ask('cleo', cloister, 'where does dora live?', { top_k: 50 });
    const found = results.find(({ memory }) => memory.includes('Ghent'));
    await world.call('PATCH', `/v1/memories/${found?.id ?? ''}?agent_id=${agent}`, { importance: 0.95 });
    const { body } = await world.call('GET', `/v1/memories/${found?.id ?? ''}?${asCleo}`);
    const now = (body as { updated_at: string }).updated_at;
    expect(now > (found?.updated_at ?? now)).toBe(true);
  });

  it('tell in a history of the conflicts that may be heard', async () => {
    const { results } = await world.ask('alma', cloister, 'where does dora live?', { top_k: 50 });
    const id = results.find(({ memory }) => memory.includes('Ghent'))?.id ?? '';
    await world.say('cleo', cloister, '@dora lives in Namur', mention);
    await world.platform.settled(30_000);
    const { text } = await world.call('GET', `/v1/memories/${id}/history?${asCleo}`);
    expect(text.match(/MemoryConflictsFound/gu)).toHaveLength(1);
  });
});
