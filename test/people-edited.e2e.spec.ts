import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { agent, channel, dm, memoriesOf, workspace, World } from './support/world.js';

const mill = workspace('mill');
const yard = channel('yard', mill);
const attic = channel('attic', workspace('house'));

let world: World;
let client: string;
beforeAll(async () => {
  world = await World.open();
  client = await world.keyFor('client');
  await world.publish(
    world.joined('yui', yard),
    world.joined('ben', yard),
    world.joined('yui', attic),
    world.joined('zoe', attic),
    world.posted('yui', yard, 'I play the viola'),
    world.posted('ben', yard, 'I have a boat'),
    world.posted('zoe', attic, 'good morning'),
  );
}, 120_000);
afterAll(() => world.close());

const idOf = async (person: string): Promise<string> => {
  const { body } = await world.call('GET', `/v1/scope?platform=chat&platform_user_id=${person}`);
  return (body as { user_id: string }).user_id;
};
const as = (person: string): string =>
  `agent_id=${agent}&viewer_platform=chat&viewer_platform_user_id=${person}`;
const by = (person: string, method: string, path: string, body?: unknown) =>
  world.call(method, `${path}${path.includes('?') ? '&' : '?'}${as(person)}`, body, client);
const shown = async (asker: string, query: string): Promise<string> => {
  const answer = await world.ask(asker, yard, query);
  return `${answer.context} ${answer.results.map(({ subjects }) => subjects.map(({ name }) => name).join()).join()}`;
};
/** A name that is given by a call means them from then on, and the messages of these tests are of yesterday. */
const fromNowOn = (): string => new Date().toISOString();
const aliasesTo = async (asker: string, person: string): Promise<readonly string[]> => {
  const { body } = await by(asker, 'GET', `/v1/entities/${await idOf(person)}`);
  return (body as { aliases: readonly string[] }).aliases;
};

describe('how somebody is called', () => {
  it('is theirs to say: others see it at once, and their accounts’ names again when they take it back', async () => {
    const path = `/v1/entities/${await idOf('yui')}`;
    expect((await by('yui', 'PATCH', path, { name: 'Yu the Great' })).status).toBe(200);
    expect(await shown('ben', 'who plays the viola?')).toContain('Yu the Great');
    const asked = await world.ask('ben', yard, 'what does Yu the Great play?');
    expect(asked.asked_about).toEqual([{ entity_id: await idOf('yui'), name: 'Yu the Great' }]);
    expect(memoriesOf(asked)).toContain('Plays the viola');
    await world.say('ben', yard, 'Yu the Great has a kiln');
    expect(await shown('ben', 'who has a kiln?')).toContain("#### Yu the Great's shared context");
    await world.publish(world.renamed('yui', 'Yui 🌿'));
    expect(await shown('ben', 'who plays the viola?')).toContain('Yu the Great');
    expect((await by('yui', 'PATCH', path, { name: null })).status).toBe(200);
    expect(await shown('ben', 'who plays the viola?')).toContain('Yui 🌿');
    expect((await world.ask('ben', yard, 'what does Yu the Great play?')).asked_about).toEqual([]);
  });

  it('is nobody else’s: whoever knows them is refused, whoever does not is told of nobody', async () => {
    const yui = await idOf('yui');
    const ben = await idOf('ben');
    const none = '00000000-0000-4000-8000-000000000000';
    for (const [method, tail, body] of [
      ['PATCH', '', { name: 'Viola' }],
      ['POST', '/aliases', { name: 'Viola' }],
    ] as const) {
      expect((await by('ben', method, `/v1/entities/${yui}${tail}`, body)).status).toBe(403);
      const stranger = await by('zoe', method, `/v1/entities/${ben}${tail}`, body);
      const absent = await by('zoe', method, `/v1/entities/${none}${tail}`, body);
      expect([stranger.status, stranger.text]).toEqual([404, absent.text]);
    }
    expect(await aliasesTo('ben', 'yui')).not.toContain('Viola');
    const { status } = await world.call('PATCH', `/v1/entities/${yui}`, { name: 'X' }, client);
    expect(status).toBe(422);
  });

  it.each([
    ['', ['is empty']],
    [' ', ['is empty']],
    ['a\nb', ['has characters that no name has']],
    ['[MEMORY_SCOPE]', ['has characters that no name has']],
    ['x'.repeat(129), [expect.stringMatching(/128/u)]],
  ])('is a name: not %j', async (name, told) => {
    const { status, body } = await by('yui', 'PATCH', `/v1/entities/${await idOf('yui')}`, { name });
    expect([
      status,
      (body as { errors: { message: string }[] }).errors.map(({ message }) => message),
    ]).toEqual([422, told]);
  });
});

describe('a further name', () => {
  it('means its person in what is said and asked from then on, until it is taken back', async () => {
    const path = `/v1/entities/${await idOf('yui')}/aliases`;
    const added = await by('yui', 'POST', path, { name: 'Fiddler' });
    expect(added.status).toBe(201);
    const { id } = added.body as { id: string };
    expect((await by('yui', 'POST', path, { name: 'Fiddler' })).body).toEqual(added.body);
    expect(await aliasesTo('ben', 'yui')).toContain('Fiddler');
    await world.say('ben', yard, 'Fiddler has a motorbike', { sent_at: fromNowOn() });
    const { body } = await world.call('GET', `/v1/memories?subject_id=${await idOf('yui')}`);
    expect(JSON.stringify(body)).toContain('motorbike');
    expect((await by('ben', 'DELETE', `${path}/${id}`)).status).toBe(403);
    expect((await by('yui', 'DELETE', `${path}/${id}`)).status).toBe(200);
    expect((await by('yui', 'DELETE', `${path}/${id}`)).status).toBe(404);
    expect(await aliasesTo('ben', 'yui')).not.toContain('Fiddler');
  });

  it('is worded as a reference words it, and of one platform means them in its places alone', async () => {
    const path = `/v1/entities/${await idOf('yui')}/aliases`;
    const bodies = [
      { handle: 'bowster', platform: 'chat' },
      { display_name: 'Bow', platform: 'mail' },
    ];
    for (const body of bodies)
      expect(await by('yui', 'POST', path, body)).toMatchObject({
        status: 201,
        body: { name: body.handle ?? body.display_name, platform: body.platform },
      });
    await world.say('ben', yard, '@bowster has a sidecar', { sent_at: fromNowOn() });
    await world.say('ben', yard, 'Bow has a rowing boat', { sent_at: fromNowOn() });
    const { text } = await world.call('GET', `/v1/memories?subject_id=${await idOf('yui')}`);
    expect([/sidecar/u.test(text), /rowing boat/u.test(text)]).toEqual([true, false]);
    const asked = async (name: string) =>
      (await world.ask('ben', yard, `what does ${name} have?`)).asked_about.map(({ entity_id }) => entity_id);
    expect(await asked('bowster')).toEqual([await idOf('yui')]);
    expect(await asked('Bow')).not.toContain(await idOf('yui'));
    for (const body of [{}, { platform: 'chat' }, { name: 'A', handle: 'b' }, { handle: 'b', magic: 1 }])
      expect((await by('yui', 'POST', path, body)).status).toBe(422);
  });

  it.each([
    ['tove', 'you can just call me Tovlin', 'Tovlin'],
    ['otto', 'my friends call me Ottokar, please do too', 'Ottokar'],
    ['rosa', 'Call me Rosalind', 'Rosalind'],
  ])('is heard where %s says "%s", and known there alone', async (person, words, name) => {
    await world.publish(world.joined(person, attic), world.joined(person, yard));
    await world.say(person, attic, words);
    await world.say(person, yard, `I collect stamps of ${person}`);
    expect(await aliasesTo('zoe', person)).toContain(name);
    expect(await aliasesTo(person, person)).toContain(name);
    expect(await aliasesTo('ben', person)).not.toContain(name);
    expect((await world.ask('ben', yard, `what does ${name} collect?`)).asked_about).toEqual([]);
    expect((await world.ask('zoe', attic, `what does ${name} do?`)).asked_about).toMatchObject([
      { entity_id: await idOf(person) },
    ]);
    await world.say(person, attic, `I keep a harp for ${person}`);
    await world.say('zoe', attic, `${name} has a blue bicycle`);
    const { body } = await world.call('GET', `/v1/memories?subject_id=${await idOf(person)}&limit=200`);
    expect(JSON.stringify(body)).toContain('blue bicycle');
    const here = await world.ask('zoe', attic, `what does ${name} have?`, { include_messages: true });
    expect(here.context).toContain(`#### ${name}'s shared context`);
    expect(here.context).toContain('blue bicycle');
    for (const reader of [person, 'zoe']) {
      const alone = await world.ask(reader, dm(reader), `who has a blue bicycle?`);
      expect(alone.results.flatMap(({ subjects }) => subjects.map((one) => one.name))).toContain(name);
    }
    expect(
      (await world.ask('ben', yard, 'who collects stamps?', { include_messages: true })).context,
    ).not.toContain(name);
    await world.say('ben', yard, `${name} has a green bicycle`);
    const elsewhere = await world.call('GET', `/v1/memories?subject_id=${await idOf(person)}&limit=200`);
    expect(JSON.stringify(elsewhere.body)).not.toContain('green bicycle');
    await world.say(person, attic, 'forget everything about me');
    expect(await aliasesTo('zoe', person)).not.toContain(name);
  });

  it.each([
    ['hedda', 'call me Heddawick', "don't call me Heddawick any more", 'Heddawick'],
    ['lars', 'everyone calls me Larsbert', 'please stop calling me Larsbert', 'Larsbert'],
  ])('of %s ends when they want it no more, and no other does', async (person, words, end, name) => {
    await world.publish(world.joined(person, attic));
    await world.say(person, attic, words);
    await world.say('zoe', attic, `${name} has a red kayak`);
    await world.say('zoe', attic, `Stop calling me ${name}!`);
    expect(await aliasesTo('zoe', person)).toContain(name);
    await world.say(person, attic, end);
    expect(await aliasesTo('zoe', person)).not.toContain(name);
    const { context } = await world.ask('zoe', attic, 'who has a red kayak?');
    expect(context).toContain('red kayak');
    expect(context).not.toContain(`${name}'s shared context`);
    expect((await world.ask('zoe', attic, `what does ${name} have?`)).asked_about).toEqual([]);
  });

  it.each(['call me tomorrow', 'call me when you are there', 'they call me all the time'])(
    'is not heard in %j',
    async (words) => {
      const before = await aliasesTo('yui', 'yui');
      await world.say('yui', yard, words);
      expect(await aliasesTo('yui', 'yui')).toEqual(before);
    },
  );
});

describe('what is held of several people', () => {
  it('is listed at once, by whomever it was said, without what is somebody’s own', async () => {
    const [yui, ben] = [await idOf('yui'), await idOf('ben')];
    const list = async (more: string): Promise<string> => {
      const { status, body } = await world.call('GET', `/v1/memories?limit=200&${more}`);
      expect(status).toBe(200);
      return (body as { results: readonly { memory: string }[] }).results
        .map(({ memory }) => memory)
        .join(' | ');
    };
    const both = await list(`subject_ids=${yui},${ben}`);
    expect([/viola/u.test(both), /boat/u.test(both), /motorbike/u.test(both)]).toEqual([true, true, true]);
    const others = await list(`subject_ids=${yui},${ben}&exclude_owner_id=${ben}`);
    expect([/viola/u.test(others), /boat/u.test(others), /motorbike/u.test(others)]).toEqual([
      true,
      false,
      false,
    ]);
    expect(await list(`subject_ids=${yui}&portable=false`)).not.toMatch(/viola/u);
    for (const more of ['subject_ids=yui', 'subject_ids=', 'exclude_owner_id=x', 'portable=maybe'])
      expect((await world.call('GET', `/v1/memories?${more}`)).status).toBe(422);
  });

  it('follows links', async () => {
    await world.say(
      { id: 'yui-on-mail', platform: 'mail' },
      { ...dm('y2'), platform: 'mail' },
      'I breed carp',
    );
    const account = (platform: string, id: string) => ({ platform, platform_user_id: id });
    const { body } = await world.call('POST', '/v1/identity/link-codes', account('chat', 'yui'));
    await world.call('POST', '/v1/identity/link-codes/confirm', {
      ...account('mail', 'yui-on-mail'),
      code: (body as { code: string }).code,
    });
    const listed = await world.call('GET', `/v1/memories?limit=200&subject_ids=${await idOf('yui')}`);
    expect(JSON.stringify(listed.body)).toContain('carp');
  });
});

describe('a memory of a group', () => {
  it('goes at the word of whom it is about, and of nobody who is neither its speaker nor in it', async () => {
    await world.publish(world.joined('dan', yard), world.posted('dan', yard, 'good evening'));
    await world.say('yui', yard, 'Ben keeps two ferrets');
    const { body } = await world.call('GET', `/v1/memories?subject_id=${await idOf('ben')}`);
    const id = (body as { results: readonly { id: string; memory: string }[] }).results.find(({ memory }) =>
      /ferrets/u.test(memory),
    )?.id;
    expect(id).toBeDefined();
    const here = 'viewer_source_platform=chat&viewer_source_type=group&viewer_source_external_id=yard';
    const remove = (person: string) => by(person, 'DELETE', `/v1/memories/${id ?? ''}?${here}`);
    expect((await remove('dan')).status).toBe(403);
    expect((await remove('zoe')).status).toBe(404);
    expect(memoriesOf(await world.ask('ben', yard, 'ferrets')).join()).toMatch(/ferrets/u);
    // By its id alone a memory is of the agent whose it is.
    const plainly = (person: string, method: string) =>
      world.call(
        method,
        `/v1/memories/${id ?? ''}?viewer_platform=chat&viewer_platform_user_id=${person}`,
        undefined,
        client,
      );
    expect((await plainly('zoe', 'DELETE')).status).toBe(404);
    expect((await plainly('ben', 'GET')).body).toMatchObject({ id });
    expect((await plainly('ben', 'DELETE')).status).toBe(200);
    expect(memoriesOf(await world.ask('yui', yard, 'ferrets')).join()).not.toMatch(/ferrets/u);
  });
});
