import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ErasureView } from '#contracts';
import type { Engines } from '#standalone';
import { openEngines } from './support/engines.js';
import { channel, dm, workspace, World } from './support/world.js';

const pier = channel('pier', workspace('bay'));

/** What rows hold whoever says what cannot tell that something was left of somebody who said no more than such a word. */
describe('an erasure of somebody who said words that the store itself writes', () => {
  let world: World;
  let engines: Engines;
  beforeAll(async () => {
    const open: typeof openEngines = async (...given) => (engines = await openEngines(...given));
    world = await World.open({}, undefined, open);
  }, 120_000);
  afterAll(() => world.close());

  const idOf = async (person: string): Promise<string> => {
    const { body } = await world.call('GET', `/v1/identity/whoami?platform=chat&platform_user_id=${person}`);
    return (body as { user_id: string }).user_id;
  };
  const erased = async (person: string): Promise<ErasureView> => {
    const order = { entity_id: await idOf(person), kind: 'both' };
    const { id } = (await world.call('POST', '/v1/erasures', order)).body as { id: string };
    for (;;) {
      const view = (await world.call('GET', `/v1/erasures/${id}`)).body as ErasureView;
      if (view.status !== 'running') return view;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  /** Every word that stands by itself in a row of any table by now. */
  const wordsStanding = async (): Promise<readonly string[]> => {
    const tables = await engines.database.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public'`,
    );
    // Parts of names and stems of words: of a word that somebody else said, and no word of theirs.
    const parts = new Set(['entity_alias_forms', 'memory_index']);
    const words = new Set<string>();
    for (const { name } of tables.filter(({ name }) => !parts.has(name)))
      for (const { row } of await engines.database.query<{ row: string }>(
        `select to_jsonb(t)::text as row from ${name} t`,
      ))
        for (const [word] of row.matchAll(/(?<![\w+/=-])[a-z][a-z_]{3,}(?![\w+/=-])/giu))
          words.add(word.toLowerCase());
    return [...words];
  };

  it('ends done, whichever of them they said; and not, where what they said stands somewhere', async () => {
    await world.publish(
      ...['asta', 'bjarne', 'oddny'].map((person) => world.joined(person, pier)),
      world.posted('bjarne', pier, 'I have a cat named Mons'),
      world.posted('bjarne', pier, 'Asta and Oddny came by. She is moving to Narvik'),
      world.posted('bjarne', dm('bjarne'), "don't tell Asta that I play the zither"),
      world.posted('bjarne', dm('bjarne'), 'forget that I have a cat'),
      world.posted('bjarne', pier, 'I live in Molde'),
      world.posted('bjarne', pier, 'I moved to Bodø'),
    );
    await world.link('asta', 'mail:asta');
    for (const task of ['expire', 'integrity', 'duplicates', 'aliases'])
      await world.call('POST', `/v1/maintenance/${task}`, {});
    const words = await wordsStanding();
    expect(words.length).toBeGreaterThan(100);
    const said = [...words, 'password', 'available', 'connection', 'begins', 'move', 'bjar'];
    expect(said.length).toBeLessThan(500);
    await world.publish(...said.map((word) => world.posted('oddny', pier, word)));
    const view = await erased('oddny');
    expect(view.residual?.['hits_in']).toEqual({});
    expect(view.status).toBe('done');
    expect(view.residual?.['words_of_kith']).toBeGreaterThan(50);
    await engines.database.query(`insert into api_keys (key_id, tenant_id, name, roles, key_hash, created_at)
      values (gen_random_uuid(), 'default', 'flugelhorn', array['client'], 'x', now())`);
    await world.publish(world.posted('asta', pier, 'flugelhorn'));
    const found = await erased('asta');
    expect(found.residual?.['hits_in']).toMatchObject({ 'api_keys.name': 1 });
    expect(found.status).toBe('failed');
  }, 120_000);
});
