import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { channel, dm, memoriesOf, workspace, World } from '../support/world.js';

const orchard = workspace('orchard');
const barn = channel('barn', orchard);
const day = 86_400_000;
const ago = (days: number): string => new Date(Date.now() - days * day).toISOString();

describe('what was said in March and again in June', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.open();
    const said = (who: string, days: number, text: string) =>
      world.posted(who, barn, text, { sent_at: ago(days) });
    await world.publish(
      said('olin', 90, 'I play the cello'),
      said('petra', 40, 'hello there'),
      said('olin', 10, 'I play the cello'),
      said('olin', 30, 'I have a donkey named Fig'),
    );
  });
  afterAll(() => world.close());

  const known = (viewer: string, days: number | null) =>
    world.ask(viewer, barn, 'what does Olin play?', {
      as_of: days === null ? null : ago(days),
      include_messages: false,
    });
  const knows = async (viewer: string, days: number | null): Promise<boolean> =>
    memoriesOf(await known(viewer, days)).some((memory) => /cello/iu.test(memory));

  it('was known in April, and not before March', async () => {
    expect([await knows('olin', 95), await knows('olin', 60), await knows('olin', null)]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('was known to whoever may hear it now', async () => {
    expect(await knows('petra', 60)).toBe(true);
    expect(await knows('stranger', 60)).toBe(false);
  });

  it('tells nothing of June in April', async () => {
    const { results, context } = await known('petra', 60);
    const [fact] = results.filter(({ memory }) => /cello/iu.test(memory));
    expect(fact?.observed_at.slice(0, 10)).toBe(ago(90).slice(0, 10));
    expect(fact?.evidence).toHaveLength(1);
    expect(context).not.toMatch(/donkey/iu);
  });

  it('is one memory of two statements now', async () => {
    const { results } = await world.ask('olin', dm('olin'), 'what do I play?');
    const [fact] = results.filter(({ memory }) => /cello/iu.test(memory));
    expect(fact?.evidence).toHaveLength(2);
    expect(fact?.observed_at.slice(0, 10)).toBe(ago(10).slice(0, 10));
  });
});
