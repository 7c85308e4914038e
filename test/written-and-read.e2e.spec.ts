import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openEngines } from './support/engines.js';
import { agent, channel, dm, memoriesOf, workspace, World, type Response } from './support/world.js';

const hall = channel('hall', workspace('guild'));
const vault = channel('vault', workspace('guild'), 'restricted');

interface Written {
  readonly results: readonly { readonly id: string; readonly outcome: string; readonly reason?: string }[];
}
const first = ({ body }: Response) => (body as Written).results[0];

describe('what is written by a call', () => {
  let world: World;
  /** Nothing seems indexed while this is set: recall never catches up. */
  let isBehind = false;
  beforeAll(async () => {
    world = await World.open({}, undefined, async (...given) => {
      const engines = await openEngines(...given);
      const positions = engines.index.positions.bind(engines.index);
      engines.index.positions = (ids) => (isBehind ? Promise.resolve(new Map()) : positions(ids));
      return engines;
    });
    await world.publish(world.joined('runo', hall), world.joined('saga', hall));
  }, 120_000);
  afterAll(() => world.close());

  const query = `agent_id=${agent}&viewer_platform=chat&viewer_platform_user_id=runo`;
  const told = async (about: string): Promise<string> =>
    memoriesOf(await world.ask('runo', null, about, { top_k: 50, threshold: 0 })).join('\n');

  it('is recalled as soon as the call is answered', async () => {
    const made = await world.remember('runo', 'Keeps two alpacas', { infer: false });
    expect([made.status, first(made)?.outcome]).toEqual([201, 'ADD']);
    expect(await told('alpacas')).toMatch(/two alpacas/u);
    const path = `/v1/memories/${first(made)?.id ?? ''}?${query}`;
    expect((await world.call('PATCH', path, { content: 'Keeps nine alpacas' })).status).toBe(200);
    expect(await told('alpacas')).toMatch(/nine alpacas/u);
    expect(await told('alpacas')).not.toMatch(/two alpacas/u);
    expect((await world.call('DELETE', path)).status).toBe(200);
    expect(await told('alpacas')).not.toMatch(/alpacas/u);
  });

  it('is recalled no more as soon as a filter took it away, nor as it was said', async () => {
    await world.say('runo', hall, 'I play the oboe');
    const { body } = await world.call('DELETE', `/v1/memories?${query}&user_id=${await idOf('runo')}`);
    expect(body).toEqual({ forgotten: 1 });
    const said = await world.ask('runo', null, 'oboe', { include_messages: true, threshold: 0 });
    expect(memoriesOf(said).join('\n')).not.toMatch(/oboe/iu);
  });

  it('is kept when recall could not see it in time, and not waited for when nobody asks to', async () => {
    isBehind = true;
    try {
      const body = {
        agent_id: agent,
        viewer: { platform: 'chat', platform_user_id: 'runo' },
        content: 'Owns a sextant',
      };
      const late = await world.call('POST', '/v1/memories?timeout_ms=50', body);
      expect([late.status, late.text]).toEqual([504, expect.stringContaining('urn:kith:problem:timeout')]);
      const again = await world.call('POST', '/v1/memories?wait=accepted', body);
      expect([again.status, first(again)]).toEqual([
        201,
        expect.objectContaining({ outcome: 'NOOP', reason: 'duplicate' }),
      ]);
      const path = `/v1/memories/${first(again)?.id ?? ''}?${query}`;
      expect(
        (await world.call('PATCH', `${path}&timeout_ms=50`, { content: 'Owns an astrolabe' })).status,
      ).toBe(504);
      expect((await world.call('GET', path)).text).toMatch(/astrolabe/u);
    } finally {
      isBehind = false;
    }
  });

  it('says that it was held before, read from a text or not', async () => {
    const inHall = { source: { platform: 'chat', type: 'group', external_id: 'hall' } };
    for (const extra of [{ infer: false }, { infer: true, ...inHall }]) {
      const content = extra.infer ? 'I collect pressed ferns' : 'Collects moths';
      await world.remember('saga', content, extra);
      expect(first(await world.remember('saga', content, extra))).toMatchObject({
        outcome: 'NOOP',
        reason: 'duplicate',
      });
    }
  });

  it('is told of a message that came before whether it says something else now', async () => {
    const said = world.posted('saga', hall, 'I speak Finnish', { message_id: 'w-1' });
    const publish = async (event: object, wait = 'indexed') => {
      const { body } = await world.call('POST', `/v1/events?wait=${wait}`, event);
      const [{ status, errors } = {}] = (
        body as { results: readonly { status: string; errors?: unknown[] }[] }
      ).results;
      return [status, errors?.length ?? 0];
    };
    expect(await publish(said)).toEqual(['accepted', 0]);
    expect(await publish(said)).toEqual(['duplicate', 0]);
    const other = { ...said, data: { ...said.data, text: 'I speak Danish' } };
    for (const wait of ['indexed', 'accepted']) expect(await publish(other, wait)).toEqual(['duplicate', 1]);
    expect(await publish({ ...other, id: 'w-1-again' })).toEqual(['duplicate', 1]);
    expect(await publish({ ...said, data: { ...said.data, message_id: 'w-2' } })).toEqual(['duplicate', 1]);
    const secret = world.posted('saga', hall, 'my password is hunter22!x');
    expect([await publish(secret), await publish(secret)]).toEqual([
      ['accepted', 0],
      ['duplicate', 0],
    ]);
    await world.publish(world.edited('w-1', hall, 'I speak Danish'));
    expect(await publish(said)).toEqual(['duplicate', 0]);
  });

  it.each(['wait=soon', 'wait=indexed&timeout_ms=60001', 'timeout_ms=x', 'patience=1'])(
    'is refused with ?%s',
    async (asked) => {
      const { status, body } = await world.call('POST', `/v1/memories?${asked}`, {
        viewer: { platform: 'chat', platform_user_id: 'runo' },
        content: 'Rows a skiff',
      });
      expect([status, (body as { errors: readonly unknown[] }).errors.length]).toEqual([422, 1]);
    },
  );

  const idOf = async (person: string): Promise<string> => {
    const { body } = await world.call('GET', `/v1/scope?platform=chat&platform_user_id=${person}`);
    return (body as { user_id: string }).user_id;
  };
});

describe('an order to forget', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.open();
    await world.publish(
      ...['odin', 'yrsa', 'tyr'].flatMap((id) => [world.joined(id, hall)]),
      world.joined('yrsa', vault),
    );
  }, 120_000);
  afterAll(() => world.close());

  it('says how much went, and nothing else', async () => {
    await world.say('odin', hall, 'I work as a cooper');
    await world.say('odin', hall, 'I live in Tromsø');
    expect(await world.say('odin', hall, 'forget that')).toEqual([
      { memory_id: null, outcome: 'FORGOTTEN', count: 1 },
    ]);
    await world.say('odin', hall, 'I have a cat');
    expect(await world.say('odin', hall, 'forget everything about me')).toEqual([
      { memory_id: null, outcome: 'FORGOTTEN', count: 2 },
    ]);
    expect(await world.say('odin', hall, 'forget everything about me')).toEqual([
      { memory_id: null, outcome: 'FORGOTTEN', count: 0 },
    ]);
  });

  it('says it again to whoever asks later', async () => {
    await world.say('tyr', dm('tyr'), 'I play the tuba');
    const order = world.posted('tyr', dm('tyr'), 'please forget everything you know about me');
    await world.publish(order);
    // What it took out of the message before makes the order itself be read once more.
    await world.platform.settled(30_000);
    const { body } = await world.call('GET', `/v1/events/${order.id}?source=/test`);
    expect(body).toMatchObject({ status: 'indexed', facts: [{ outcome: 'FORGOTTEN', count: 1 }] });
    expect(await world.publish(order)).toEqual([[{ memory_id: null, outcome: 'FORGOTTEN', count: 1 }]]);
  });

  it('counts the same whether or not others confided something of them', async () => {
    const ordered = async (person: string): Promise<string> => {
      await world.say(person, hall, 'I like gooseberries');
      return JSON.stringify(await world.say(person, hall, 'Forget everything about me.'));
    };
    await world.publish(...['ask', 'embla'].map((id) => world.joined(id, hall)));
    await world.say('yrsa', vault, 'Embla is allergic to nuts');
    await world.say('yrsa', dm('yrsa'), "Embla's favorite metal is tin");
    expect(await ordered('embla')).toBe(await ordered('ask'));
  });

  it('counts values that were taken out of what was said', async () => {
    await world.say('yrsa', hall, 'The label of the davit is davit-9');
    const facts = await world.say('yrsa', hall, 'Please delete the label davit-9 from your memory');
    expect(facts.filter(({ outcome }) => outcome === 'FORGOTTEN')).toEqual([
      { memory_id: null, outcome: 'FORGOTTEN', count: 1 },
    ]);
  });

  it('is nothing that was merely spoken of', async () => {
    for (const text of ['I never forget a face', 'Did you forget the milk?', 'She said to forget it all'])
      expect((await world.say('tyr', hall, text)).map(({ outcome }) => outcome)).not.toContain('FORGOTTEN');
  });
});
