import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MemoryView } from '#contracts';
import { agent, channel, workspace, World, type Response } from './support/world.js';

const orchard = workspace('orchard');
const press = channel('press', orchard);
const inPress = { platform: 'chat', type: 'group', external_id: 'press' };
const idOfTess = '998877665544332211';

const faultOf = ({ status, body }: Response): readonly unknown[] => {
  const { errors = [] } = body as { readonly errors?: readonly { path: string; message: string }[] };
  return [
    status,
    ...errors.flatMap(({ path, message }) => [path, /speaker|User's|platform id/u.exec(message)?.[0]]),
  ];
};

/** Names are put in when an answer is rendered: the words themselves hold none of their speaker's, and no ids. */
describe('what somebody has remembered', () => {
  let world: World;
  let client: string;
  beforeAll(async () => {
    world = await World.open();
    client = await world.keyFor('client');
    await world.publish(
      world.joined({ id: idOfTess, handle: 'tess_o', name: 'Tess Okonkwo' }, press),
      world.joined({ id: 'will', name: 'Will' }, press),
      world.joined('otto', press),
    );
  }, 120_000);
  afterAll(() => world.close());

  const remember = (viewer: string, content: string, extra: object = {}, key = client) =>
    world.call(
      'POST',
      '/v1/memories',
      {
        agent_id: agent,
        viewer: { platform: 'chat', platform_user_id: viewer },
        source: inPress,
        content,
        ...extra,
      },
      key,
    );
  const held = async (): Promise<readonly string[]> => {
    await world.platform.settled(30_000);
    const { body } = await world.call('GET', `/v1/memories?agent_id=${agent}&limit=200`);
    return (body as { results: readonly MemoryView[] }).results.map(({ memory }) => memory);
  };
  const idOf = ({ body }: Response): string =>
    (body as { results: readonly { id: string }[] }).results[0]?.id ?? '';
  const patch = (id: string, content: string, as = '', key?: string): Promise<Response> =>
    world.call('PATCH', `/v1/memories/${id}?agent_id=${agent}${as}`, { content }, key);

  it.each([
    ["User's cider is dry", "User's"],
    ['Tess presses pears', 'speaker'],
    ["Tess Okonkwo's favorite apple is the russet", 'speaker'],
    ['@tess_o is a cooper', 'speaker'],
    ['Shares a press with <@!112233>', 'platform id'],
    [`Is called ${idOfTess} elsewhere`, 'platform id'],
    [`Is chat:${idOfTess} elsewhere`, 'platform id'],
  ])('is refused and not kept where it reads: %s', async (content, fault) => {
    expect(faultOf(await remember(idOfTess, content))).toEqual([422, 'content', fault]);
    expect(faultOf(await remember(idOfTess, content, {}, world.platform.operatorKey))).toEqual([
      422,
      'content',
      fault,
    ]);
    expect(await held()).not.toContain(content);
  });

  it('is refused for a speaker of whom only the call has told', async () => {
    const viewer = { platform: 'chat', platform_user_id: 'u-1', display_name: 'Ilse', handle: 'ilse' };
    const { status } = await world.call('POST', '/v1/memories', {
      agent_id: agent,
      viewer,
      content: 'Ilse has goats',
    });
    expect(status).toBe(422);
    const { body } = await world.call('GET', '/v1/users');
    expect(JSON.stringify(body)).not.toContain('u-1');
  });

  it('is refused where it holds the id of a subject that the call names', async () => {
    const subjects = [{ platform: 'chat', platform_user_id: idOfTess }];
    expect(faultOf(await remember('otto', `Bought the press of ${idOfTess}`, { subjects }))).toEqual([
      422,
      'content',
      'platform id',
    ]);
    const { body } = await world.call('GET', `/v1/scope?platform=chat&platform_user_id=${idOfTess}`);
    const { user_id } = body as { readonly user_id: string };
    // An id that the call does not name is not looked for: whose it is, is not told.
    const byEntity = { subjects: [{ entity_id: user_id }] };
    expect((await remember('otto', `Counts to ${idOfTess}`, byEntity)).status).toBe(201);
  });

  it.each([
    [idOfTess, 'Presses pears in autumn'],
    [idOfTess, "Otto's favorite apple is the russet"],
    [idOfTess, 'Told by Tess herself'],
    [idOfTess, 'Lives near 4711 Main street'],
    ['will', 'Will prune the old trees in March'],
    ['will', 'Will and testament are with the notary'],
    ['otto', 'Users of the press sign a list'],
  ])('is kept as it is where it could be any sentence: %s: %s', async (viewer, content) => {
    expect((await remember(viewer, content)).status).toBe(201);
    expect(await held()).toContain(content);
  });

  it('is not put in such words later, and stays as it was', async () => {
    const id = idOf(await remember(idOfTess, 'Grafts quinces'));
    const asTess = `&viewer_platform=chat&viewer_platform_user_id=${idOfTess}&viewer_source_platform=chat&viewer_source_type=group&viewer_source_external_id=press`;
    await world.platform.settled(30_000);
    expect(faultOf(await patch(id, 'Tess grafts medlars', asTess, client))).toEqual([
      422,
      'content',
      'speaker',
    ]);
    expect(faultOf(await patch(id, 'Tess grafts medlars'))).toEqual([422, 'content', 'speaker']);
    expect(faultOf(await patch(id, "User's medlars are ripe"))).toEqual([422, 'content', "User's"]);
    expect(await held()).toContain('Grafts quinces');
    expect((await patch(id, 'Grafts medlars', asTess, client)).status).toBe(200);
    expect(await held()).toContain('Grafts medlars');
  });

  it('may name its speaker where it is read as a message', async () => {
    const { status } = await remember(idOfTess, 'Tess here. I prefer sour apples', { infer: true });
    expect(status).toBe(201);
    expect((await held()).some((memory) => /sour apples/u.test(memory) && !memory.includes('Tess'))).toBe(
      true,
    );
  });
});
