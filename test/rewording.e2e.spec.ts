import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { HistoryEntry, MemoryView } from '#contracts';
import { agent, channel, dm, memoriesOf, workspace, World, type Response } from './support/world.js';

const mill = workspace('watermill');
const loft = channel('loft', mill);
const inLoft = { platform: 'chat', type: 'group', external_id: 'loft' };
const person = (id: string) => ({ platform: 'chat', platform_user_id: id });
const faultsOf = ({ status, body }: Response): readonly unknown[] => [
  status,
  ...(body as { errors: readonly { path: string }[] }).errors.map(({ path }) => path),
];

/** Who said what about whom: nobody's words are put in another's mouth. */
describe('rewording a memory', () => {
  let world: World;
  let client: string;
  beforeAll(async () => {
    world = await World.open();
    client = await world.keyFor('client');
    await world.publish(...['nora', 'otto', 'pola'].map((id) => world.joined(id, loft)));
  }, 120_000);
  afterAll(() => world.close());

  const told = async (speaker: string, content: string, about: readonly string[]): Promise<string> => {
    const { body } = await world.remember(speaker, content, { source: inLoft, subjects: about.map(person) });
    await world.platform.settled(30_000);
    return (body as { results: readonly { id: string }[] }).results[0]?.id ?? '';
  };
  const patch = (id: string, viewer: string | null, body: object, key = client): Promise<Response> => {
    const as = viewer === null ? '' : `&viewer_platform=chat&viewer_platform_user_id=${viewer}`;
    return world.call('PATCH', `/v1/memories/${id}?agent_id=${agent}${as}`, body, key);
  };
  const held = async (id: string): Promise<MemoryView> =>
    (await world.call('GET', `/v1/memories/${id}?agent_id=${agent}`)).body as MemoryView;

  it('is for its speaker: a subject may not say it in other words, and nothing of the change is made', async () => {
    const id = await told('nora', 'Repairs the north sluice', ['otto']);
    const refused = await patch(id, 'otto', {
      content: 'Broke the north sluice',
      importance: 0.9,
      sensitivity: 'personal',
    });
    expect(faultsOf(refused)).toEqual([422, 'content']);
    expect(await held(id)).toMatchObject({
      memory: 'Repairs the north sluice',
      speaker: { name: 'Nora' },
      sensitivity: 'public',
    });
    expect((await held(id)).importance).not.toBe(0.9);
  });

  it('is not hung upon it as metadata either', async () => {
    const id = await told('nora', 'Polishes the millstone', ['otto']);
    expect(faultsOf(await patch(id, 'otto', { metadata: { note: 'badly' } }))).toEqual([422, 'metadata']);
    expect((await held(id)).metadata).toEqual({});
  });

  it('leaves a subject to narrow and to forget what is said of them', async () => {
    const id = await told('nora', 'Snores in the grain room', ['otto']);
    expect(
      (await patch(id, 'otto', { visibility_scope: 'private_subject', sensitivity: 'personal' })).status,
    ).toBe(200);
    expect(await held(id)).toMatchObject({ visibility_scope: 'private_subject', sensitivity: 'personal' });
    const gone = await world.call(
      'DELETE',
      `/v1/memories/${id}?agent_id=${agent}&viewer_platform=chat&viewer_platform_user_id=otto`,
      undefined,
      client,
    );
    expect(gone.status).toBe(200);
  });

  it('is for whoever said it, of themselves and of others', async () => {
    const own = await told('otto', 'Grinds rye on Fridays', ['otto']);
    const other = await told('otto', 'Bakes for the whole lane', ['pola']);
    expect((await patch(own, 'otto', { content: 'Grinds spelt on Fridays' })).status).toBe(200);
    expect((await patch(other, 'otto', { content: 'Bakes for half the lane' })).status).toBe(200);
    expect([(await held(own)).memory, (await held(other)).memory]).toEqual([
      'Grinds spelt on Fridays',
      'Bakes for half the lane',
    ]);
  });

  it('is for operators, and the history tells that somebody did', async () => {
    const id = await told('nora', 'Counts the sacks twice', ['otto']);
    expect(
      (await patch(id, null, { content: 'Counts the sacks once' }, world.platform.operatorKey)).status,
    ).toBe(200);
    const { body } = await world.call('GET', `/v1/memories/${id}/history?agent_id=${agent}`);
    const corrected = (body as { results: readonly HistoryEntry[] }).results.find(
      ({ type }) => type === 'MemoryCorrected',
    );
    expect(corrected?.data).toMatchObject({ content: 'Counts the sacks once', by: null });
  });

  it('is not for those who were let hear it: their copy says what its speaker said', async () => {
    await world.say('pola', dm('pola'), 'I love quinces');
    await world.say('pola', dm('pola'), 'you can tell Otto', {
      mentions: [{ platform_user_id: 'otto', handle: 'otto' }],
    });
    const heard = await world.ask('otto', null, 'what of the quinces?', { top_k: 50 });
    const copy = heard.results.find(({ memory }) => memory.includes('quinces'));
    expect(copy?.owner?.name).toBe('Otto');
    expect(faultsOf(await patch(copy?.id ?? '', 'otto', { content: 'Hates the mill' }))).toEqual([
      422,
      'content',
    ]);
    expect(memoriesOf(await world.ask('pola', null, 'the mill?', { top_k: 50 }))).not.toContain(
      'Hates the mill',
    );
  });

  it('makes it as personal as the new words are', async () => {
    const id = await told('otto', 'Talks to the miller on Mondays', ['otto']);
    expect((await patch(id, 'otto', { content: 'Has been diagnosed with depression' })).status).toBe(200);
    expect((await held(id)).sensitivity).toBe('sensitive');
  });
});
