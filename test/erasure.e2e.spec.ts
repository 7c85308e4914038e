import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ErasureOrdered, ErasureView } from '#contracts';
import type { Engines } from '#standalone';
import { openEngines } from './support/engines.js';
import { agent, channel, memoriesOf, workspace, World, type PlaceOf } from './support/world.js';

const guild = workspace('harbour');
const quay = channel('quay', guild);
const loft = channel('loft', guild, 'restricted');
/** Named by its adaptor in a way that tells nobody who is in it: those ids stay. */
const alone = (number: number): PlaceOf => ({ type: 'dm', external_id: `d-${String(number)}` });

describe('an erasure', () => {
  let world: World;
  let engines: Engines;
  let client: string;
  beforeAll(async () => {
    world = await World.open({}, undefined, async (...given) => (engines = await openEngines(...given)));
    client = await world.keyFor('client');
    for (const place of [quay, loft])
      for (const name of ['ragnhild', 'Torvald', 'Sunniva']) await world.publish(world.joined(name, place));
  }, 120_000);
  afterAll(() => world.close());

  const idOf = async (name: string): Promise<string> => {
    const { body } = await world.call('GET', `/v1/scope?platform=chat&platform_user_id=${name}`);
    return (body as { user_id: string }).user_id;
  };
  const asViewer = (name: string): string => `viewer_platform=chat&viewer_platform_user_id=${name}`;
  const receipt = async (id: string, viewer = '', key?: string): Promise<ErasureView> => {
    for (const until = Date.now() + 60_000; ;) {
      const { body, status } = await world.call('GET', `/v1/erasures/${id}?${viewer}`, undefined, key);
      if (status !== 200) throw new Error(`an erasure answered ${String(status)}`);
      const view = body as ErasureView;
      if (view.status !== 'running' || Date.now() > until) return view;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const erase = async (order: object, viewer = '', key?: string): Promise<ErasureView> => {
    const { status, body } = await world.call('POST', `/v1/erasures?${viewer}`, order, key);
    expect(status).toBe(202);
    return receipt((body as ErasureOrdered).id ?? '', viewer, key);
  };
  /** Which of these words any row of any table holds. */
  const standing = async (words: readonly string[]): Promise<readonly string[]> => {
    const tables = await engines.database.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public'`,
    );
    const found = new Set<string>();
    for (const { name } of tables) {
      const rows = await engines.database.query<{ row: string }>(
        `select to_jsonb(t)::text as row from ${name} t`,
      );
      for (const { row } of rows)
        for (const word of words)
          if (row.toLowerCase().includes(word.toLowerCase())) found.add(`${word} in ${name}`);
    }
    return [...found].sort();
  };

  it('leaves nothing of a person in any table, in what is rebuilt, and nothing of others less', async () => {
    await world.say('Torvald', quay, 'I collect brass sextants');
    await world.say('Torvald', alone(1), 'My sister Gudrun keeps llamas');
    await world.say('Sunniva', quay, 'Torvald owes me a barrel of herring. I play the fiddle.');
    await world.say('ragnhild', loft, 'between us: Torvald has gout');
    await world.say('ragnhild', quay, 'I live in Narvik');
    await world.remember('Torvald', 'Prefers rye bread');
    const words = ['sextants', 'llamas', 'herring', 'gout', 'rye bread', 'Gudrun'];
    expect(new Set((await standing(words)).map((one) => one.split(' in ')[0]))).toEqual(new Set(words));

    const view = await erase({ entity_id: await idOf('Torvald'), kind: 'both' });
    expect(view.residual?.['hits_in']).toEqual({});
    expect(view).toMatchObject({ status: 'done', residual: { hits: 0 } });
    expect(view.stores.every(({ found, erased }) => found === erased)).toBe(true);
    expect(await standing([...words, 'Torvald'])).toEqual([]);
    expect(await standing(['fiddle', 'Narvik'])).not.toEqual([]);
    const before = await engines.database.query('select * from memories order by memory_id');
    await engines.log.rebuild(() => undefined);
    expect(await engines.database.query('select * from memories order by memory_id')).toEqual(before);
    expect(await standing([...words, 'Torvald'])).toEqual([]);
    expect((await receipt(view.id)).signature).toEqual(view.signature);
  }, 120_000);
});
