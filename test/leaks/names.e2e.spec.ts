import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { proofCases } from '#testing';
import { agent, channel, dm, workspace, World, type PlaceOf } from '../support/world.js';

const abbey = workspace('abbey');
const cloister = channel('cloister', abbey);
const crypt = channel('crypt', abbey, 'restricted');
const elsewhere = (place: PlaceOf): PlaceOf => ({
  ...place,
  platform: 'other',
  ...(place.parent ? { parent: elsewhere(place.parent) } : {}),
});

const frozen = new Date();
const asker = { platform: 'chat', platform_user_id: 'mira' };
const here = { platform: 'chat', type: 'group', external_id: 'cloister' };
const asMira = `agent_id=${agent}&viewer_platform=chat&viewer_platform_user_id=mira`;
const nobody = '11111111-1111-4111-8111-111111111111';

/** Whom Mira may not know, by every name that they are given in what she cannot read. */
const hiddenNames = ['Brunhild', 'Ragna Holt', 'ragna', 'Sunniva', 'Yrsa', 'Thyra', 'Ottokar', '@brunhild'];
const hiddenAccounts = [
  { platform: 'other', platform_user_id: 'ragna' },
  { platform: 'chat', platform_user_id: 'ottokar' },
  { platform: 'chat', platform_user_id: 'thyra' },
];
const knownNames = ['Ida', 'Gunnar', 'Tom', 'Mira'];

const forms = (name: string): readonly string[] => [
  `what did ${name} say?`,
  `what do you know about ${name}?`,
  `does ${name.toLowerCase()} play the cello?`,
  `${name} and Ida`,
];

/** Told where Mira is not, or cannot read along; each names somebody, in places and ways of its own. */
const hiddenEvents = (world: World): readonly object[] => {
  const early = world.at(-30);
  const other = { platform: 'other', agent_id: 'scribe' };
  return [
    world.posted('otto', elsewhere(dm('otto')), 'My wife Brunhild plays the cello', other),
    world.posted('otto', elsewhere(dm('otto')), '@brunhild said that the cello is broken', other),
    world.posted('otto', elsewhere(dm('otto')), 'Brunhild is allergic to nuts', other),
    world.posted(
      { id: 'ragna', name: 'Ragna Holt' },
      elsewhere(channel('pier', workspace('port'))),
      'I play the cello',
      other,
    ),
    world.posted('lotte', crypt, 'Sunniva plays the cello'),
    world.posted('lotte', crypt, 'SUNNIVA lives in Oslo'),
    world.posted({ id: 'ottokar' }, dm('ottokar'), 'I play the cello'),
    world.posted({ id: 'thyra' }, dm('thyra'), 'I play the cello'),
    world.posted({ id: 'thyra' }, dm('thyra'), 'forget everything about me'),
    world.posted({ id: 'ida', name: 'Yrsa' }, dm('ida'), 'good morning', { sent_at: early }),
    world.posted('ida', dm('ida'), 'Gunnar hates the cello', { sent_at: early }),
  ];
};

interface Asked {
  readonly name: string;
  readonly text: string;
}

describe('a name that is only heard where the asker cannot hear it', () => {
  let world: World;
  let key: string;
  let before: readonly Asked[];
  let hiddenIds: readonly string[] = [];

  const client = async (method: string, path: string, body?: unknown): Promise<Asked> => {
    const { status, text } = await world.call(method, path, body, key);
    return { name: `${method} ${path} ${JSON.stringify(body)}`, text: `${String(status)} ${text}` };
  };
  const recall = (body: object) =>
    client('POST', '/v1/recall', {
      agent_id: agent,
      viewer: asker,
      source: here,
      include_messages: true,
      top_k: 50,
      ...body,
    });
  const subjectsAsked = (subjects: readonly object[]) => ({ subjects, query: 'who plays the cello?' });
  const tell = (subject: object) =>
    client('POST', '/v1/memories', {
      agent_id: agent,
      viewer: asker,
      source: here,
      content: 'Owes a round',
      subjects: [subject],
    });

  const askAll = async (): Promise<readonly Asked[]> => {
    const asked: Asked[] = [];
    const queries = [...knownNames, ...hiddenNames].flatMap(forms);
    for (const query of queries.filter((_, at) => at % proofCases(1, 3) === 0)) {
      asked.push(await recall({ query }), await recall({ query, source: null }));
      asked.push(
        await client('POST', '/v1/memories/search', { agent_id: agent, viewer: asker, source: here, query }),
      );
    }
    for (const account of hiddenAccounts) {
      asked.push(
        await recall(subjectsAsked([account])),
        await recall({ query: 'cello', audience: [account] }),
      );
      asked.push(await tell(account));
    }
    for (const path of [`/v1/users?${asMira}`, `/v1/memories?${asMira}`])
      asked.push(await client('GET', path));
    return asked;
  };

  beforeAll(async () => {
    world = await World.open({}, () => frozen);
    key = await world.keyFor('client');
    await world.publish(
      ...['mira', 'ida', 'tom', 'lotte'].map((person) => world.joined(person, cloister)),
      world.joined('lotte', crypt),
      world.posted('ida', cloister, 'I play the cello'),
      world.posted('tom', cloister, 'Gunnar plays the tuba'),
      world.posted('tom', cloister, 'I told Ida that the cello is out of tune'),
    );
    before = await askAll();
    await world.publish(...hiddenEvents(world));
    const { body } = await world.call('GET', '/v1/users?limit=200');
    const users = (body as { results: readonly { id: string; display_name: string }[] }).results;
    const { body: all } = await world.call('GET', '/v1/memories?limit=200');
    const heard = (
      all as {
        results: readonly { memory: string; subjects: readonly { entity_id: string; name: string }[] }[];
      }
    ).results;
    hiddenIds = [
      ...users.filter(({ display_name }) => /Ragna|Ottokar|Thyra/u.test(display_name)).map(({ id }) => id),
      ...heard.flatMap(({ subjects }) =>
        subjects.filter(({ name }) => /Brunhild|Sunniva/iu.test(name)).map((one) => one.entity_id),
      ),
    ];
  }, 240_000);
  afterAll(() => world.close());

  it('was held, and is found by those who may know it', async () => {
    expect(new Set(hiddenIds).size).toBeGreaterThanOrEqual(5);
    const { context } = await world.ask('lotte', crypt, 'what do you know about Sunniva?');
    expect(context).toContain('Plays the cello');
    const { results } = await world.ask('otto', elsewhere(dm('otto')), 'what do you know about Brunhild?', {
      agent_id: 'scribe',
      viewer: { platform: 'other', platform_user_id: 'otto' },
    });
    expect(results.length).toBeGreaterThan(0);
    const gunnar = await world.ask('mira', cloister, 'what do you know about gunnar?');
    expect(gunnar.asked_about.map(({ name }) => name)).toEqual(['Gunnar']);
  });

  it('changes no byte of any answer', async () => {
    const after = await askAll();
    expect(after.length).toBe(before.length);
    for (const [index, { name, text }] of after.entries())
      expect([name, text]).toEqual([before[index]?.name, before[index]?.text]);
  }, 240_000);

  it('is, by id, nobody', async () => {
    const ids = [...new Set(hiddenIds)];
    for (const id of ids.slice(0, proofCases(ids.length, 2))) {
      const pairs = [
        [{ entity_id: id }, { entity_id: nobody }],
        [{ user_id: id }, { user_id: nobody }],
      ] as const;
      for (const [hidden, none] of pairs) {
        expect((await tell(hidden)).text).toBe((await tell(none)).text);
        expect((await tell(hidden)).text).toMatch(/^422 /u);
        for (const query of ['who plays the cello?', 'what did they say?']) {
          expect((await recall({ query, subjects: [hidden] })).text).toBe(
            (await recall({ query, subjects: [none] })).text,
          );
          expect((await recall({ query, audience: [hidden] })).text).toBe(
            (await recall({ query, audience: [none] })).text,
          );
        }
      }
      for (const path of [
        `/v1/entities/{id}?${asMira}`,
        `/v1/memories?${asMira}&user_id={id}`,
        `/v1/memories?${asMira}&subject_id={id}`,
      ]) {
        const [hidden, none] = [
          await client('GET', path.replace('{id}', id)),
          await client('GET', path.replace('{id}', nobody)),
        ];
        expect([path, hidden.text]).toEqual([path, none.text]);
      }
    }
  }, 120_000);

  it('is told of those whom the asker met, and of whom she spoke', async () => {
    expect((await tell({ platform: 'chat', platform_user_id: 'ida' })).text).toMatch(/^201 /u);
    await world.say('mira', cloister, 'Dagny plays the harp');
    const { results } = await world.ask('mira', cloister, 'what do you know about Dagny?');
    const [dagny] = results.flatMap(({ subjects }) => subjects.map((one) => one.entity_id));
    expect((await tell({ entity_id: dagny })).text).toMatch(/^201 /u);
  }, 60_000);
});
