import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { agent, channel, workspace, World, type Response } from '../support/world.js';

const mint = workspace('mint');
const court = channel('court', mint);
const strongroom = channel('strongroom', mint, 'restricted');

interface Observed {
  readonly id: string | null;
  readonly outcome: string;
}
const outcomeOf = ({ body }: Response): Observed | undefined =>
  (body as { results: readonly Observed[] }).results[0];

describe('what a gated viewer is told of what they had remembered', () => {
  let world: World;
  let client: string;
  beforeAll(async () => {
    world = await World.open({ KITH_GATE__REQUIRE_VERIFIED: 'true' });
    client = await world.keyFor('client');
    await world.publish(
      world.joined('runa', court),
      world.posted('runa', court, 'My favorite fruit is the medlar'),
    );
  }, 120_000);
  afterAll(() => world.close());

  const remember = (content: string, extra: object = {}) =>
    world.call(
      'POST',
      '/v1/memories',
      {
        agent_id: agent,
        viewer: { platform: 'chat', platform_user_id: 'runa' },
        source: { platform: 'chat', type: 'group', external_id: 'court' },
        content,
        ...extra,
      },
      client,
    );

  it.each([{}, { infer: true }])('is the same whatever is held: %j', async (extra) => {
    const said = extra.infer ? 'My favorite fruit is the ' : 'Favorite fruit: the ';
    const texts = await Promise.all(
      ['medlar', 'sorb', 'medlar'].map(async (fruit) => {
        const { status, text } = await remember(said + fruit, extra);
        return `${String(status)} ${text.replaceAll(fruit, '<fruit>')}`;
      }),
    );
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toMatch(/^201 .*"ADD"/u);
  });

  it('is kept all the same', async () => {
    await world.platform.settled(30_000);
    const { text } = await world.call('GET', `/v1/memories?agent_id=${agent}`);
    expect(text).toMatch(/medlar|sorb/u);
  });
});

describe('what a viewer is told of what they had remembered', () => {
  let world: World;
  let client: string;
  beforeAll(async () => {
    world = await World.open();
    client = await world.keyFor('client');
    await world.publish(
      ...['sten', 'tora', 'ulla'].map((id) => world.joined(id, court)),
      world.joined('ulla', strongroom),
      world.posted('ulla', strongroom, "Sten's favorite metal is nickel"),
      world.posted('ulla', court, "Sten's favorite tool is the chisel"),
      world.posted('sten', court, 'My favorite coin is the florin'),
    );
  }, 120_000);
  afterAll(() => world.close());

  const outcome = async (content: string): Promise<string | undefined> =>
    outcomeOf(
      await world.call(
        'POST',
        '/v1/memories',
        {
          agent_id: agent,
          viewer: { platform: 'chat', platform_user_id: 'sten' },
          source: { platform: 'chat', type: 'group', external_id: 'court' },
          content,
        },
        client,
      ),
    )?.outcome;

  it('does not tell that something hidden was replaced', async () => {
    expect(await outcome('Favorite metal: copper')).toBe('ADD');
  });

  it('tells what of theirs was replaced, or was held before', async () => {
    expect(await outcome('Favorite tool: the burin')).toBe('SUPERSEDE');
    expect(await outcome('Favorite coin: the ducat')).toBe('SUPERSEDE');
    expect(await outcome('Favorite coin: the ducat')).toBe('NOOP');
  });
});
