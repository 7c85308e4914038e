import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CachedEmbedder, EmbeddingStore } from '#embeddings';
import type { Engines } from '#standalone';
import { openEngines } from './support/engines.js';
import { HashingEmbedder, proofCases } from '#testing';
import { channel, dm, workspace, World, type PlaceOf } from './support/world.js';

describe('the vector of a text', () => {
  let world: World;
  let engines: Engines;
  const model = new HashingEmbedder().model;
  beforeAll(async () => {
    world = await World.open({}, undefined, async (...given) => {
      const opened = await openEngines(...given);
      const embedder = new CachedEmbedder(new HashingEmbedder(), new EmbeddingStore(opened.database));
      engines = { ...opened, embedder };
      return engines;
    });
  }, 120_000);
  afterAll(() => world.close());

  const isKept = async (text: string): Promise<boolean> => {
    await world.platform.settled(30_000);
    const key = createHash('sha256').update(model).update('\0').update(text).digest('hex');
    const rows = await engines.database.query('select key from embedding_cache where key = $1', [key]);
    return rows.length > 0;
  };
  const idOf = async (person: string, place = dm(person)): Promise<string> => {
    const [found] = (await world.ask(person, place, 'what do you know about me?')).results;
    return found?.id ?? '';
  };

  it.each([
    ['the speaker asks for it', 'Plays the zurna', 'please forget that I play the zurna'],
    ['everything of the speaker is forgotten', 'Plays the duduk', 'forget everything about me'],
  ])('goes when %s', async (_how, content, order) => {
    const who = content.slice(-5);
    await world.say(who, dm(who), content.replace('Plays', 'I play'));
    expect(await isKept(content)).toBe(true);
    await world.say(who, dm(who), order);
    expect(await isKept(content)).toBe(false);
  });

  const wordings = [
    ['discord', 'Bob', 'keep wasps', 'forget everything about me'],
    ['slack:T4', 'Birte', 'brew perry', 'Please forget everything you know about me'],
    ['matrix', 'Bruno', 'carve ladles', 'Hey, delete everything you have on me!'],
  ] as const;
  it.each(wordings.slice(0, proofCases(3, 1)))(
    'SC-31: on %s what %s said, who "%s"s, stands in no table and what others said of them is told to nobody, once they ask it: "%s"',
    async (platform, name, does, order) => {
      const id = name.toLowerCase();
      const on = (place: PlaceOf): PlaceOf => ({
        ...place,
        platform,
        ...(place.parent ? { parent: on(place.parent) } : {}),
      });
      const lodge = workspace(`lodge-${id}`);
      const [hall, loft] = [on(channel(`hall-${id}`, lodge)), on(channel(`loft-${id}`, lodge, 'restricted'))];
      const [alice, carol] = [`alice-${id}`, `carol-${id}`];
      for (const place of [hall, loft])
        for (const person of [{ id, name }, { id: alice }, { id: carol }])
          await world.publish(world.joined({ ...person, platform }, place));
      const say = (who: string, place: PlaceOf, text: string) =>
        world.say(who === id ? { id, name } : who, place, text, { platform });
      const thing = does.split(' ').at(-1) ?? '';
      const own = [`${thing}mead`, `${thing}ville`];
      const ofThem = [`${thing}broth`, `${thing}wright`];
      await say(id, on(dm(id)), `I drink ${thing}mead`);
      await say(id, hall, `I live in ${thing}ville`);
      await say(alice, hall, `${name} loves ${thing}broth`);
      await say(carol, loft, `${name} works as a ${thing}wright`);
      await say(alice, hall, 'I paint weathervanes');
      const among = (words: readonly string[], text: string) => words.filter((word) => text.includes(word));
      const listed = async () =>
        (await world.call('GET', '/v1/memories?agent_id=helper&limit=200')).body as {
          readonly results: readonly { readonly id: string; readonly memory: string }[];
        };
      const told = async (): Promise<string> => {
        const answers: string[] = [JSON.stringify(await listed())];
        for (const who of [id, alice, carol])
          for (const place of [null, hall, loft]) {
            const viewer = { platform, platform_user_id: who };
            const more = { viewer, top_k: 100, include_messages: true };
            answers.push(JSON.stringify(await world.ask(who, place, `what of ${name}?`, more)));
          }
        return answers.join();
      };
      const standing = async (table: string, words: readonly string[]): Promise<readonly string[]> =>
        (
          await engines.database.query<{ word: string }>(
            `select word from unnest($1::text[]) as word where exists (select from ${table} t where to_jsonb(t)::text ilike '%' || word || '%')`,
            [words],
          )
        ).map(({ word }) => word);
      const of = (await listed()).results.filter(({ memory }) => memory.includes(thing));
      expect(among([...own, ...ofThem], await told())).toEqual([...own, ...ofThem]);

      await say(alice, hall, `forget everything about ${name}`);
      expect(among([...own, ...ofThem], await told())).toEqual([...own, `${thing}wright`]);
      await say(id, hall, order);
      await world.platform.settled(30_000);
      const after = await told();
      expect(among([...own, ...ofThem], after)).toEqual([]);
      expect(after).toContain('weathervanes');
      expect(of.length).toBeGreaterThanOrEqual(4);
      for (const { id: memoryId } of of) {
        const { text } = await world.call('GET', `/v1/memories/${memoryId}/history`);
        expect(among([...own, ...ofThem], text)).toEqual([]);
      }
      const tables = await engines.database.query<{ name: string }>(
        `select tablename as name from pg_tables where schemaname = 'public'`,
      );
      for (const table of tables)
        expect([table.name, await standing(table.name, own)]).toEqual([table.name, []]);
      expect(await standing('memories', ofThem)).toEqual([]);
    },
    60_000,
  );

  it('goes when a memory is deleted by a call, and when its message is edited or deleted', async () => {
    const [hall] = [channel('vector-hall', workspace('vectors'))];
    await world.say('yara', dm('yara'), 'I play the kora');
    const { status } = await world.call('DELETE', `/v1/memories/${await idOf('yara')}`);
    expect([status < 300, await isKept('Plays the kora')]).toEqual([true, false]);
    await world.say('zeno', hall, 'I play the lyre', { message_id: 'edited' });
    await world.publish(world.edited('edited', hall, 'I play the harp'));
    expect([await isKept('Plays the lyre'), await isKept('Plays the harp')]).toEqual([false, true]);
    await world.publish(world.deleted('edited', hall));
    expect(await isKept('Plays the harp')).toBe(false);
  });

  it('goes with an erasure, that of the message too', async () => {
    const said = 'I play the theremin';
    await world.say('wanda', dm('wanda'), said);
    expect(await isKept('Plays the theremin')).toBe(true);
    const { body } = await world.call('GET', '/v1/scope?platform=chat&platform_user_id=wanda');
    const order = { entity_id: (body as { user_id: string }).user_id, kind: 'both' };
    const saying = await engines.database.query<{ id: string }>(
      `select record_id as id from messages where text = $1 union select memory_id from memories where content = $2`,
      [said, 'Plays the theremin'],
    );
    expect(saying).toHaveLength(2);
    const vectors = async () =>
      engines.database.query('select from memory_index_vectors where memory_id = any($1)', [
        saying.map(({ id }) => id),
      ]);
    // Those of messages come after their words.
    for (const until = Date.now() + 30_000; (await vectors()).length < 2 && Date.now() < until;)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await vectors()).toHaveLength(2);
    const erasure = await world.call('POST', '/v1/erasures', order);
    const { id } = erasure.body as { id: string };
    for (const until = Date.now() + 30_000; Date.now() < until;) {
      const { status } = (await world.call('GET', `/v1/erasures/${id}`)).body as { status: string };
      if (status !== 'running') break;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect([await isKept('Plays the theremin'), await isKept(said)]).toEqual([false, false]);
    expect(await vectors()).toEqual([]);
  });

  it('stays while somebody else says the same, and finds it', async () => {
    for (const who of ['ulla', 'vito']) await world.say(who, dm(who), 'I play the bassoon');
    await world.say('ulla', dm('ulla'), 'please forget that I play the bassoon');
    expect(await isKept('Plays the bassoon')).toBe(true);
    const heard = await world.ask('vito', dm('vito'), 'what do I play?');
    expect(heard.context).toContain('bassoon');
    await world.say('vito', dm('vito'), 'please forget that I play the bassoon');
    expect(await isKept('Plays the bassoon')).toBe(false);
  });

  it('is kept of nothing that the store does not hold', async () => {
    const [orphans] = await engines.database.query<{ count: string }>(
      'select count(*) as count from embedding_cache where key not in (select key from embedding_holders)',
    );
    expect(orphans?.count).toBe('0');
  });
});
