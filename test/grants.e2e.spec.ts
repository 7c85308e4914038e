import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MemoryView } from '#contracts';
import { ApiKeys } from '#gateway';
import type { Engines } from '#standalone';
import { openEngines } from './support/engines.js';
import {
  agent,
  channel,
  dm,
  memoriesOf,
  workspace,
  World,
  type PlaceOf,
  type Response,
} from './support/world.js';

const keep = workspace('keep');
const yard = channel('yard', keep);
const inYard = { platform: 'chat', type: 'group', external_id: 'yard' };
const hour = 3_600_000;
const nobody = '00000000-0000-4000-8000-000000000000';

interface Given {
  readonly id: string;
  readonly revoked_at: string | null;
}
const results = <Item>({ body }: Response): readonly Item[] => (body as { results: readonly Item[] }).results;
const faults = ({ status, body }: Response): readonly unknown[] => [
  status,
  ...(body as { errors: readonly { path: string }[] }).errors.map(({ path }) => path),
];

/** What is secret is told to whom an operator lets hear it, alone, as long as they may. */
describe('a grant', () => {
  let world: World;
  let engines: Engines;
  let clock = Date.now();
  beforeAll(async () => {
    world = await World.open(
      {},
      () => new Date(clock),
      async (...given) => {
        engines = await openEngines(...given);
        return engines;
      },
    );
    await world.publish(
      ...['asta', 'bram', 'cleo', 'dirk', 'ezra'].map((person) => world.joined(person, yard)),
    );
  }, 120_000);
  afterAll(() => world.close());

  const secret = async (content: string, extra: Readonly<Record<string, unknown>> = {}): Promise<string> => {
    const told = await world.remember('asta', content, { source: inYard, sensitivity: 'secret', ...extra });
    await world.platform.settled(30_000);
    return results<{ id: string }>(told)[0]?.id ?? '';
  };
  const idOf = async (person: string): Promise<string> => {
    const { body } = await world.call('GET', `/v1/scope?platform=chat&platform_user_id=${person}`);
    return (body as { user_id: string }).user_id;
  };
  const give = async (memory_id: string, person: string, more: object = {}): Promise<Response> =>
    world.call('POST', '/v1/grants', { memory_id, entity_id: await idOf(person), ...more });
  const given = async (memory_id: string, person: string, more: object = {}): Promise<string> => {
    const { status, body } = await give(memory_id, person, more);
    expect(status).toBe(201);
    return (body as Given).id;
  };
  const hears = async (person: string, word: string, place: PlaceOf | null = null): Promise<boolean> => {
    const answer = await world.ask(person, place, `what of the ${word}?`, { top_k: 50 });
    return [...memoriesOf(answer), answer.context].join('\n').includes(word);
  };

  it('is what even its own speaker needs to be told a secret', async () => {
    const id = await secret('The hatch is behind the tapestry');
    expect(await hears('asta', 'tapestry')).toBe(false);
    await given(id, 'asta');
    expect([await hears('asta', 'tapestry'), await hears('asta', 'tapestry', dm('asta'))]).toEqual([
      true,
      true,
    ]);
  });

  it('lets hear it alone: not where others read along, nor with readers whom the caller adds', async () => {
    const id = await secret('The ladder is inside the chimney');
    await given(id, 'bram');
    expect([await hears('bram', 'chimney'), await hears('bram', 'chimney', yard)]).toEqual([true, false]);
    const overheard = await world.ask('bram', null, 'what of the chimney?', {
      audience: [{ platform: 'chat', platform_user_id: 'cleo' }],
    });
    expect(overheard.context).not.toContain('chimney');
    expect(await hears('cleo', 'chimney')).toBe(false);
  });

  it('opens the rule on secrets alone: who was never there hears nothing all the same', async () => {
    const id = await secret('The cellar holds sixty casks');
    await world.publish(world.joined('faro', channel('attic', workspace('elsewhere'))));
    await given(id, 'faro');
    expect(await hears('faro', 'casks')).toBe(false);
  });

  it('ends at its time, and when it is revoked', async () => {
    const id = await secret('The bell rings for the smugglers');
    await given(id, 'bram', { expires_at: new Date(clock + hour).toISOString() });
    const cleos = await given(id, 'cleo');
    expect([await hears('bram', 'smugglers'), await hears('cleo', 'smugglers')]).toEqual([true, true]);
    clock += hour;
    expect([await hears('bram', 'smugglers'), await hears('cleo', 'smugglers')]).toEqual([false, true]);
    expect((await world.call('DELETE', `/v1/grants/${cleos}`)).body).toEqual({ id: cleos });
    expect(await hears('cleo', 'smugglers')).toBe(false);
    expect((await world.call('DELETE', `/v1/grants/${cleos}`)).status).toBe(200);
    await given(id, 'bram');
    expect(await hears('bram', 'smugglers')).toBe(true);
  });

  it('is for the memory as it was then: once forgotten, or gone and said anew, it is told no more', async () => {
    const id = await secret('The moat is four fathoms deep');
    const grant = await given(id, 'asta');
    expect(await hears('asta', 'fathoms')).toBe(true);
    await world.call('DELETE', `/v1/memories/${id}?agent_id=${agent}`);
    expect(await hears('asta', 'fathoms')).toBe(false);
    const [listed] = results<Given>(await world.call('GET', `/v1/grants?memory_id=${id}`));
    expect([listed?.id, listed?.revoked_at === null]).toEqual([grant, false]);
    expect(faults(await give(id, 'asta'))).toEqual([422, 'memory_id']);
    expect(faults(await give(id, 'bram'))).toEqual([422, 'memory_id']);

    const said = async (message: string): Promise<string> => {
      const [fact] = await world.say('dirk', yard, 'I collect porcelain', { message_id: message });
      clock += 1000;
      const memoryId = fact?.memory_id ?? '';
      await world.call('PATCH', `/v1/memories/${memoryId}?agent_id=${agent}`, { sensitivity: 'secret' });
      await world.platform.settled(30_000);
      return memoryId;
    };
    const first = await said('porcelain-1');
    await given(first, 'dirk');
    expect(await hears('dirk', 'porcelain')).toBe(true);
    await world.publish(world.deleted('porcelain-1', yard));
    clock += 1000;
    expect(await said('porcelain-2')).toBe(first);
    expect(await hears('dirk', 'porcelain')).toBe(false);
  });

  it('is needed for the very words too, once what they say is a secret', async () => {
    const [fact] = await world.say('cleo', yard, 'I collect astrolabes');
    const reads = async (): Promise<boolean> =>
      (
        await world.ask('bram', yard, 'who collects astrolabes?', { include_messages: true })
      ).context.includes('astrolabes');
    expect(await reads()).toBe(true);
    await world.call('PATCH', `/v1/memories/${fact?.memory_id ?? ''}?agent_id=${agent}`, {
      sensitivity: 'secret',
    });
    await world.platform.settled(30_000);
    expect(await reads()).toBe(false);
  });

  it('is for the agent that remembers it, and no other', async () => {
    const id = await secret('The raven carries letters', { agent_id: 'butler' });
    await given(id, 'asta');
    const asked = async (agent_id: string): Promise<string> =>
      (await world.ask('asta', null, 'what of the raven?', { agent_id })).context;
    expect([(await asked('butler')).includes('raven'), (await asked(agent)).includes('raven')]).toEqual([
      true,
      false,
    ]);
  });

  it('counts for whom an active link joins to its holder, as long as it does', async () => {
    const id = await secret('The fountain hides a lever');
    await given(id, 'dirk');
    const heard: boolean[] = [await hears('ezra', 'lever')];
    let link = '';
    for (const moved of [
      async () => (link = await world.propose('ezra', 'dirk')),
      () => world.link('ezra', 'dirk'),
      () => world.call('DELETE', `/v1/links/${link}`),
    ]) {
      await moved();
      heard.push(await hears('ezra', 'lever'));
    }
    expect(heard).toEqual([false, false, true, false]);
    expect(await hears('dirk', 'lever')).toBe(true);
  });

  it('leaves no trace where it lets nothing through: the answer is the same to the byte', async () => {
    const asked = async (person: string, place: PlaceOf | null): Promise<string> => {
      const answer = await world.ask(person, place, 'what of the gargoyle?', {
        top_k: 200,
        include_messages: true,
      });
      const where = place
        ? `&viewer_source_platform=chat&viewer_source_type=${place.type}&viewer_source_external_id=${place.external_id}`
        : '';
      const listed = await world.call(
        'GET',
        `/v1/memories?agent_id=${agent}&viewer_platform=chat&viewer_platform_user_id=${person}${where}&limit=200`,
      );
      return JSON.stringify(answer) + listed.text;
    };
    const places = [yard, null, dm('cleo')];
    const before = await Promise.all(places.map((place) => asked('cleo', place)));
    const id = await secret('The gargoyle is hollow');
    expect(await Promise.all(places.map((place) => asked('cleo', place)))).toEqual(before);
    await given(id, 'bram');
    const grant = await given(id, 'cleo');
    expect(await asked('cleo', yard)).toBe(before[0]);
    expect(await asked('cleo', null)).not.toBe(before[1]);
    await world.call('DELETE', `/v1/grants/${grant}`);
    expect(await Promise.all(places.map((place) => asked('cleo', place)))).toEqual(before);
  });

  it('is shown by whom it may be: searched, listed and got under the same decision', async () => {
    const id = await secret('The portcullis is rusted open');
    const asBram = `agent_id=${agent}&viewer_platform=chat&viewer_platform_user_id=bram`;
    const got = async (): Promise<readonly number[]> => [
      (await world.call('GET', `/v1/memories/${id}?${asBram}`)).status,
      (await world.call('GET', `/v1/memories/${id}/history?${asBram}`)).status,
      results<MemoryView>(await world.call('GET', `/v1/memories?${asBram}&limit=200`)).filter(
        (row) => row.id === id,
      ).length,
    ];
    expect(await got()).toEqual([404, 404, 0]);
    await given(id, 'bram');
    expect(await got()).toEqual([200, 200, 1]);
  });

  it('is refused with the field that is wrong', async () => {
    const id = await secret('The chapel has a false altar');
    const open =
      results<{ id: string }>(await world.remember('asta', 'Keeps a goose', { source: inYard }))[0]?.id ?? '';
    const entity_id = await idOf('asta');
    const asked = (body: object) => world.call('POST', '/v1/grants', body);
    expect(faults(await asked({ memory_id: nobody, entity_id }))).toEqual([422, 'memory_id']);
    expect(faults(await asked({ memory_id: open, entity_id }))).toEqual([422, 'memory_id']);
    expect(faults(await asked({ memory_id: id, entity_id: nobody }))).toEqual([422, 'entity_id']);
    expect(
      faults(await asked({ memory_id: id, entity_id, expires_at: new Date(clock).toISOString() })),
    ).toEqual([422, 'expires_at']);
    expect(faults(await asked({ memory_id: 'x', entity_id, until: 1 }))).toEqual([422, 'memory_id', 'until']);
    expect(faults(await world.call('GET', '/v1/grants?memory_id=x&who=y'))).toEqual([
      422,
      'memory_id',
      'who',
    ]);
    expect((await world.call('DELETE', `/v1/grants/${nobody}`)).status).toBe(404);
  });

  it('once more is the one there is, and with another end a conflict', async () => {
    const id = await secret('The dungeon floods in spring');
    const grant = await given(id, 'cleo');
    expect(await given(id, 'cleo')).toBe(grant);
    expect((await give(id, 'cleo', { expires_at: new Date(clock + hour).toISOString() })).status).toBe(409);
    const page = async (cursor: string | null) =>
      (
        await world.call(
          'GET',
          `/v1/grants?limit=1&entity_id=${await idOf('cleo')}${cursor === null ? '' : `&cursor=${cursor}`}`,
        )
      ).body as {
        results: readonly Given[];
        next_cursor: string | null;
      };
    const seen: string[] = [];
    for (let cursor: string | null = null; ;) {
      const { results: rows, next_cursor } = await page(cursor);
      seen.push(...rows.map((row) => row.id));
      cursor = next_cursor;
      if (cursor === null) break;
    }
    expect([new Set(seen).size, seen.at(-1)]).toEqual([seen.length, grant]);
  });

  it('is of one tenant: another knows neither the memory nor the grant', async () => {
    const id = await secret('The armoury is empty');
    const grant = await given(id, 'asta');
    const keys = new ApiKeys(engines.database, () => new Date(clock));
    const { key } = await keys.create({ tenantId: 'other', name: 'theirs', roles: ['operator'] });
    const asked = (method: string, path: string, body?: unknown) => world.call(method, path, body, key);
    expect(
      faults(await asked('POST', '/v1/grants', { memory_id: id, entity_id: await idOf('asta') })),
    ).toEqual([422, 'memory_id', 'entity_id']);
    expect(results(await asked('GET', '/v1/grants'))).toEqual([]);
    expect((await asked('DELETE', `/v1/grants/${grant}`)).status).toBe(404);
    expect(await hears('asta', 'armoury')).toBe(true);
  });

  it('comes out of a rebuild as it was, holds no words, and is in the log with who gave and who looked', async () => {
    const rows = () => engines.database.query('select * from grants order by grant_id');
    const before = await rows();
    expect(before.length).toBeGreaterThan(8);
    await engines.log.rebuild(() => undefined);
    expect(await rows()).toEqual(before);
    expect(JSON.stringify(before)).not.toMatch(/tapestry|chimney|porcelain|asta|bram/u);
    await world.call('GET', '/v1/grants');
    const audited = (await engines.log.readStream('default', 'audit-default')).at(-1);
    expect(audited?.data).toMatchObject({ operation: 'grants' });
    const [first] = await engines.database.query<{ grant_id: string }>(
      'select grant_id from grants order by position limit 1',
    );
    const [event] = await engines.log.readStream('default', `grant-${first?.grant_id ?? ''}`);
    expect(event?.metadata.actor).toMatch(/^key:/u);
  });
});
