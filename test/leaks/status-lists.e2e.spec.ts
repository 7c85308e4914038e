import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { agent, channel, dm, memoriesOf, workspace, World, type PlaceOf } from '../support/world.js';

const dock = workspace('dock');
const ramp = channel('ramp', dock);

describe('memories by status', () => {
  let world: World;
  let later = 0;
  beforeAll(async () => {
    world = await World.open({}, () => new Date(Date.now() + later));
    await world.publish(
      ...['ines', 'joel'].map((person) => world.joined(person, ramp)),
      world.posted('ines', ramp, 'My favorite color is teal'),
      world.posted('ines', ramp, 'My favorite color is ochre'),
      world.posted('joel', ramp, 'My favorite color is beige'),
      world.posted('joel', ramp, 'My favorite color is mauve'),
      // Hearsay in the open, which she puts right in private.
      world.posted('joel', ramp, "Ines's favorite season is autumn"),
      world.posted('ines', dm('ines'), 'My favorite season is winter'),
      world.posted('ines', dm('ines'), 'I need to call the dentist'),
    );
    await world.platform.settled(30_000);
  });
  afterAll(() => world.close());

  const list = async (viewer: string | null, status: string, place: PlaceOf | null = null) => {
    const query = new URLSearchParams({
      agent_id: agent,
      status,
      limit: '100',
      ...(viewer === null ? {} : { viewer_platform: 'chat', viewer_platform_user_id: viewer }),
      ...(place === null
        ? {}
        : {
            viewer_source_platform: 'chat',
            viewer_source_type: place.type,
            viewer_source_external_id: place.external_id,
          }),
    });
    const { status: code, body } = await world.call('GET', `/v1/memories?${query.toString()}`);
    expect(code).toBe(200);
    return (body as { results: readonly { memory: string; status: string }[] }).results;
  };
  const memories = async (...asked: Parameters<typeof list>): Promise<string> =>
    (await list(...asked)).map(({ memory }) => memory).join('\n');

  it('are listed to operators', async () => {
    const listed = await list(null, 'superseded');
    expect(listed.map(({ status }) => [...new Set([status])])).toEqual(listed.map(() => ['superseded']));
    const words = listed.map(({ memory }) => memory).join('\n');
    for (const word of [/teal/u, /beige/u, /autumn/u]) expect(words).toMatch(word);
    expect(words).not.toMatch(/ochre|mauve|winter/u);
    expect(await memories(null, 'active')).toMatch(/ochre/u);
    expect(await memories(null, 'active')).not.toMatch(/teal/u);
  });

  it('are listed to people of their own, alone', async () => {
    expect(await memories('ines', 'superseded')).toMatch(/teal/u);
    expect(await memories('ines', 'superseded', dm('ines'))).toMatch(/teal/u);
    expect(await memories('joel', 'superseded')).toMatch(/beige/u);
    expect(await memories('joel', 'superseded')).not.toMatch(/teal/u);
    expect(await memories('ines', 'superseded', ramp)).toBe('');
    expect(await memories('stranger', 'superseded')).toBe('');
  });

  it('tell nobody that something hidden replaced what they said', async () => {
    expect(await memories('joel', 'superseded')).not.toMatch(/autumn/u);
    expect(await memories('ines', 'superseded')).toMatch(/autumn/u);
  });

  it('are never recalled or searched', async () => {
    for (const place of [ramp, dm('ines'), null]) {
      const told = memoriesOf(await world.ask('ines', place, 'favorite color teal', { top_k: 200 }));
      expect(told.join('\n')).not.toMatch(/teal|autumn/u);
    }
  });

  it('expire by time, marked or not', async () => {
    expect(await memories('ines', 'expired')).toBe('');
    expect(await memories('ines', 'active')).toMatch(/dentist/u);
    later = 20 * 86_400_000;
    expect(await memories('ines', 'expired')).toMatch(/dentist/u);
    expect(await memories(null, 'expired')).toMatch(/dentist/u);
    expect(await memories('joel', 'expired')).toBe('');
    expect(await memories('ines', 'active')).not.toMatch(/dentist/u);
    later = 0;
  });

  it('are forgotten by their status, if an operator says so', async () => {
    const { body } = await world.call('DELETE', `/v1/memories?agent_id=${agent}&status=superseded`);
    expect((body as { forgotten: number }).forgotten).toBeGreaterThan(2);
    await world.platform.settled(30_000);
    expect(await list(null, 'superseded')).toEqual([]);
    expect(await list(null, 'forgotten')).toEqual([]);
    expect(await memories('ines', 'active')).toMatch(/ochre/u);
  });
});
