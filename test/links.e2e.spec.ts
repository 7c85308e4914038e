import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accountRef, channel, memoriesOf, workspace, World, type PlaceOf } from './support/world.js';

const dmOn = (platform: string, person: string): PlaceOf => ({
  type: 'dm',
  external_id: `dm-${person}`,
  platform,
});
const nobody = '00000000-0000-4000-8000-000000000000';

/** Two accounts are read as one person's from the moment they are linked, and as two from the moment that is taken back. */
describe('a link', () => {
  let world: World;
  let second: string;
  let client: string;
  beforeAll(async () => {
    world = await World.open();
    [second, client] = [await world.keyFor('operator'), await world.keyFor('client')];
  }, 120_000);
  afterAll(() => world.close());

  const tell = (platform: string, person: string, text: string) =>
    world.say(person, dmOn(platform, person), text, { platform });
  /** What recall answers, to the byte. */
  const asked = async (account: string, query: string, source: PlaceOf | null = null): Promise<string> =>
    (
      await world.call('POST', '/v1/recall', {
        agent_id: 'helper',
        viewer: accountRef(account),
        source: source && {
          platform: source.platform ?? 'chat',
          type: source.type,
          external_id: source.external_id,
        },
        query,
        threshold: 0,
      })
    ).text;
  const decide = (id: string, verdict: 'approve' | 'reject' | 'undo', key = second) =>
    world.call('POST', `/v1/reviews/${id}/${verdict}`, {}, key);
  const propose = (from: string, to: string, more: object = {}, key?: string) =>
    world.call('POST', '/v1/links', { from: accountRef(from), to: accountRef(to), ...more }, key);
  const pathsIn = ({ status, body }: { status: number; body: unknown }) => [
    status,
    ...(body as { errors: readonly { path: string }[] }).errors.map(({ path }) => path),
  ];

  it('lets the one read what the other said, as soon as it is decided, and undone leaves no byte of it', async () => {
    await tell('telegram', 'ines', "I'm allergic to peanuts");
    await tell('discord', 'ines-d', 'I play the oboe');
    const questions = async () => [
      await asked('discord:ines-d', 'what am I allergic to?'),
      await asked('telegram:ines', 'which instrument do I play?'),
      await asked('telegram:ines', 'what do you remember about me?'),
      await asked('discord:ines-d', 'what do you remember about me?', dmOn('discord', 'ines-d')),
    ];
    const before = await questions();
    expect(before.map((text) => text.includes('peanuts'))).toEqual([false, true, true, false]);
    const id = await world.propose('telegram:ines', 'discord:ines-d');
    expect(await questions()).toEqual(before);
    expect((await decide(id, 'approve')).body).toEqual({ id, status: 'approved' });
    const joined = await questions();
    expect(joined.map((text) => [text.includes('peanuts'), text.includes('oboe')])).toEqual(
      joined.map(() => [true, true]),
    );
    expect((await decide(id, 'undo')).body).toEqual({ id, status: 'undone' });
    expect(await questions()).toEqual(before);
    expect(await world.propose('discord:ines-d', 'telegram:ines')).toBe(id);
    await decide(id, 'approve');
    expect(await questions()).toEqual(joined);
    await world.call('DELETE', `/v1/links/${id}`);
    expect(await questions()).toEqual(before);
  });

  it('is refused of an account with itself, and with nobody, by the field', async () => {
    expect(pathsIn(await propose('telegram:ines', 'telegram:ines'))).toEqual([422, 'to']);
    const known = accountRef('telegram:ines');
    const toNobody = { from: known, to: { entity_id: nobody } };
    expect(pathsIn(await world.call('POST', '/v1/links', toNobody))).toEqual([422, 'to']);
    const proof = [{ kind: 'code-confirmed', weight: 1 }];
    expect(pathsIn(await propose('telegram:ines', 'chat:x', { evidence: proof }))).toEqual([
      422,
      'evidence.0.kind',
    ]);
  });

  it('is approved by another than who proposed it, and by one of many who do so at once', async () => {
    const id = await world.propose('telegram:otto', 'discord:otto');
    expect((await decide(id, 'approve', world.platform.operatorKey)).status).toBe(403);
    const answers = await Promise.all(Array.from({ length: 10 }, () => decide(id, 'approve')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(409)]);
    expect((await decide(id, 'reject')).status).toBe(409);
    expect((await decide(nobody, 'approve')).status).toBe(404);
  });

  it('that was rejected stays so until stronger evidence comes', async () => {
    const id = await world.propose('telegram:pia', 'discord:pia');
    expect((await decide(id, 'reject')).body).toEqual({ id, status: 'rejected' });
    expect((await propose('discord:pia', 'telegram:pia')).status).toBe(409);
    const stronger = { evidence: [{ kind: 'passport-seen', weight: 0.95 }] };
    expect((await propose('discord:pia', 'telegram:pia', stronger)).body).toMatchObject({
      id,
      status: 'pending',
    });
    await decide(id, 'reject');
    expect((await decide(id, 'undo')).body).toEqual({ id, status: 'pending' });
  });

  it('joins an account that nobody has heard of, of whatever platform', async () => {
    await tell('telegram', 'rosa', 'I collect stamps');
    const before = await asked('spacebot:u-77', 'what do I collect?');
    const id = await world.link('telegram:rosa', 'spacebot:u-77');
    expect(memoriesOf(await world.ask('spacebot:u-77', null, 'what do I collect?'))).toEqual([
      'Collects stamps',
    ]);
    await world.call('DELETE', `/v1/links/${id}`);
    expect(await asked('spacebot:u-77', 'what do I collect?')).toBe(before);
  });

  it('joins all that are linked to either, and a ring of links is no more than a chain', async () => {
    const people = ['t1', 't2', 't3', 't4', 't5'].map((name) => `net${name}:tove`);
    await tell('nett1', 'tove', 'I have a boat');
    const ids: string[] = [];
    for (const [index, person] of people.entries())
      ids.push(await world.link(person, people[(index + 1) % people.length] ?? ''));
    const hears = async (person = 'nett4:tove') =>
      (await asked(person, 'do I have a boat?')).includes('boat');
    expect(await hears()).toBe(true);
    await world.call('DELETE', `/v1/links/${ids[2] ?? ''}`);
    expect(await hears()).toBe(true);
    await world.call('DELETE', `/v1/links/${ids[4] ?? ''}`);
    expect([await hears(), await hears('nett3:tove')]).toEqual([false, true]);
  });

  it('is proposed by a client for its viewer alone, who learns of nobody by asking', async () => {
    const guild = workspace('link-guild');
    await world.publish(
      world.joined('uma', channel('link-lounge', guild)),
      world.joined('vik', channel('link-lounge', guild)),
    );
    await tell('chat', 'wim', 'I keep a diary');
    const idOf = async (person: string): Promise<string> =>
      (
        (await world.call('GET', `/v1/scope?platform=chat&platform_user_id=${person}`)).body as {
          user_id: string;
        }
      ).user_id;
    const viewer = accountRef('uma');
    const forUma = (from: object, to: object, more: object = { viewer }) =>
      world.call('POST', '/v1/links', { from, to, ...more }, client);
    expect(pathsIn(await forUma(viewer, accountRef('wim'), {}))).toEqual([422, 'viewer']);
    expect((await forUma(accountRef('vik'), accountRef('wim'))).status).toBe(403);
    const hidden = await forUma(viewer, { entity_id: await idOf('wim') });
    const absent = await forUma(viewer, { entity_id: nobody });
    expect([hidden.status, hidden.text]).toEqual([absent.status, absent.text]);
    expect((await forUma(viewer, { entity_id: await idOf('vik') })).status).toBe(201);
    const shapes = [await forUma(viewer, accountRef('wim')), await forUma(viewer, accountRef('who-is-this'))];
    const shapeOf = ({ status, body }: { status: number; body: unknown }) => [
      status,
      Object.keys(body as object),
      (body as { status: string }).status,
    ];
    expect(shapeOf(shapes[0] as never)).toEqual(shapeOf(shapes[1] as never));
    // What others decided of the pair is not told either.
    const { id } = shapes[0]?.body as { id: string };
    await decide(id, 'reject');
    expect(await forUma(viewer, accountRef('wim'))).toEqual(shapes[0]);
    const asked404 = await world.call(
      'DELETE',
      `/v1/links/${nobody}?viewer_platform=chat&viewer_platform_user_id=vik`,
      undefined,
      client,
    );
    const others = await world.call(
      'DELETE',
      `/v1/links/${id}?viewer_platform=chat&viewer_platform_user_id=vik`,
      undefined,
      client,
    );
    expect([others.status, others.text]).toEqual([asked404.status, asked404.text]);
  });

  it('that its person takes back is gone', async () => {
    const id = await world.link('telegram:yara', 'discord:yara');
    await tell('telegram', 'yara', 'I like figs');
    expect(await asked('discord:yara', 'what do I like?')).toContain('figs');
    const path = `/v1/links/${id}?viewer_platform=discord&viewer_platform_user_id=yara`;
    expect((await world.call('DELETE', path, undefined, client)).status).toBe(200);
    expect(await asked('discord:yara', 'what do I like?')).not.toContain('figs');
  });
});
